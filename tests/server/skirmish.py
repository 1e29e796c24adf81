# SPDX-License-Identifier: Apache-2.0
"""A small game to try the server on: two sides of two men each on a lane of twelve hexes, over six turns.

A man walks up to two hexes a turn (1.1) and strikes a neighbour once (1.2): on 5 or 6 he is gone; on 3 or 4 his side
says whether he stands, and is then gone on 6 (1.3), or falls back a hex.
"""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Self

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import NoSuch
from grognard.opponent import PendingChoice, Program
from grognard.play.board import (
    Battle,
    Candidate,
    Cost,
    Expected,
    Option,
    Piece,
    Preview,
    Reachable,
    Side,
    Status,
    Step,
    Trace,
)
from grognard.play.game import BoardGame, ViewDefaults, every_order
from grognard.play.history import CurrentRules
from grognard.play.log import Header
from grognard.play.shapes import fields_fingerprint
from grognard.play.visibility import Seen
from grognard.procedures.procedure import Line
from grognard.server.library import Scenario
from grognard.umpire import D6, Choose, Question, Roll, Rule, faces, in_words

LANE = range(1, 13)
TURNS = 6
MEN = {"r1": 2, "r2": 4, "b1": 9, "b2": 11}


class Walk(msgspec.Struct, frozen=True, tag="walk"):
    """Walk to a hex."""

    piece: str
    to: str


class Strike(msgspec.Struct, frozen=True, tag="strike"):
    """Strike at a hex."""

    units: tuple[str, ...]
    target: str


class EndTurn(msgspec.Struct, frozen=True, tag="end"):
    """Let the other side go on."""


class Position(msgspec.Struct, frozen=True):
    """Where the men are, and who has walked or struck."""

    at: Annotated[dict[str, int], Seen("all")] = msgspec.field(default_factory=lambda: dict(MEN))
    side: Annotated[Side, Seen("all")] = "Red"
    turn: Annotated[int, Seen("all")] = 1
    walked: Annotated[tuple[str, ...], Seen("all")] = ()
    struck: Annotated[tuple[str, ...], Seen("all")] = ()


class Hidden(Position, frozen=True):
    """The same with plans that only their owner knows."""

    plans: Annotated[dict[str, str], Seen("owner")] = {}


def hex_name(number: int) -> str:
    return f"{number:02d}01"


def number_of(name: str) -> int:
    return int(name[:2]) if name.isascii() and name.isdigit() and len(name) == 4 else 0


def side_of(man: str) -> Side:
    return "Red" if man.startswith("r") else "Blue"


def other(side: Side) -> Side:
    return "Blue" if side == "Red" else "Red"


