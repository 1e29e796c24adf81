"""What became of the units, and what the 1945 table says, in plain words; all else is said by the chapters."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from grognard.charts.plurals import counted, plural
from grognard.games.iron_curtain import combat_1945
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat_1945 import Combat1945
from grognard.games.iron_curtain.desk_text import steps_text
from grognard.games.iron_curtain.orders import Overrun
from grognard.games.iron_curtain.position import Position
from grognard.play.places import HIDDEN, LOST, is_on_map
from grognard.rules import text
from grognard.rules.chapter import Fate
from grognard.rules.naming import listed
from grognard.rules.orders import Arrive, Attack
from grognard.rules.units import Unit
from grognard.umpire import Roll


class Text(text.Text):
    """The words for what happens in a scenario, as far as a side sees it."""

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: in words where it is a code of the card."""
        if not isinstance(roll.why, Combat1945):
            return super().result(roll, means)
        does = self.context.card.chart(combat_1945.TABLE).does(means)
        return f"{means}, {_result(does, barred=roll.why.no_retreat)}"

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units, who took what, and what is contaminated no more."""
        said = super().effects(before, order, after)
        gone = {marker.at for marker in before.contaminated} - {marker.at for marker in after.contaminated}
        if gone:
            places = listed(map(self.context.place, sorted(gone)))
            said.append(f"{places} {plural(len(gone), 'is', 'are')} contaminated no more")
        return said

    def is_last(self, fate: Fate) -> bool:
        """An advance happens last, and is told last."""
        return fate[0] == "advances"

    def taking(self, side: str, places: str) -> str:
        """Say that a side takes places."""
        return f"{side} takes {places}"

    def _fates(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> Iterable[Fate]:
        """Say what became of one unit; who is lost is nothing else, and where it went is told after its losses."""
        here, there = before.at(unit), after.at(unit)
        if there == LOST != here:
            yield "is", "are", " eliminated"
            return
        for chapter in self._fating:
            yield from chapter.fates(before, order, after, unit)
        place = self.context.place
        if here == there:
            return
        if isinstance(order, Attack | Overrun) and is_on_map(here) and is_on_map(there):
            into = there == self.context.naming.hex(order.target)
            verbs = ("advances", "advance") if into else ("retreats", "retreat")
            yield (*verbs, f" to {place(there)}")
        elif here == HIDDEN and is_on_map(there):
            yield "comes", "come", f" into sight at {place(there)}"
        elif (
            there == HIDDEN and is_on_map(here) and not (isinstance(order, Arrive) and order.unit == unit.id)
        ):
            yield "is", "are", f" out of sight in {place(here)}"


def _result(does: Mapping[str, int], *, barred: bool) -> str:
    """Say what a result of the 1945 table does; in some terrain the ground bars the retreat."""
    said = [
        f"{who} loses {steps_text(does[f'{who}_loses'])}"
        for who in ("attacker", "defender")
        if f"{who}_loses" in does
    ]
    if "defender_retreats" in does:
        far = counted(does["defender_retreats"], "hex", "hexes")
        said.append("the ground bars retreat" if barred else f"defender retreats {far}")
    return ", ".join(said) or "no effect"
