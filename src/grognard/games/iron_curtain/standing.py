"""Where units stand and who lies on top: stacks, full hexes, and each side's front.

A stack closes its hex and has its zone of control by its top unit alone (ruling zone-of-stack).
"""

from functools import lru_cache

from grognard.games import Card
from grognard.games.iron_curtain.movement import Front
from grognard.games.iron_curtain.scenario import Scenario, Unit
from grognard.games.iron_curtain.terms import Side
from grognard.hexes import HexId


class Standing:
    """What follows from where units stand and who lies on top: stacks, and each side's front."""

    __slots__ = ("_full", "_stacks", "at", "card", "fronts", "order", "scenario")

    def __init__(
        self,
        scenario: Scenario,
        card: Card,
        at: tuple[HexId, ...],
        order: tuple[int, ...],
        before: "Standing | None",
    ) -> None:
        """Take over the fronts of those who stand as they stood before."""
        self.scenario = scenario
        self.card = card
        self.at = at
        self.order = order
        self._stacks: dict[HexId, list[Unit]] | None = None
        self.fronts: dict[Side, Front] = {}
        self._full: dict[Side, list[HexId]] = {}
        for side, front in list(before.fronts.items()) if before else ():
            numbers = scenario.numbers[side]
            if not scenario.flies[side] and before and before.at[numbers] == at[numbers]:
                self.fronts[side] = front

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, from the top."""
        if self._stacks is None:
            found: dict[HexId, list[Unit]] = {}
            units, at = self.scenario.units, self.at
            for number in self.order:
                here = at[number]
                if here >= 0:
                    found.setdefault(here, []).append(units[number])
            # Others may look on while a program thinks: what is shared is whole.
            self._stacks = found
        return self._stacks

    def front(self, side: Side) -> Front:
        """Return a side's units as they stand in the other's way."""
        if side not in self.fronts:
            hexes = frozenset(at for at in self.at[self.scenario.numbers[side]] if at >= 0)
            flying: frozenset[HexId] = frozenset()
            if self.scenario.flies[side]:
                flying = frozenset(at for at in hexes if self.stacks[at][0].air_mobile)
            self.fronts[side] = _front(self.scenario.file.map, hexes, flying, self.card)
        return self.fronts[side]

    def full(self, side: Side) -> list[HexId]:
        """Return the hexes of a side that take no more units."""
        if side not in self._full:
            most = self.scenario.stacking
            full = [at for at, units in self.stacks.items() if len(units) >= most and units[0].side == side]
            self._full[side] = full
        return self._full[side]


@lru_cache(maxsize=4096)
def _front(map_name: str, units: frozenset[HexId], flying: frozenset[HexId], card: Card) -> Front:
    """Work a front out once: it stays as it is while the other side moves."""
    return Front(map_name, units, flying, card)