class Skirmish(ViewDefaults[Position]):
    """The skirmish as a board and a table see it."""

    sides = ("Red", "Blue")
    lenses = ("supply", "threat")
    order = Walk | Strike | EndTurn
    questions: Any = Question[Any]
    sequence: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Self:
        """Itself: this small game decides, shows, says and values in one class."""
        return self

    view = text = evaluation = rules

    def __init__(self, plans: Mapping[Side, str] | None = None) -> None:
        self.hidden = plans

    def start(self) -> Position:
        return Hidden(plans=dict(self.hidden)) if self.hidden else Position()

    def to_move(self, position: Position) -> Side | None:
        standing = {side_of(man) for man in position.at}
        return position.side if position.turn <= TURNS and len(standing) == 2 else None

    # What may be ordered

    def actors(self, position: Position) -> list[str]:
        return [*(man for man in position.at if side_of(man) == position.side), ""]

    def why_idle(self, position: Position, actor: str) -> str:
        able = any(True for _ in self.orders(position, actor))
        return "" if able else f"{actor} has walked and struck (1.1)"

    def orders(self, position: Position, actor: str) -> Iterator[msgspec.Struct]:
        man = actor
        if not man:
            yield EndTurn()
            return
        tries = [Walk(man, hex_name(each)) for each in LANE]
        strikes = [Strike((man,), hex_name(each)) for each in LANE]
        yield from (each for each in (*tries, *strikes) if not self.why_illegal(position, each))

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        return []

    def label(self, question: Question[Any] | str) -> str:
        return in_words(question)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:
        return in_words(choice.why)

    def result(self, roll: Roll[Any], means: Any) -> str:
        return str(means)

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        return []

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        if isinstance(order, Walk):
            return self._no_walk(position, order)
        return self._no_strike(position, order) if isinstance(order, Strike) else ""

    def _no_walk(self, position: Position, order: Walk) -> str:
        there = number_of(order.to)
        if order.piece not in position.at or side_of(order.piece) != position.side:
            return f"{order.piece!r} is no man of {position.side}"
        if order.piece in position.walked:
            return f"{order.piece} has walked (1.1)"
        if there not in LANE or abs(there - position.at[order.piece]) not in (1, 2):
            return f"{order.piece} walks one or two hexes of the lane (1.1)"
        return f"{order.to} is taken" if there in position.at.values() else ""

    def _no_strike(self, position: Position, order: Strike) -> str:
        if len(order.units) != 1 or order.units[0] not in position.at:
            return "one man strikes at a time (1.2)"
        man, there = order.units[0], number_of(order.target)
        if side_of(man) != position.side or man in position.struck:
            return f"{man} may not strike now (1.2)"
        near = abs(there - position.at[man]) == 1
        return (
            ""
            if near and self._enemy(position, there)
            else f"no enemy of {man} is beside him in {order.target}"
        )

    def _enemy(self, position: Position, there: int) -> str:
        return next(
            (man for man, at in position.at.items() if at == there and side_of(man) != position.side), ""
        )

    # What orders do

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        if isinstance(order, Walk):
            at = {**position.at, order.piece: number_of(order.to)}
            return replace(position, at=at, walked=(*position.walked, order.piece))
        if isinstance(order, Strike):
            return (yield from self._strike(position, order))
        side = other(position.side)
        turn = position.turn + (side == "Red")
        return replace(position, side=side, turn=turn, walked=(), struck=())

    def _strike(self, position: Position, order: Strike) -> Rule[Position]:
        man, there = order.units[0], number_of(order.target)
        victim, after = self._enemy(position, there), replace(position, struck=(*position.struck, man))
        gone = replace(after, at={each: at for each, at in position.at.items() if each != victim})
        hit: int = yield Roll("1.2 strike", faces(D6))
        if hit >= 5:
            return gone
        if hit <= 2:
            return after
        answer: tuple[str, str] = yield Choose(
            other(position.side), "1.3 stand or fall back", (("stand", victim), ("back", victim)), after
        )
        if answer[0] == "stand":
            last: int = yield Roll("1.3 stand", faces(D6))
            return gone if last == 6 else after
        back = there + (1 if side_of(victim) == "Blue" else -1)
        free = back in LANE and back not in position.at.values()
        return replace(after, at={**position.at, victim: back}) if free else after

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        match order:
            case Walk(piece, to):
                return f"{piece} walks to {to}"
            case Strike(units, target):
                return f"{units[0]} strikes at {target}"
            case _:
                return f"{position.side} ends its turn"

    def faults(self, position: Position) -> list[str]:
        places = list(position.at.values())
        return [] if len(set(places)) == len(places) else ["two men are in one hex"]

    # What a board shows

    def measure(self, position: Position, side: Side) -> float:
        return sum(1 if side_of(man) == side else -1 for man in position.at)

    def status(self, position: Position) -> Status:
        side = self.to_move(position)
        return Status(
            turn=min(position.turn, TURNS),
            turns=TURNS,
            when=f"hour {position.turn}",
            phase="turn",
            side=side,
            verdict="" if side else "it is over",
        )

    def pieces(self, position: Position) -> list[Piece]:
        return [
            Piece(id=man, name=man, side=side_of(man), kind="man", size="", values="", at=hex_name(at))
            for man, at in position.at.items()
        ]

    def reach(self, position: Position, piece: str) -> Reachable:
        steps, refusals = {}, {}
        for each in LANE:
            order = Walk(piece, hex_name(each))
            why = self.why_illegal(position, order)
            if why:
                refusals[order.to] = why
            else:
                steps[order.to] = Step(Cost(1, 1, "1"), (order.to,), msgspec.to_builtins(order))
        return Reachable(piece, "2 hexes", steps, refusals)

    def battles(self, position: Position) -> list[Battle]:
        found = []
        for each in LANE:
            able = [
                man for man in position.at if not self._no_strike(position, Strike((man,), hex_name(each)))
            ]
            if able:
                pieces = tuple(map(Candidate, able))
                found.append(Battle(type="strike", title="1.2 Strike", target=hex_name(each), pieces=pieces))
        return found

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        del position
        if not isinstance(order, Strike):
            return None
        outcomes = (
            Expected("gone", "the enemy is gone", Fraction(1, 3)),
            Expected("held", "he is not", Fraction(2, 3)),
        )
        return Preview("skirmish", "strike", (Line("needed", "5", "1.2"),), outcomes)

    def supply(self, position: Position) -> dict[str, Trace]:
        return {man: Trace("supplied") for man in position.at}

    def threat(self, position: Position, side: Side) -> dict[str, str]:
        reached = {at + by for man, at in position.at.items() if side_of(man) == side for by in (-3, 3)}
        return {hex_name(each): "one man" for each in sorted(reached & set(LANE))}

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:
        """Say against whom a man stands: who has struck by then; and every plan that the question lets one see."""
        word, man = option
        hexes = (hex_name(position.at[man]),) if man in position.at else ()
        says = (
            f"{man} {'stands against' if word == 'stand' else 'falls back from'} {', '.join(position.struck)}"
        )
        plans = choice.now.plans.values() if isinstance(choice.now, Hidden) else ()
        return Option(option, ", ".join([says, *(f"planning {each}" for each in plans)]), hexes, (man,))


