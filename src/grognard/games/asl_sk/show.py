"""What the board shows of ASL Starter Kit, in the words of `play.board`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from grognard.games.asl_sk import (
    advancing,
    fighting,
    fire_plan,
    invariants,
    melee,
    moves,
    rallying,
    routing,
    victory,
)
from grognard.games.asl_sk.afvs import afv_type
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.orders import Advance, Rout
from grognard.games.asl_sk.pairing import Pairing, pairing, shares
from grognard.games.asl_sk.position import LOST, UNMADE, Position
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.sequence import TOLD
from grognard.games.asl_sk.stacks import named
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.threat import threatened_by
from grognard.games.asl_sk.units import unit_type
from grognard.games.asl_sk.words import Words
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.hexes.sight import hexes_between
from grognard.play.board import Battle, Candidate, Marker, Piece, Plan, Reachable, Sight, Status, Step
from grognard.play.game import Plain
from grognard.procedures.forms import Field
from grognard.rules.naming import names
from grognard.rules.orders import Move
from grognard.rules.reach_view import walks

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
FAR = 30


class Show(Words, Plain[Position]):
    """The half of the game that a board sees; nothing here decides anything."""

    lenses = ("threat", "sight")
    states = (
        *("moved", "attacks", "broken", "DM", "pinned", "CX", "wounded", "melee"),
        *("CE", "BU", "motion", "immobile", "stunned", "stun +1"),
    )
    printed = (
        ("4-6-7", "fire power, range and morale; range is for fire, which the scenario's plan stands for"),
        ("9-1", "a leader: his morale, and what he adds to the DR of those he leads"),
        ("3/5/-", "an AFV: its machine guns in the bow, in the turret and on its roof"),
    )
    sequence = TOLD
    marks = ("wreck",)

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        ground, name = self.ground(position), self.scenario.map.grid.hex_name
        held = zip(self.scenario.sides, position.held, strict=True)
        return Status(
            turn=position.turn,
            turns=self.scenario.turns,
            when=self.scenario.file.when,
            phase=self._phase(position),
            side=None if position.over else ground.side,
            player=None if position.over else position.player,
            ends=self._ends(ground),
            points=victory.points(ground),
            held={side: tuple(map(name, sorted(hexes))) for side, hexes in held},
            worth={name(at): worth for at, worth in self.scenario.worth.items()},
            tally=tuple(victory.tally(ground)),
            verdict=victory.verdict(ground) if position.over else "",
        )

    def _phase(self, position: Position) -> str:
        combat = position.combat
        if combat is None:
            return "rout" if position.phase == "enemy rout" else position.phase
        where = self.scenario.map.grid.hex_name(combat.at)
        return f"close combat in {where}"

    @staticmethod
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

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter; leaders whom nobody has made yet are none."""
        ground = self.ground(position)
        return [self._piece(ground, unit) for unit in self.scenario.units if ground.at(unit) != UNMADE]

    def _piece(self, ground: Ground, unit: Unit) -> Piece:
        state = ground.state(unit)
        kind, size = ("tank", "") if unit.is_afv else KINDS[sort_of(state.type)]
        return Piece(
            id=unit.id,
            name=unit.name,
            side=unit.side,
            kind=kind,
            size=size,
            values=afv_type(state.type).printed if unit.is_afv else unit_type(state.type).name.split()[0],
            at="eliminated" if state.at == LOST else ground.grid.hex_name(state.at),
            states=tuple(self._states(ground, unit)),
        )

    def _states(self, ground: Ground, unit: Unit) -> Iterable[str]:
        state, combat = ground.state(unit), ground.position.combat
        if state.at < 0:
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

    def markers(self, position: Position) -> list[Marker]:
        """Return wrecks."""
        name = self.scenario.map.grid.hex_name
        return [Marker("wreck", name(at), count) for at, count in sorted(Counter(position.wrecks).items())]

    def plans(self, position: Position) -> list[Plan]:
        """Return the attacks that were declared."""
        combat, units = position.combat, self.scenario.units
        if combat is None:
            return []
        where = self.scenario.map.grid.hex_name(combat.at)
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
        left = routing.fleeing(self.ground(position)) if not position.over else []
        return [f"{unit.name} does not rout and is eliminated (ruling rout)" for unit in left]

    # What can be done

    def walks(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go in this phase; for every other hex the reason why not."""
        ground, unit = self.ground(position), self.unit(piece)
        match position.phase:
            case "rout" | "enemy rout":
                return self._runs(ground, unit)
            case "advance":
                return self._advances(ground, unit)
        reason = moves.cannot_move(ground, unit)
        if reason or position.over:
            return Reachable(piece, reason or "the game is over")
        return walks(
            ground.grid,
            moves.reached(ground, unit),
            ground.grid.hexes,
            piece=piece,
            allowed=f"{_mf(moves.left_to(ground, unit))} {'MP' if unit.is_afv else 'MF'}",
            cost=_mf,
            order=lambda to: Move(piece, to),
            why_not=lambda at: moves.why_not_to(ground, unit, at),
            note=lambda at: self._mind(ground, unit, at),
        )

    def _mind(self, ground: Ground, unit: Unit, at: HexId) -> str:
        """Say what a unit should mind before it goes to a hex: whose fire of the plan may fall there."""
        foes = ground.foes_at(at, unit.side)
        upon = [f"upon {names(foes)}"] if foes else []
        fires = [
            f"{name} can fire there"
            for name, fire in self.scenario.file.fire.items()
            if fire.side != unit.side
            and not unit.is_afv
            and fire.turns[0] <= ground.position.turn <= fire.turns[1]
            and ground.terrain(at) in fire.checks
            and at in fire_plan.field_of(self.scenario, fire)
        ]
        return ", ".join([*upon, *fires])

    def _runs(self, ground: Ground, unit: Unit) -> Reachable:
        reason = routing.cannot(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        found = routing.reached(ground, unit)

        def step(at: HexId) -> Step:
            path = tuple(map(ground.grid.hex_name, found.path(at)))
            return Step(_mf(found[at]), path, Rout(unit.id, ground.grid.hex_name(at)))

        steps = {ground.grid.hex_name(at): step(at) for at in routing.havens(ground, unit)}
        says = f"{unit.name} runs to the nearest cover, or is eliminated when the phase ends"
        return self._reachable(ground, unit, says, steps, routing.why_not_to)

    def _advances(self, ground: Ground, unit: Unit) -> Reachable:
        reason = advancing.cannot(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        name = ground.grid.hex_name
        steps = {}
        for at in advancing.hexes(ground, unit):
            check = advancing.paatc(ground, unit, at)
            note = ", ".join(filter(None, (self._mind(ground, unit, at), check.told if check else "")))
            steps[name(at)] = Step("", (name(ground.at(unit)), name(at)), Advance(unit.id, name(at)), note)
        return self._reachable(ground, unit, f"{unit.name} advances one hex", steps, advancing.why_not_to)

    @staticmethod
    def _reachable(
        ground: Ground,
        unit: Unit,
        says: str,
        steps: dict[str, Step],
        why_not: Callable[[Ground, Unit, HexId], str],
    ) -> Reachable:
        name = ground.grid.hex_name
        refusals = {name(at): why_not(ground, unit, at) for at in ground.grid.hexes if name(at) not in steps}
        return Reachable(unit.id, says, steps, refusals)

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be rolled for or declared now, with everyone who might take part."""
        return [] if position.over else list(self._battles(self.ground(position)))

    def _battles(self, ground: Ground) -> Iterator[Battle]:  # noqa: C901 - one case for each phase
        match ground.position.phase:
            case "rally":
                for at in rallying.hexes(ground):
                    for unit in ground.units_at(at, ground.side):
                        if not rallying.why_not(ground, unit):
                            yield self._settled("rally", f"Rally {unit.name} in", at, [unit], "roll")
            case "fire" | "defensive fire" if ground.position.aimed:
                aimed = ground.position.aimed
                under = fire_plan.fired_at(ground, aimed.fire, aimed.at)
                units = [unit for unit in under if unit.side != ground.side]
                yield self._settled("fall", f"{aimed.fire} falls on", aimed.at, units, "roll", in_hand=True)
            case "fire" | "defensive fire":
                for at, fires in fire_plan.targets(ground).items():
                    for fire in fires:
                        units = fire_plan.fired_at(ground, fire, at)
                        field = Field("fire", "which fire", "choice", (fire,), fire)
                        yield self._settled("fire", f"{fire} at", at, units, "aim", (field,))
            case "close combat" if ground.position.combat:
                yield from self._attacks(ground)
            case "close combat":
                for at in melee.hexes(ground):
                    yield self._settled(
                        "close-combat", "Close combat in", at, ground.units_at(at, ground.side), "begin"
                    )

    def _settled(  # noqa: PLR0913, PLR0917 - a battle is all this
        self,
        kind: str,
        what: str,
        at: HexId,
        units: Iterable[Unit],
        does: str,
        options: tuple[Field, ...] = (),
        *,
        in_hand: bool = False,
    ) -> Battle:
        return Battle(
            type=kind,
            title=f"{what} {self.place(at)}",
            target=self.scenario.map.grid.hex_name(at),
            pieces=tuple(Candidate(unit.id) for unit in units),
            options=options,
            settled=True,
            does=does,
            in_hand=in_hand,
        )

    def _attacks(self, ground: Ground) -> Iterator[Battle]:
        """Return what the side can declare in the close combat in hand: the best pairing first, as a hint."""
        combat = melee.in_hand(ground)
        if combat.stage == "resolve":
            own = ground.units_at(combat.at, ground.side)
            yield self._settled("resolve", "Roll the attacks in", combat.at, own, "roll", in_hand=True)
            return
        if not melee.why_not_best(ground, combat.at):
            units = [unit for own, _ in melee.best(ground) for unit in melee.named(ground, own)]
            yield self._settled(
                "best-pairing", "The best pairing in", combat.at, units, "declare", in_hand=True
            )
        own = ground.units_at(combat.at, ground.side)
        for at, foes in melee.groups(ground).items():
            barred = {unit.id: melee.why_not_attack(ground, [unit], combat.at, at) for unit in own}
            able = [unit for unit in own if not barred[unit.id]]
            if not able:
                continue
            # A leader who does not attack alone may attack with those he fights with.
            joining = [
                u
                for u in own
                if u not in able and not melee.why_not_attack(ground, [*able, u], combat.at, at)
            ]
            barred |= {unit.id: "" for unit in joining}
            able += joining
            asked = self._asked(ground, able, at, foes)
            yield Battle(
                type="attack",
                title=f"Attack {'all: ' if at == melee.ALL else ''}{names(foes)}",
                target=ground.grid.hex_name(combat.at),
                pieces=tuple(Candidate(unit.id, barred[unit.id], aside=unit not in asked) for unit in own),
                options=(Field("at", "whom", "choice", (at,), at),),
                does="attack" if combat.stage == "turns" else "declare",
                in_hand=True,
            )

    @staticmethod
    def _asked(ground: Ground, able: list[Unit], at: str, foes: list[Unit]) -> list[Unit]:
        """Return who attacks unless it is said otherwise: all who can; where not all may, those of the best pairing."""
        if not melee.why_not_attack(ground, able, melee.in_hand(ground).at, at):
            return able
        best = (
            melee.named(ground, own) for own, whom in melee.best(ground) if melee.named(ground, whom) == foes
        )
        return next(best, able[:1])

    # What is seen at a glance

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could advance into in its next turn, with the fire power it could bring there."""
        ground = self.ground(position)
        found = threatened_by(ground, msgspec.convert(side, Nation))
        return {ground.grid.hex_name(at): f"{total}" for at, total in found.items()}

    def sight(self, position: Position, hex_name: str) -> Sight:
        """Return what fire from a hex would see: woods and buildings between block it (ruling fire-plan)."""
        grid, here = self.scenario.map.grid, self.hex(hex_name)
        clear = fire_plan.covers(self.scenario.file.map, here, FAR)
        near = sorted(clear - {here}, key=lambda at: (grid.distance(here, at), at))
        hidden: dict[str, str] = {}
        by: dict[str, tuple[str, ...]] = {}
        for at in grid.hexes:
            if at not in clear:
                walls = [
                    each for each in hexes_between(grid, here, at) if self.ground(position).is_cover(each)
                ]
                by[grid.hex_name(at)] = (grid.hex_name(walls[0]),)
                hidden[grid.hex_name(at)] = (
                    f"{self.scenario.terrain[walls[0]]} in {grid.hex_name(walls[0])} blocks the line"
                )
        return Sight(hex_name, {grid.hex_name(at): grid.distance(here, at) for at in near}, hidden, by)

    def hint(self, ground: Ground) -> str:
        """Say who would best attack whom in the close combat in hand, with the odds of each."""
        return "; ".join(each.why for each in self._best_pairing(ground))

    def reason(self, ground: Ground) -> str:
        """Say who would best attack whom in the close combat in hand, each with its odds, and why that is best."""
        found = self._best_pairing(ground)
        gain = float(sum(each.worth for each in found))
        why = f"By no other pairing tried can the enemy expect to lose more: {gain:.2f} FP."
        return "\n".join([*(self._in_short(ground, each) for each in found), why])

    @staticmethod
    def _in_short(ground: Ground, each: Pairing) -> str:
        """Tell one attack by its odds and what it comes to."""
        sheet = attack_sheet(each.attackers, each.targets, melee.modifier(ground, ground.side), ground.card)
        told = shares(sheet, lambda count: f"{count / sheet.reading.ways:.0%}")
        return f"{named(each.attackers)} at {named(each.targets)}: {sheet.told}: {told}."

    @staticmethod
    def _best_pairing(ground: Ground) -> list[Pairing]:
        ambush = melee.modifier(ground, ground.side)
        return [pairing(*each, ambush, ground.card) for each in melee.best(ground)]

    # What must always hold

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.ground(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.ground(before), order, self.ground(after))


def _mf(cost: int) -> str:
    return f"{cost / points(1):g}"
