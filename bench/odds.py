# SPDX-License-Identifier: Apache-2.0
"""Exact odds beside dyce and icepool: one attack, battles of many rolls, combat and then a check, a whole table.

A whole round of close combat is measured by itself.

Attack and battle are asked cold, with nothing remembered, and asked again.

Contenders are interleaved in each round; CPU time, median of the rounds; answers are asserted equal first.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from operator import add
from typing import TypeVar

import dyce
import icepool

from grognard.games.asl_sk import (
    attack,
    best_pairing,
    close_combat,
    close_combat_round,
    kill_number,
    pairing,
    promotion,
    round_sequence,
    round_text,
)
from grognard.games.asl_sk.attack import AttackSheet
from grognard.games.asl_sk.attack import Outcome as AttackOutcome
from grognard.games.asl_sk.close_combat import resolve
from grognard.games.asl_sk.unit_check import Member, Terms
from grognard.games.asl_sk.unit_check import check as check_one
from grognard.games.iron_curtain import combat_1962
from grognard.games.jarama import attack as jarama
from grognard.games.jarama.combat import crt_result
from grognard.games.jarama.terms import CARD as JARAMA
from grognard.games.panzerblitz.terms import CARD
from grognard.procedures.dense import WeightTable, whole_table
from grognard.registry import Card
from grognard.registry.games import definition
from grognard.rules.resolution import combat_roll
from grognard.rules.resolution import resolve as resolve_attack
from grognard.rules.step_outcomes import Outcome
from grognard.rules.worksheet import worksheet
from grognard.umpire import TWO_D6, Call, Chance, Enumerator, Rule, total

T = TypeVar("T")
ROUNDS = 15
CODES = {-1: "Ar", 0: "Br", 1: "Br", 2: "Dr", 3: "Dr", 4: "Ex", 5: "Ex", 6: "De"}


SEELOWE = definition("seelowe")
SHEET = worksheet(SEELOWE.printed, SEELOWE.situation((6, 6, 5), (5,), river=True))
COLD, WARM = Enumerator(), Enumerator()


def ours_cold() -> Chance[str]:
    """The result of the attack from the rule that is played, nothing remembered."""
    return COLD.work_out(combat_roll, SHEET)


def ours_again() -> object:
    """The whole procedure with its outcomes, asked again."""
    return WARM(resolve_attack, SHEET)


def peer_dyce() -> "dyce.H[str]":
    """The same attack with dyce."""
    return D6.apply(lambda face: CODES[face - 2])


def peer_icepool() -> icepool.Die:
    """The same attack with icepool."""
    return icepool.d6.map(lambda face: RESULTS[face - 2])


class Code:
    """A result that icepool takes whole, not letter by letter."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Code) and self.text == other.text

    def __lt__(self, other: "Code") -> bool:
        return self.text < other.text

    def __hash__(self) -> int:
        return hash(self.text)


RESULTS = {face: Code(code) for face, code in CODES.items()}
D6 = dyce.H(6)

ONE_ATTACK: dict[str, tuple[Callable[[], object], int]] = {
    "ours, cold": (ours_cold, 4000),
    "ours, asked again": (ours_again, 40000),
    "dyce": (peer_dyce, 4000),
    "icepool": (peer_icepool, 800),
}

# The whole table: every column of the PanzerBlitz CRT under every modifier from -6 to +6, from the compiled chart.
CRT = CARD.chart("crt")
COLUMNS = CRT.column_axes[0].labels
MODIFIERS = range(-6, 7)
CELLS = {(column, die): CRT[column, die].text for column in COLUMNS for die in range(-5, 13)}
TAKEN_WHOLE = {place: Code(text) for place, text in CELLS.items()}
Place = tuple[str, int]


def cell(cells: Mapping[Place, T], column: str, by: int, face: int) -> T:
    """What one face of the die means to the peers."""
    return cells[column, face + by]


def our_table() -> WeightTable:
    """Every distribution of the table as an array of weights."""
    return whole_table(CRT, MODIFIERS)


def our_chances() -> dict[Place, Chance[str]]:
    """The same, taken apart into one distribution for each column and modifier."""
    table = our_table()
    return {(column, by): table.chance(column, by) for column in COLUMNS for by in MODIFIERS}


def table_by_dyce() -> "dict[Place, dyce.H[str]]":
    """The same with dyce."""
    return {
        (column, by): D6.apply(partial(cell, CELLS, column, by)) for column in COLUMNS for by in MODIFIERS
    }


def table_by_icepool() -> dict[Place, icepool.Die]:
    """The same with icepool."""
    return {
        (column, by): icepool.d6.map(partial(cell, TAKEN_WHOLE, column, by))
        for column in COLUMNS
        for by in MODIFIERS
    }


