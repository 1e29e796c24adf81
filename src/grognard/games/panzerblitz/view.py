"""What the board shows of PanzerBlitz, in the words of `play.board`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial

import msgspec
from msgspec.structs import replace

from grognard.games.panzerblitz import assaulting, gunnery, mining, moves, overrunning, victory
from grognard.games.panzerblitz.attack import tell
from grognard.games.panzerblitz.attacks import ATTACKS
from grognard.games.panzerblitz.fire import Technique
from grognard.games.panzerblitz.ground import Ground, Theatre
from grognard.games.panzerblitz.orders import Announced
from grognard.games.panzerblitz.position import EXITED, LOST, Position
from grognard.games.panzerblitz.rules import PanzerBlitzRules
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sight import looked
from grognard.games.panzerblitz.terms import Side
from grognard.games.panzerblitz.text import PanzerBlitzText
from grognard.games.panzerblitz.threat import threatened
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.board import (
    Battle,
    Candidate,
    Deed,
    Marker,
    Piece,
    Plan,
    Preview,
    Reachable,
    Sight,
    Status,
)
from grognard.play.boxes import ELIMINATED, Box, box_of, boxes_of
from grognard.play.game import ViewDefaults
from grognard.play.preview import preview
from grognard.play.states import FIRED, MOVED, State
from grognard.procedures.forms import Field
from grognard.rules.orders import Arrive, Move
from grognard.rules.reach_view import arrivals, walks

MINUTES_A_TURN = 6
WhyNot = Callable[[Ground, Unit, HexId], str]
WayOf = Callable[[Ground, Unit, HexId], tuple[str, ...]]
# The ways to fire at a hex: as orders, and in words.
FIRE: dict[Technique, tuple[str, str]] = {
    "combination": ("fire", "Fire at all in"),
    "selective": ("selective-fire", "Fire at the weakest,"),
    "each": ("fire-at-each", "Fire at each: at"),
}
GONE = "left the map"


class PanzerBlitzView(ViewDefaults[Position]):
    """What a board shows of a scenario; nothing here decides anything."""

    lenses = ("threat", "sight")
    states = (
        *(MOVED, State.of("fires"), FIRED, State.of("acted", "✕", "done")),
        *(State.of("dispersed", effect="hurt"), State.of("in a fort", "⌂")),
    )
    printed = (
        ("15 A 8", "attack factor, class of weapon and range in hexes"),
        ("10-11", "defence factor and movement factor"),
    )
    marks = ("mines", "block", "wreck")

    def __init__(self, theatre: Theatre, rules: PanzerBlitzRules, text: PanzerBlitzText) -> None:
        self.scenario = theatre.scenario
        self.card = theatre.card
        self.ground = theatre.ground
        self.named = theatre.named
        self.rules = rules
        self.text = text

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
            worth={name(at): points for at, points in self.scenario.worth.items()},
            exits={
                side: {name(at): points for at, points in sorted(hexes.items())}
                for side, hexes in self.scenario.exits.items()
                if hexes
            },
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
                values=f"{unit.type.defence}-{unit.type.movement}",
                above=_weapon(unit),
                at=self._at(position, unit),
                on=self._carrier(position, unit),
                states=tuple(self._states(position, unit)),
                rank=self._rank(position, unit),
            )
            for unit in self.scenario.units
        ]

    def _carrier(self, position: Position, unit: Unit) -> str:
        carrier = position.aboard[unit.number]
        return self.scenario.units[carrier].id if carrier >= 0 else ""

    def markers(self, position: Position) -> list[Marker]:
        """Return mines, blocks and wrecks."""
        ground, name = self.ground(position), self.scenario.map.grid.hex_name
        lying = [
            *(("mines", at) for at in sorted(ground.mines())),
            *(("block", at) for at in sorted(self.scenario.blocks)),
        ]
        wrecks = sorted(Counter(position.wrecks).items())
        return [
            *(Marker(kind, name(at)) for kind, at in lying),
            *(Marker("wreck", name(at), count) for at, count in wrecks),
        ]

    def plans(self, position: Position) -> list[Plan]:
        """Return the fire that was announced."""
        return [
            Plan(fire.units, fire.target, f"{self.text.names(fire.units)} at {self.text.aim(fire)}")
            for fire in position.announced
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Return the fire at each unit of a hex that is withdrawn if announcing ends now."""
        return list(self.text.abandoned(position)) if position.phase == "fire" else []

    def _at(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if at >= 0:
            return self.scenario.map.grid.hex_name(at)
        if at in (LOST, EXITED):
            return ELIMINATED.name if at == LOST else GONE
        carrier = self.scenario.by_id[unit.rides] if unit.rides else unit
        return box_of(carrier, position.turn).name

    def boxes(self, position: Position) -> list[Box]:
        """Return the places off the map."""
        return boxes_of(self.scenario.units, position.turn)

    def _rank(self, position: Position, unit: Unit) -> int:
        """Who rides and what does not fight lies beneath the others, and the strongest on top."""
        if unit.is_fort or unit.type.kind.lower() == "headquarters":
            return -2
        return -1 if position.aboard[unit.number] >= 0 else unit.type.attack or unit.type.defence

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
        fort = self.ground(position).fort_at(position.at[number]) if position.at[number] >= 0 else None
        if fort and not unit.is_fort:
            yield "in a fort"
        if number in position.acted:
            yield self._acted(position, unit)

    def _acted(self, position: Position, unit: Unit) -> str:
        """Say what a unit did that attacked, or tried to clear mines, which is all it does in a turn."""
        if any(unit.id in each.units for each in position.announced):
            return "fires"
        return "fired" if position.phase == "resolution" else "acted"

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways; for every other hex the reason why not."""
        ground, unit = self.ground(position), self.named.unit(piece)
        return replace(self._steps(ground, unit), deeds=tuple(self._actions(ground, unit)))

    def _actions(self, ground: Ground, unit: Unit) -> Iterator[Deed]:
        """Run through what a unit can do besides moving; a carrier with whoever rides on it."""
        units = [each for each in (unit, ground.riders.get(unit.number)) if each]
        called = [each for each in units if not ground.position.over and moves.is_called(ground, each)]
        for each in called:
            for order in self.rules.orders(ground.position, each.id):
                if says := self.text.action(order):
                    yield Deed(says, order)

    def _steps(self, ground: Ground, unit: Unit) -> Reachable:
        piece = unit.id
        if ground.at(unit) < 0:
            return self._arrivals(ground, unit)
        reason = moves.cannot_move(ground, unit)
        if reason:
            return Reachable(piece, reason)
        found = moves.reach(ground, unit)
        return walks(
            ground.grid,
            found,
            ground.grid.hexes,
            piece=piece,
            allowed=f"{_mf(moves.left_to(ground, unit))} MF",
            left=moves.left_to(ground, unit),
            cost=_mf,
            order=lambda to: Move(piece, to),
            why_not=lambda at: overrunning.why_not_into(ground, unit, at),
            note=lambda at: moves.mind(ground, unit, found.path(at)),
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

    def _battles(self, ground: Ground) -> Iterator[Battle]:  # noqa: C901 - one case for each phase
        match ground.position.phase:
            case "minefields":
                for at in mining.fields(ground):
                    on_them = tuple(Candidate(unit.id) for unit in mining.victims(ground, at))
                    yield self._battle(
                        "mines", "Mines under", at, on_them, settled=True, does="roll for them"
                    )
            case "fire":
                for at in gunnery.targets(ground):
                    yield from self._fire_battles(ground, at)
            case "resolution":
                for order in ground.position.announced:
                    yield Battle(
                        type="resolve",
                        title=f"Fire at {self.text.aim(order)}",
                        target=order.target,
                        pieces=tuple(map(Candidate, order.units)),
                        settled=True,
                        does="roll",
                    )
            case "vehicles":
                for at in overrunning.targets(ground):
                    who = _beside(ground, at, overrunning.why_not_on, _through)
                    yield self._battle("overrun", "Overrun", at, who, does="overrun")
            case "close assault":
                for at in assaulting.targets(ground):
                    who = _beside(ground, at, assaulting.why_not_on)
                    yield self._battle("close-assault", "Close assault on", at, who, does="assault")

    def _fire_battles(self, ground: Ground, at: HexId) -> Iterator[Battle]:
        units = self.scenario.of_side[ground.position.side]
        armed = [unit for unit in units if unit.type.fires_as(self.card) and ground.at(unit) >= 0]
        alone = len(ground.under_attack(at)) == 1
        for way in gunnery.ways_to_fire(ground, at):
            if gunnery.is_open(ground, way):
                kind, what = FIRE[way.technique]
                yield Battle(
                    type=kind,
                    title=" ".join(("Fire at" if alone else what, self.text.aim(way))),
                    target=way.target,
                    pieces=tuple(Candidate(unit.id, gunnery.why_not_in(ground, unit, way)) for unit in armed),
                    options=_aim_at(way),
                    does="announce",
                )

    def _battle(  # noqa: PLR0913 - a battle is all this
        self,
        kind: str,
        what: str,
        at: HexId,
        who: tuple[Candidate, ...],
        *,
        settled: bool = False,
        does: str,
    ) -> Battle:
        return Battle(
            type=kind,
            title=f"{what} {self.named.place(at)}",
            target=self.scenario.map.grid.hex_name(at),
            pieces=who,
            settled=settled,
            does=does,
        )

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an attack would roll on, and every outcome."""
        attack, ground = ATTACKS.get(type(order)), self.ground(position)
        if attack is None:
            return None
        sheet, names = attack.sheet(ground, order), [unit.name for unit in attack.struck(ground, order)]
        shown = preview("panzerblitz", attack.procedure, sheet, partial(tell, names=names))
        return replace(shown, lines=self.text.with_names(order, sheet.lines))

    # What is seen at a glance

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with the attack factors it could bring there."""
        ground = self.ground(position)
        found = threatened(ground, msgspec.convert(side, Side))
        return {ground.grid.hex_name(at): f"{total}" for at, total in found.items()}

    def sight(self, position: Position, hex_name: str) -> Sight:
        """Return what is in line of fire from a hex, and whom the side to move can spot there (TET)."""
        ground, here = self.ground(position), self.named.hex(hex_name)
        others = ground.grid.within(here, ground.grid.columns + ground.grid.rows)[1:]
        return looked(self.scenario.map, here, others, gunnery.spotters(ground), self.card)


def _aim_at(way: Announced) -> tuple[Field, ...]:
    return (Field("at", "which unit of the stack", "choice", (way.at,), way.at),) if way.at else ()


def _through(ground: Ground, unit: Unit, target: HexId) -> tuple[str, ...]:
    """Return the way of an overrun: in, and out on the far side."""
    here = ground.at(unit)
    there = overrunning.way_out(ground, here, target)
    return tuple(map(ground.grid.hex_name, (here, target, there))) if there is not None else ()


def _beside(
    ground: Ground, target: HexId, why_not: WhyNot, way: WayOf | None = None
) -> tuple[Candidate, ...]:
    side = ground.position.side
    around = [unit for at in ground.grid.neighbours(target) for unit in ground.garrison(at)]
    return tuple(
        Candidate(unit.id, why_not(ground, unit, target), way(ground, unit, target) if way else ())
        for unit in around
        if unit.side == side
    )


def _weapon(unit: Unit) -> str:
    """Return what stands above the symbol of a counter: AF, class and range."""
    type_ = unit.type
    return f"{type_.attack} {type_.weapon} {type_.range}" if type_.attack else ""


def _mf(cost: int) -> str:
    return f"{cost / points(1):g}"
