"""Combat on the map: who may attack what, with which support, and what becomes of the units.

What is rolled is the card's combat, the very text of the desk; here its retreat is carried out on the map.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from grognard.games.jarama import combat, stacks
from grognard.games.jarama.attack import Battle as Fight
from grognard.games.jarama.attack import CombatSheet, sheet_of
from grognard.games.jarama.combat import Fought, Frame, Outcome
from grognard.games.jarama.demoralization import Fate, Fates
from grognard.games.jarama.field import Field
from grognard.games.jarama.guess import stand_ins
from grognard.games.jarama.guns import cannot_fire, in_range, shells
from grognard.games.jarama.harm import alive, as_attacker, as_defender, bleed, driven, suffer
from grognard.games.jarama.knowledge import with_held
from grognard.games.jarama.orders import Battle, MobileAttack
from grognard.games.jarama.position import HIDDEN, Position
from grognard.games.jarama.random_loss import Lost, Row
from grognard.games.jarama.retreating import retreat
from grognard.games.jarama.scenario import Air, Unit
from grognard.games.jarama.strength import Support
from grognard.games.jarama.terms import enemy
from grognard.games.known import once
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.rules.procedure import NotAllowed
from grognard.umpire import Choose, Rule

NOBODY = "nobody"
# Ruling mobile-attack: what it costs above the hex.
MOBILE = 2


class Party(msgspec.Struct, frozen=True):
    """Those that make an attack: who attacks, which batteries lend their points, which aircraft fly close support."""

    units: tuple[Unit, ...]
    guns: tuple[Unit, ...] = ()
    planes: tuple[Air, ...] = ()


def party(field: Field, names: Sequence[str]) -> Party:
    """Sort out who is named in an attack; batteries always lend their points (ruling batteries-support)."""
    units = [field.scenario.by_id[each] for each in names if each in field.scenario.by_id]
    return Party(
        tuple(unit for unit in units if not unit.is_artillery),
        tuple(unit for unit in units if unit.is_artillery),
        tuple(field.theatre.planes[each] for each in names if each in field.theatre.planes),
    )


# Who may attack


def cannot_attack(field: Field, unit: Unit) -> str:
    """Say why a unit attacks nobody now; nothing where it may."""
    position = field.position
    if field.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if not field.is_active(unit):
        return f"{unit.name} does not attack: its formation is not active"
    if unit.number in position.acted:
        return f"{unit.name} has attacked already"
    if unit.number in position.uncommanded:
        return f"{unit.name} is out of command and may not attack (ruling command-attack)"
    if state := field.is_unfit(unit):
        return f"{unit.name} is {state} and may not attack (ruling states-in-combat)"
    return ""


def why_not_target(field: Field, target: HexId) -> str:
    """Say why a hex may not be attacked now; nothing where it may."""
    name = field.grid.names[target]
    if target not in field.foes(field.position.side):
        return f"there is no enemy in {name}"
    if target in field.position.attacked:
        return f"{name} was attacked already in this activation (ruling one-attack)"
    return ""


def why_not_on(field: Field, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; nothing where it may."""
    if reason := cannot_attack(field, unit):
        return reason
    if field.grid.distance(field.at(unit), target) != 1:
        return f"{unit.name} is not next to {field.grid.names[target]}"
    return ""


def why_not_support(field: Field, gun: Unit, target: HexId) -> str:
    """Say why a battery may not support an attack on a hex; nothing where it may."""
    if not field.is_active(gun):
        return f"{gun.name} does not support this attack: its formation is not active"
    return cannot_fire(field, gun) or in_range(field, gun, target)


def why_not_fly(field: Field, plane: Air, side: str) -> str:
    """Say why an aircraft may not fly close support; nothing where it may (ruling cas)."""
    if plane.side != side:
        return f"{plane.name} is no aircraft of {side}"
    if plane.number in field.position.flown:
        return f"{plane.name} has flown this turn"
    return "" if plane.cas else f"{plane.name} flies no close support"