WHOLE_TABLE: dict[str, tuple[Callable[[], object], int]] = {
    "ours, weights": (our_table, 1000),
    "ours, taken apart": (our_chances, 50),
    "dyce": (table_by_dyce, 50),
    "icepool": (table_by_icepool, 10),
}


# A battle of 1962-1989 at 2:1: three stacks, four defending units, joint losses and retreat, from the playable rule.
BATTLE = combat_1962.worksheet(combat_1962.Combat(("8/2",) * 3, ("3/2",) * 4))
TEN = combat_1962.worksheet(combat_1962.Combat(("8/2",) * 10, ("4/2",) * 10))
RETREATS = {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
Joint = tuple[int, int, int]


def our_battle() -> Chance[Outcome]:
    """The battle from the rule that is played, nothing remembered."""
    return Enumerator()(combat_1962.combat, BATTLE)


def our_battle_again() -> object:
    """The battle asked again."""
    return WARM(combat_1962.combat, BATTLE)


def ten_against_ten() -> object:
    """Ten stacks against ten units, nothing remembered."""
    return Enumerator()(combat_1962.combat, TEN)


def battle_by_dyce() -> dict[Joint, int]:
    """The same with dyce."""
    attackers = 3 @ D6.apply(lambda face: int(face <= 2))
    defenders = 4 @ D6.apply(lambda face: int(face >= 4))
    retreat = D6.apply(lambda face: RETREATS[face])
    return {
        (lost, killed, hexes): one * two * three
        for lost, one in attackers.items()
        for killed, two in defenders.items()
        for hexes, three in retreat.items()
    }


def battle_by_icepool() -> icepool.Die:
    """The same with icepool."""
    attackers = 3 @ icepool.d6.map(lambda face: int(face <= 2))
    defenders = 4 @ icepool.d6.map(lambda face: int(face >= 4))
    return icepool.tupleize(attackers, defenders, icepool.d6.map(RETREATS))


A_BATTLE: dict[str, tuple[Callable[[], object], int]] = {
    "ours, cold": (our_battle, 100),
    "ours, asked again": (our_battle_again, 20000),
    "dyce": (battle_by_dyce, 100),
    "icepool": (battle_by_icepool, 30),
    "ten against ten": (ten_against_ten, 10),
}


# Ten battles of Jarama, one in each column of its CRT, to the Troop points that both sides lose in all of them. Points
# of the attacker count 100, those of the defender 1, so that every contender adds plain numbers.
JARAMA_CRT = JARAMA.chart("crt")
ODDS = ((1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1))
BATTLES = [jarama.worksheet(jarama.Combat((f"{a}/9/7",), (f"{d}/9/7",))) for a, d in ODDS]


def lost(result: str) -> int:
    """Return the points that a result costs."""
    does = JARAMA_CRT.does(result)
    return 100 * does.get("attacker_loses", 0) + does.get("defender_loses", 0)


LOST = {code: lost(code) for code in JARAMA_CRT.sheet.file.codes}
FACES = [
    {die: lost(JARAMA_CRT[column, die].text) for die in range(1, 11)}
    for column in JARAMA_CRT.column_axes[0].labels
]
D10 = dyce.H(10)


def battle_lost(sheet: jarama.CombatSheet) -> Rule[int]:
    """Fight a battle by the rule that is played, for its losses."""
    result = yield from crt_result(sheet)
    return LOST[result]


ALL_LOST = total(battle_lost, [(sheet,) for sheet in BATTLES], add, 0)


def our_losses() -> Chance[int]:
    """Ten battles from the rule that is played, nothing remembered."""
    return Enumerator()(ALL_LOST.rule, *ALL_LOST.arguments)


def losses_by_dyce() -> "dyce.H[int]":
    """The same with dyce."""
    return sum((D10.apply(faces.__getitem__) for faces in FACES), dyce.H({0: 1}))


def losses_by_icepool() -> icepool.Die:
    """The same with icepool."""
    return sum((icepool.d10.map(faces) for faces in FACES), icepool.Die([0]))


TEN_BATTLES: dict[str, tuple[Callable[[], object], int]] = {
    "ours, cold": (our_losses, 50),
    "dyce": (losses_by_dyce, 50),
    "icepool": (losses_by_icepool, 20),
}


def check_losses() -> None:
    """The losses of ten battles must come out equal, too."""
    ours = dict(our_losses().items())
    by_dyce, by_icepool = losses_by_dyce(), losses_by_icepool()
    theirs = {int(each): Fraction(count, 10**10) for each, count in by_dyce.items()}
    others = {each: by_icepool.probability(each) for each in by_icepool}
    if not ours == theirs == others:
        raise SystemExit(f"the contenders differ: {ours}, {theirs}, {others}")


def check_battle() -> None:
    """The battle must come out equal, too."""
    ours = our_battle().map(lambda each: (len(each.attackers_lose), len(each.defenders_lose), each.retreats))
    by_dyce, by_icepool = battle_by_dyce(), battle_by_icepool()
    ways = sum(by_dyce.values())
    theirs = {joint: Fraction(count, ways) for joint, count in by_dyce.items()}
    others = {tuple(joint): by_icepool.probability(joint) for joint in by_icepool}
    if not dict(ours.items()) == theirs == others:
        raise SystemExit(f"the contenders differ: {ours}, {theirs}, {others}")


# Close combat at 2-1, and the morale check of the survivor: from the two playable rules, nothing remembered.
OFF = Card("asl-sk", "card", (("field-promotion", "off"),))
ATTACK = close_combat.worksheet(close_combat.CloseCombat(("g-467", "g-467"), ("r-447",)), OFF)
TERMS = Terms(3, fired_upon=True, card=OFF)
KILL, MORALE, ELR = 7, 7, 3
Fate = tuple[str, str]


def combat_then_check(sheet: AttackSheet) -> Rule[tuple[object, Member | None]]:
    """An attack, and if the target is there still its check."""
    outcome: AttackOutcome = yield Call(resolve, sheet)
    became = round_sequence.side_after(sheet.targets, outcome.losses, ())
    if not became:
        return outcome.losses, None
    member: Member = yield Call(check_one, "r", became[0], 0, TERMS)
    return outcome.losses, member


def our_check() -> Chance[tuple[object, Member | None]]:
    """Both from the rules that are played."""
    return Enumerator()(combat_then_check, ATTACK)


def attacked(dr: int) -> str:
    """What a DR does at 2-1."""
    return "eliminated" if dr < KILL else "r-237" if dr == KILL else "r-447"


def checked(unit: str, dr: int) -> str:
    """What a DR does to a squad or half-squad of morale 7, ELR 3."""
    squad = unit == "r-447"
    if dr == TWO_D6.totals[-1]:
        return "r-226:broken:dm" if squad else "eliminated"
    if dr <= MORALE:
        return unit if dr < MORALE else f"{unit}:pinned"
    lower = "r-426" if squad else "r-226"
    return f"{unit if dr - MORALE <= ELR else lower}:broken:dm"


def fate(unit: str, dr: int) -> Fate:
    """A unit and what becomes of it."""
    return unit, checked(unit, dr)


def check_by_dyce() -> "dyce.H[Fate]":
    """The same with dyce, by its own way of rolling what depends on a roll."""
    dice = 2 @ D6
    checks = {unit: dice.apply(partial(fate, unit)) for unit in ("r-447", "r-237")}

    def then(rolled: "dyce.HResult[int]") -> "dyce.H[Fate] | Fate":
        unit = attacked(rolled.outcome)
        return checks.get(unit, (unit, ""))

    return dyce.expand(then, dice)


def check_by_icepool() -> icepool.Die:
    """The same with icepool."""
    dice = 2 @ icepool.d6

    def then(dr: int) -> icepool.Die:
        unit = attacked(dr)
        if unit == "eliminated":
            return icepool.Die([(Code(unit), Code(""))])
        return dice.map(lambda second: (Code(unit), Code(checked(unit, second))))

    return dice.map(then)


THEN_A_CHECK: dict[str, tuple[Callable[[], object], int]] = {
    "ours, cold": (our_check, 400),
    "dyce": (check_by_dyce, 200),
    "icepool": (check_by_icepool, 50),
}


def compare_checks() -> None:
    """Combat and check must come out equal, too."""

    def told(end: tuple[object, Member | None]) -> str:
        return "eliminated" if end[1] is None else str(end[1])

    ours = dict(our_check().map(told).items())
    by_dyce, by_icepool = check_by_dyce(), check_by_icepool()
    theirs: dict[str, Fraction] = {}
    others: dict[str, Fraction] = {}
    for fate, count in by_dyce.items():
        theirs[fate[1] or fate[0]] = theirs.get(fate[1] or fate[0], Fraction(0)) + Fraction(
            count, by_dyce.total
        )
    for one, two in by_icepool:
        share = by_icepool.probability((one, two))
        others[two.text or one.text] = others.get(two.text or one.text, Fraction(0)) + share
    if not ours == theirs == others:
        raise SystemExit(f"the contenders differ: {ours}, {theirs}, {others}")


# Eight units a side, of eight kinds with leaders or without, and all alike: planned and weighed, nothing remembered.
EIGHT = close_combat_round.Round(
    ("g-468", "g-467", "g-447", "g-436", "g-548", "g-838", "g-9-1", "g-8-0"),
    ("r-458", "r-447", "r-426", "r-527", "r-628", "r-248", "r-8-1", "r-8-0"),
)
LEADERLESS = close_combat_round.Round(
    ("g-468", "g-467", "g-447", "g-436", "g-548", "g-838", "g-248", "g-247"),
    ("r-458", "r-447", "r-426", "r-527", "r-628", "r-248", "r-237", "r-crew"),
)
ALIKE = close_combat_round.Round(("g-467",) * 8, ("r-447",) * 8)


def whole_round(situation: close_combat_round.Round) -> object:
    """Plan a round and weigh it, with everything forgotten that was worked out before, but for the charts."""
    for known in FORGOTTEN:
        known.cache_clear()
    return Enumerator()(close_combat_round.close_combat_round, close_combat_round.worksheet(situation))


FORGOTTEN = (
    close_combat_round.worksheet, attack.figures, attack.sheet_of, attack.read_together,
    kill_number.kill_number, pairing.worth, best_pairing.planned, round_sequence.linked, round_sequence.plans,
    round_sequence.side_after, promotion.created_by, round_text.names_of,
)  # fmt: skip
WHOLE_ROUND: dict[str, tuple[Callable[[], object], int]] = {
    "eight kinds a side": (partial(whole_round, EIGHT), 1),
    "eight without a leader": (partial(whole_round, LEADERLESS), 1),
    "eight alike a side": (partial(whole_round, ALIKE), 1),
}


def check() -> None:
    """Results must be equal before times are compared."""
    ours = dict(ours_cold().items())
    theirs = {str(code): Fraction(count, 6) for code, count in peer_dyce().items()}
    others = {code.text: peer_icepool().probability(code) for code in peer_icepool()}
    if not ours == theirs == others:
        raise SystemExit(f"the contenders differ: {ours}, {theirs}, {others}")
    by_dyce, by_icepool = table_by_dyce(), table_by_icepool()
    for place, chance in our_chances().items():
        ours = dict(chance.items())
        theirs = {str(code): Fraction(count, 6) for code, count in by_dyce[place].items()}
        others = {code.text: by_icepool[place].probability(code) for code in by_icepool[place]}
        if not ours == theirs == others:
            raise SystemExit(f"the contenders differ at {place}: {ours}, {theirs}, {others}")


def measure(contenders: dict[str, tuple[Callable[[], object], int]]) -> dict[str, float]:
    """Run the contenders in turns, print their medians, and return them."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, (run, count) in contenders.items():
            before = time.process_time()
            for _ in range(count):
                run()
            times[name].append((time.process_time() - before) / count * 1e6)
    medians = {name: statistics.median(each) for name, each in times.items()}
    for name, median in medians.items():
        print(f"{name:<24}{median:>10.2f} µs")
    return medians


def main() -> None:
    """Measure and print the tables."""
    check()
    check_battle()
    check_losses()
    compare_checks()
    medians = measure(ONE_ATTACK)
    ours = medians["ours, cold"]
    print(
        f"\none attack, cold: {medians['dyce'] / ours:.1f}x dyce (bar 1.5), {medians['icepool'] / ours:.1f}x icepool (bar 10)"
    )
    print(f"asked again: {medians['dyce'] / medians['ours, asked again']:.0f}x dyce\n")
    medians = measure(A_BATTLE)
    ours = medians["ours, cold"]
    print(
        f"\na battle, cold: {medians['icepool'] / ours:.1f}x icepool (bar 2), {medians['dyce'] / ours:.2f}x dyce (bar 0.4)"
    )
    print(f"asked again: {medians['dyce'] / medians['ours, asked again']:.0f}x dyce (bar 50)\n")
    medians = measure(TEN_BATTLES)
    ours = medians["ours, cold"]
    print(
        f"\nten battles, joint losses: {medians['dyce'] / ours:.1f}x dyce (bar 2), {medians['icepool'] / ours:.1f}x icepool\n"
    )
    medians = measure(THEN_A_CHECK)
    ours = medians["ours, cold"]
    print(
        f"\nclose combat then a check: {medians['dyce'] / ours:.1f}x dyce (bar 4), {medians['icepool'] / ours:.1f}x icepool (bar 8)\n"
    )
    slowest = max(measure(WHOLE_ROUND).values())
    print(f"\na round of eight units a side, cold: {slowest / 1000:.0f} ms (bar 100)\n")
    medians = measure(WHOLE_TABLE)
    ours = medians["ours, weights"]
    print(
        f"\nwhole table: {medians['dyce'] / ours:.1f}x dyce (bar 10), {medians['icepool'] / ours:.1f}x icepool (bar 75)"
    )


if __name__ == "__main__":
    main()
