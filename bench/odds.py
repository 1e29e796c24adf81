"""Exact odds beside dyce and icepool: one attack with a modifier, asked cold and asked again.

Contenders are interleaved in each round; CPU time, median of the rounds; answers are asserted equal first.
"""

import statistics
import time
from collections.abc import Callable
from fractions import Fraction

import dyce
import icepool

from grognard.games.seelowe.combat import Combat, combat, combat_result, worksheet
from grognard.umpire import Chance, Enumerator

ROUNDS = 15
CODES = {-1: "Ar", 0: "Br", 1: "Br", 2: "Dr", 3: "Dr", 4: "Ex", 5: "Ex", 6: "De"}


SHEET = worksheet(Combat((6, 6, 5), (5,), river=True))
COLD, WARM = Enumerator(), Enumerator()


def ours_cold() -> Chance[str]:
    """The result of the attack from the rule that is played, nothing remembered."""
    return COLD.work_out(combat_result, SHEET)


def ours_again() -> object:
    """The whole procedure with its outcomes, asked again."""
    return WARM(combat, SHEET)


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

CONTENDERS: dict[str, tuple[Callable[[], object], int]] = {
    "ours, cold": (ours_cold, 4000),
    "ours, asked again": (ours_again, 40000),
    "dyce": (peer_dyce, 4000),
    "icepool": (peer_icepool, 800),
}


def check() -> None:
    """Results must be equal before times are compared."""
    ours = dict(ours_cold().items())
    theirs = {str(code): Fraction(count, 6) for code, count in peer_dyce().items()}
    others = {code.text: peer_icepool().probability(code) for code in peer_icepool()}
    if not ours == theirs == others:
        raise SystemExit(f"the contenders differ: {ours}, {theirs}, {others}")


def main() -> None:
    """Measure and print the table."""
    check()
    times: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    for _ in range(ROUNDS):
        for name, (run, count) in CONTENDERS.items():
            before = time.process_time()
            for _ in range(count):
                run()
            times[name].append((time.process_time() - before) / count * 1e6)
    medians = {name: statistics.median(each) for name, each in times.items()}
    for name, median in medians.items():
        print(f"{name:<20}{median:>10.2f} µs")
    ours = medians["ours, cold"]
    print(
        f"\none attack, cold: {medians['dyce'] / ours:.1f}x dyce (bar 1.5), {medians['icepool'] / ours:.1f}x icepool (bar 10)"
    )
    print(f"asked again: {medians['dyce'] / medians['ours, asked again']:.0f}x dyce")


if __name__ == "__main__":
    main()
