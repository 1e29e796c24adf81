"""The strikes phase: from the air on the top unit of a hex, nuclear and chemical on every unit in it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import air_strike, desk_text, procedures, weapons
from grognard.games.iron_curtain.air_strike import AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.attack_orders import AGAIN, hidden_lines, target_text, who
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import POISONS, mark
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.losses import defending
from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike, Strike
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import Poison, as_side
from grognard.games.iron_curtain.weapons import WeaponEffect
from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate, Preview
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import LOST
from grognard.play.preview import preview
from grognard.procedures.procedure import NotAllowed, Procedure
from grognard.rules.adjacent_attack import why_not_target
from grognard.rules.cache import once
from grognard.rules.chapter import Chapter, Remembered, Wording
from grognard.rules.rulebook import Rulebook
from grognard.rules.step_losses import suffer, unit_option
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule

STRIKES: tuple[type[Strike], ...] = (AirStrike, NuclearStrike, ChemicalStrike)
# What each is, what a side does with it, and the chart procedure.
WORDS: dict[type[Strike], tuple[str, str, Procedure]] = {
    AirStrike: ("air strike", "makes an air strike on", procedures.AIR_STRIKE),
    NuclearStrike: ("nuclear warhead", "uses a nuclear warhead on", procedures.NUCLEAR_STRIKE),
    ChemicalStrike: ("chemical warhead", "uses a chemical warhead on", procedures.CHEMICAL_STRIKE),
}
# What the weapons tables print, in words.
CODES = {"Elim": "eliminated", "Step": "loses a step", "Step Step": "loses two steps", "-": "unharmed"}
WARHEADS: dict[type[Strike], Poison] = {NuclearStrike: "nuclear", ChemicalStrike: "chemical"}
StrikeSheet = air_strike.AirSheet | weapons.WeaponSheet


def left(board: Board, kind: type[Strike], side: str) -> int:
    """Return how many strikes of a kind a side has left: air strikes in this player-turn, warheads in the game."""
    file = board.scenario.file
    if kind is AirStrike:
        most: int = file.strikes.get(side, 0)
        return most - (board.position.flown if board.now.side == side else 0)
    there_are: int = file.weapons_of(as_side(side)).of(WARHEADS[kind])[0]
    return there_are - board.position.fired.count((WARHEADS[kind], side))


def released(board: Board, kind: type[Strike], side: str) -> int:
    """Return the turn from which a side may strike with a weapon."""
    turn: int = board.scenario.file.weapons_of(as_side(side)).of(WARHEADS[kind])[1] if kind in WARHEADS else 1
    return turn


def cannot_strike(board: Board, kind: type[Strike]) -> str:
    """Say why the side to move does not strike with a weapon in this phase at all; an empty text if it may."""
    side, name = board.now.side, board.now.name
    what = f"{WARHEADS[kind]} warheads" if kind in WARHEADS else "air strikes"
    if name != "strikes":
        return f"strikes are made before movement, and this is {side} {name} (ruling sequence-of-play)"
    if board.position.turn < released(board, kind, side):
        return f"the {what} of {side} are released on turn {released(board, kind, side)}"
    if left(board, kind, side) <= 0:
        return f"{side} has no {what} left"
    return ""


def _why_not_at(board: Board, target: HexId) -> str:
    """Rulings strike-targets, one-attack: say why a hex may not be struck; an empty text if it may."""
    return why_not_target(board, target, AGAIN, "struck", "ruling strike-targets")


def why_not_strike(board: Board, order: Strike) -> str:
    """Say why a strike may not be made; an empty text if it may."""
    target = board.context.naming.hex(order.target)
    reason = cannot_strike(board, type(order)) or _why_not_at(board, target)
    if reason:
        return reason
    top = board.units_at(target)[0]
    return "" if order.units == (top.id,) else f"{top.name} is seen in {board.grid.names[target]}; name it"


def weapons_left(board: Board) -> list[type[Strike]]:
    """Return what the side to move can strike with now."""
    return [kind for kind in STRIKES if not cannot_strike(board, kind)]


@once
def targets(board: Board) -> list[HexId]:
    """Return the hexes that may be struck."""
    if not weapons_left(board):
        return []
    return [at for at in sorted(board.foes(board.now.side)) if not _why_not_at(board, at)]


def strike_orders(kind: type[Strike], board: Board, actor: str) -> Orders[Strike]:
    """Return the strike of a kind that may be made on a hex."""
    target = None if not actor or actor in board.scenario.by_id else board.context.naming.hex(actor)
    if target is None or cannot_strike(board, kind) or _why_not_at(board, target):
        return NONE
    return AllOf((kind((board.units_at(target)[0].id,), actor),))


def strike_sheet(board: Board, order: Strike) -> StrikeSheet:
    """Return the worksheet of a strike on the map."""
    target = board.context.naming.hex(order.target)
    units = board.units_at(target)
    if not units:
        raise NotAllowed(f"there is nobody in {board.grid.names[target]} to strike")
    struck = defending(board, units)
    if not isinstance(order, AirStrike):
        return weapons.sheet_of(WARHEADS[type(order)], "Strike", struck, board.card)
    striker = as_side(board.context.enemy[units[0].side])
    period = board.scenario.file.period
    return air_strike.sheet_of(struck, board.terrain(target), period, striker, board.card)


def strike(board: Board, order: Strike) -> Rule[Position]:
    """Carry out a strike: the dice, the losses, and where a warhead fell the hex is contaminated."""
    kind, target, side = type(order), board.context.naming.hex(order.target), board.now.side
    units, sheet = board.units_at(target), strike_sheet(board, order)
    if isinstance(sheet, air_strike.AirSheet):
        lost = (yield from air_strike.air_strike(sheet)).lose
    else:
        lost = (yield from weapons.weapon(sheet)).lose
    position = suffer(board.context, board.position, units, lost)
    position = replace(position, attacked=position.attacked | {target})
    if kind is AirStrike:
        return replace(position, flown=position.flown + 1)
    position = mark(board.after(position), target, WARHEADS[kind], side)
    return replace(position, fired=(*position.fired, (WARHEADS[kind], side)))


class Strikes(Chapter, frozen=True, kw_only=True):
    """Air strikes, so many in a turn, and warheads, so many in a game, from the turn on which they are released."""

    remembers = (
        Remembered("flown", int, start=0),
        Remembered("fired", tuple[tuple[Poison, str], ...], start=()),
    )
    order_names = ("air-strike", "nuclear-strike", "chemical-strike")

    def kinds(self, context: Context) -> Iterable[Kind[Board, Position]]:
        """Return the orders to strike a hex."""
        del context
        for kind, (_, _, procedure) in WORDS.items():
            yield Kind(
                order=kind,
                actors=lambda board: [board.grid.names[at] for at in targets(board)],
                orders=partial(strike_orders, kind),
                why_illegal=why_not_strike,
                rule=strike,
                preview=partial(_strike_preview, procedure),
                text=strike_text,
            )

    def can_order(self, board: Board) -> bool:
        """Say whether something can be struck."""
        return bool(targets(board))

    def ends_turn(self, board: Board) -> Position:
        """Aircraft fly again in the next turn."""
        return replace(board.position, flown=0)

    def battles(self, board: Board) -> Iterator[Battle]:
        """Return what can be struck, with the unit on top, by every weapon that is left."""
        for at in targets(board):
            top = (Candidate(board.units_at(at)[0].id),)
            for kind in weapons_left(board):
                tag = str(kind.__struct_config__.tag)
                title = f"{tag.replace('-', ' ').capitalize()} on {board.context.place(at)}"
                name = board.grid.names[at]
                yield Battle(type=tag, title=title, target=name, pieces=top, does="strike", settled=True)

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for what strikes roll and ask."""
        del book

        def label(context: Any, asked: Any) -> str:
            return desk_text.label(asked, who(context))

        return {
            AirStrikeRoll: Wording(label=label, result=code_text),
            UnitStruck: Wording(
                label=label, ask=lambda _board, _order, _asked: "Unit struck: whose?", option=unit_option
            ),
            WeaponEffect: Wording(label=label, result=code_text),
        }

    # What must always hold

    def faults(self, board: Board) -> Iterator[str]:
        """Nobody uses more than he has, or before it is released."""
        position, file, now = board.position, board.scenario.file, board.now
        for side in board.context.sides:
            for poison in POISONS:
                count, turn = file.weapons_of(as_side(side)).of(poison)
                spent = position.fired.count((poison, side))
                if spent > count or (spent and position.turn < turn):
                    yield f"{side} has used {spent} {poison} warheads of {count} on turn {position.turn}"
        if not 0 <= position.flown <= file.strikes.get(now.side, 0):
            yield f"{now.side} has flown {position.flown} air strikes"

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """No hex is struck twice in a phase, and no strike is counted that was not flown."""
        if isinstance(order, Strike) and before.grid.parse_hex(order.target) in before.position.attacked:
            yield f"{order.target} is attacked a second time"
        if after.position.flown > before.position.flown and not isinstance(order, AirStrike):
            yield "an air strike is counted that was not flown"

    def displaces(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
        """A strike moves nobody, but may eliminate whoever is struck."""
        if not isinstance(order, Strike) or after.at(unit) != LOST:
            return False
        return unit in before.units_at(before.grid.parse_hex(order.target))


def _strike_preview(procedure: Procedure, board: Board, order: Strike) -> Preview:
    shown = preview("iron-curtain", procedure, strike_sheet(board, order))
    target = board.context.naming.hex(order.target)
    return replace(shown, lines=(*hidden_lines(board, target), *shown.lines))


# Words


def code_text(means: Any) -> str:
    """Say what a code of the weapons tables is."""
    return CODES.get(means, str(means))


def strike_text(board: Board, order: Strike) -> str:
    """Say a strike, and on whom as far as it is seen."""
    return f"{board.now.side} {WORDS[type(order)][1]} {target_text(board, board.context.naming.hex(order.target))}"


def left_now(board: Board) -> str:
    """Say how many strikes of each kind the side to move has left in this phase; an empty text if it makes none."""
    if board.now.name != "strikes" or board.position.over:
        return ""
    able = [AirStrike, *(kind for kind in weapons_left(board) if kind is not AirStrike)]
    return ", ".join(counted(left(board, kind, board.now.side), WORDS[kind][0]) for kind in able)


def left_in_all(board: Board) -> Iterator[str]:
    """Say what each side can still strike with, and from when on."""
    for side in board.context.sides:
        air = left(board, AirStrike, side)
        said = [f"{counted(air, WORDS[AirStrike][0])} in a turn"] if air else []
        for kind in WARHEADS:
            count, turn = left(board, kind, side), released(board, kind, side)
            if count:
                waits = f" from turn {turn}" if board.position.turn < turn else ""
                said.append(counted(count, WORDS[kind][0]) + waits)
        if said:
            yield f"{side} has left: {', '.join(said)}."
