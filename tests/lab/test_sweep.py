# SPDX-License-Identifier: Apache-2.0
"""Sweeps: what a change of the game changes, pair by pair."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from grognard.charts.errors import GrognardError
from grognard.lab.balance.batches import play_sweep, read_sweep, varied, write_sweep
from grognard.lab.balance.compare import change
from grognard.lab.balance.intervals import over_pairs
from grognard.lab.balance.output import sweep_data, sweep_lines
from grognard.lab.balance.plan import Variant
from grognard.lab.balance.sweep import conclusion
from grognard.lab.batch.match import Match
from grognard.lab.batch.opening import new_match
from grognard.lab.batch.results import Results, count_games

SIDES = ("German", "British")
VARIANT = "crt 3-1/* = De"
# Made by grognard lab sweep seelowe/hythe --games 12 --cell "crt 3-1/*" --as De.
KEPT = Path(__file__).parent / "kept"


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    """Return a folder with a sweep of a few games."""
    return copytree(KEPT, tmp_path / "sweep")


def refuse(match: Match, folder: Path) -> None:
    raise AssertionError(f"{match.edits} was played into {folder}")


def test_a_change_that_changes_nothing_is_told_so() -> None:
    base = Results(KEPT / "base")
    same = change(base, base, "nothing", SIDES)
    assert same.same == 1
    assert all(one.mean == one.low == one.high == 0 for one in same.differences.values())
    assert conclusion(same)[0].endswith("No figure changes by so much that it could not be chance.")


def test_differences_are_those_of_the_means_and_intervals_go_by_pairs(sweep: Path) -> None:
    told = read_sweep(sweep)
    assert told is not None
    (changed,) = told.changes
    lost = [
        results.losses().collect().filter(side="British").height / 12
        for results in (told.base, told.variants[VARIANT])
    ]
    difference = changed.differences["units lost by the British side"]
    assert difference.mean == pytest.approx(lost[1] - lost[0])
    assert changed.figures["units lost by the British side"] == pytest.approx(tuple(lost))
    assert changed.same < 1
    interval = over_pairs([(0, 1.0), (0, 3.0), (1, 0.0), (1, 0.0)])
    assert interval.mean == 1
    assert interval.high - interval.mean == pytest.approx(12.7062 * (2**0.5) / 2**0.5, abs=1e-3)


def test_the_page_of_a_sweep_sets_them_side_by_side(sweep: Path) -> None:
    told = read_sweep(sweep)
    assert told is not None
    write_sweep(sweep, told)
    text = (sweep / "report.html").read_text(encoding="utf-8")
    for part in (
        f"With {VARIANT}",
        "Who wins",
        "Ground held, turn by turn",
        "Where British units were lost, changed less as it is",
    ):
        assert part in text
    # A hex that units are in only in the variant.
    assert "<title>2407: +" in text
    assert all((sweep / place).is_file() for place in re.findall(r'href="([^"#]*)"', text))
    assert 'href="variant-1/report.html"' in text
    assert any(line.startswith("as it is: German") for line in sweep_lines(told))
    assert sweep_data(told)["changes"][0]["name"] == VARIANT


def test_what_cannot_be_played_is_refused_before_anything_is(tmp_path: Path) -> None:
    match = new_match("seelowe/hythe", ("greedy", "greedy"), games=2)
    with pytest.raises(GrognardError, match="unknown code 'Xx'"):
        play_sweep(match, [Variant("x", ("cell crt 3-1/4 = Xx",))], tmp_path / "sweep", refuse)
    assert not (tmp_path / "sweep").exists()


def test_a_folder_of_another_sweep_is_refused(sweep: Path, tmp_path: Path) -> None:
    match = new_match("seelowe/hythe", ("greedy", "greedy"), games=12, detail=True)
    with pytest.raises(GrognardError, match=r"has another sweep, of crt 3-1/\* = De; name another folder"):
        play_sweep(match, [Variant("turns", ("turns 2",))], sweep, refuse)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/text.txt").write_text("x", encoding="utf-8")
    with pytest.raises(GrognardError, match="has something else in it"):
        play_sweep(match, [Variant("turns", ("turns 2",))], tmp_path / "other", refuse)
    (tmp_path / "killed").mkdir()
    # What a command leaves that is killed as it writes sweep.json.
    (tmp_path / "killed/.sweep.json.part").write_text("{", encoding="utf-8")
    with pytest.raises(AssertionError):
        play_sweep(match, [Variant("turns", ("turns 2",))], tmp_path / "killed", refuse)


def test_a_variant_has_its_own_rulings_profile_and_edits() -> None:
    match = new_match(
        "seelowe/hythe", ("greedy", "greedy"), games=2, rulings={"die-clamp": "clamp"}, edits=("turns 3",)
    )
    other = varied(match, Variant("x", ("strength 17id +1",), {"odds-rounding": "nearest"}, "errata"))
    assert other.edits == ("turns 3", "strength 17id +1")
    assert (other.profile, set(other.rulings)) == ("errata", {"die-clamp", "odds-rounding"})
    assert other.seed == match.seed


def test_one_pair_alone_makes_no_difference_sure(sweep: Path) -> None:
    for place in ("base", "variant-1"):
        count_games(sweep / place, 2)
    told = read_sweep(sweep)
    assert told is not None
    (changed,) = told.changes
    assert changed.games == 2
    assert any(one.mean for one in changed.differences.values())
    assert conclusion(changed)[1:] == []
    write_sweep(sweep, told)
    assert "(\N{MINUS SIGN}\N{INFINITY} to +\N{INFINITY})" in (sweep / "report.html").read_text(
        encoding="utf-8"
    )