def why_not_attack(field: Field, names: Sequence[str], target: HexId) -> str:
    """Say why an attack may not be made; nothing where it may."""
    position = field.position
    if position.phase != "combat":
        return f"attacks are made in the combat phase, and this is {position.side} {position.phase}"
    if not names or len(set(names)) != len(names):
        return "name the units that attack, each once"
    who = party(field, names)
    reasons = [
        why_not_target(field, target),
        *(why_not_on(field, unit, target) for unit in who.units),
        *(why_not_support(field, gun, target) for gun in who.guns),
        *(why_not_fly(field, plane, position.side) for plane in who.planes),
    ]
    if reason := next(filter(None, reasons), ""):
        return reason
    if not who.units:
        return "an attack needs units that attack, not support alone (ruling batteries-support)"
    if len(who.planes) > max(field.missions_left(position.side), 0):
        left = field.missions_left(position.side)
        return f"{position.side} has {left} air missions left this turn"
    return why_too_many(field, who.units)


def why_too_many(field: Field, units: Sequence[Unit]) -> str:
    """Ruling attackers-row: say why so many may not attack together, if that is ruled."""
    most = field.scenario.stacking
    if len(units) > most and field.card.ruled("attackers-row") == "ten-attack":
        return f"at most {most} units attack together, and here are {len(units)} (ruling attackers-row)"
    return ""


# In the midst of movement


def why_not_mobile_on(field: Field, unit: Unit, target: HexId) -> str:
    """Ruling mobile-attack: say why a unit may not attack a hex on the move; nothing where it may."""
    if unit.is_artillery:
        return f"{unit.name} is artillery, and makes no mobile attack"
    if reason := why_not_on(field, unit, target):
        return reason
    cost, left = field.step(unit, field.at(unit), target), field.allowed(unit)
    if cost is None:
        return f"{unit.name} cannot go into {field.grid.names[target]}"
    needed = cost + points(MOBILE)
    if left is not None and left < needed:
        return f"{unit.name} has not the movement points for a mobile attack: those of the hex and {MOBILE} (ruling mobile-attack)"
    return ""


def why_not_mobile(field: Field, names: Sequence[str], target: HexId) -> str:
    """Say why a mobile attack may not be made; nothing where it may."""
    position = field.position
    if position.phase != "movement":
        return f"mobile attacks are made in movement, and this is {position.side} {position.phase}"
    if not names or len(set(names)) != len(names):
        return "name the units that attack, each once"
    if strange := next((each for each in names if each not in field.scenario.by_id), ""):
        return f"there is no unit called {strange!r}"
    units = [field.scenario.by_id[each] for each in names]
    reasons = (why_not_target(field, target), *(why_not_mobile_on(field, unit, target) for unit in units))
    return next(filter(None, reasons), "") or why_too_many(field, units)


def attackers_of(field: Field, target: HexId) -> list[Unit]:
    """Return the units that may attack a hex, batteries apart."""
    mobile = field.position.phase == "movement"
    why_not = why_not_mobile_on if mobile else why_not_on
    return [
        unit
        for at in field.grid.neighbours(target)
        for unit in field.units_at(at)
        if unit.side == field.position.side and not unit.is_artillery and not why_not(field, unit, target)
    ]


def supporters_of(field: Field, target: HexId) -> list[str]:
    """Return the batteries and aircraft that may support an attack on a hex, by their ids."""
    side = field.position.side
    guns = [unit.id for unit in field.scenario.by_side[side] if unit.is_artillery]
    guns = [each for each in guns if not why_not_support(field, field.scenario.by_id[each], target)]
    if field.missions_left(side) <= 0:
        return guns
    return [*guns, *(each.id for each in field.waiting_planes(side) if each.cas)]


@once
def targets(field: Field) -> list[HexId]:
    """Return the hexes that somebody may attack."""
    if field.position.phase not in ("combat", "movement"):
        return []
    near = field.in_touch(field.position.side)
    return [each for each in near if not why_not_target(field, each) and attackers_of(field, each)]


# The worksheet


def attack_sheet(field: Field, order: Battle, target: HexId) -> CombatSheet:
    """Return the worksheet of an attack on the map, against whoever is known to be there."""
    who = checked(field, order, target)
    return sheet_of(battle_of(field, order, who, target), field.card)


