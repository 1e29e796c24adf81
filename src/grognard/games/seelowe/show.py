"""What the board shows of Seelöwe, in the words of `play.board`."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta

import msgspec

from grognard.games.seelowe import arrivals, bombing, fighting, invariants, moves, victory
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.movement import allowance
from grognard.games.seelowe.position import LOST, Position
from grognard.games.seelowe.scenario import Unit
from grognard.games.seelowe.words import Words
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.board import Battle, Candidate, Piece, Reachable, Status, Trace
from grognard.play.game import Plain
from grognard.rules import reach_view
from grognard.rules.orders import Arrive, Move

DAYS_A_TURN = 2
ELIMINATED = "eliminated"


class Show(Words, Plain[Position]):
    """The half of the game that a board sees; nothing here decides anything."""

    lenses = ("supply", "threat")
    states = ("moved", "attacked", "flown", "disrupted", "unsupplied", "isolated", "ashore")
    printed = (("6-4", "combat strength and movement"),)
    sequence = (
        ("movement", "units come onto the map and move"),
        ("air attack", "each air unit flies once, at a hex with enemies in it"),
        ("combat", "units attack hexes next to them, each unit once; nobody must"),
        ("mechanised movement", "armour and mechanised infantry move again"),
    )

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        ground = self.ground(position)
        first = date.fromisoformat(self.scenario.file.first_day) + timedelta(
            DAYS_A_TURN * (position.turn - 1)
        )
        return Status(
            turn=position.turn,
            turns=self.scenario.turns,
            when=f"{first.day} {first:%B %Y}",
            phase=position.now.name,
            side=None if position.over else position.now.side,
            points=victory.points(ground),
            held={"German": tuple(map(ground.grid.hex_name, sorted(position.held)))},
            worth={ground.grid.hex_name(at): points for at, points in self.scenario.worth.items()},
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
                kind=unit.kind,
                size=unit.size,
                values=f"{unit.strength}-{unit.movement}" if unit.kind != "air" else "",
                at=self._at(position, unit),
                states=tuple(self._states(position, unit)),
            )
            for unit in self.scenario.units
        ]

    def _at(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if at >= 0:
            return self.scenario.map.grid.hex_name(at)
        if at == LOST:
            return ELIMINATED
        return unit.box if position.turn >= unit.turn else f"{unit.box}, turn {unit.turn}"

    def _states(self, position: Position, unit: Unit) -> Iterable[str]:
        number = unit.number
        if position.at[number] < 0 and unit.kind != "air":
            return
        if number in position.disrupted:
            yield "disrupted"
        if position.supply[number] != "supplied":
            yield position.supply[number]
        if number in position.ashore:
            yield "ashore"
        if position.spent[number]:
            yield "moved"
        if number in position.acted:
            yield "flown" if unit.kind == "air" else "attacked"

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways; for every other hex the reason why not."""
        ground, unit = self.ground(position), self.unit(piece)
        if ground.at(unit) < 0:
            return self._arrivals(ground, unit)
        reason = moves.cannot_move(ground, unit)
        if reason:
            return Reachable(piece, reason)
        return reach_view.walks(
            ground.grid,
            ground.reach(unit),
            self._land(ground),
            piece=piece,
            allowed=f"{ground.allowed(unit)} MP",
            cost=_mp,
            order=lambda to: Move(piece, to),
            why_not=lambda at: moves.why_not_to(ground, unit, at),
        )

    def _arrivals(self, ground: Ground, unit: Unit) -> Reachable:
        reason = arrivals.cannot_arrive(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        return reach_view.arrivals(
            ground.grid,
            self._land(ground),
            piece=unit.id,
            says=f"{unit.name} {self.comes(unit)} a hex",
            order=lambda to: Arrive(unit.id, to),
            why_not=lambda at: arrivals.why_not_there(ground, unit, at),
        )

    def _land(self, ground: Ground) -> list[HexId]:
        return [at for at in ground.grid.hexes if not self.scenario.map.is_water(at)]

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with everyone who might take part."""
        ground = self.ground(position)
        name = ground.grid.hex_name
        if position.over:
            return []
        if position.now.name == "air attack":
            ready = tuple(Candidate(unit.id) for unit in bombing.flyers(ground))
            return [
                Battle(type="air-attack", title=f"Air attack on {self.place(at)}", target=name(at), pieces=ready)
                for at in bombing.targets(ground) if ready
            ]  # fmt: skip
        if position.now.name != "combat":
            return []
        return [
            Battle(type="attack", title=f"Attack on {self.place(at)}", target=name(at), pieces=self._candidates(ground, at))
            for at in fighting.targets(ground)
        ]  # fmt: skip

    def _candidates(self, ground: Ground, target: HexId) -> tuple[Candidate, ...]:
        side = ground.position.now.side
        around = [unit for at in ground.grid.neighbours(target) for unit in ground.units_at(at)]
        return tuple(
            Candidate(unit.id, fighting.why_not_on(ground, unit, target))
            for unit in around
            if unit.side == side and unit.fights
        )

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the supply of every unit on the map, as it is at this moment."""
        ground = self.ground(position)
        name = ground.grid.hex_name
        found = {}
        for unit in self.scenario.units:
            if ground.at(unit) >= 0:
                state = ground.supply_path(unit)
                cut = tuple(map(name, sorted(state.cut)))
                found[unit.id] = Trace(state.supply, tuple(map(name, state.path)), cut)
        return found

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with the strength it could bring there."""
        ground = self.ground(position)
        strength: dict[HexId, int] = defaultdict(int)
        for unit in self.scenario.units:
            if unit.side != side or not unit.fights or ground.at(unit) < 0:
                continue
            for at in self._next_to_reach(ground, unit):
                strength[at] += unit.strength
        return {ground.grid.hex_name(at): f"{total}" for at, total in sorted(strength.items())}

    def _next_to_reach(self, ground: Ground, unit: Unit) -> set[HexId]:
        if unit.number in ground.position.disrupted:
            return set()
        found = ground.reach(unit, allowance(unit.movement, ground.supply(unit)))
        beside = {there for at in found for there in ground.open_ways.open_around[at]}
        return {at for at in beside if not ground.occupied_by(at, unit.side)}

    # What must always hold

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.ground(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.ground(before), order, self.ground(after))


def _mp(cost: int) -> str:
    return f"{cost // points(1)}"
