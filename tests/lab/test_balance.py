# SPDX-License-Identifier: Apache-2.0
"""What a batch of games tells of a scenario: its figures, and the page they are shown on."""

import re
from collections import Counter
from html.parser import HTMLParser
from math import inf, sqrt
from pathlib import Path
from shutil import copytree
from statistics import stdev

import polars as pl
import pytest

from grognard.charts.errors import GrognardError
from grognard.lab.balance.batches import write_balance
from grognard.lab.balance.figures import Balance, balance, likeness, share, squared_correlation
from grognard.lab.balance.heat import ground, heat_svg
from grognard.lab.balance.intervals import Interval, mean_of, over_pairs, wilson
from grognard.lab.balance.output import balance_lines
from grognard.lab.balance.page import signed_range
from grognard.lab.balance.report import conclusion, report
from grognard.lab.balance.tables import attacks_by_column, columns_in_order, deaths, presence, spread_by_turn
from grognard.lab.batch.match import save_match
from grognard.lab.batch.opening import new_match
from grognard.lab.batch.results import Results
from grognard.registry import game_map

SIDES = ("German", "British")
# Made by grognard lab sweep seelowe/hythe --games 12 --cell "crt 3-1/*" --as De.
KEPT = Path(__file__).parent / "kept"


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    """Return a folder with a few games of a small scenario, told in detail."""
    return copytree(KEPT / "base", tmp_path / "batch")


# Intervals


