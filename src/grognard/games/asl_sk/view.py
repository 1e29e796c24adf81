"""What the board shows of ASL Starter Kit, in the words of `play.board`."""

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import fighting, fire_plan, previews, reach_view, routing, targets, victory
from grognard.games.asl_sk.afvs import afv_type
from grognard.games.asl_sk.ground import Ground, Theatre
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.rules import Rules
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.text import Text
from grognard.games.asl_sk.threat import threatened_by
from grognard.games.asl_sk.units import unit_type
from grognard.hexes.sight import hexes_between
from grognard.play.board import Battle, Deed, Marker, Piece, Plan, Preview, Reachable, Sight, Status
from grognard.play.boxes import ELIMINATED
from grognard.play.game import ViewDefaults
from grognard.play.places import WAITING, is_on_map
from grognard.play.states import MOVED, State
from grognard.rules.naming import names

KINDS = {
    "squad": ("infantry", "squad"),
    "hs": ("infantry", "team"),
    "crew": ("infantry", "team"),
    "smc": ("leader", ""),
}
MARKS = (("broken", "broken"), ("dm", "DM"), ("pinned", "pinned"), ("cx", "CX"), ("wounded", "wounded"))
AFV_MARKS = (
    ("motion", "motion"),
    ("immobile", "immobile"),
    ("stunned", "stunned"),
    ("recovering", "stun +1"),
)
STATES = (
    MOVED,
    State.of("attacks", "✕", "done"),
    State.of("broken", effect="hurt"),
    State.of("DM", effect="hurt", meaning="DM, desperation morale: rallies with +4"),
    State.of("pinned", effect="hurt"),
    State.of("CX", "X", meaning="CX, has run: exhausted until it moves again"),
    State.of("wounded", effect="hurt"),
    State.of("melee", meaning="in a melee: held in its hex"),
    State.of("CE", "C", meaning="CE, crew exposed: its hatches are open"),
    State.of("BU", "U", meaning="BU, buttoned up: its hatches are shut"),
    State.of("motion", "»", meaning="in motion"),
    State.of("immobile", effect="hurt"),
    State.of("stunned", effect="hurt"),
    State.of("stun +1", "+", meaning="stun +1: recovering"),
)
FAR = 30