def battle_of(
    field: Field, order: Battle, who: Party, target: HexId, defenders: tuple[stacks.Unit, ...] = ()
) -> Fight:
    """Return an attack as the charts know it; against those who stand there, or are taken to."""
    mobile = isinstance(order, MobileAttack)
    side = who.units[0].side
    support = defensive_fire(field, target)
    return Fight(
        side=side,
        attackers=tuple(as_attacker(field, unit, target) for unit in who.units),
        defenders=defenders or defenders_of(field, target),
        ground=field.ground(target),
        support=Support(
            artillery=shells(field, who.guns),
            cas=sum(plane.cas for plane in who.planes),
            aa=anti_air(field, target) if who.planes else 0,
            under_fire=bool(who.planes),
        ),
        defending_support=Support(artillery=shells(field, support)),
        stood=not mobile and not any(field.position.spent[unit.number] for unit in who.units),
        mobile=mobile,
    )


def defenders_of(field: Field, target: HexId) -> tuple[stacks.Unit, ...]:
    """Return the units in a hex as the charts know them; those that are not known, as what they are taken to be."""
    known = tuple(as_defender(field, unit) for unit in field.units_at(target))
    return known if field.is_seen_through(target) else (*known, *stand_ins(field, target))


def defensive_fire(field: Field, target: HexId) -> list[Unit]:
    """Ruling defensive-fire: the batteries that support the defence of a hex by themselves."""
    side = field.holder(target)
    if side is None or field.card.ruled("artillery-support") == "attack":
        return []
    formations = {unit.formation for unit in field.units_at(target)}
    return [
        unit
        for unit in field.scenario.by_side[side]
        if unit.is_artillery
        and unit.formation in formations
        and field.at(unit) >= 0
        and not field.position.spent[unit.number]
        and not cannot_fire(field, unit)
        and not in_range(field, unit, target)
    ]


def anti_air(field: Field, target: HexId) -> int:
    """Ruling aa-cover: add up the AA factors in a hex and around it; of those that are not known, none."""
    side = field.holder(target)
    near = (target, *field.grid.neighbours(target))
    return sum(unit.aa for at in near for unit in field.units_at(at) if unit.side == side)


def checked(field: Field, order: Battle, target: HexId) -> Party:
    """Refuse what cannot be worked out at all, as may come up in free play."""
    unknown = [
        each for each in order.units if each not in field.scenario.by_id and each not in field.theatre.planes
    ]
    if unknown:
        raise NotAllowed(f"there is no unit called {unknown[0]!r}")
    who = party(field, order.units)
    if not who.units or len(set(order.units)) != len(order.units):
        raise NotAllowed("choose who attacks, each once")
    for unit in (*who.units, *who.guns):
        if field.at(unit) < 0:
            raise NotAllowed(f"{unit.name} is not on the map")
    for unit in who.units:
        if field.grid.distance(field.at(unit), target) != 1:
            raise NotAllowed(f"{unit.name} is not next to {field.grid.names[target]}")
    if field.holder(target) != enemy(who.units[0].side):
        raise NotAllowed(f"there is no enemy in {field.grid.names[target]} to attack")
    if isinstance(order, MobileAttack) and (who.guns or who.planes):
        raise NotAllowed("neither batteries nor aircraft support a mobile attack")
    return who


# The battle


def attack(field: Field, order: Battle, target: HexId) -> Rule[Position]:
    """Carry out an attack: losses, retreat, morale, advance; and lay open all who took part."""
    if order not in field.begun:
        field.begun[order] = _begun(field, order, target)
    fight: OnTheMap = field.begun[order]
    outcome, position = yield from fight.fought()
    position = yield from fight.advanced(position, outcome)
    if not _holds(position, enemy(fight.attackers[0].side), target):
        position = _won(position)
    return field.settled(position, fight.shown_units)


