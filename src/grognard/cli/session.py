# SPDX-License-Identifier: Apache-2.0
"""A game in the terminal: who acts next, what is told of it, and its log, saved after every act."""

from collections.abc import Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, cast

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from grognard.charts.errors import GrognardError
from grognard.cli.positions import board_of, colour, status_text, units
from grognard.cli.prompt import read_line
from grognard.opponent import PROGRAMS, decision
from grognard.play.board import Option
from grognard.play.game import BoardGame
from grognard.play.history import saved_game
from grognard.play.log import save_log
from grognard.play.loop import Decide, Dice, is_over, step
from grognard.play.narrate import Narration, narrate_at, repeats, seen_by_all
from grognard.play.table import Table
from grognard.play.visibility import as_seen_together, asked_as_seen
from grognard.umpire import Choose

PERSON = "person"


class Session:
    """One game at one terminal. Every act replaces the table."""

    def __init__(self, table: Table[Any], path: Path, page: Console, seed: int | None = None) -> None:
        self.table = table
        self.path = path
        self.page = page
        self.seed = seed
        self.board = board_of(table.log.header)
        # How much has been told: whole orders, and lines of the one in hand.
        self.told_orders = len(table.log.entries)
        self.told_lines = 0
        self.last_narration: Narration | None = None
        self.last_heading = ""

    @property
    def game(self) -> BoardGame[Any]:
        """The game that is played."""
        return cast("BoardGame[Any]", self.table.game)

    @property
    def seats(self) -> Mapping[str, str]:
        """Who plays each side."""
        return self.table.log.header.seats

    @property
    def seen(self) -> Any:
        """The position as the side to act may see it; all of it once the game is over."""
        return self.table.position if self.is_over else self.table.seen_by(self.table.to_act)

    def shown(self, position: Any) -> Any:
        """Return a position as the players at this terminal may see it: two at one terminal see what both see."""
        return position if self.is_over else as_seen_together(position, self.here)

    @property
    def here(self) -> tuple[str, ...]:
        """The sides whose players sit at this terminal."""
        return tuple(side for side, who in self.seats.items() if who == PERSON)

    @property
    def told_to(self) -> tuple[str, ...] | None:
        """The sides that those at this terminal are told events as; None, which means everything, once the game is over."""
        return None if self.is_over else self.here

    def show(self, *what: RenderableType) -> None:
        """Show something at the terminal."""
        self.page.print(*what, sep="\n")

    # Acts

    def keep(self, table: Table[Any]) -> None:
        """Save the table after an act, then tell what happened."""
        save_log(saved_game(table), self.path)
        self.table = table
        self.tell_news()

    def take_back(self) -> None:
        """Undo the last act."""
        table = self.table.undo()
        save_log(saved_game(table), self.path)
        self.table = table
        self.told_orders, self.told_lines = min(self.told_orders, len(table.log.entries)), 0
        self.show(Text("Taken back."))

    def act_without_person(self) -> bool:
        """Roll the dice that are asked for, or let a program act; return whether there was something to do."""
        if self.is_over or self.seats.get(self.table.to_act or "") == PERSON:
            return False
        chance = self.chance()
        self.keep(step(self.table, self._program_decides(chance), Dice(chance)))
        return True

    def _program_decides(self, chance: Random) -> Decide:
        """Return how programs decide at this terminal: after showing where the game stands."""

        def decide(table: Table[Any]) -> Any:
            self.show_heading()
            return decision(PROGRAMS[self.seats[table.to_act or ""]], table, chance)

        return decide

    def chance(self) -> Random:
        """Return the source of the next random numbers: with a seed, the same wherever a game was left and resumed."""
        if self.seed is None:
            return SystemRandom()
        entries = self.table.log.entries
        answers = len(entries[-1].answers) if entries else 0
        return Random(f"{self.seed}/{len(entries)}/{answers}")  # noqa: S311 - dice for a game

    def answer(self, choice: Choose[Any], word: str) -> bool:
        """Answer a question by the number or the name of an option; return whether it was one."""
        options = [self.option(choice, option) for option in choice.options]
        number = int(word) - 1 if word.isdecimal() else -1
        if not 0 <= number < len(options):
            near = [at for at, option in enumerate(options) if word.lower() in _names(option)]
            if len(near) != 1:
                return False
            number = near[0]
        self.keep(self.table.choose(choice.options[number]))
        return True

    def sentence(self, choice: Choose[Any]) -> str:
        """Say a question as a sentence."""
        entry = self.table.in_hand
        if entry is None:
            return self.game.text.label(choice.why)
        before = seen_by_all(self.game, entry.order, self.here)(self.table.position)
        return self.game.text.ask(before, entry.order, choice)

    def option(self, choice: Choose[Any], option: Any) -> Option:
        """Say an option in words."""
        seen = asked_as_seen(choice, self.table.to_act)
        return self.game.text.option(self.seen, seen, option)

    # Telling

    def show_heading(self) -> bool:
        """Show where the game stands, once for every phase; return whether it was shown."""
        status = self.game.view.status(self.shown(self.table.standing))
        now = f"{status.turn} {status.phase} {status.side}"
        if now == self.last_heading:
            return False
        self.last_heading = now
        style = f"bold {colour(status.side or '', self.game.sides)}"
        self.show(Text(f"\n{status_text(status)}", style=style))
        return True

    def tell_news(self) -> None:
        """Tell what was not yet told, line by line, because a player who decides has seen the roll."""
        entries = self.table.log.entries
        while self.told_orders < len(entries):
            narration = narrate_at(self.table, self.told_orders, self.told_to)
            lines = [
                *narration.lines,
                *([f"against the rules: {narration.warned}"] if narration.warned else []),
            ]
            if not self.told_lines and repeats(self.last_narration, narration, self.told_to):
                lines = []
            self.last_narration = narration
            for at, line in enumerate(lines[self.told_lines :], self.told_lines):
                self.show(Text(f"  {'  ' if at else ''}{line}", style="" if at else "bold"))
            if self.told_orders == len(entries) - 1 and self.table.in_hand is not None:
                self.told_lines = len(lines)
                return
            self.told_orders, self.told_lines = self.told_orders + 1, 0

    def reveal_everything(self) -> None:
        """Show where all units stood when the game ended, if some were hidden from those at this terminal."""
        end, view = self.table.position, self.game.view
        if as_seen_together(end, self.here) != end:
            self.show(Text("\nEverything is laid open.", style="bold"))
            self.show(units(self.board, view.pieces(end), self.game.sides, view.boxes(end)))

    def ask(self) -> str:
        """Ask the person to act for a line: an order, or the answer to an open question."""
        choice = self.table.asked
        if not isinstance(choice, Choose):
            return read_line(f"{self.table.to_act}> ")
        self.show(Text(f"{choice.side}: {self.sentence(choice)}", style="bold"))
        for number, option in enumerate(choice.options, 1):
            shown = self.option(choice, option)
            self.show(Text(f"  {number}  {', '.join(filter(None, (shown.says, shown.about)))}"))
        return read_line(f"{choice.side}, which? ")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.table)


def _names(option: Option) -> set[str]:
    """Return the names of an option: its value, its words, its hexes and its pieces."""
    value = option.value
    plain = {str(value).lower()} if isinstance(value, (str, int)) else set()
    return plain | {option.says.lower()} | {name.lower() for name in (*option.hexes, *option.pieces)}


def give(session: Session, order: msgspec.Struct) -> None:
    """Give an order, which may be refused."""
    session.keep(session.table.give(order))


def check_seats(seats: Mapping[str, str], sides: tuple[str, ...]) -> None:
    """Every side must have a player."""
    for side in sides:
        if seats.get(side) not in (PERSON, *PROGRAMS):
            raise GrognardError(f"nobody plays the {side} side; {', '.join((PERSON, *PROGRAMS))} can")
