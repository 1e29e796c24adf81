"""What the board shows of Iron Curtain, in the words of `play.board`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import fighting, invariants, moves, overrunning, strikes, victory
from grognard.games.iron_curtain.contamination import poisons
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.movement import cost_text
from grognard.games.iron_curtain.orders import (
    AirStrike,
    Arrive,
    ChemicalStrike,
    Move,
    NuclearStrike,
    Strike,
    Top,
)
from grognard.games.iron_curtain.position import HIDDEN, LOST, Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.text import Words
from grognard.games.reaching import arrivals, walks
from grognard.hexes import HexId
from grognard.play.board import (
    Battle,
    Candidate,
    Deed,
    Marker,
    Piece,
    Reachable,
    Status,
    Trace,
)
from grognard.play.game import Plain

DAYS_A_TURN = 3
ELIMINATED, UNSEEN = "eliminated", "not seen"
TITLES: dict[type[Strike], tuple[str, str]] = {
    AirStrike: ("air-strike", "Air strike on"),
    NuclearStrike: ("nuclear-strike", "Nuclear strike on"),
    ChemicalStrike: ("chemical-strike", "Chemical strike on"),
}
WEAPONS: dict[type[Strike], str] = {
    AirStrike: "air strike",
    NuclearStrike: "nuclear warhead",
    ChemicalStrike: "chemical warhead",
}


class Show(Words, Plain[Position]):
    """The half of the game that a board sees; nothing here decides anything."""

    lenses = ("supply", "threat")
    states = ("moved", "attacked", "overran", "out of supply", "cannot exploit")
    printed = (
        ("9-7-7", "attack, defence and movement, as they are now"),
        ("●○", "steps: a full one is left, a hollow one is lost"),
    )
    sequence = (
        ("strikes", "air strikes; nuclear and chemical warheads once they are released"),
        ("movement", "reinforcements come, units move, stacks overrun"),
        ("combat", "units attack hexes next to them"),
        ("exploitation", "armour, mechanised units and helicopters move and overrun again"),
    )
    stacked = True
    marks = ("nuclear", "chemical")

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        ground = self.ground(position)
        days = timedelta(DAYS_A_TURN * (position.turn - 1))
        day = date.fromisoformat(self.scenario.file.first_day) + days
        name = ground.grid.hex_name
        return Status(
            turn=position.turn,
            turns=self.scenario.turns,
            when=f"{day.day} {day:%B %Y}",
            phase=position.now.name,
            side=None if position.over else position.now.side,
            points=victory.points(ground),
            held={
                side: tuple(name(at) for at in sorted(self.scenario.worth) if victory.holds(ground, side, at))
                for side in (self.scenario.first, self.scenario.second)
            },
            worth={name(at): points for at, points in sorted(self.scenario.worth.items())},
            left=self._left_now(ground),
            tally=(*victory.tally(ground), *self._strikes_left(ground)),
            verdict=victory.verdict(ground) if position.over else "",
        )

    def _left_now(self, ground: Ground) -> str:
        """Say how many strikes of each kind the side to move has left in this phase; nothing where it makes none."""
        if ground.now.name != "strikes" or ground.position.over:
            return ""
        side = ground.now.side
        able = [AirStrike, *(kind for kind in strikes.weapons_left(ground) if kind is not AirStrike)]
        return ", ".join(counted(strikes.left(ground, kind, side), WEAPONS[kind]) for kind in able)

    def _strikes_left(self, ground: Ground) -> Iterator[str]:
        """Say what each side can still strike with, and from when on."""
        for side in (self.scenario.first, self.scenario.second):
            air = strikes.left(ground, AirStrike, side)
            said = [f"{counted(air, WEAPONS[AirStrike])} in a turn"] if air else []
            for kind in strikes.POISONS:
                count, turn = strikes.left(ground, kind, side), strikes.released(ground, kind, side)
                if count:
                    waits = f" from turn {turn}" if ground.position.turn < turn else ""
                    said.append(counted(count, WEAPONS[kind]) + waits)
            if said:
                yield f"{side} has left: {', '.join(said)}."

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter: its values as they are now, and a pip for every step, full or lost."""
        ground = self.ground(position)
        return [
            Piece(
                id=unit.id,
                name=unit.name,
                side=unit.side,
                kind=unit.kind,
                size=unit.size,
                values=str(ground.face(unit)),
                above="●" * ground.steps(unit) + "○" * (unit.steps - ground.steps(unit)),
                at=self._place(position, unit),
                states=tuple(self._states(position, unit)),
            )
            for unit in self._from_the_bottom(position)
        ]

    def _from_the_bottom(self, position: Position) -> list[Unit]:
        """Return every unit, those of a stack from the bottom, so that the top one is drawn last."""
        return [self.scenario.units[number] for number in reversed(position.order)]

    def _place(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if at >= 0:
            return self.scenario.map.grid.hex_name(at)
        if at in (LOST, HIDDEN):
            return ELIMINATED if at == LOST else UNSEEN
        return unit.box if position.turn >= unit.turn else f"{unit.box}, turn {unit.turn}"

    def _states(self, position: Position, unit: Unit) -> Iterable[str]:
        number = unit.number
        if position.at[number] < 0:
            return
        if number in position.short:
            yield "out of supply"
        if number in position.acted:
            yield "attacked" if position.now.name == "combat" else "overran"
        elif position.spent[number]:
            yield "moved"
        if number in position.barred:
            yield "cannot exploit"

    def markers(self, position: Position) -> list[Marker]:
        """Return the contaminated hexes."""
        name = self.scenario.map.grid.hex_name
        lying = Counter((each.by, each.at) for each in position.contaminated)
        return [Marker(by, name(at), count) for (by, at), count in sorted(lying.items())]

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways, and whether it can be put on top; elsewhere why not."""
        ground, unit = self.ground(position), self.unit(piece)
        found = self._arrivals(ground, unit) if ground.at(unit) < 0 else self._moves(ground, unit)
        if position.over or moves.why_not_top(ground, unit):
            return found
        return replace(found, deeds=(Deed("put it on top of its stack", Top(piece)),))

    def _moves(self, ground: Ground, unit: Unit) -> Reachable:
        reason = moves.cannot_move(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        return walks(
            ground.grid,
            ground.reach(unit),
            [at for at in ground.grid.hexes if not self.scenario.map.is_water(at)],
            piece=unit.id,
            allowed=f"{cost_text(ground.allowed(unit))} MP",
            cost=cost_text,
            order=lambda to: Move((unit.id,), to),
            why_not=lambda at: moves.why_not_to(ground, unit, at),
            note=lambda at: self._dust(ground, at),
        )

    def _dust(self, ground: Ground, at: HexId) -> str:
        """Warn of a contaminated hex."""
        return "".join(
            f"contaminated ({each}): it stops and rolls" for each in poisons(ground.position, at)[:1]
        )

    def _arrivals(self, ground: Ground, unit: Unit) -> Reachable:
        reason = moves.cannot_arrive(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        return arrivals(
            ground.grid,
            ground.grid.hexes,
            piece=unit.id,
            says=f"{unit.name} arrives at a hex",
            order=lambda to: Arrive(unit.id, to),
            why_not=lambda at: moves.why_not_arrive(ground, unit, at),
        )

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with everyone who might take part."""
        return [] if position.over else list(self._battles(self.ground(position)))

    def _battles(self, ground: Ground) -> Iterator[Battle]:
        match ground.now.name:
            case "strikes":
                for at in strikes.targets(ground):
                    yield from self._strikes(ground, at)
            case "combat":
                for at in fighting.targets(ground):
                    who = self._candidates(ground, at)
                    yield self._battle("attack", "Attack on", at, who, "attack")
            case _:
                for at in overrunning.targets(ground):
                    who = self._candidates(ground, at)
                    yield self._battle("overrun", "Overrun", at, who, "overrun")

    def _strikes(self, ground: Ground, at: HexId) -> Iterator[Battle]:
        top = (Candidate(ground.units_at(at)[0].id),)
        for kind in strikes.weapons_left(ground):
            tag, title = TITLES[kind]
            yield replace(self._battle(tag, title, at, top, "strike"), settled=True)

    def _battle(self, kind: str, what: str, at: HexId, who: tuple[Candidate, ...], does: str) -> Battle:
        target = self.scenario.map.grid.hex_name(at)
        return Battle(type=kind, title=f"{what} {self.place(at)}", target=target, pieces=who, does=does)

    def _candidates(self, ground: Ground, target: HexId) -> tuple[Candidate, ...]:
        """Return who stands next to a hex, and why not every one of them may take part."""
        why_not = fighting.why_not_on if ground.now.name == "combat" else overrunning.why_not_on
        around = [unit for at in ground.grid.neighbours(target) for unit in ground.units_at(at)]
        return tuple(
            Candidate(unit.id, why_not(ground, unit, target))
            for unit in around
            if unit.side == ground.now.side
        )

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the supply of every unit on the map, as it is at this moment."""
        ground, found = self.ground(position), {}
        name = ground.grid.hex_name
        for unit in self.scenario.units:
            if ground.at(unit) >= 0:
                state = ground.supply_line(unit)
                word = "in supply" if state.in_supply else "out of supply"
                cut = tuple(map(name, sorted(state.cut)))
                found[unit.id] = Trace(word, tuple(map(name, state.path)), cut)
        return found

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with the strength that is seen to come there."""
        ground = self.ground(position)
        strength: dict[HexId, int] = defaultdict(int)
        for unit in self.scenario.units:
            if unit.side == side and ground.at(unit) >= 0 and ground.face(unit).attack:
                for at in self._next_to_reach(ground, unit):
                    strength[at] += ground.face(unit).attack
        return {ground.grid.hex_name(at): f"{total}" for at, total in sorted(strength.items())}

    def _next_to_reach(self, ground: Ground, unit: Unit) -> set[HexId]:
        found = ground.reach(unit, ground.allowance(unit))
        own = ground.front(unit.side).units
        return {
            there
            for at in found
            for there in ground.theatre.ways(unit).open_around[at]
            if there not in own
            and not self.scenario.map.is_water(there)
            and not ground.why_not_across(unit, there, at)
        }

    # What must always hold

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.ground(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.ground(before), order, self.ground(after))