def test_wilson_is_the_interval_of_the_books() -> None:
    """Newcombe 1998, table I: 81 of 263 and 0 of 20."""
    many, none = wilson(81, 263), wilson(0, 20)
    assert (many.low, many.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert (none.low, none.high) == pytest.approx((0, 0.1611), abs=5e-5)


def test_a_mean_has_the_interval_of_student() -> None:
    interval = mean_of([0.0, 1.0] * 50)
    assert interval.high - 0.5 == pytest.approx(1.9842 * sqrt(100 / 99 / 4) / 10, abs=1e-5)
    alone = mean_of([3.0])
    assert (alone.mean, alone.low, alone.high) == (3, -inf, inf)
    assert not alone.is_clear
    assert signed_range(alone) == "+3.0 (\N{MINUS SIGN}\N{INFINITY} to +\N{INFINITY})"


def test_a_game_whose_other_one_is_missing_does_not_count_twice() -> None:
    whole = over_pairs([(0, 1.0), (0, 3.0), (1, 2.0), (1, 4.0)])
    assert over_pairs([(0, 1.0), (0, 3.0), (1, 2.0), (1, 4.0), (2, 100.0)]) == whole
    assert over_pairs([(0, 1.0), (1, 3.0)]).mean == 2.0


def test_nobody_loses_fewer_than_none(batch: Path) -> None:
    # In two pairs of which one has no losses Student's interval reaches far below 0.
    for path in (batch / "games").iterdir():
        games = pl.read_parquet(path)
        games.filter(pl.col("pair") < 2).write_parquet(path)
    losses = batch / "losses"
    for path in losses.iterdir():
        pl.read_parquet(path).filter(pl.col("game") < 2).write_parquet(path)
    lost = balance(Results(batch), SIDES).losses["German"]
    assert lost.mean > 0
    assert lost.low == 0 < lost.high


def test_pairs_that_are_alike_count_as_fewer_games() -> None:
    # All won by the same side: nothing says that the two games of a pair have nothing to do with each other.
    assert likeness([1.0] * 8, [0, 0, 1, 1, 2, 2, 3, 3]) == 2.0
    assert likeness([1.0, 0.0], [0, 0]) == 2.0
    assert likeness([1.0], [0]) == 1.0
    assert likeness([1, 0, 0, 1, 1, 0, 0, 1], [0, 0, 1, 1, 2, 2, 3, 3]) == 1.0
    narrow, wide = share(30, 60, 1.0), share(30, 60, 2.0)
    assert wide == Interval(0.5, *(getattr(wilson(15, 30), end) for end in ("low", "high")))
    assert wide.low < narrow.low


def test_what_has_nothing_to_do_with_another_explains_nothing() -> None:
    assert squared_correlation([(0, 0), (0, 1), (1, 0), (1, 1)]) == 0
    assert squared_correlation([(0, 0), (0, 1)]) is None


# Figures


def test_figures_are_counts_of_the_games(batch: Path) -> None:
    results = Results(batch)
    told, games = balance(results, SIDES), results.games().collect().to_dicts()
    assert told.games == len(games) == 12
    winners = Counter(game["winner"] for game in games)
    assert [round(told.wins[side].mean * 12) for side in SIDES] == [winners[side] for side in SIDES]
    assert told.draws.mean * 12 == pytest.approx(winners[""])
    assert sum(told.score[side].mean for side in SIDES) == pytest.approx(1)
    assert sum(told.verdicts.values()) == 12
    assert told.lead is not None
    assert told.lead.mean == pytest.approx(sum(game["lead"] for game in games) / 12)
    losses = results.losses().collect()["side"].to_list()
    assert told.losses["German"].mean == pytest.approx(losses.count("German") / 12)


def test_means_have_intervals_over_pairs_whose_games_share_their_dice(batch: Path) -> None:
    results = Results(batch)
    told, games = balance(results, SIDES), results.games().collect().sort("game").to_dicts()
    lost = Counter(results.losses().select("game", "side").collect().rows())
    by_game = [[game["lead"] for game in games], [lost[game["game"], "German"] for game in games]]
    assert told.lead is not None
    for shown, values in zip((told.lead, told.losses["German"]), by_game, strict=True):
        pairs = [(one + other) / 2 for one, other in zip(values[::2], values[1::2], strict=True)]
        # Student's for six pairs.
        assert shown.high - shown.mean == pytest.approx(2.5706 * stdev(pairs) / sqrt(6), rel=1e-4)


def test_players_who_differ_are_told_apart_by_side(batch: Path) -> None:
    results = Results(batch)
    results.match = new_match("seelowe/hythe", ("greedy", "random"), games=12, detail=True)
    told = balance(results, SIDES)
    assert set(told.players) == {"greedy", "random"}
    wins = [results.games().collect().filter(side_of_a=side, winner=side).height for side in SIDES]
    assert [round(told.players["greedy"][side].mean * 6) for side in SIDES] == wins
    assert "greedy wins" in "\n".join(balance_lines(told, results.match))


def test_without_games_there_is_nothing_to_tell(tmp_path: Path) -> None:
    save_match(tmp_path, new_match("seelowe/hythe", ("greedy", "greedy"), games=2))
    with pytest.raises(GrognardError, match="has no games yet"):
        balance(Results(tmp_path), SIDES)


def test_every_unit_on_the_map_counts_once_a_turn(batch: Path) -> None:
    results = Results(batch)
    for side in SIDES:
        units = results.turns().collect().filter(side=side)["units"].sum()
        assert sum(presence(results, side).values()) * 12 == pytest.approx(units)
    assert sum(deaths(results, "German").values()) * 12 <= results.losses().collect().height


def test_quantiles_enclose_the_mean_and_a_game_that_ended_stays_as_it_was(batch: Path) -> None:
    rows = spread_by_turn(Results(batch), "points")
    assert {row["turn"] for row in rows} == {1, 2, 3, 4}
    assert all(row["q10"] <= row["q25"] <= row["q50"] <= row["q75"] <= row["q90"] for row in rows)


def test_attacks_are_told_in_the_order_of_the_chart(batch: Path) -> None:
    rows = attacks_by_column(Results(batch), ["1-1", "2-1", "3-1"])
    assert {row["column"] for row in rows} <= {"1-1", "2-1", "3-1", "no column"}
    attacks = Results(batch).attacks().collect().height
    assert sum(row["number"] for row in rows) * 12 == pytest.approx(attacks)
    assert columns_in_order(["3-1", "no column", "1-2"], ["1-2", "1-1", "3-1"]) == ["1-2", "3-1", "no column"]


# Verdicts on a scenario


def told_with(score: float, low: float, high: float) -> Balance:
    even = Interval(0.5, 0.4, 0.6)
    first, second = Interval(score, low, high), Interval(1 - score, 1 - high, 1 - low)
    return Balance(
        games=100, sides=SIDES, alike=1.0, wins={"German": first, "British": second}, draws=Interval(0, 0, 0.04),
        score={"German": first, "British": second}, players={}, verdicts={}, lead=even, losses={}, turns={4: 100},
        orders=1, rolls=1, seconds=1, luck=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("score", "says"),
    [
        ((0.6, 0.55, 0.64), "the scenario is even"),
        ((0.8, 0.7, 0.87), "leans to the German side, which has 80% (70 to 87)"),
        (
            (0.6, 0.5, 0.69),
            "So few games cannot tell whether the scenario is even: with half the draws the German side has 60% (50 to 69)",
        ),
        (
            (0.3, 0.2, 0.4),
            "cannot tell whether the scenario is even: with half the draws the British side has 70%",
        ),
        ((0.5, 0.0, 1.0), "cannot tell whether the scenario is even"),
    ],
)
def test_a_scenario_leans_or_is_even_only_if_the_whole_interval_says_so(
    score: tuple[float, float, float], says: str
) -> None:
    match = new_match("seelowe/hythe", ("greedy", "greedy"), games=2)
    assert says in conclusion(told_with(*score), match)


def test_between_players_who_differ_nothing_is_said_of_the_scenario() -> None:
    match = new_match("seelowe/hythe", ("greedy", "random"), games=2)
    assert "leans" not in conclusion(told_with(0.8, 0.7, 0.87), match)


# The page


class Page(HTMLParser):
    """What a page has in it, and which tags are left open."""

    VOID = ("meta", "path", "line", "rect", "circle", "br", "img", "stop")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.open: list[str] = []
        self.titles: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h2", "h3"):
            self.titles.append(data)


def test_the_report_has_everything_in_it_and_fetches_nothing(batch: Path) -> None:
    written = write_balance(batch)
    text = (batch / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert not page.open
    assert page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
    assert not re.findall(r'(?:href|src)="(?!#)', text)
    assert not re.findall(r"url\((?!\"?data:|#)", text)
    assert "default-src 'none'" in text
    for part in (
        "Verdicts",
        "Points",
        "Ground held",
        "Where German units were lost",
        "Luck against result",
        "British: attack",
    ):
        assert part in page.titles
    assert written.games == 12


def test_the_report_is_made_again_from_the_data_alone(batch: Path) -> None:
    write_balance(batch)
    assert (batch / "report.html").read_text(encoding="utf-8") == report(Results(batch))


def test_heat_lies_on_the_hexes_of_the_map() -> None:
    shown = ground(game_map("seelowe", "kent"), frozenset({"2411", "2310"}))
    drawn = heat_svg(shown, {"2411": 2.0, "2310": 0.5, "9999": 1.0}, "#123456", "units")
    assert drawn.count("<path") == 2
    assert "<title>2411 Folkestone: 2.00 units</title>" in drawn
    assert 'fill-opacity="0.92"' in drawn


def test_a_report_of_games_without_detail_says_who_wins(tmp_path: Path, batch: Path) -> None:
    save_match(tmp_path, new_match("seelowe/hythe", ("greedy", "greedy"), games=12))
    for path in (batch / "games").iterdir():
        (tmp_path / "games").mkdir(exist_ok=True)
        (tmp_path / "games" / path.name).write_bytes(path.read_bytes())
    titles = Page(report(Results(tmp_path))).titles
    assert "Verdicts" in titles
    assert "Where German units were" not in titles
