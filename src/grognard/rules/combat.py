# SPDX-License-Identifier: Apache-2.0
"""Combat by a combat results table: strengths, the column, modifiers, the roll, and what the result does.

An attack is one situation of the chart, filled in at the desk by a person and on the map from the position. What
becomes of the units on the map, and who may attack what, is in `battle.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.charts.chart import Chart
from grognard.hexes import HexId
from grognard.play.board import Candidate, Option
from grognard.play.places import LOST
from grognard.play.preview import Foretold
from grognard.play.states import ATTACKED, State
from grognard.procedures.procedure import NotAllowed, Procedure
from grognard.rules import battle
from grognard.rules.battle_ahead import foretold
from grognard.rules.card import Card
from grognard.rules.chapter import PositionField, Wording
from grognard.rules.combat_checks import check_combat
from grognard.rules.group_attack import GroupAttack
from grognard.rules.losses import WhichLost, exchange_words
from grognard.rules.naming import listed
from grognard.rules.orders import Attack, UnitsAgainst
from grognard.rules.resolution import EVENTS, CombatRoll, Exchange, outcome_text, resolve
from grognard.rules.results import Strengths
from grognard.rules.sentences import cited
from grognard.rules.units import Unit
from grognard.rules.worksheet import CombatSheet, worksheet
from grognard.umpire import Question, Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A yes or no in the situation; `asks` says what is asked.

    On the map it is set if units attack across a `hexside`, or if a unit of one of the `kinds` attacks; with both, if such
    a unit attacks across it. If the attack is `forbidden`, that column of the movement chart says why, and `cites` the rule. Only attackers
    of some `sides` can have the flag; `others` is the sentence for the rest.
    """

    name: str
    asks: str
    hexside: str = ""
    kinds: tuple[str, ...] = ()
    forbidden: str = ""
    cites: str = ""
    sides: tuple[str, ...] = ()
    others: str = ""


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A modifier of the die or the column: in some `terrain`, or if a `flag` is set and the flag `unless` is not.

    `says` and `source` are its line of the worksheet. A modifier that a ruling leaves out is not `in_force`.
    """

    says: str
    source: str
    die: int = 0
    column: int = 0
    terrain: tuple[str, ...] = ()
    flag: str = ""
    unless: str = ""
    in_force: bool = True


class Cap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least sum of all modifiers of the die, with the line that says so."""

    least: int
    says: str
    source: str


