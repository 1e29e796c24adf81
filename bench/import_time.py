# SPDX-License-Identifier: Apache-2.0
"""How long `import grognard` takes beside `import networkx`: at most as long.

Each round starts both in fresh processes, one after the other; CPU time, median of the rounds.
"""

import resource
import statistics
import subprocess
import sys

ROUNDS = 15
PEER = "networkx"


def cpu_seconds(code: str) -> float:
    """Run code in a fresh interpreter and return the CPU time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print the table."""
    contenders = ("pass", "import grognard", f"import {PEER}")
    times: dict[str, list[float]] = {code: [] for code in contenders}
    for _ in range(ROUNDS):
        for code in contenders:
            times[code].append(cpu_seconds(code))
    medians = {code: statistics.median(each) * 1000 for code, each in times.items()}
    bare = medians["pass"]
    print(f"{'what':<20}{'ms':>8}{'ms without Python itself':>28}")
    for code, median in medians.items():
        print(f"{code:<20}{median:>8.1f}{median - bare:>28.1f}")
    ratio = (medians["import grognard"] - bare) / (medians[f"import {PEER}"] - bare)
    print(f"\nimport grognard takes {ratio:.2f} of the time of import {PEER}; the bar is 1.00")


if __name__ == "__main__":
    main()
