"""Attacks on the map: who may attack what, by the table of the period, and what becomes of the units."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.iron_curtain import combat, desk_text, procedures
from grognard.games.iron_curtain.advance import advance
from grognard.games.iron_curtain.attack import Outcome
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss
from grognard.games.iron_curtain.contamination import entry_lines
from grognard.games.iron_curtain.context import LONGEST_RETREAT, Context
from grognard.games.iron_curtain.losses import alive, attacking, defending, has_part, suffer
from grognard.games.iron_curtain.orders import Battle, Overrun
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.retreat import retreat, step_option
from grognard.games.iron_curtain.stacks import TOO_WEAK, Stack
from grognard.games.iron_curtain.terms import as_side
from grognard.hexes import HexId
from grognard.play.board import Battle as Engagement
from grognard.play.board import Candidate, Preview
from grognard.play.kinds import Kind
from grognard.play.places import LOST, is_on_map
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.rules.cache import once
from grognard.rules.chapter import Remembered, Wording
from grognard.rules.group_attack import GroupAttack
from grognard.rules.hidden_stacks import is_hiding
from grognard.rules.naming import names
from grognard.rules.orders import Attack
from grognard.rules.rulebook import Rulebook
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule

BENEATH = "what lies beneath is not seen"


def cannot_attack(board: Board, unit: Unit) -> str:
    """Say why a unit attacks nobody in this phase; an empty text if it may."""
    now = board.now
    if now.side != unit.side or now.name != "combat":
        return f"{unit.name} does not attack in the {now.side} {now.name} phase"
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if unit.number in board.position.acted:
        return f"{unit.name} has attacked already"
    return ""


def why_not_target(board: Board, target: HexId, ruling: str = "", done: str = "attacked") -> str:
    """Ruling one-attack: say why nobody attacks or strikes a hex in this phase; an empty text if somebody may."""
    name = board.grid.names[target]
    if target not in board.foes(board.now.side):
        return f"there is no enemy in {name}" + (f" (ruling {ruling})" if ruling else "")
    if target in board.position.attacked:
        return f"{name} was {done} already in this phase (ruling one-attack)"
    return ""


def why_not_with(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; an empty text if it may."""
    return (
        cannot_attack(board, unit)
        or why_not_next_to(board, unit, target)
        or board.why_not_across(unit, target)
    )


def why_not_next_to(board: Board, unit: Unit, target: HexId) -> str:
    """Say that a unit does not stand next to a hex; an empty text if it does."""
    if board.grid.distance(board.hex_of(unit), target) == 1:
        return ""
    return f"{unit.name} is not next to {board.grid.names[target]}"


def why_too_weak(board: Board, units: Iterable[Unit]) -> str:
    """Say that units without strength do not attack by themselves; others may take them along."""
    return "" if any(board.face(unit).attack for unit in units) else TOO_WEAK


def attackers_of(board: Board, target: HexId) -> list[Unit]:
    """Return the units that may attack a hex."""
    return [unit for unit in board.units_around(target) if not why_not_with(board, unit, target)]


@once
def targets(board: Board) -> list[HexId]:
    """Return the hexes that any unit may attack."""
    near = [at for at in board.in_contact(board.now.side) if not why_not_target(board, at)]
    return [at for at in near if not why_too_weak(board, attackers_of(board, at))]


def named_target(board: Board, actor: str) -> HexId | None:
    """Return the hex that orders are given against by its name; none for a unit and for the end of a phase."""
    return None if not actor or actor in board.scenario.by_id else board.context.naming.hex(actor)


# The worksheet


def stack_of(board: Board, units: Sequence[Unit], here: HexId, target: HexId) -> Stack:
    """Return the units that attack from one hex, as the charts know them, from the top.

    Ruling oos-stack: a stack is out of supply if a unit of it that takes part is.
    """
    taking = [unit for unit in board.units_at(here) if unit in units]
    crossing = board.context.crossing(here, target)
    return Stack(
        tuple(attacking(board, unit) for unit in taking),
        crossing.hexside,
        crossing.hexside is not None and bool(crossing.roads),
        board.any_short(taking),
    )


def check_known(board: Board, units: Sequence[Unit], target: HexId) -> None:
    """Refuse what cannot be worked out at all, as may come up in free play."""
    if not units:
        raise NotAllowed("choose who attacks")
    for unit in units:
        if reason := why_not_next_to(board, unit, target):
            raise NotAllowed(reason)
    if not board.units_at(target):
        raise NotAllowed(f"there is nobody in {board.grid.names[target]} to attack")
    if reason := why_too_weak(board, units):
        raise NotAllowed(reason)


