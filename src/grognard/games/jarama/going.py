"""Where units can go and what else they can do, or why not, in the words of `play.board`."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard.charts.labels import number
from grognard.charts.plurals import counted, plural
from grognard.games.jarama import moves, sequence, works
from grognard.games.jarama.aims import Battles
from grognard.games.jarama.field import Field
from grognard.games.jarama.movement import cost_text
from grognard.games.jarama.orders import Activate, Arrive, Deploy, Lay, Move, Repair, TakeUp
from grognard.games.jarama.position import WAITING, Position
from grognard.games.jarama.scenario import Unit
from grognard.hexes.paths import SCALE
from grognard.play.board import Deed, Reachable, Step


class Going(Battles):
    """What a board offers units besides battles; nothing here decides anything."""

    def actions(self, position: Position) -> list[Deed]:
        """Return the formations that can be activated now."""
        field = self.field(position)
        return [
            Deed(
                f"activate {formation.name}",
                Activate(formation.name),
                tuple(unit.id for unit in formation.units if field.at(unit) >= 0),
            )
            for formation in sequence.formations(field, position.side)
            if not sequence.why_not_activate(field, formation.name)
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Say how many formations a side gives up that passes."""
        left = len(self.actions(position))
        return (
            [f"{counted(left, 'formation')} {plural(left, 'has', 'have')} not been active this turn"]
            if left
            else []
        )

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways, and what else it can do; elsewhere why not."""
        if piece in self.theatre.planes:
            return Reachable(piece, "aircraft fly missions and are never on the map")
        field, unit = self.field(position), self.unit(piece)
        if position.over:
            return Reachable(piece, "the game is over")
        if position.phase == "deployment":
            return self._set_up(field, unit)
        if field.at(unit) == WAITING:
            return self._arrivals(field, unit)
        found = self._moves(field, unit)
        idle = works.why_not_mending(field, unit)
        allowed = f"{found.allowed}; it repairs nothing: {idle}" if idle else found.allowed
        return msgspec.structs.replace(found, allowed=allowed, deeds=tuple(self._deeds(field, unit)))

    def _deeds(self, field: Field, unit: Unit) -> Iterator[Deed]:
        if not sequence.why_not_activate(field, unit.formation):
            yield Deed(f"activate {unit.formation}", Activate(unit.formation))
        for feature in works.mends(field, unit):
            yield Deed(f"repair {self.feature(feature)}", Repair(unit.id, works.feature_text(field, feature)))
        for side in works.spans(field, unit):
            name = field.grid.hexside_name(side)
            yield Deed(f"lay pontoons over {name}", Lay(unit.id, name))
        if unit.kind == "Pontoons" and not works.why_not_take_up(field, unit):
            yield Deed("take the pontoons up", TakeUp(unit.id))

    def _set_up(self, field: Field, unit: Unit) -> Reachable:
        if reason := moves.cannot_deploy(field, unit):
            return Reachable(unit.id, reason)
        steps, refusals = {}, {}
        for at in field.grid.hexes:
            name = field.grid.hex_name(at)
            if why := moves.why_not_deploy(field, unit, at):
                refusals[name] = why
            else:
                steps[name] = Step("", (name,), Deploy(unit.id, name))
        return Reachable(unit.id, f"{unit.name} is set up in the zone of {unit.formation}", steps, refusals)

    def _moves(self, field: Field, unit: Unit) -> Reachable:
        if reason := moves.cannot_move(field, unit):
            refused = self.not_against(field, unit)
            return Reachable(unit.id, next(iter(refused.values()), reason), refusals=refused)
        name, found = field.grid.hex_name, field.reach(unit)
        steps, refusals = {}, {}
        able = set(moves.destinations(field, unit))
        for at in field.grid.hexes:
            if at in able:
                path = tuple(map(name, found.path(at)))
                note = "in an enemy zone: it stops" if at in field.zone_against(unit.side) else ""
                steps[name(at)] = Step(cost_text(found[at]), path, Move((unit.id,), name(at)), note)
            else:
                refusals[name(at)] = moves.why_not_to(field, unit, at)
        left = field.allowed(unit)
        allowed = "any number of hexes" if left is None else f"{number(Fraction(left, SCALE))} MP"
        return Reachable(unit.id, allowed, steps, refusals)

    def _arrivals(self, field: Field, unit: Unit) -> Reachable:
        if reason := moves.cannot_arrive(field, unit):
            return Reachable(unit.id, reason)
        steps, refusals = {}, {}
        for at in field.grid.hexes:
            name = field.grid.hex_name(at)
            if why := moves.why_not_arrive(field, unit, at):
                refusals[name] = why
            else:
                steps[name] = Step("", (name,), Arrive(unit.id, name))
        return Reachable(unit.id, f"{unit.name} arrives at a hex", steps, refusals)
