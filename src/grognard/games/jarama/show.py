"""What the board shows of Jarama, in the words of `play.board`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from fractions import Fraction

import msgspec

from grognard.charts.labels import number
from grognard.games.jarama import fighting, invariants, moves, scouting, sequence, shelling, victory, works
from grognard.games.jarama.command import State as CommandState
from grognard.games.jarama.field import Field
from grognard.games.jarama.movement import cost_text
from grognard.games.jarama.orders import Activate, Arrive, Deploy, Lay, Move, Repair, TakeUp
from grognard.games.jarama.position import HIDDEN, LOST, STATES, WAITING, Position, Sighting
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import enemy
from grognard.games.jarama.words import Words
from grognard.hexes import HexId, Hexside
from grognard.hexes.paths import SCALE
from grognard.play.board import Battle, Candidate, Deed, Marker, Piece, Reachable, Status, Step, Trace
from grognard.play.game import Plain
from grognard.rules.forms import Field as Asked

ELIMINATED, UNSEEN, BASE, AWAY = "eliminated", "not seen", "airfields", "flown this turn"

WhyNot = Callable[[Field, Unit, HexId], str]


class Show(Plain[Position], Words):
    """The half of the game that a board sees; nothing here decides anything."""

    lenses = ("supply", "threat")
    states = (
        "moved", "attacked", "fired", "stopped", "at work", "active", "out of command", "out of supply",
        "disorganised", "demoralised",
    )  # fmt: skip

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        field = self.field(position)
        day = date.fromisoformat(self.scenario.file.first_day)
        day += timedelta(self.scenario.file.days * (position.turn - 1))
        name = field.grid.hex_name
        return Status(
            turn=position.turn,
            turns=self.scenario.turns,
            when=f"{day.day} {day:%B %Y}",
            phase=position.phase,
            side=None if position.over else position.side,
            points=victory.points(field),
            held={
                side: tuple(name(at) for at in sorted(self.scenario.worth) if victory.holds(field, side, at))
                for side in (self.scenario.first, self.scenario.second)
            },
            worth={name(at): points for at, points in sorted(self.scenario.worth.items())},
            tally=(*victory.tally(field), *self._this_turn(field)),
            verdict=victory.verdict(field) if position.over else "",
        )

    def _this_turn(self, field: Field) -> Iterator[str]:
        """Say what each side has left of the turn, as all know."""
        for side in (self.scenario.first, self.scenario.second):
            done = field.position.activations[field.position.index(side)]
            left = max(len(sequence.formations(field, side)) - done, 0)
            passed = " and has passed" if side in field.position.passed else ""
            yield f"{side} has {left} formations to activate{passed}, and {max(field.missions_left(side), 0)} air missions left."

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter: those that are known to stand somewhere, and the others; and the aircraft."""
        field = self.field(position)
        units = [self._piece(field, self.scenario.units[each]) for each in reversed(position.order)]
        planes = [
            Piece(
                id=plane.id,
                name=plane.name,
                side=plane.side,
                kind="Aircraft",
                size="",
                values=f"{plane.fb}-{plane.cas}" + (" recon" if plane.recon else ""),
                at=AWAY if plane.number in position.flown else BASE,
            )
            for plane in self.scenario.air
        ]
        return [*units, *planes]

    def _piece(self, field: Field, unit: Unit) -> Piece:
        left = max(field.points(unit), 0)
        more = {"at": unit.at_points, "aa": unit.aa, "b": unit.bombardment}
        extra = "".join(f" {word}{value}" for word, value in more.items() if value)
        return Piece(
            id=unit.id,
            name=unit.name,
            side=unit.side,
            kind=unit.kind,
            size=unit.size,
            values=f"{field.factor(unit) or unit.factor}-{unit.effectiveness}{extra}",
            above="●" * left + "○" * (unit.points - left),
            at=self._place(field.position, unit),
            states=tuple(self._said(field, unit)),
        )

    def _place(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if at >= 0:
            return self.scenario.map.grid.hex_name(at)
        if at == LOST:
            return ELIMINATED
        if at == HIDDEN:
            seen = self._last_seen(position, unit)
            name = self.scenario.map.grid.hex_name
            return f"last seen at {name(seen.at)} in turn {seen.turn}" if seen else UNSEEN
        return unit.box if position.turn >= unit.turn else f"{unit.box}, turn {unit.turn}"

    def _last_seen(self, position: Position, unit: Unit) -> Sighting | None:
        known = position.knows(enemy(unit.side)).sightings
        return next((each for each in known if each.unit == unit.number), None)

    def _said(self, field: Field, unit: Unit) -> Iterable[str]:
        position, each = field.position, unit.number
        if position.at[each] < 0:
            return
        if each in position.acted:
            yield "attacked"
        if each in position.fired:
            yield "fired"
        if each in position.stopped:
            yield "stopped"
        elif position.spent[each]:
            yield "moved"
        if any(work.unit == each for work in position.works) or moves.is_laid(field, unit):
            yield "at work"
        if field.is_active(unit):
            yield "active"
        if each in position.uncommanded:
            yield "out of command"
        yield from (word for name, word in STATES.items() if each in getattr(position, name))

    def markers(self, position: Position) -> list[Marker]:
        """Return the forces that are not seen through, with how many units they are if that is known, else 0.

        Counters seen before and no more are ghosts, with the turn they were seen in; and what is damaged or laid.
        """
        name, found = self.scenario.map.grid.hex_name, []
        for side in (self.scenario.first, self.scenario.second):
            if HIDDEN not in position.at[self.scenario.numbers[side]]:
                continue
            known = position.knows(enemy(side))
            for at in sorted(position.holds(side)):
                report = known.of(at)
                count = report.units if report and report.units is not None else 0
                found.append(Marker(f"{side.lower()}-force", name(at), count))
            stale = sorted((each.at, each.turn) for each in known.sightings if not each.fresh)
            found += [Marker("ghost", name(at), turn) for at, turn in stale]
        return [*found, *self._marked_features(position)]

    def _marked_features(self, position: Position) -> Iterator[Marker]:
        grid, features = self.scenario.map.grid, position.features
        for word, harmed in (("damaged", features.damaged), ("destroyed", features.destroyed)):
            for each in harmed:
                if each.kind != "bridge":
                    yield Marker(f"{word}-{each.kind}", grid.hex_name(HexId(each.at)))
                else:
                    yield Marker(f"{word}-bridge", grid.hex_name(grid.beside(Hexside(each.at))[0]))
        for pontoon in features.pontoons:
            yield Marker("pontoons", grid.hex_name(grid.beside(pontoon.hexside)[0]))

    # What can be done

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
        return msgspec.structs.replace(self._moves(field, unit), deeds=tuple(self._deeds(field, unit)))

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
            return Reachable(unit.id, reason)
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

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be done to hexes now, with everyone who might take part."""
        return [] if position.over else list(self._battles(self.field(position)))

    def _battles(self, field: Field) -> Iterator[Battle]:
        match field.position.phase:
            case "air" | "bombardment":
                for at in shelling.targets(field):
                    yield from self._strikes(field, at)
            case "recon":
                for at in scouting.targets(field):
                    yield self._battle(
                        "ground-recon", "Patrol to", at, self._scouts(field, at), "reconnoitre"
                    )
            case "movement":
                for at in fighting.targets(field):
                    who = self._candidates(field, at, fighting.why_not_mobile_on)
                    yield self._battle("mobile-attack", "Mobile attack on", at, who, "attack")
            case "combat":
                for at in fighting.targets(field):
                    who = self._candidates(field, at, fighting.why_not_on)
                    support = tuple(map(Candidate, fighting.supporters_of(field, at)))
                    yield self._battle("attack", "Attack on", at, (*who, *support), "attack")

    def _strikes(self, field: Field, at: HexId) -> Iterator[Battle]:
        side, air = field.position.side, field.position.phase == "air"
        if air and at in field.foes(side):
            scouts = [plane.id for plane in field.waiting_planes(side) if plane.recon]
            if scouts:
                who = tuple(map(Candidate, scouts))
                yield self._battle("air-recon", "Reconnaissance of", at, who, "reconnoitre")
        who = tuple(map(Candidate, shelling.shooters(field, at)))
        aims = tuple(each for each in shelling.AIMS if not shelling.why_not_aim(field, at, each))
        if who and aims:
            asked = Asked("at", "what is aimed at", "choice", aims, aims[0])
            kind, title = ("bomb", "Bombs on") if air else ("bombard", "Bombardment of")
            found = self._battle(kind, title, at, who, "bomb" if air else "fire")
            yield msgspec.structs.replace(found, options=(asked,))

    def _scouts(self, field: Field, target: HexId) -> tuple[Candidate, ...]:
        return self._candidates(field, target, scouting.why_not_scout)

    def _candidates(self, field: Field, target: HexId, why_not: WhyNot) -> tuple[Candidate, ...]:
        """Return who stands next to a hex, and why not every one of them may take part."""
        around = [unit for at in field.grid.neighbours(target) for unit in field.units_at(at)]
        return tuple(
            Candidate(unit.id, why_not(field, unit, target))
            for unit in around
            if unit.side == field.position.side
            and not (unit.is_artillery and field.position.phase == "combat")
        )

    def _battle(self, kind: str, what: str, at: HexId, who: tuple[Candidate, ...], does: str) -> Battle:
        target = self.scenario.map.grid.hex_name(at)
        return Battle(type=kind, title=f"{what} {self.place(at)}", target=target, pieces=who, does=does)

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the supply and command of every unit that is known to stand somewhere, as far as is known."""
        field, found = self.field(position), {}
        name = field.grid.hex_name
        for unit in self.scenario.units:
            if field.at(unit) >= 0:
                state, command = field.supply_line(unit), self._command(field, unit)
                word = "in supply" if state.in_supply else "out of supply"
                told = f"{word}, {'in' if command and command.in_command else 'out of'} command"
                cut = state.cut or (command.cut if command else frozenset())
                found[unit.id] = Trace(told, tuple(map(name, state.path)), tuple(map(name, sorted(cut))))
        return found

    def _command(self, field: Field, unit: Unit) -> CommandState | None:
        staff = field.staff(field.formation(unit))
        return staff.state(field.at(unit)) if staff else None

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in a turn, with the factors that are known to come there."""
        field = self.field(position)
        strength: dict[HexId, int] = defaultdict(int)
        for unit in self.scenario.units:
            if unit.side == side and field.at(unit) >= 0 and not field.is_unfit(unit):
                for at in self._next_to_reach(field, unit):
                    strength[at] += field.factor(unit)
        return {field.grid.hex_name(at): f"{total}" for at, total in sorted(strength.items())}

    def _next_to_reach(self, field: Field, unit: Unit) -> set[HexId]:
        found = field.move(unit, fully=True).reach
        beside = {there for at in found for there in field.grid.neighbours(at)}
        return beside - field.position.holds(unit.side)

    # What must always hold

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.field(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.field(before), order, self.field(after))
