"""The machine that plays the other side: programs that see what their side sees and answer when it is asked."""

from grognard.opponent.programs import PROGRAMS, Program, greedy, random_play

__all__ = ["PROGRAMS", "Program", "greedy", "random_play"]
