"""Attacks from beside a hex, overruns and close assaults alike: who may take part, and why one may not be made."""

from collections.abc import Callable, Sequence

import msgspec

from grognard.games.panzerblitz.attack import AttackSheet
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.limits import Attack
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed


class Beside(msgspec.Struct, frozen=True):
    """A kind of attack: the word for it, why a unit may not make it on a hex, and its worksheet on the map."""

    attack: Attack
    verb: str
    why_not_on: Callable[[Ground, Unit, HexId], str]
    worksheet: Callable[[Ground, Sequence[Unit], HexId], AttackSheet]

    def units(self, ground: Ground, target: HexId) -> list[Unit]:
        """Return the units that may attack a hex, each by itself."""
        around = [unit for at in ground.grid.neighbours(target) for unit in ground.garrison(at)]
        return [unit for unit in around if not self.why_not_on(ground, unit, target)]

    def targets(self, ground: Ground) -> list[HexId]:
        """Return the hexes that may be attacked: all who can together, if need be."""
        return [each for each in sorted(ground.foes(ground.position.side)) if self._is_open(ground, each)]

    def _is_open(self, ground: Ground, target: HexId) -> bool:
        if ground.why_not_struck(self.attack, target):
            return False
        units = self.units(ground, target)
        return bool(units) and not self._why_not_by_the_charts(ground, units, target)

    def sheet(self, ground: Ground, units: Sequence[Unit], target: HexId) -> AttackSheet:
        """Return the worksheet of an attack on the map."""
        if not units:
            raise NotAllowed(f"choose who {self.verb}s")
        if not ground.under_attack(target):
            raise NotAllowed(f"there is nobody in {ground.grid.names[target]} to {self.verb}")
        return self.worksheet(ground, units, target)

    def why_not(self, ground: Ground, units: Sequence[Unit], target: HexId) -> str:
        """Say why an attack may not be made; nothing where it may."""
        if not units or len(set(units)) != len(units):
            return f"name the units that {self.verb}, each once"
        reasons = [
            ground.why_not_struck(self.attack, target),
            *(self.why_not_on(ground, unit, target) for unit in units),
        ]
        return next(filter(None, reasons), "") or self._why_not_by_the_charts(ground, units, target)

    def _why_not_by_the_charts(self, ground: Ground, units: Sequence[Unit], target: HexId) -> str:
        try:
            self.sheet(ground, units, target)
        except NotAllowed as error:
            return str(error)
        return ""