class View(ViewDefaults[Position]):
    """What a board shows of a scenario; nothing here decides anything."""

    lenses = ("threat", "sight")
    states = STATES
    printed = (
        ("4-6-7", "fire power, range and morale; range is for fire, which the scenario's plan stands for"),
        ("9-1", "a leader: his morale, and what he adds to the DR of those he leads"),
        ("3/5/-", "an AFV: its machine guns in the bow, in the turret and on its roof"),
    )
    marks = ("wreck",)

    def __init__(self, theatre: Theatre, rules: Rules, text: Text) -> None:
        self._scenario = theatre.scenario
        self._ground = theatre.ground
        self._named = theatre.named
        self._rules = rules
        self._text = text

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        ground, scenario, name = self._ground(position), self._scenario, self._scenario.map.grid.hex_name
        return Status(
            turn=position.turn,
            turns=scenario.turns,
            when=scenario.file.when,
            phase=self._phase(position),
            side=None if position.over else ground.side,
            player=None if position.over else position.player,
            ends=_ends(ground),
            points=victory.points(ground),
            held={side: tuple(map(name, sorted(hexes))) for side, hexes in position.held.items()},
            worth={name(at): worth for at, worth in scenario.worth.items()},
            tally=tuple(victory.tally(ground)),
            verdict=victory.verdict(ground) if position.over else "",
        )

    def _phase(self, position: Position) -> str:
        if position.combat:
            return f"close combat in {self._scenario.map.grid.hex_name(position.combat.at)}"
        return "rout" if position.phase == "enemy rout" else position.phase

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter; leaders whom nobody has made yet are none."""
        ground = self._ground(position)
        return [_piece(ground, unit) for unit in self._scenario.units if ground.at(unit) != WAITING]

    def markers(self, position: Position) -> list[Marker]:
        """Return wrecks."""
        name = self._scenario.map.grid.hex_name
        return [Marker("wreck", name(at), count) for at, count in sorted(Counter(position.wrecks).items())]

    def plans(self, position: Position) -> list[Plan]:
        """Return the attacks that were declared."""
        combat, units = position.combat, self._scenario.units
        if combat is None:
            return []
        where = self._scenario.map.grid.hex_name(combat.at)
        return [
            Plan(
                tuple(units[n].id for n in each.units),
                where,
                f"{names(units[n] for n in each.units)} at {names(units[n] for n in each.targets)}",
            )
            for each in combat.attacks
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Return who is eliminated if a rout phase ends now."""
        left = routing.fleeing(self._ground(position)) if not position.over else []
        return [f"{unit.name} does not rout and is eliminated (ruling rout)" for unit in left]

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go in this phase, and what else it can do; for every other hex the reason why not."""
        found = reach_view.reach(self._ground(position), self._named.unit(piece))
        orders = self._rules.orders(position, piece)
        deeds = [Deed(says, order) for order in orders if (says := self._text.action(position, order))]
        return replace(found, deeds=tuple(deeds))

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be rolled for or declared now, with everyone who might take part."""
        return [] if position.over else list(targets.battles(self._ground(position)))

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on, and every outcome; of close combat the whole round."""
        return previews.preview(self._ground(position), order)

    # What is seen at a glance

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could advance into in its next turn, with the fire power it could bring there."""
        ground = self._ground(position)
        found = threatened_by(ground, msgspec.convert(side, Nation))
        return {ground.grid.hex_name(at): f"{total}" for at, total in found.items()}

    def sight(self, position: Position, hex_name: str) -> Sight:
        """Return what fire from a hex would see: woods and buildings between block it (ruling fire-plan)."""
        ground, here = self._ground(position), self._named.hex(hex_name)
        grid, name = ground.grid, ground.grid.hex_name
        clear = fire_plan.covers(self._scenario.file.map, here, FAR)
        near = sorted(clear - {here}, key=lambda at: (grid.distance(here, at), at))
        walls = {
            at: next(filter(ground.is_cover, hexes_between(grid, here, at)))
            for at in grid.hexes
            if at not in clear
        }
        return Sight(
            hex_name,
            {name(at): grid.distance(here, at) for at in near},
            {
                name(at): f"{ground.terrain(wall)} in {name(wall)} blocks the line"
                for at, wall in walls.items()
            },
            {name(at): (name(wall),) for at, wall in walls.items()},
        )


def _ends(ground: Ground) -> str:
    """Say what it is to attack no more in the close combat in hand; elsewhere a phase simply ends."""
    combat = ground.position.combat
    if combat is None or combat.stage == "resolve":
        return ""
    if combat.stage == "turns":
        return "attack no more" if combat.passed else "pass"
    if all(each.side != combat.mover for each in combat.attacks):
        return "attack nobody"
    then = fighting.settled(ground.after(fighting.passed(ground))).combat
    return "go on to the dice" if then and then.stage == "resolve" else "go on: the enemy declares"


def _piece(ground: Ground, unit: Unit) -> Piece:
    state = ground.state(unit)
    kind, size = ("tank", "") if unit.is_afv else KINDS[sort_of(state.type)]
    return Piece(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        kind=kind,
        size=size,
        values=afv_type(state.type).printed if unit.is_afv else unit_type(state.type).name.split()[0],
        at=ground.grid.hex_name(state.at) if is_on_map(state.at) else ELIMINATED.name,
        states=tuple(_states(ground, unit)),
        rank=_rank(ground, unit),
        leads=kind == "leader",
    )


def _rank(ground: Ground, unit: Unit) -> int:
    """Leaders lie beneath those they lead, the broken beneath both, and an AFV by all its guns."""
    state = ground.state(unit)
    if state.broken:
        return -1
    if unit.is_afv:
        return sum(int(gun) for gun in afv_type(state.type).printed.split("/") if gun.isdigit())
    return 0 if sort_of(state.type) == "smc" else int(unit_type(state.type).name.partition("-")[0])


def _states(ground: Ground, unit: Unit) -> Iterable[str]:
    state, combat = ground.state(unit), ground.position.combat
    if not is_on_map(state.at):
        return
    for mark, word in AFV_MARKS if unit.is_afv else MARKS:
        if getattr(state, mark):
            yield word
    if unit.is_afv:
        yield "CE" if state.ce else "BU"
    elif ground.in_melee(state.at):
        yield "melee"
    if state.moved:
        yield "moved"
    if combat and combat.at == state.at and unit.number in combat.acted:
        yield "attacks"
