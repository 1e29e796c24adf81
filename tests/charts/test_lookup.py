# SPDX-License-Identifier: Apache-2.0
"""Look-ups a player can check on the card, by value, with the card's own rounding and clamping."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard import Odds, chart, load_chart
from grognard.charts.errors import GrognardError, NoSuch, OffChart
from grognard.charts.labels import OddsLabel, Span, parse_number


@pytest.mark.parametrize(
    ("game", "name", "keys", "found"),
    [
        # Odds are rounded down in the defender's favour, the die is clamped.
        ("seelowe", "crt", ("7-2", 4), ("4", "3-1", "Ex")),
        ("seelowe", "crt", (Fraction(9, 2), 0), ("0", "4-1 5-1", "Br")),
        ("seelowe", "crt", (5, 0), ("0", "4-1 5-1", "Br")),
        ("seelowe", "crt", (Fraction(599, 100), 6), ("6", "4-1 5-1", "De")),
        ("seelowe", "crt", (9, 3), ("3", "8-1 9-1", "De")),
        ("seelowe", "crt", (40, 1), ("1", "10-1", "De")),
        ("seelowe", "crt", ("1-2", -7), ("-1", "1-2", "Ae")),
        ("seelowe", "crt", ("1-1", 12), ("6", "1-1", "Dr")),
        # Worked odds of the rulings: 11:3, 12:8, 5:8, 6:16; better than 4-1 is 4-1.
        ("panzerblitz", "crt", ("11:3", 5), ("5", "3-1", "DD")),
        ("panzerblitz", "crt", ("12:8", 3), ("3", "1-1", "D")),
        ("panzerblitz", "crt", ("5:8", 2), ("2", "1-2", "D")),
        ("panzerblitz", "crt", ("6:16", -1), ("-1", "1-3", "DD")),
        ("panzerblitz", "crt", ("100:1", 7), ("7", "4-1", "-")),
        ("panzerblitz", "crt", ("26:3", 6), ("6", "4-1", "X")),
        # 1-3+ is 1-3 or worse, 8-1+ is 8-1 or better.
        ("jarama", "crt", ("1:9", 1), ("1", "1-3+", "A4")),
        ("jarama", "crt", ("1:2", 15), ("10", "1-2", "A1D1")),
        ("jarama", "crt", ("30:2", 0), ("1", "8-1+", "D1R2")),
        ("jarama", "bombardment", (12, 9), ("9", "11-16", "1dsg/dst")),
        ("jarama", "bombardment", (99, 1), ("1", "23+", "dsg/dmd")),
        ("jarama", "anti-air", (8, 4), ("4", "7-8", "FB/CAS x .75")),
        ("jarama", "effectiveness", (9, 10), ("10", "6", "5")),
        ("jarama", "reduction", (9, ".50"), ("9", ".50", "5")),
        ("jarama", "reduction", (9, Fraction(1, 2)), ("9", ".50", "5")),
        ("jarama", "armor-superiority", ("7:2",), ("3-1", "Modifier:", "1 column")),
        (
            "jarama",
            "armor-superiority",
            (Odds(Fraction(3), Fraction(0)),),
            ("6-1+", "Modifier:", "3 columns"),
        ),
        ("jarama", "movement", ("Tanks",), ("Tanks", "Movement:", "12")),
        ("jarama", "tec", ("dense woods", "foot"), ("Dense Woods", "Foot Movement", "2")),
        # Effectiveness 4 and fewer: 1 loss, or more than 1; 7 and better: 3 or more.
        ("jarama", "demoralization", (4, 1), ("Result:", "4 / 1", "1-4 = NE 5-6 = R 7-10 = D")),
        ("jarama", "demoralization", (2, 4), ("Result:", "4 / 1+", "1-6 = R 7-10 = D")),
        ("jarama", "demoralization", (6, 3), ("Result:", "6 / 2+", "1-8 = R 9-10 = D")),
        ("jarama", "demoralization", (9, 5), ("Result:", "7 / 3", "1-9 = R 10 = D")),
        # The nearest whole ratio; exact halves go to the larger figure.
        ("iron-curtain", "crt-1945", ("3:2", 7), ("7", "2:1", "D 1 r")),
        ("iron-curtain", "crt-1945", ("29:20", 7), ("7", "1:1", "D 1")),
        ("iron-curtain", "crt-1945", ("2:3", 7), ("7", "1:2", "A 1")),
        ("iron-curtain", "crt-1945", ("3:10", 12), ("12", "1:3", "D 2 r")),
        ("iron-curtain", "crt-1945", ("9:2", 14), ("12", "4:1 or more", "D 3 r")),
        ("iron-curtain", "crt-1962", ("9:1", "Attacker loss"), ("4:1", "Attacker", "(1-3)")),
        ("iron-curtain", "crt-1962", ("1:8", "Defender loss"), ("1:4 or less", "Defender", "6")),
        ("iron-curtain", "crt-1962", ("2:3", "1 hex"), ("1:2", "1 hex", "4-5")),
        ("iron-curtain", "nuclear", ("Entry", 6), ("6", "Entry", "Step Step")),
        ("iron-curtain", "chemical", ("Entry: WP", 5), ("5", "Entry: WP", "-")),
        ("asl-sk", "odds", (14, 7), ("14", "7", "3-2")),
        ("asl-sk", "cct", ("7:4",), ("Kill Number:", "3-2", "6")),
        ("asl-sk", "cct", ("11:2",), ("Kill Number:", "4-1", "9")),
        ("asl-sk", "cct", ("4:15",), ("Kill Number:", "1-4", "3")),
        ("asl-sk", "cct", ("21:2",), ("Kill Number:", ">10-1", "13")),
        ("asl-sk", "cct", ("20:2",), ("Kill Number:", "10-1", "12")),
        ("asl-sk", "cct", ("1:9",), ("Kill Number:", "<1-8", "0")),
        (
            "asl-sk",
            "attack-dr",
            ("good order crew", "natural 12"),
            ("Good Order Crew/HS", "NATURAL 12", "Eliminate"),
        ),
        ("asl-sk", "ambush", ("cx", "drm"), ("2", "drm", "+1")),
    ],
)
def test_a_value_finds_its_cell(
    game: str, name: str, keys: tuple[object, ...], found: tuple[str, str, str]
) -> None:
    cell = chart(game, name)[keys if len(keys) > 1 else keys[0]]
    assert (cell.row, cell.column, cell.text) == found


def test_a_look_up_says_which_cell_it_used_and_how() -> None:
    cell = chart("seelowe", "crt")["7-2", 8]
    assert (
        cell.how
        == "7-2 is 3-1 by ruling odds-rounding; 8 is above the table and counts as 6 by ruling die-clamp"
    )
    assert chart("seelowe", "crt")["3-1", 6].how == ""


@pytest.mark.parametrize("odds", ["1-4", "2-7"])
def test_odds_below_the_table_are_an_automatic_a1_in_1945(odds: str) -> None:
    """2:7 is 1:3.5, which rounds to 1:4."""
    cell = chart("iron-curtain", "crt-1945")[odds, 12]
    assert (cell.text, cell.how) == ("A 1", f"{odds} is below the table: A 1")


@pytest.mark.parametrize(
    ("game", "name", "keys", "message"),
    [
        ("seelowe", "crt", ("1-3", 2), "Combat Odds 1-3 is below the table, which runs from 1-2 to 10-1"),
        ("panzerblitz", "crt", ("1-5", 2), "ODDS RATIOS 1-5 is below the table, which runs from 1-4 to 4-1"),
        ("seelowe", "air-normal", (1, 7), "Die Roll 7 is above the table, which runs from 1 to 6"),
        (
            "seelowe",
            "air-normal",
            (0, 1),
            "Number of Air Units Attacking 0 is below the table, which runs from 1 to 5+",
        ),
        ("jarama", "demoralization", (5, 1), "Number of losses 1 is below the table, which has only 2"),
        (
            "jarama",
            "demoralization",
            (6, 2),
            "Number of losses 2 is below the table, which has only 2+ (ruling losses-plus)",
        ),
        ("jarama", "reduction", (3, ".6"), "Multiplier has no 0.6; it has .25, .50, .75"),
        (
            "jarama",
            "effectiveness",
            (-3, 3),
            "Difference in effectiveness numbers cannot be less than 0, and this is -3",
        ),
        ("jarama", "bombardment", ("many", 1), "Number of bombardment points takes a number, not 'many'"),
        (
            "seelowe",
            "crt",
            ("7-2", 10**12),
            "Die Roll takes numbers of at most 9 digits, not '1000000000000'",
        ),
        ("jarama", "bombardment", ("2.5", 1), "Number of bombardment points takes whole numbers, not 2.5"),
        (
            "seelowe",
            "crt",
            ("three to one", 1),
            "'three to one' is not odds; write attacker and defender as 7-2 or 7:2",
        ),
        ("seelowe", "crt", ("0-0", 1), "'0-0' is not odds; write attacker and defender as 7-2 or 7:2"),
    ],
)
def test_a_value_off_the_chart_is_refused_with_the_reason(
    game: str, name: str, keys: tuple[object, ...], message: str
) -> None:
    with pytest.raises(OffChart) as refusal:
        chart(game, name)[keys]
    assert str(refusal.value) == message


def test_odds_above_a_table_that_ends_are_refused(write: Callable[..., Path]) -> None:
    """2-1 is the last column of the small chart: 2.9 to 1 is 2-1, 3-1 is above it."""
    table = load_chart(write(('above = "clamp"', 'above = "refuse"')))
    assert table["2.9-1", 6].column == "2-1"
    with pytest.raises(OffChart, match="Odds 3-1 is above the table, which runs from 1-1 to 2-1"):
        table["3-1", 6]


def test_too_many_keys_are_refused() -> None:
    with pytest.raises(OffChart, match="looked up by Combat Odds and Die Roll"):
        chart("seelowe", "crt")["3-1"]


def test_outside_the_print_the_arithmetic_goes_on() -> None:
    assert chart("jarama", "reduction")[20, ".75"].text == "15"
    assert chart("asl-sk", "odds")[40, 3].text == ">10-1"
    assert chart("asl-sk", "odds")[3, 40].text == "<1-8"


@pytest.mark.parametrize(
    ("game", "name", "keys", "column", "text"),
    [
        ("jarama", "random-loss", (1, 10), "1st unit", "1-10"),
        ("jarama", "random-loss", (3, 10), "Any unit", "10"),
        ("jarama", "random-loss", (8, 5), "4th unit", "4-5"),
        ("iron-curtain", "crt-1962", ("2:1", 4), "2 hexes", "3-4"),
        ("iron-curtain", "crt-1962", ("1:3", 6), "1 hex", "5-6"),
        ("jarama", "demoralization", (4, 1, 4), "4 / 1", "NE"),
        ("jarama", "demoralization", (5, 2, 7), "5 / 2", "R"),
        ("jarama", "demoralization", (5, 2, 8), "5 / 2", "D"),
    ],
)
def test_cells_that_share_out_a_die(
    game: str, name: str, keys: tuple[object, ...], column: str, text: str
) -> None:
    cell = chart(game, name).roll(*keys)
    assert (cell.column, cell.text) == (column, text)


ACROSS = '''
title = "Shares"
source = "made up"
table = """
Units | 1st | 2nd
------+-----+----
1     | 1-6 | X
2     | 1-3 | 4-6
"""
[rows]
kind = "band"
above = "X"
[columns]
kind = "named"
[cells]
kinds = ["die", "code"]
dice = "1d6"
across = ["1st", "2nd"]
[codes]
X = "nobody"
'''


def test_a_roll_outside_the_print_is_what_the_range_says(write: Callable[..., Path]) -> None:
    table = load_chart(write(text=ACROSS))
    assert (table.roll(2, 5).column, table.roll(1, 5).column) == ("2nd", "1st")
    cell = table.roll(3, 5)
    assert (cell.row, cell.column, cell.text, cell.how) == ("3", "", "X", "3 is above the table: X")
    with pytest.raises(OffChart, match="Units 3 is above the table, which runs from 1 to 2"):
        load_chart(write(('above = "X"\n', ""), text=ACROSS)).roll(3, 5)


@pytest.mark.parametrize("keys", [(), (1,), (1, 2, 3)])
def test_a_roll_takes_so_many_keys(write: Callable[..., Path], keys: tuple[int, ...]) -> None:
    with pytest.raises(OffChart, match="Shares is rolled on with 2 values, the die last"):
        load_chart(write(text=ACROSS)).roll(*keys)


READINGS = '''
title = "Morale"
source = "made up"
table = """
Losses | Green               | Elite
-------+---------------------+------
1      | 1-3 = OK 4-6 = RUN  | OK
2      | RUN                 | 1-5 = OK 6 = RUN
"""
[rows]
kind = "band"
above = "DEAD"
[columns]
kind = "named"
[cells]
kinds = ["reading", "code"]
dice = "1d6"
[codes]
OK = "stands"
RUN = "runs"
DEAD = "is no more"
'''


def test_a_code_among_readings_is_the_result_whatever_the_die(write: Callable[..., Path]) -> None:
    table = load_chart(write(text=READINGS))
    assert [table.roll(1, "green", die).text for die in (3, 4)] == ["OK", "RUN"]
    assert [table.roll(1, "elite", die).text for die in (1, 6)] == ["OK", "OK"]
    assert table.roll(3, "elite", 1).text == "DEAD"
    assert table.legend == [("OK", "stands"), ("RUN", "runs")]


def test_shift_only_is_never_reached_by_odds() -> None:
    rows = {
        chart("iron-curtain", "crt-1962")[Fraction(a, b), "None"].row
        for a in range(1, 40)
        for b in range(1, 40)
    }
    assert rows == {"4:1", "3:1", "2:1", "1:1", "1:2", "1:3", "1:4 or less"}


@pytest.mark.parametrize(
    ("odds", "die", "found"),
    [("1-4", -2, "DD"), ("1-4", -1, "D"), ("1-3", -9, "X"), ("1-2", -5, "X"), ("4-1", -2, "X")],
)
def test_below_minus_1_is_the_next_column(odds: str, die: int, found: str) -> None:
    assert chart("panzerblitz", "crt")[odds, die].text == found
    clamped = chart("panzerblitz", "crt", switched={"crt-below-minus-1": "clamp"})[odds, die]
    assert clamped.text == {"1-4": "D", "1-3": "DD"}.get(odds, "X")


def test_the_next_column_is_named_and_so_is_the_last() -> None:
    table = chart("panzerblitz", "crt")
    by = "by ruling crt-below-minus-1"
    assert table["1-4", -2].how == f"-2 is below the table and counts as -1 in 1-3, the next column {by}"
    assert table["4-1", -2].how == f"-2 is below the table and counts as -1 in 4-1, the last column {by}"
    assert (table["1-4", -2].column, table["1-4", -2].ruling) == ("1-3", "crt-below-minus-1")


def test_the_next_column_is_that_of_the_next_higher_odds(write: Callable[..., Path]) -> None:
    """Printed from high to low, the column after 1-1 stands before it."""
    below = ('ladder = "up"\n\n[columns]', 'below = "next-column"\nabove = "clamp"\n\n[columns]')
    rising = load_chart(write(below, ("4   | NE  | DE", "4   | NE  | AE")))
    assert [rising[odds, 0].text for odds in ("1-1", "2-1")] == ["NE", "NE"]
    falling = load_chart(write(below, ("| 1-1 | 2-1", "| 2-1 | 1-1"), ("1   | AE  | NE", "1   | DE  | NE")))
    assert [falling[odds, 0].text for odds in ("1-1", "2-1")] == ["DE", "DE"]


def test_a_label_is_found_by_its_own_text() -> None:
    assert chart("iron-curtain", "crt-1962")["shift only", "Attacker loss"].text == "1-4"
    assert chart("jarama", "crt")["8-1+", 1].text == "D1R2"
    assert chart("jarama", "bombardment")["11-16", 9].text == "1dsg/dst"


def test_a_blank_is_answered_by_another_column() -> None:
    cell = chart("iron-curtain", "tec")["forest", "mech"]
    assert (cell.column, cell.text) == ("MP Costs Any", "1")
    assert chart("iron-curtain", "tec")["rough", "mech"].text == "2"


def test_a_die_printed_from_high_to_low_is_clamped_at_its_ends(write: Callable[..., Path]) -> None:
    text = write(('ladder = "up"\n\n[columns]', 'below = "clamp"\nabove = "clamp"\n\n[columns]')).read_text()
    head, *rows, tail = text.split("\n", 11)[:5], *text.split("\n", 11)[5:11], text.split("\n", 11)[11]
    table = load_chart(write(text="\n".join([*head, *reversed(rows), tail])))
    assert (table["1-1", 9].row, table["1-1", -9].row) == ("6", "1")


def test_a_chart_of_one_cell_is_looked_up_by_its_row(write: Callable[..., Path]) -> None:
    text = 'title = "One"\nsource = "s"\ntable = """\nA | B\n---+---\nx | 1\n"""\n[rows]\nkind = "named"\n[columns]\nkind = "named"\n'
    assert load_chart(write(text=text + '[cells]\nkinds = ["number"]\n'))["x"].text == "1"


def test_a_cell_tells_what_is_printed() -> None:
    assert chart("panzerblitz", "wec")["A", "others"].printed == "Double AF | Normal AF"
    assert chart("panzerblitz", "crt")["4-1", 1].printed == ""
    assert chart("asl-sk", "odds", "errata")[1, 1].ruling == ""


def test_a_roll_says_how_its_row_was_found() -> None:
    assert chart("iron-curtain", "crt-1962").roll("5:2", 1).how == "5-2 is 3:1 by ruling odds-rounding"


def test_a_slip_is_read_as_corrected() -> None:
    cell = chart("iron-curtain", "tec")["open", "no retreat"]
    assert (cell.text, cell.reads) == ("=", "-")


def test_a_ruling_can_be_switched_by_itself() -> None:
    assert chart("panzerblitz", "crt", switched={"crt-2-1-at-5": "corrected"})["2-1", 5].text == "D"
    assert chart("panzerblitz", "crt", "errata", {"crt-2-1-at-5": "printed"})["2-1", 5].text == "-"
    assert chart("seelowe", "crt", switched={"odds-rounding": "nearest"})["7-2", 1].column == "4-1 5-1"
    assert chart("jarama", "demoralization", switched={"losses-plus": "or-more"})[6, 2].column == "6 / 2+"
    assert chart("panzerblitz", "tec", switched={"swamp-defense": "none"})["swamp", "defense"].text == "NONE"
    assert (
        chart("iron-curtain", "nuclear", switched={"nuclear-entry-6": "one-step"})["Entry", 6].text == "Step"
    )


def test_a_cell_names_the_ruling_that_decided_it() -> None:
    assert chart("panzerblitz", "crt", "errata")["2-1", 5].ruling == "crt-2-1-at-5"
    assert chart("panzerblitz", "crt")["2-1", 5].ruling == ""
    assert chart("panzerblitz", "crt")["4-1", 5].ruling == "crt-4-1-column"
    assert chart("asl-sk", "odds", "errata")[14, 7].ruling == "odds-arithmetic"


@pytest.mark.parametrize(
    ("game", "name", "keys", "ruling"),
    [
        # 7-2 is 3.5: down is 3-1, the nearest whole odds are 4-1; 10-3 is 3-1 either way, but not without rounding.
        ("seelowe", "crt", ("7-2", 1), "odds-rounding"),
        ("seelowe", "crt", ("10-3", 1), "odds-rounding"),
        ("seelowe", "crt", ("6-2", 1), ""),
        ("seelowe", "crt", ("5-1", 1), ""),
        # The close combat table has one way of rounding alone; >10-1 and <1-8 go on.
        ("asl-sk", "cct", ("7-4",), "odds-rounding"),
        ("asl-sk", "cct", ("6-4",), ""),
        ("asl-sk", "cct", ("21-2",), ""),
        ("asl-sk", "cct", ("1-9",), ""),
        ("seelowe", "crt", ("3-1", 9), "die-clamp"),
        ("iron-curtain", "crt-1945", ("3:2", 7), "odds-rounding"),
        # 2:7 is 1:3.5: nearest is 1:4, below the table; down is 1:4 as well.
        ("iron-curtain", "crt-1945", ("2:7", 7), ""),
        # Effectiveness 4 and 1 loss: 1+ would mean it too, were it 1 or more; but 1 itself stands first.
        ("jarama", "demoralization", (4, 1), ""),
        ("panzerblitz", "crt", ("1-4", -2), "crt-below-minus-1"),
        ("panzerblitz", "crt", ("1-4", -1), ""),
    ],
)
def test_a_ruling_that_decides_how_a_cell_is_found_is_named(
    game: str, name: str, keys: tuple[object, ...], ruling: str
) -> None:
    cell = chart(game, name)[keys]
    assert cell.ruling == ruling
    assert (f"by ruling {ruling}" in cell.how) == bool(ruling)


def test_a_ruling_on_what_plus_means_is_named() -> None:
    """For effectiveness 6 and 2 losses the card has 2+ alone: more than 2, or 2 and more."""
    cell = chart("jarama", "demoralization", switched={"losses-plus": "or-more"})[6, 2]
    assert (cell.column, cell.ruling) == ("6 / 2+", "losses-plus")
    assert cell.how == "2 is 2+ by ruling losses-plus"


def test_a_ruling_with_one_answer_is_named_where_the_card_would_refuse(
    write: Callable[..., Path], ruling: str
) -> None:
    path = write(('dice = "1d6"', 'dice = "1d6"\nruled = { below = "first", above = "first" }'))
    one = ruling.replace('printed = "this"\ncorrected = "that"', 'clamp = "to the table"')
    one = one.replace('card = "printed"', 'card = "clamp"').replace('"corrected"', '"clamp"')
    (path.parent / "rulings.toml").write_text(one)
    cell = load_chart(path)["1-1", 9]
    assert (cell.row, cell.ruling) == ("6", "first")
    assert cell.how == "9 is above the table and counts as 6 by ruling first"
    assert load_chart(path)["1-1", 5].ruling == ""


def test_the_ruling_on_the_text_comes_before_that_on_the_way_there() -> None:
    cell = chart("panzerblitz", "crt")["4-1", -2]
    assert cell.ruling == "crt-4-1-column"
    assert "crt-below-minus-1" in cell.how


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(NoSuch, match="there is no game 'seelow'; did you mean seelowe"):
        chart("seelow", "crt")
    with pytest.raises(NoSuch, match="there is no ruling 'odds-roundin'; did you mean odds-rounding"):
        chart("seelowe", "crt", switched={"odds-roundin": "down"})
    with pytest.raises(NoSuch, match="option of ruling odds-rounding called 'up'; there are down, nearest"):
        chart("seelowe", "crt", switched={"odds-rounding": "up"})
    with pytest.raises(GrognardError, match="there is no profile 'print'; there are card, errata"):
        chart("seelowe", "crt", "print")


strengths = st.integers(1, 200)


@given(strengths, strengths)
def test_rounding_down_is_the_greatest_printed_odds_not_above(attack: int, defence: int) -> None:
    printed = {"<1-8": Fraction(0)}
    for label in ("1-8", "1-6", "1-4", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "8-1", "10-1"):
        a, b = label.split("-")
        printed[label] = Fraction(int(a), int(b))
    best = max((low, label) for label, low in printed.items() if low <= Fraction(attack, defence))[1]
    wanted = ">10-1" if attack > 10 * defence else best
    assert chart("asl-sk", "cct")[Fraction(attack, defence)].column == wanted


@given(strengths, strengths)
def test_rounding_to_the_nearest_is_never_further_off_than_a_half(attack: int, defence: int) -> None:
    larger, smaller = max(attack, defence), min(attack, defence)
    wanted = (2 * larger + smaller) // (2 * smaller)
    whole = Odds.of(Fraction(attack, defence)).nearest_whole()
    assert max(whole.attacker, whole.defender) == wanted
    assert min(whole.attacker, whole.defender) == 1


@given(strengths, strengths, strengths)
def test_a_stronger_attack_never_finds_a_worse_column(attack: int, more: int, defence: int) -> None:
    table = chart("jarama", "crt")
    labels = table.column_axes[0].labels
    weak = labels.index(table[Fraction(attack, defence), 1].column)
    strong = labels.index(table[Fraction(attack + more, defence), 1].column)
    assert strong >= weak


@given(st.integers(-9, 30), st.integers(0, 30))
def test_spans_print_what_they_parse(low: int, length: int) -> None:
    for span in (Span(low, low + length), Span(abs(low), None)):
        if low >= 0 or length == 0 or span.high is None:
            assert Span.parse(str(span)) == span


@given(strengths, strengths)
def test_odds_print_what_they_parse(attack: int, defence: int) -> None:
    odds = Odds(Fraction(attack), Fraction(defence))
    assert Odds.parse(str(odds)) == odds


@pytest.mark.parametrize(("attacker", "defender"), [(0, 0), (-1, 2), (3, -1)])
def test_strengths_that_make_no_odds_are_refused(attacker: int, defender: int) -> None:
    with pytest.raises(ValueError, match="is not odds; attacker and defender must be strengths, not both 0"):
        Odds(Fraction(attacker), Fraction(defender))


def test_numbers_are_exact() -> None:
    assert [parse_number(text) for text in (".33", "+1", "-2", "1/2")] == [
        Fraction(33, 100),
        Fraction(1),
        Fraction(-2),
        Fraction(1, 2),
    ]


def test_odds_labels() -> None:
    assert OddsLabel.parse("4-1 5-1") == OddsLabel(Fraction(4), Fraction(5), beyond=False, open=False)
    assert OddsLabel.parse("1-3+").low == 0
    assert OddsLabel.parse("8-1+").low == 8
    assert OddsLabel.parse(">10-1").beyond


@pytest.mark.parametrize(
    ("game", "name", "keys"),
    [("iron-curtain", "crt-1945", ("1-9", 7)), ("asl-sk", "odds", (29, 14)), ("jarama", "crt", ("7-1", 5))],
)
def test_what_no_ruling_changed_is_not_corrected(game: str, name: str, keys: tuple[object, ...]) -> None:
    """A result outside the table has no print to be corrected; 7-1 at 5 is corrected under errata alone."""
    assert not chart(game, name)[keys].corrected


def test_a_share_of_a_cell_is_corrected_where_the_cell_is() -> None:
    assert not chart("jarama", "demoralization").roll(4, 1, 3).corrected
    assert chart("jarama", "demoralization", "errata").roll(5, 2, 3).corrected
    assert chart("jarama", "crt", "errata")["7-1", 5].corrected


def test_a_slip_among_columns_that_share_a_die_is_read_as_corrected(write: Callable[..., Path]) -> None:
    slip = '[[errata]]\nrows = ["a"]\ncolumns = ["Hit"]\nprinted = "4=6"\ncorrected = "4-6"\nwhy = "a slip"\n'
    text = '''
title = "Fire"
source = "made up"
table = """
Unit | Miss | Hit
-----+------+----
a    | 1-3  | 4=6
"""
rows = { kind = "named" }
columns = { kind = "named" }
cells = { kinds = ["die"], dice = "1d6", across = ["Miss", "Hit"] }
'''
    table = load_chart(write(text=text + slip + 'sure = "certain"\nslip = true\n'))
    assert [table.roll("a", die).column for die in (3, 4)] == ["Miss", "Hit"]
    assert table.roll("a", 4).text == "4=6"


# Products beyond the last row are worked out; the columns end at 3.
PRODUCTS = '''
title = "Products"
source = "made up"
table = """
n | 2 | 3
--+---+---
1 | 2 | 3
2 | 4 | 6
"""
rows = { kind = "band", above = "arithmetic" }
columns = { kind = "band", above = "clamp" }
cells = { kinds = ["number"] }
arithmetic = { cell = "row * column", round = "half up" }
'''


def test_arithmetic_goes_on_beside_a_clamp(write: Callable[..., Path]) -> None:
    cell = load_chart(write(text=PRODUCTS))[5, 9]
    assert cell.text == "15"
    assert (
        cell.how
        == "5 is above the table and worked out by its arithmetic; 9 is above the table and counts as 3"
    )


def test_outside_the_print_there_may_be_nothing(write: Callable[..., Path]) -> None:
    """The code of nothing is a result like any other."""
    path = write(('name = "Odds"', 'name = "Odds"\nbelow = ""'), ("[codes]", '[codes]\n"" = "nothing"'))
    cell = load_chart(path)["1-9", 3]
    assert (cell.text, cell.how) == ("", "1-9 is below the table: nothing")


@pytest.mark.parametrize(
    ("game", "name", "keys", "text", "ruling"),
    [
        ("iron-curtain", "crt-1962", ("9:1", "Attacker"), "(1-3)", "odds-beyond-4-1"),
        ("jarama", "effectiveness", (0, 3), "0", "effectiveness-equal"),
        ("jarama", "effectiveness", (9, 10), "5", "effectiveness-above-6"),
        ("jarama", "anti-air", (0, 1), "0", "no-aa-factor"),
        ("jarama", "armor-superiority", ("1-2",), "0 columns", "armor-superiority-side"),
        ("jarama", "reduction", (15, ".50"), "8", "reduction-above-14"),
        ("asl-sk", "odds", (29, 14), "2-1", "odds-above-28"),
        ("asl-sk", "odds", (14, 29), "1-4", "odds-above-28"),
    ],
)
def test_what_the_card_does_not_print_is_ruled(
    game: str, name: str, keys: tuple[object, ...], text: str, ruling: str
) -> None:
    cell = chart(game, name)[keys]
    assert (cell.text, cell.ruling) == (text, ruling)
    assert f"by ruling {ruling}" in cell.how


def test_a_defender_superior_in_armor_may_be_looked_up_turned_round() -> None:
    switched = chart("jarama", "armor-superiority", "card", {"armor-superiority-side": "both-sides"})
    with pytest.raises(OffChart, match=r"1-2 is below the table.* \(ruling armor-superiority-side\)"):
        switched["1-2"]


def test_a_column_that_answers_for_a_blank_is_named() -> None:
    """Open costs mech units what stands under Any; Rough has a cost of its own for them."""
    tec = chart("iron-curtain", "tec")
    assert tec["open", "mech"].how == "MP Costs Mech is blank, and MP Costs Any answers for it"
    assert tec["rough", "mech"].how == ""
