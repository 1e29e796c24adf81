"""What the board shows of PanzerBlitz, in the words of `play.board`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from grognard.games.panzerblitz import assaulting, gunnery, invariants, mining, moves, overrunning, victory
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.orders import Arrive, Move
from grognard.games.panzerblitz.position import EXITED, LOST, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.words import Words
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.board import Battle, Candidate, Piece, Reachable, Status, Step, Trace
from grognard.rules.forms import Field

MINUTES_A_TURN = 6
WhyNot = Callable[[Ground, Unit, HexId], str]
ELIMINATED, GONE = "eliminated", "left the map"


class Show(Words):
    """The half of the game that a board sees; nothing here decides anything."""

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        ground = self.ground(position)
        clock = datetime.fromisoformat(f"{self.scenario.file.date}T{self.scenario.file.first_hour}")
        now = clock + timedelta(minutes=MINUTES_A_TURN * (position.turn - 1))
        name = ground.grid.hex_name
        return Status(
            turn=position.turn,
            turns=self.scenario.turns,
            when=f"{now.day} {now:%B %Y, %H:%M}",
            phase=position.phase,
            side=None if position.over else position.side,
            points=victory.points(ground),
            held={side: tuple(map(name, sorted(position.held(side)))) for side in self.scenario.sides},
            tally=tuple(victory.tally(ground)),
            verdict=victory.verdict(ground) if position.over else "",
        )

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter."""
        return [
            Piece(
                id=unit.id,
                name=unit.name,
                side=unit.side,
                kind=unit.type.kind,
                size="company" if unit.side == "Soviet" else "platoon",
                values=_values(unit),
                at=self._at(position, unit),
                states=tuple(self._states(position, unit)),
            )
            for unit in self.scenario.units
        ]

    def _at(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if at >= 0:
            return self.scenario.map.grid.hex_name(at)
        if at in (LOST, EXITED):
            return ELIMINATED if at == LOST else GONE
        carrier = self.scenario.by_id[unit.rides] if unit.rides else unit
        return carrier.box if position.turn >= carrier.turn else f"{carrier.box}, turn {carrier.turn}"

    def _states(self, position: Position, unit: Unit) -> Iterable[str]:
        number = unit.number
        if position.at[number] in (LOST, EXITED):
            return
        if number in position.dispersed:
            yield "dispersed"
        if position.aboard[number] >= 0:
            yield f"on {self.scenario.units[position.aboard[number]].name}"
        if position.hexes[number]:
            yield "moved"
        if number in position.acted:
            yield "fired" if position.phase in ("fire", "resolution") else "attacked"

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways; for every other hex the reason why not."""
        ground, unit = self.ground(position), self.unit(piece)
        if ground.at(unit) < 0:
            return self._arrivals(ground, unit)
        reason = moves.cannot_move(ground, unit)
        if reason:
            return Reachable(piece, reason)
        name, found = ground.grid.hex_name, moves.reach(ground, unit)
        steps, refusals = {}, {}
        for at in ground.grid.hexes:
            if at in found and at != found.start:
                path = tuple(map(name, found.path(at)))
                steps[name(at)] = Step(_mf(found[at]), path, Move(piece, name(at)))
            else:
                refusals[name(at)] = moves.why_not_to(ground, unit, at)
        return Reachable(piece, f"{_mf(moves.left_to(ground, unit))} MF", steps, refusals)

    def _arrivals(self, ground: Ground, unit: Unit) -> Reachable:
        reason = moves.cannot_arrive(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        steps, refusals = {}, {}
        for at in ground.grid.hexes:
            name = ground.grid.hex_name(at)
            if why := moves.why_not_arrive(ground, unit, at):
                refusals[name] = why
            else:
                steps[name] = Step("", (name,), Arrive(unit.id, name))
        return Reachable(unit.id, f"{unit.name} arrives at a hex", steps, refusals)

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with everyone who might take part."""
        return [] if position.over else list(self._battles(self.ground(position)))

    def _battles(self, ground: Ground) -> Iterator[Battle]:  # noqa: C901 - one case for each phase
        match ground.position.phase:
            case "minefields":
                for at in mining.fields(ground):
                    on_them = tuple(Candidate(unit.id) for unit in mining.victims(ground, at))
                    yield self._battle("mines", "Mines under", at, on_them)
            case "fire":
                for at in gunnery.targets(ground):
                    yield from self._fire_battles(ground, at)
            case "resolution":
                for order in ground.position.announced:
                    who = tuple(map(Candidate, order.units))
                    yield self._battle("resolve", "Resolve fire at", self.hex(order.target), who)
            case "vehicles":
                for at in overrunning.targets(ground):
                    yield self._battle("overrun", "Overrun", at, _beside(ground, at, overrunning.why_not_on))
            case "close assault":
                for at in assaulting.targets(ground):
                    who = _beside(ground, at, assaulting.why_not_on)
                    yield self._battle("close-assault", "Close assault on", at, who)

    def _fire_battles(self, ground: Ground, at: HexId) -> Iterator[Battle]:
        units = self.scenario.of_side[ground.position.side]
        armed = [unit for unit in units if unit.type.fires_as(self.card) and ground.at(unit) >= 0]
        who = tuple(Candidate(unit.id, gunnery.why_not_on(ground, unit, at)) for unit in armed)
        yield self._battle("fire", "Fire at", at, who)
        stack = tuple(unit.id for unit in ground.under_attack(at))
        if len(stack) > 1:
            aim = Field("at", "which unit of the stack", "choice", stack, stack[0])
            yield self._battle("selective-fire", "Fire at the weakest in", at, who, (aim,))
            yield self._battle("fire-at-each", "Fire at each in", at, who, (aim,))

    def _battle(
        self, kind: str, what: str, at: HexId, who: tuple[Candidate, ...], options: tuple[Field, ...] = ()
    ) -> Battle:
        name = self.scenario.map.grid.hex_name(at)
        return Battle(type=kind, title=f"{what} {self.place(at)}", target=name, pieces=who, options=options)

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:  # noqa: ARG002 - every game's form
        """Return nothing: this game knows no supply."""
        return {}

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could fire at from where it stands, with the attack factors it could bring there."""
        ground = self.ground(position)
        strength: dict[HexId, int] = defaultdict(int)
        for unit in self.scenario.units:
            if unit.side == side and unit.type.fires_as(self.card) and ground.at(unit) >= 0:
                for at in gunnery.covers(ground, unit):
                    strength[at] += unit.type.attack
        return {ground.grid.hex_name(at): f"{total}" for at, total in sorted(strength.items())}

    # What must always hold

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.ground(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.ground(before), order, self.ground(after))


def _beside(ground: Ground, target: HexId, why_not: WhyNot) -> tuple[Candidate, ...]:
    side = ground.position.side
    around = [unit for at in ground.grid.neighbours(target) for unit in ground.garrison(at)]
    return tuple(Candidate(unit.id, why_not(ground, unit, target)) for unit in around if unit.side == side)


def _values(unit: Unit) -> str:
    """Return what a counter shows: AF, class and range above, DF and MF below."""
    type_ = unit.type
    above = f"{type_.attack}{type_.weapon}{type_.range}" if type_.attack else ""
    return f"{above} {type_.defence}-{type_.movement}".strip()


def _mf(cost: int) -> str:
    return f"{cost / points(1):g}"