# The battle


def fight(board: Board, units: Sequence[Unit], target: HexId, sheet: CombatSheet) -> Rule[Position]:
    """Roll on the table of the period, take the losses, and let the defenders that are left retreat."""
    defenders = board.units_at(target)
    position = replace(
        board.position,
        acted=board.position.acted | {unit.number for unit in units},
        attacked=board.position.attacked | {target},
    )
    outcome: Outcome = yield from combat.combat(sheet, position)
    position = suffer(position, units, outcome.attackers_lose)
    position = suffer(position, defenders, outcome.defenders_lose)
    left = alive(position, defenders)
    if not outcome.retreats or not left:
        return position
    return (yield from retreat(board.after(position), left, outcome.retreats))


# The chapters


class BattleChapter(GroupAttack, frozen=True, kw_only=True):
    """What attacks and overruns have in common: the worksheet of the period, and its words."""

    verb: ClassVar[str]

    def desk(self, board: Board) -> Procedure:
        """Return the chart procedure."""
        raise NotImplementedError

    def sheet(self, board: Board, units: Sequence[Unit], target: HexId) -> CombatSheet:
        """Return the worksheet of an attack on the map, against the units known to be there."""
        raise NotImplementedError

    def attack(self, board: Board, units: Sequence[Unit], target: HexId) -> Rule[Position]:
        """Carry an attack out."""
        raise NotImplementedError

    def why_not_with(self, board: Board, unit: Unit, target: HexId) -> str:
        """Say why a unit may not attack a hex; an empty text if it may, as far as it goes by itself."""
        raise NotImplementedError

    def kinds(self, context: Context) -> Iterable[Kind[Board, Position]]:
        """Return the order to attack a hex; its worksheet says what is not seen, and what the hex is contaminated by."""
        units, target = context.naming.units, context.naming.hex

        def preview_of(board: Board, order: Any) -> Preview:
            sheet = self.sheet(board, units(order.units), target(order.target))
            return battle_preview(self.desk(board), sheet, board, order)

        yield Kind(
            order=self.order,
            rule=lambda board, order: self.attack(board, units(order.units), target(order.target)),
            why_illegal=lambda board, order: self.why_not_attack(
                board, units(order.units), target(order.target)
            ),
            text=self.text,
            actors=lambda board: [board.grid.names[at] for at in self.targets(board)],
            orders=self.attacks,
            preview=preview_of,
        )

    def candidates(self, board: Board, target: HexId) -> Iterable[Candidate]:
        """Return who stands next to a hex, and why not every one of them may take part."""
        around = [unit for unit in board.units_around(target) if unit.side == board.now.side]
        return [Candidate(unit.id, self.why_not_with(board, unit, target)) for unit in around]

    def battles(self, board: Board) -> Iterator[Engagement]:
        """Return the hexes that can be attacked, with everyone who might take part."""
        return (replace(each, does=self.verb) for each in super().battles(board))

    def text(self, board: Board, order: Any) -> str:
        """Say who attacks or overruns whom, and at what odds, where that can be worked out at all."""
        naming = board.context.naming
        units, target = naming.units(order.units), naming.hex(order.target)
        verb = self.verb + ("s" if len(units) == 1 else "")
        said = f"{names(units)} {verb} {target_text(board, order.target)}"
        try:
            return f"{said}, at {self.sheet(board, units, target).told}"
        except GrognardError:
            return said

    def displaces(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
        """A battle moves those who attack and those who are attacked."""
        del after
        return isinstance(order, self.order) and has_part(before, order, unit)

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """Nobody attacks twice, no hex is attacked twice in a phase; attackers go in, defenders out, three hexes at most."""
        if not isinstance(order, self.order):
            return
        target = before.grid.parse_hex(order.target)
        if target in before.position.attacked:
            yield f"{order.target} is attacked a second time"
        for unit in before.context.naming.units(order.units):
            if unit.number in before.position.acted:
                yield f"{unit.name} attacks a second time"
            if after.at(unit) not in (before.at(unit), target, LOST):
                yield f"{unit.name} attacks, and goes elsewhere"
        for unit in before.units_at(target):
            there = after.at(unit)
            if is_on_map(there) and before.grid.distance(target, there) > LONGEST_RETREAT:
                yield f"{unit.name} is driven too far"


class Attacks(BattleChapter, frozen=True, kw_only=True):
    """Attacks on hexes next to one's own, by the table of the period."""

    remembers = (
        Remembered("acted", frozenset[int], seen="part"),
        Remembered("attacked", frozenset[HexId]),
    )
    order = Attack
    order_names = ("attack",)
    verb = "attack"

    def desk(self, board: Board) -> Procedure:
        """Return the chart procedure of the period."""
        return procedures.COMBAT[board.scenario.file.period]

    def can_order(self, board: Board) -> bool:
        """Say whether both sides are in contact, as far as the enemy knows: what is hidden must not show in this."""
        return bool(board.in_contact(board.now.side))

    def begins_phase(self, board: Board) -> Position:
        """Nobody has fought in a phase that begins."""
        return replace(board.position, acted=frozenset())

    def targets(self, board: Board) -> list[HexId]:
        """Return the hexes that any unit may attack."""
        return targets(board)

    def attackers(self, board: Board, target: HexId) -> list[Unit]:
        """Return the units that may attack a hex."""
        return attackers_of(board, target)

    def why_not_with(self, board: Board, unit: Unit, target: HexId) -> str:
        """Say why a unit may not attack a hex; an empty text if it may."""
        return why_not_with(board, unit, target)

    def why_not_attack(self, board: Board, units: Sequence[Unit], target: HexId) -> str:
        """Say why an attack may not be made; an empty text if it may."""
        if not units or len(set(units)) != len(units):
            return "name the units that attack, each once"
        reasons = (why_not_target(board, target), *(why_not_with(board, unit, target) for unit in units))
        return next(filter(None, reasons), "") or why_too_weak(board, units)

    def sheet(self, board: Board, units: Sequence[Unit], target: HexId) -> CombatSheet:
        """Return the worksheet of an attack on the map, against the units known to be there."""
        check_known(board, units, target)
        defenders = board.units_at(target)
        from_hexes = dict.fromkeys(board.hex_of(unit) for unit in units)
        stacks = tuple(stack_of(board, units, here, target) for here in from_hexes)
        return combat.sheet_of(
            board.scenario.file.period, stacks, defending(board, defenders), board.terrain(target), board.card,
            side=as_side(units[0].side), defenders_oos=board.any_short(defenders),
        )  # fmt: skip

    def attack(self, board: Board, units: Sequence[Unit], target: HexId) -> Rule[Position]:
        """Carry out an attack: losses, the defenders' retreat, advance."""
        position = yield from fight(board, units, target, self.sheet(board, units, target))
        left, after = alive(position, units), board.after(position)
        if not left or after.units_at(target):
            return position
        return (yield from advance(after, left, target))

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for what both tables roll and ask."""
        del book

        def label(context: Any, asked: Any) -> str:
            return desk_text.label(asked, who(context))

        return {
            Combat1945: Wording(label=label),
            StepLosses: Wording(
                label=label, ask=lambda _board, _order, _asked: "Who loses the steps?", option=step_option
            ),
            UnitLoss: Wording(label=label),
            RetreatRoll: Wording(
                label=label,
                result=lambda means: "no retreat" if means == "None" else f"retreat of {means}",
            ),
        }

    def faults(self, board: Board) -> Iterator[str]:
        """Who acted is on the map and of the side to move, and not while strikes are made."""
        for unit in map(board.scenario.units.__getitem__, sorted(board.position.acted)):
            if not board.is_on_map(unit):
                yield f"{unit.name} is marked as acted, and not on the map"
            if unit.side != board.now.side:
                yield f"{unit.name} is marked as acted in the enemy's turn"
        if board.position.acted and board.now.name == "strikes":
            yield "somebody has acted while strikes are made"


# Words


def who(context: Any) -> Callable[[str], str]:
    """Return what names a unit that a question is about: at the desk as it is written there, on a map by its name."""
    return desk_text.called if context is None else lambda code: context.naming.unit(code).name


def target_text(board: Board, hex_name: str) -> str:
    """Name a hex and who holds it; of a stack that is not seen through, that it is not."""
    at = board.context.naming.hex(hex_name)
    units = board.units_at(at)
    if not units:
        return board.context.place(at)
    beneath = f" ({BENEATH})" if is_hiding(board, units[0].side) else ""
    return f"{board.context.place(at)}, held by {names(units)}{beneath}"


def battle_preview(desk: Procedure, sheet: Worksheet, board: Board, order: Battle) -> Preview:
    """Work out what an order would roll on; over what is seen of a stack, and it says so."""
    shown = preview("iron-curtain", desk, sheet)
    lines, target = shown.lines, board.context.naming.hex(order.target)
    if isinstance(order, Attack | Overrun):
        lines = (*entry_lines(board.position, board.now.side, target), *lines)
    if is_hiding(board, board.units_at(target)[0].side):
        lines = (Line("the top unit alone is seen", "", BENEATH), *lines)
    return replace(shown, lines=lines)