def _begun(field: Field, order: Battle, target: HexId) -> "OnTheMap":
    """Begin a battle: its worksheet, who has a part in it, and the position in which they have."""
    who = checked(field, order, target)
    sheet = sheet_of(battle_of(field, order, who, target), field.card)
    defenders = field.units_at(target)
    shown = (*who.units, *who.guns, *defenders, *defensive_fire(field, target))
    begun = Field(field.theatre, _engaged(field, order, who, target), field)
    return OnTheMap(begun, field, sheet, who.units, defenders, target, shown)


def _holds(position: Position, side: str, target: HexId) -> bool:
    return target in position.held[side != position.first]


def _won(position: Position) -> Position:
    """Count a combat that was won: the defenders have left the hex (ruling activation)."""
    one, other = position.won
    return replace(position, won=(one + 1, other) if position.side == position.first else (one, other + 1))


def _engaged(field: Field, order: Battle, who: Party, target: HexId) -> Position:
    """Return the position in which an attack has begun: who acted, fired, flew, and what mobile attackers spent."""
    position = field.position
    spent = list(position.spent)
    if isinstance(order, MobileAttack):
        for unit in who.units:
            cost = field.step(unit, field.at(unit), target) or 0
            spent[unit.number] += cost + points(MOBILE)
    one, other = position.missions
    flown = len(who.planes)
    first = who.units[0].side == position.first
    return replace(
        position,
        acted=position.acted | {unit.number for unit in who.units},
        fired=position.fired | {gun.number for gun in who.guns},
        flown=position.flown | {plane.number for plane in who.planes},
        missions=(one + flown, other) if first else (one, other + flown),
        attacked=position.attacked | {target},
        spent=tuple(spent),
    )


