"""How well a position stands, for programs that play. A simple measure, said here in full.

For both sides: 4 for each unit the enemy has lost more; for each point of towns ahead, those entered counting as held,
4 at the end and less before, for there is time to take them back; a third of attack and defence of every unit alive,
as it is, less the enemy's; who is not seen counts in full. For the side itself: its attack strength
is worth less the farther it is from where it is wanted (the side that moves first from the towns it does not hold, the
other from enemies and the towns it lost, by land, at most 30 hexes), and least while it waits off the map; a unit
without supply is worth less; a town that counts is worth half its points more while one stands in it and an enemy is
within 10 hexes; an enemy stack one stands around is worth more, the better the odds of an attack with all that stand
there, up to 4-1, terrain taking a quarter of them; strikes are kept for a target that is worth it. While strikes are
made a contaminated hex costs the side 4 for each step that its units within 2 hexes would lose on the average by
entering it, and two more where a town counts, but no more than it holds; the enemy a quarter of that, for whoever was
struck there does not come in.
"""

from functools import cache, lru_cache

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import entry_column
from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike, Strike
from grognard.games.iron_curtain.strike_orders import left
from grognard.games.iron_curtain.terms import Poison
from grognard.hexes import HexId
from grognard.play.places import WAITING, is_on_map
from grognard.procedures.reading import column
from grognard.rules import evaluation
from grognard.rules.card import Card
from grognard.rules.evaluation import FAR, steps_to
from grognard.rules.scenario import Scenario
from grognard.rules.units import Face

POINT, EARLY, STRENGTH, STEP, ODDS = 4.0, 0.25, 1 / 3, 0.05, 0.5
BEST_ODDS, COVERED = 4.0, 0.75
NONE = Face(0, 0, 0)
GUARD, DANGER, SHORT = 2.0, 10, 1.5
# How near units are that may enter a contaminated hex, what a step lost there is worth, and which share to the enemy.
NEAR, LOSS, SHARE = 2, 4.0, 0.25
# So many units of either side are sure to come for a town that counts.
COMING = 2
KEEP: dict[type[Strike], float] = {AirStrike: 0.1, ChemicalStrike: 0.6, NuclearStrike: 1.2}


class Evaluation(evaluation.Evaluation, frozen=True, kw_only=True):
    """How well the positions of a scenario stand."""

    def measure(self, board: Board, side: str) -> float:
        """Say how well a position stands for a side."""
        scenario, hurt, foe = board.scenario, board.position.hurt, board.context.enemy[side]
        return (
            POINT * _lead(board, side)
            + _strength(scenario, side, hurt)
            - _strength(scenario, foe, hurt)
            + _readiness(board, side)
            + _guards(board, side)
            + _pressure(board, side)
            + _dust(board, side)
            + sum(worth * left(board, kind, side) for kind, worth in KEEP.items())
        )


def _lead(board: Board, side: str) -> float:
    """Count the lead of a side as if every town that is entered were held; towns weigh more as the game goes on."""
    first, position, losses = board.context.sides[0], board.position, board.book.victory.losses
    held = (position.held | board.front(first).units) - board.foes(first)
    towns = sum(worth if at in held else -worth for at, worth in board.scenario.worth.items())
    late = EARLY + (1 - EARLY) * position.turn / board.scenario.turns
    ahead = late * towns + losses(board, board.context.enemy[first]) - losses(board, first)
    return ahead if side == first else -ahead


@lru_cache(maxsize=4096)
def _strength(scenario: Scenario, side: str, hurt: tuple[int, ...]) -> float:
    """Add up what the units of a side are worth with the steps they have left."""
    alive = [unit for unit in scenario.movers[side] if hurt[unit.number] < len(unit.faces)]
    faces = [unit.faces[hurt[unit.number]] for unit in alive]
    return STRENGTH * sum(face.attack + face.defence for face in faces)


@lru_cache(maxsize=4096)
def _attacks(scenario: Scenario, hurt: tuple[int, ...]) -> list[int]:
    """Return the attack strength of every unit with the steps it has left; of one that is lost, none."""
    faces = [(*unit.faces, NONE)[hurt[unit.number]] for unit in scenario.units]
    return [face.attack for face in faces]


def _readiness(board: Board, side: str) -> float:
    steps, total = steps_to(board.book, board.scenario, _wanted(board, side)), 0.0
    position, numbers = board.position, board.scenario.numbers[side]
    attacks = _attacks(board.scenario, position.hurt)
    for attack, at in zip(attacks[numbers], position.at[numbers], strict=True):
        if is_on_map(at):
            total -= STEP * attack * steps.get(at, FAR)
        elif at == WAITING:
            total -= STEP * attack * (FAR + 1)
    own = range(numbers.start, numbers.stop)
    return total - SHORT * sum(number in own for number in position.short)


def _wanted(board: Board, side: str) -> frozenset[HexId]:
    scenario, held = board.scenario, board.position.held
    if side == board.context.sides[0]:
        return frozenset(scenario.worth.keys() - held) or board.foes(side)
    return board.foes(side) | (held - scenario.held)


def _guards(board: Board, side: str) -> float:
    """Reward units in towns that count and are in danger."""
    near = steps_to(board.book, board.scenario, board.foes(side))
    worth = board.scenario.worth
    return GUARD * sum(
        worth[at] for at in board.front(side).units & worth.keys() if near.get(at, FAR) <= DANGER
    )


def _pressure(board: Board, side: str) -> float:
    total, attacks = 0.0, _attacks(board.scenario, board.position.hurt)
    for target in board.in_contact(side):
        around = [unit for at in board.grid.neighbours(target) for unit in board.stacks.get(at, ())]
        attack = sum(attacks[unit.number] for unit in around if unit.side == side)
        defence = sum(board.face(unit).defence for unit in board.stacks[target]) or 1
        odds = min(attack / defence, BEST_ODDS)
        odds *= 1.0 if board.terrain(target) == "open" else COVERED
        total += ODDS * odds if odds > 1 else 0.0
    return total


def _dust(board: Board, side: str) -> float:
    """Weigh what contaminated hexes are still to cost the enemy, less what they are to cost the side itself."""
    if board.now.name != "strikes":
        return 0.0
    # In an order that is the same in every process: sums of floats hang on it.
    struck = sorted({(marker.at, marker.by) for marker in board.position.contaminated})
    return sum(
        SHARE * _risk(board, at, poison, board.context.enemy[side]) - _risk(board, at, poison, side)
        for at, poison in struck
    )


def _risk(board: Board, at: HexId, poison: Poison, side: str) -> float:
    """Return what it would cost a side to enter a contaminated hex with the units that are near."""
    around = (each for each in board.grid.within(at, NEAR) if each != at)
    near = sum(unit.side == side for each in around for unit in board.units_at(each))
    near += COMING if at in board.scenario.worth else 0
    most: int = board.scenario.file.stacking
    return LOSS * min(near, most) * _entry_steps(board.card, poison, side)


@cache
def _entry_steps(card: Card, poison: Poison, side: str) -> float:
    """Return how many steps a unit of a side loses on the average by entering a hex."""
    chart = card.chart(poison)
    reading = column(chart, entry_column(poison, side))
    lost = sum(chart.does(code).get("steps", 0) * weight for code, weight in reading.branches)
    return float(lost / reading.ways)