class Combat(GroupAttack, frozen=True, kw_only=True):
    """An attack on a hex by its neighbours; the `chart` has a column for odds, for the difference, or for the attack.

    `rule` is its number in the rulebook and `exchange_rule` that of an exchange, `title` its name at the desk.
    `again` is cited if a hex may not be attacked again because a unit retreated into it that was attacked.
    """

    position_fields = (
        PositionField("acted", frozenset[int], lasts="turn"),
        PositionField("attacked", frozenset[int], lasts="phase"),
    )
    order = Attack
    order_names = ("attack",)

    chart: str
    columns: Literal["odds", "difference", "attack"] = "odds"
    title: str = "Combat"
    rule: str = ""
    exchange_rule: str = ""
    again: str = ""
    flags: list[Flag] = msgspec.field(default_factory=list)
    modifiers: list[Modifier] = msgspec.field(default_factory=list)
    cap: Cap | None = None

    def check(self, check: "Checking") -> None:
        """The chart must say what every result does; flags, terrain and hexsides must be known."""
        check_combat(self, check)

    # The situation

    def situation_type(self, book: "Rulebook") -> type[msgspec.Struct]:
        """Return the type of an attack's situation."""
        game, fields = book.game, list[Any]()

        def asked(name: str, kind: Any, asks: str, *default: Any) -> None:
            unset = (False,) if kind is bool else default
            fields.append((name, Annotated[kind, Meta(description=asks)], *unset))

        asked("attackers", Strengths, "printed strengths of the attacking units")
        asked("defenders", Strengths, "printed strengths of the units attacked")
        asked("side", Literal[game.sides], "who attacks", game.sides[0])
        asked("terrain", Literal[game.terrain.hexes], "the hex attacked", game.terrain.hexes[0])
        for flag in self.flags:
            asked(flag.name, bool, flag.asks)
        if (supply := book.supply) is not None:
            states, best = supply.states, supply.best
            asked("attack_supply", Literal[states], "the worst supply state among the attackers", best)
            asked("defence_supply", Literal[states], "the defenders' supply state", best)
            if weak := supply.weakened:
                asks = f"printed strengths of the defenders that are {weak}, if not all are"
                asked(supply.weakened_field, Strengths, asks, ())
        if stand := book.stand:
            asks = f"attackers stand in a {stand.terrain}, and may ignore {stand.results[0]}"
            asked(stand.flag, bool, asks)
        return msgspec.defstruct("Combat", fields, module=__name__, frozen=True, forbid_unknown_fields=True)

    def procedures(self, book: "Rulebook") -> Iterable[Procedure]:
        """Return the attack as a procedure of the desk."""
        game = book.game

        @wraps(worksheet)
        def desk_sheet(situation: Any, card: Card = game.card) -> CombatSheet:
            return worksheet(game.under(card), situation)

        yield Procedure(
            "combat",
            self.title,
            game.situation,
            desk_sheet,
            resolve,
            partial(outcome_text, book),
            label=book.label,
            events=EVENTS,
        )

    # On the map

    def targets(self, board: "Board") -> list[HexId]:
        """Return the hexes that can be attacked now."""
        return battle.targets(board)

    def attackers(self, board: "Board", target: HexId) -> list[Unit]:
        """Return the units that may attack a hex; none if not even all of them together may."""
        return battle.attackers_of(board, target) if target in battle.targets(board) else []

    def why_not_attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> str:
        """Say why an attack may not be made; empty if it may."""
        return battle.why_not_attack(board, units, target)

    def sheet(self, board: "Board", units: Sequence[Unit], target: HexId) -> CombatSheet:
        """Return the worksheet of an attack on the map."""
        return battle.attack_sheet(board, units, target)

    def attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Carry out an attack."""
        return battle.attack(board, units, target)

    def candidates(self, board: "Board", target: HexId) -> Iterable[Candidate]:
        """Return the combat units around a hex, each with the reason why it may not attack."""
        side = board.now.side
        return [
            Candidate(unit.id, battle.why_not_on(board, unit, target))
            for unit in board.units_around(target)
            if unit.side == side and unit.fights
        ]

    def tells(self, board: "Board", units: Sequence[Unit], target: HexId) -> Callable[[Any], str]:
        """Return the function that says an outcome in words, including which units have nowhere to retreat."""
        return partial(battle.map_outcome_text, board, units, target)

    def foretold(self, board: "Board", units: Sequence[Unit], target: HexId) -> Foretold:
        """Say who holds the hex after an attack, and who is lost, with all that follows its roll."""
        return foretold(board, units, target)

    # Words

    def text(self, board: "Board", order: UnitsAgainst) -> str:
        """Say an attack in words, with its odds if it is possible at all."""
        naming = board.context.naming
        words = super().text(board, order)
        try:
            sheet = self.sheet(board, naming.units(order.units), naming.hex(order.target))
        except NotAllowed:
            return words
        return f"{words} at {sheet.told}"

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the roll, and for what an exchange costs."""
        rule, trade = self.rule, self.exchange_rule

        def owed(board: "Board", order: UnitsAgainst) -> str:
            least = sum(map(board.defence, board.units_at(board.context.naming.hex(order.target))))
            who = [f"{unit.name} ({board.attack(unit)})" for unit in board.context.naming.units(order.units)]
            return f"the attackers lose at least {least} in return. Which strengths of {listed(who)}"

        roll = Wording(
            label=lambda _context, _asked: f"{rule} combat".strip(), result=partial(first_words, book.crt)
        )
        if not book.has_exchange:
            return {CombatRoll: roll}
        exchange = Wording(
            label=lambda _context, _asked: f"{trade} exchange".strip(),
            ask=lambda board, order, _asked: f"Exchange{cited(trade)}: {owed(board, order)}?",
            option=lambda _board, _asked, option: Option(
                option, f"lose strength {' + '.join(map(str, option))}"
            ),
        )
        return {CombatRoll: roll, Exchange: exchange, WhichLost: exchange_words(trade)}

    @property
    def counter_states(self) -> tuple[State, ...]:
        """The states that this chapter shows on counters."""
        return (ATTACKED,)

    def state(self, position: "Position", unit: Unit) -> str:
        """Return "attacked" for a unit that has attacked in this turn."""
        return "attacked" if unit.fights and unit.number in position.acted else ""

    # What must always hold

    def faults(self, board: "Board") -> Iterator[str]:
        """The side to move attacks, the other is attacked, and not in a phase of movement."""
        now, units = board.now, board.scenario.units
        early = board.context.before_order("attack")
        for unit in (units[number] for number in sorted(board.position.acted) if units[number].fights):
            if unit.side != now.side or now.name in early:
                yield f"{unit.name} has acted before its time"
        for unit in (units[number] for number in sorted(board.position.attacked)):
            if unit.side == now.side or now.moves:
                yield f"{unit.name} is attacked in its own turn or while units move"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """No unit attacks or is attacked twice in a phase; only attackers advance, and no unit is driven too far."""
        if not isinstance(order, Attack):
            return
        target, farthest = before.grid.parse_hex(order.target), before.book.farthest_retreat
        yield from twice_in_battle(before, order.units, target)
        for unit in moved_units(before, after):
            if after.at(unit) == target and unit.id not in order.units:
                yield f"{unit.name} advances, and did not attack"
            if (
                before.is_on_map(unit)
                and after.is_on_map(unit)
                and before.grid.distance(before.hex_of(unit), after.hex_of(unit)) > farthest
            ):
                limit = "one hex" if farthest == 1 else f"{farthest} hexes"
                yield f"{unit.name} is driven more than {limit}"

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """A battle may move any unit that stands on the map."""
        del after
        return isinstance(order, Attack) and before.is_on_map(unit) and not unit.off_map


def twice_in_battle(before: "Board", ids: Iterable[str], target: HexId) -> Iterator[str]:
    """No eliminated unit attacks, none attacks twice in a turn, and none is attacked twice in a phase."""
    for unit in before.context.naming.units(ids):
        if before.at(unit) == LOST or unit.number in before.position.acted:
            yield f"{unit.name} attacks, and is eliminated or has attacked already"
    for unit in before.units_at(target):
        if unit.number in before.position.attacked:
            yield f"{unit.name} is attacked a second time"


def moved_units(before: "Board", after: "Board") -> list[Unit]:
    """Return the units whose place has changed."""
    return [unit for unit in before.scenario.units if before.at(unit) != after.at(unit)]


def first_words(chart: Chart, code: str) -> str:
    """Return a code of a chart with the first words of its meaning."""
    words = chart.means(code).replace(".", ";").split(";")[0]
    return f"{code}, {words.lower()}" if words else str(code)
