# SPDX-License-Identifier: Apache-2.0
"""When and how the compiled searches are brought: late, and from any place, even one that cannot be written to."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import grognard
from grognard.hexes import Grid, kernels
from grognard.hexes.paths import Ways, reach
from grognard.hexes.scratch import scratch_for

SEARCH = """
import sys
from grognard.hexes import Grid
assert not {"numpy", "numba"} & set(sys.modules), "too early"
from grognard.hexes.paths import Ways, reach
assert "numba" not in sys.modules, "too early"
grid = Grid(5, 5)
print(len(reach(Ways(grid, lambda *_: 12), grid.parse_hex("0303"), 24)))
"""


def run(cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-c", SEARCH]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, check=False)


def test_a_search_brings_numba_at_first_use_and_is_kept_for_the_next_run(tmp_path: Path) -> None:
    done = run(tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "kept"))
    assert (done.stdout, done.stderr) == ("19\n", "")
    assert list((tmp_path / "kept").rglob("kernels.spread*.nbc"))


@pytest.mark.long
def test_an_install_that_cannot_be_written_to_compiles_in_every_run(tmp_path: Path) -> None:
    """Neither the package nor the home folder can hold a cache here: files stand where folders would be."""
    package = Path(grognard.__file__).parent
    shutil.copytree(package, tmp_path / "grognard", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "grognard" / "hexes" / "__pycache__").touch()
    (tmp_path / "home").touch()
    home = str(tmp_path / "home")
    done = run(
        tmp_path, HOME=home, XDG_CACHE_HOME=home, PYTHONDONTWRITEBYTECODE="1", PYTHONPATH=str(tmp_path)
    )
    assert (done.stdout, done.stderr) == ("19\n", "")


def test_searches_can_be_counted_for_ever() -> None:
    """Stamps that run out start again, and old ones are forgotten."""
    grid = Grid(5, 5)
    ways = Ways(grid, lambda *_: 12)
    before = dict(reach(ways, grid.parse_hex("0303"), 12))
    space = scratch_for(grid.size)
    space.clock[0] = kernels.LAST_STAMP - 1
    space.rows[:, kernels.SEEN] = 1
    space.rows[:, kernels.MARKED] = 1
    assert dict(reach(ways, grid.parse_hex("0303"), 12)) == before
    assert space.clock[0] == kernels.LAST_STAMP
    assert dict(reach(ways, grid.parse_hex("0303"), 12)) == before
    assert space.clock[0] == 1
    assert np.count_nonzero(space.rows[:, kernels.SEEN]) == len(before)
