"""The machine that plays the other side: programs that see what their side sees and answer when it is asked."""

from grognard.opponent.programs import PROGRAMS, Asked, Program, decision, greedy, random_play

__all__ = ["PROGRAMS", "Asked", "Program", "decision", "greedy", "random_play"]