class OnTheMap(Frame):
    """A battle on the map: who fights whom for which hex, and the field as it was when it began.

    `before` is the field before the order, from which everybody is shown what he sees of it.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a battle is
        self,
        field: Field,
        before: Field,
        sheet: CombatSheet,
        attackers: Sequence[Unit],
        defenders: Sequence[Unit],
        target: HexId,
        shown: Sequence[Unit],
    ) -> None:
        self.field, self.before, self.target, self.shown_units = field, before, target, list(shown)
        self.attackers, self.defenders = list(attackers), list(defenders)
        # In what a side sees of a position some defenders are only taken to be there.
        self.guessed = len(sheet.defenders.units) > len(self.defenders)
        self.sheet = sheet

    def rows(self, sheet: CombatSheet) -> tuple[Row, Row]:
        """Return attackers and defenders; whoever chooses among them sees the position after the losses so far."""
        return (
            replace(sheet.attackers, shown=Losing(self, tuple(self.attackers))),
            replace(sheet.defenders, shown=Losing(self, tuple(self.defenders))),
        )

    def shown(self, position: Position) -> Position:
        """Return a position in the midst of the battle as it is to be looked at: all who fight are seen."""
        return self.before.settled(position, self.shown_units)

    def fought(self) -> Rule[tuple[Outcome, Position]]:
        """Roll, and return what came of it, and the position after losses, retreats and morale."""
        outcome, fought = yield from combat.battle(self.sheet, self)
        position = fought.position
        assert isinstance(position, Position)  # noqa: S101 - this frame puts it there
        position = self._shaken(position, self.attackers, outcome.attackers)
        if not self.guessed:
            position = self._shaken(position, self.defenders, outcome.defenders)
        for units, fates in ((self.defenders, outcome.defenders), (self.attackers, outcome.attackers)):
            if units is self.attackers or not self.guessed:
                position = yield from self._give_way(position, units, fates)
        return outcome, position

    def retreat(self, fought: Fought) -> Rule[Fought]:
        """Take the losses, and move the defenders back."""
        position = suffer(self.field.position, _losses(self.attackers, fought.attackers))
        position = suffer(position, _losses(self.defenders, fought.defenders))
        if self.guessed:
            return replace(fought, position=self._guessed(position, fought))
        left = alive(position, self.defenders)
        if fought.retreats and left:
            field = self.field.after(position)
            position = yield from retreat(field, left, fought.retreats, self.target, self.shown)
        was = self.field.position.hurt
        lost = tuple(position.hurt[unit.number] - was[unit.number] for unit in self.defenders)
        return replace(fought, defenders=lost, position=position)

    def _guessed(self, position: Position, fought: Fought) -> Position:
        """Foresee a battle with units that are not known: they bleed, and go out of sight if they retreat."""
        side = self.sheet.defenders.side
        strangers = fought.defenders[len(self.defenders) :]
        position = bleed(position, side, sum(strangers))
        gone = not self.sheet.defenders.standing(fought.defenders)
        if not fought.retreats and not gone:
            return with_held(position, side, position.holds(side) | {self.target})
        numbers = {unit.number for unit in alive(position, self.defenders)}
        at = tuple(HIDDEN if number in numbers else here for number, here in enumerate(position.at))
        return with_held(replace(position, at=at), side, position.holds(side) - {self.target})

    def _shaken(self, position: Position, units: Sequence[Unit], fates: Fates) -> Position:
        """Mark who is demoralised; one that was before loses more (ruling second-demoralization)."""
        was, found = self.field.position.hurt, self._fates(units, fates)
        more = {
            unit: fate.loses - position.hurt[unit.number] + was[unit.number] for unit, fate in found.items()
        }
        position = suffer(position, more)
        broken = {unit.number for unit, fate in found.items() if fate.demoralised}
        return replace(position, demoralised=position.demoralised | broken)

    def _give_way(self, position: Position, units: Sequence[Unit], fates: Fates) -> Rule[Position]:
        """Move back who retreats further by the Demoralization Table, those of one hex together."""
        found = self._fates(alive(position, units), fates)
        back: dict[HexId, list[Unit]] = {}
        for unit, fate in found.items():
            if fate.retreats:
                back.setdefault(position.at[unit.number], []).append(unit)
        for force in back.values():
            field = self.field.after(position)
            position = yield from retreat(field, force, 1, self.target, self.shown)
        return position

    def _fates(self, units: Sequence[Unit], fates: Fates) -> dict[Unit, Fate]:
        named = {self.field.theatre.called[unit.number]: unit for unit in units}
        return {named[fate.unit]: fate for fate in fates if fate.unit in named}

    def advanced(self, position: Position, outcome: Outcome) -> Rule[Position]:
        """Ruling advance: let attackers that are left into the hex they emptied, one after another, if it has room."""
        side, name = self.attackers[0].side, self.field.grid.names[self.target]
        if _holds(position, enemy(side), self.target):
            return position
        driven_off = {
            unit
            for unit, fate in self._fates(self.attackers, outcome.attackers).items()
            if fate.retreats or fate.demoralised
        }
        left = [unit for unit in alive(position, self.attackers) if unit not in driven_off]
        left = [unit for unit in left if self._can_enter(position, unit)]
        while left and self.field.after(position).room(self.target) > 0:
            ids = [*(unit.id for unit in left), NOBODY]
            chosen: str = yield Choose(side, f"advance into {name}", ids, self.shown(position))
            if chosen == NOBODY:
                break
            unit = self.field.scenario.by_id[chosen]
            position = driven(position, [unit], self.target)
            position = replace(position, stopped=position.stopped | {unit.number})
            left.remove(unit)
        return position

    def _can_enter(self, position: Position, unit: Unit) -> bool:
        here = position.at[unit.number]
        beside = self.field.grid.distance(here, self.target) == 1
        return beside and self.field.step(unit, here, self.target) is not None


class Losing:
    """Shows whoever chooses a loss the position as it is after the losses so far."""

    def __init__(self, battle: OnTheMap, units: tuple[Unit, ...]) -> None:
        self.battle, self.units = battle, units

    def __eq__(self, other: object) -> bool:
        """Nothing follows from what is shown: to the odds all that show something are alike."""
        return isinstance(other, Losing)

    def __hash__(self) -> int:
        return 0

    def __call__(self, lost: Lost) -> Position:
        """Return the position after so many losses, as it is to be looked at."""
        return self.battle.shown(suffer(self.battle.field.position, _losses(self.units, lost)))


def _losses(units: Sequence[Unit], lost: Lost) -> Mapping[Unit, int]:
    return dict(zip(units, lost, strict=False))