def any_act(game: BoardGame[Any], position: Any, asked: PendingChoice | None, rng: random.Random) -> Any:
    """A program that does anything it may."""
    return rng.choice(asked.choice.options if asked else list(every_order(game, position)))


def bad_act(game: BoardGame[Any], position: Any, asked: PendingChoice | None, rng: random.Random) -> Any:
    """A program with a defect."""
    del game, position, asked, rng
    return Walk("nobody", "9901")


class SkirmishLibrary:
    """The skirmish, in the open and with hidden plans; in its twin Red plans otherwise."""

    plans: Mapping[str, Mapping[Side, str]] = {
        "hidden": {"Red": "north", "Blue": "south"},
        "twin": {"Red": "west", "Blue": "south"},
    }

    programs: Mapping[str, Program] = {"random": any_act, "bad": bad_act}

    def scenario_names(self, game: str) -> tuple[str, ...]:
        return ("open", *self.plans) if game == "skirmish" else ()

    def scenario(self, game: str, name: str) -> Scenario:
        if name not in self.scenario_names(game):
            raise NoSuch(f"scenario in {game} called", name, self.scenario_names(game))
        return Scenario(f"Skirmish, {name}", "Two against two.", TURNS, 5, "lane")

    def open_game(self, game: str, scenario: str, profile: str, switched: Mapping[str, str]) -> Skirmish:
        del profile, switched
        self.scenario(game, scenario)
        return Skirmish(self.plans.get(scenario))

    def rulings_in_force(self, game: str, profile: str, switched: Mapping[str, str]) -> dict[str, str]:
        del game, profile
        return dict(switched)

    def rulings_of(self, header: Header) -> Mapping[str, str]:
        return header.switched

    def present(self, game: str, scenario: str) -> CurrentRules:
        kind = type(Skirmish(self.plans.get(scenario)).start())
        return CurrentRules(
            f"rules of {game}", {f"{game}/cards/strikes": "1"}, {"fields": fields_fingerprint(kind)}
        )
