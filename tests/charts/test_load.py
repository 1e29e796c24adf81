# SPDX-License-Identifier: Apache-2.0
"""Strict loading: every fault of a file at once, with its line and cell."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard import load_chart
from grognard.charts.errors import BadFile, GrognardError
from grognard.charts.rulings import Rulings
from grognard.registry import NAMES
from grognard.registry import folder as game_folder

Write = Callable[..., Path]


def faults(path: Path) -> list[str]:
    with pytest.raises(BadFile) as bad:
        load_chart(path)
    return [str(fault) for fault in bad.value.faults]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('kind = "odds"', 'kind = "oods"'),
        ("4   | NE  | DE", "4   | NE"),
        ("----+-----+----\n", ""),
        ('[columns]\nkind = "odds"\nname = "Odds"\nabove = "clamp"\nladder = "up"\n', ""),
    ],
)
def test_no_fault_hides_another(write: Write, old: str, new: str) -> None:
    found = faults(
        write((old, new), ('["AE", "NE", "DE"]', '["AE", "NE", "DE", "QQ"]'), ('dice = "1d6"', 'dice = "d"'))
    )
    assert any("ladder: unknown code 'QQ'" in fault for fault in found)
    assert any("'d' is not dice" in fault for fault in found)
    assert len(found) == 3


def test_an_unknown_code_in_a_ragged_row_is_named_too(write: Write) -> None:
    assert faults(write(("4   | NE  | DE", "4   | QQ"))) == [
        "line 9: row 4: has 1 cell where the heading has 2",
        "line 9: row 4: unknown code 'QQ'; there are AE, NE, DE",
    ]


def test_the_sound_chart_loads(write: Write) -> None:
    chart = load_chart(write())
    assert chart["2-1", 4].text == "DE"
    assert not chart.doubts


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("4   | NE  | DE", "4   | NE  |", 'line 9: cell 4 at 2-1: is missing; where a blank means something, say what in [codes] under ""'),
        ("4   | NE  | DE", "4   | NE", "line 9: row 4: has 1 cell where the heading has 2"),
        ("4   | NE  | DE", "4   | NE  | DE | DE", "line 9: row 4: has 3 cells where the heading has 2"),
        ("4   | NE  | DE", "4   | NE  | XX", "line 9: cell 4 at 2-1: unknown code 'XX'; there are AE, NE, DE"),
        ("4   | NE  | DE", "4   | NE  | D", "line 9: cell 4 at 2-1: unknown code 'D'; did you mean DE?"),
        ("4   | NE  | DE\n", "", "line 9: row 5: leaves a gap after 3"),
        ("3   | NE  | NE", "3-4 | NE  | NE", "line 9: row 4: overlaps 3-4"),
        ("4   | NE  | DE", "3   | NE  | DE", "line 9: row 3: stands 2 times"),
        ("4   | NE  | DE", "four| NE  | DE", "line 9: row four: 'four' is not a number, a range such as 3-4 or -2 to -1, or an open band such as 23+"),
        ("4   | NE  | DE", "4+  | NE  | DE", "line 10: row 5: overlaps 4+"),
        ("| 1-1 | 2-1", "| 3-1 | 2-1 | 4-1", "line 4: column 2-1: is out of order among the odds"),
        ("5   | NE  | DE", "5-4 | NE  | DE", "line 10: row 5-4: the range '5-4' runs backwards"),
        ("| 1-1 | 2-1", "| 2-1 | 2-1", "line 4: column 2-1: stands 2 times"),
        ("| 1-1 | 2-1", "| 1-1 | best", "line 4: column best: 'best' is not odds such as 3-1, 4-1 5-1, 8-1+, <1-8 or 1:4 or less"),
        ("4   | NE  | DE", "4   | NE  | [DE]", "line 9: cell 4 at 2-1: is in square brackets, but no [[repairs]] says why"),
        ("----+-----+----\n", "", "line 3: table: needs a heading, then a rule such as ---+---, then its rows"),
        ('dice = "1d6"', 'dice = "2d"', "line 16: rows, dice: '2d' is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100"),
        ('dice = "1d6"\n', "", "line 14: rows: 'dice' is missing: which die is read here, such as 1d6?"),
        ('kind = "die"', 'kind = "dice"', "line 15: rows, kind: must be die or band or odds or number or named, not 'dice'"),
        ('above = "clamp"', 'above = "clmp"', "line 22: columns, above: 'clmp' is neither clamp, refuse, arithmetic nor a code"),
        ('above = "clamp"', 'above = "arithmetic"', "line 22: columns, above: 'arithmetic' needs an [arithmetic] section, and there is none"),
        ('above = "clamp"', "abov = 3", "line 22: columns, abov: is not known here; did you mean above?"),
        ('source = "made up for tests"\n', "", 'file: \'source\' is missing; add source = "..."'),
        ('title = "A small CRT"', 'title = " "', "line 1: title: is empty"),
        ('["AE", "NE", "DE"]', '["AE", "NE", "DE", "NE"]', "line 26: cells, ladder: has 'NE' more than once"),
        ('AE = "Attacker eliminated."', "AE = 3", "line 29: codes, AE: must be text or a table, not 3"),
        ('title = "A small CRT"', "title = 3", "line 1: title: must be text, not 3"),
        ('["AE", "NE", "DE"]', '["AE", "NE"]', "line 9: cell 4 at 2-1: 'DE' is not on the ladder of [cells]"),
        ('["AE", "NE", "DE"]', '["AE", "NE", "DE", "EX"]', "line 26: cells, ladder: unknown code 'EX'; there are AE, NE, DE"),
        ('title = "A small CRT"', "title = ", 'line 1: file: is not TOML: Invalid value (at column 9); a text stands in quotes, as in name = "text"'),
        ("| 1-1 | 2-1", "| 1-1+ | 2-1", "line 4: column 2-1: overlaps 1-1+"),
        ("| 1-1 | 2-1", "| 1-1 3-1 | 2-1", "line 4: column 2-1: overlaps 1-1 3-1"),
        ("| 1-1 | 2-1", "| 2-1 | 4-2", "line 4: column 4-2: overlaps 2-1"),
        ("| 1-1 | 2-1", "| 1-2 or less | 1-2", "line 4: column 1-2: overlaps 1-2 or less"),
        ("| 1-1 | 2-1", "| >2-1 | 3-1", "line 4: column 3-1: overlaps >2-1"),
        ("3   | NE  | NE\n4   | NE  | DE\n5   ", "3,5 ", "line 8: row 3,5: '3,5' names two numbers with others between; write a range such as 1-3"),
        ('name = "Odds"', 'name = "Odds"\nshift_only = ["1-1", "2-1"]', "line 4: column 1-1: is shift_only like all the others, so that no odds reach the table"),
        ('above = "clamp"', 'above = "next-column"', "line 22: columns, above: 'next-column' is for rows only"),
        ('kind = "odds"', 'kind = "number"', "line 4: column 1-1: '1-1' is not a number; write 2, +1, .75 or 1/2"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_line_and_cell(write: Write, old: str, new: str, fault: str) -> None:
    assert fault in faults(write((old, new)))


def test_odds_that_meet_do_not_overlap(write: Write) -> None:
    """Less than 1-1, then 1-1 itself; 2-1, then more than 2-1."""
    assert load_chart(write(("| 1-1 | 2-1", "| <1-1 | 1-1")))["1-1", 1].column == "1-1"
    assert load_chart(write(("| 1-1 | 2-1", "| 2-1 | >2-1")))["5-2", 1].column == ">2-1"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[rows]\nkind = "named"\nmeans = { a = ["x"], b = ["y", "X"] }', "line 12: rows, means, b: 'X' means 'a' already"),
        ('[rows]\nkind = "named"\nmeans = { a = ["B"] }', "line 12: rows, means, a: 'B' means 'b' already"),
        ('[rows]\nkind = "band"', "line 7: row a: 'a' is not a number, a range such as 3-4 or -2 to -1, or an open band such as 23+"),
    ],
)  # fmt: skip
def test_a_name_leads_to_one_label(write: Write, text: str, fault: str) -> None:
    assert fault in faults(write(('[rows]\nkind = "named"', text), text=FIGURES))


# Two named rows, two columns of figures.
FIGURES = '''
title = "Figures"
source = "made up"
table = """
Unit | .5 | 1
-----+----+---
a    | 1  | 2
b    | 3  | 4
"""
[rows]
kind = "named"
[columns]
kind = "number"
[cells]
kinds = ["number"]
'''


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("| .5 | 1", "| .5 | .50", "line 5: column .50: is the same number as .5"),
        ("| .5 | 1", "| .5 | 1/2", "line 5: column 1/2: is the same number as .5"),
        ("b    | 3", "A    | 3", "line 8: row A: differs only in case from 'a'"),
        ("b    | 3  | 4", "b    | 3  | X", "line 8: cell b at 1: 'X' is not a number; write 2, +1, .75 or 1/2"),
        ('kinds = ["number"]', 'kinds = ["number"]\n[arithmetic]\ncell = "row * column"\nround = "half up"', "line 16: arithmetic: cannot reckon with the label 'a'"),
    ],
)  # fmt: skip
def test_faulty_figures_are_named(write: Write, old: str, new: str, fault: str) -> None:
    assert faults(write((old, new), text=FIGURES + '[codes]\nX = "none"\n'))[:1] == [fault]


def test_columns_that_differ_only_in_case_are_refused(write: Write) -> None:
    named = write(
        ('kind = "odds"', 'kind = "named"'), ("| 1-1 | 2-1", "| day | Day"), ('above = "clamp"\n', "")
    )
    assert faults(named) == ["line 4: column Day: differs only in case from 'day'"]


# Odds by arithmetic, with a ladder that is just long enough.
ODDS = '''
title = "Odds"
source = "made up"
table = """
Attack | 1   | 2
-------+-----+----
2      | 2-1 | 1-1
3      | 2-1 | 1-1
"""
[rows]
kind = "band"
[columns]
kind = "band"
[cells]
ladder = ["1-1", "2-1+"]
[codes]
"1-1" = "even"
"2-1" = "two to one"
"2-1+" = "two to one and better"
[arithmetic]
cell = "row / column"
round = "odds"
'''


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("| 1   | 2\n", "| 0   | 1\n", "line 20: arithmetic: cannot reckon with the label '0'"),
        ('["1-1", "2-1+"]', '["1-1", "AE"]', "line 20: arithmetic: rounds to odds, but on the ladder 'AE' is not odds or out of order"),
        ('["1-1", "2-1+"]', '["1-1"]', "line 20: arithmetic: rounds to odds, but the ladder of [cells] has none for 2 / 1"),
        ('["1-1", "2-1+"]', '["2-1+"]', "line 20: arithmetic: rounds to odds, but the ladder of [cells] has none for 2 / 2"),
        ('ladder = ["1-1", "2-1+"]\n', "", "line 19: arithmetic: rounds to odds, but [cells] has no ladder of odds"),
        ('"row / column"', '"row * column"', 'line 20: arithmetic: rounds to odds, which needs cell = "row / column"'),
    ],
)  # fmt: skip
def test_arithmetic_that_cannot_be_done_is_named(write: Write, old: str, new: str, fault: str) -> None:
    assert fault in faults(write((old, new), text=ODDS))


def test_arithmetic_outside_the_print_divides_by_nothing(write: Write) -> None:
    table = load_chart(
        write(('kind = "band"\n[cells]', 'kind = "band"\nbelow = "arithmetic"\n[cells]'), text=ODDS)
    )
    with pytest.raises(GrognardError, match="2 cannot be divided by 0"):
        table[2, 0]


def test_a_table_of_labels_alone_is_refused(write: Write) -> None:
    text = FIGURES.replace("Unit | .5 | 1", "Unit").replace("-----+----+---", "-----")
    text = text.replace("a    | 1  | 2", "a").replace("b    | 3  | 4", "b")
    assert faults(write(text=text)) == [
        "line 4: table: needs at least one column of cells beside the row labels"
    ]


def test_a_cell_is_corrected_once(write: Write, erratum: str) -> None:
    second = erratum.replace('columns = ["2-1"]\n', "").replace('"NE"', '"AE"')
    found = faults(write(text=write().read_text() + erratum + second))
    assert "line 41: errata 2: 4 at 2-1 is corrected by errata 1 already" in found


def test_a_repair_of_a_heading_must_be_of_one_there_is(write: Write) -> None:
    repair = '\n[[repairs]]\nheadings = ["3-1"]\nwhy = "torn"\n'
    assert faults(write(text=write().read_text() + repair)) == [
        "line 34: repairs 1, headings: there is no heading '3-1'; did you mean 2-1 or 1-1?"
    ]


def test_a_row_and_a_column_may_have_one_name_and_one_a_repair(write: Write) -> None:
    text = FIGURES.replace("| .5 | 1", "| [2] | 1").replace("a    |", "2    |")
    table = load_chart(write(text=text + '[[repairs]]\nheadings = ["2"]\nwhy = "torn"\n'))
    assert table["2", 2].text == "1"


@pytest.mark.parametrize("codes", ["3", '["AE", "NE", "DE"]'])
def test_codes_that_cannot_be_read_are_one_fault(write: Write, codes: str) -> None:
    head, _ = write().read_text().split("[codes]")
    path = write(text=f"codes = {codes}\n{head}")
    (found,) = faults(path)
    assert found.startswith("line 1: codes: must be a table, not ")


@pytest.mark.parametrize("kind", ["die", "reading"])
def test_a_missing_die_is_one_fault(write: Write, kind: str) -> None:
    text = READING.replace('dice = "1d6"\n', "").replace('kinds = ["reading"]', f'kinds = ["{kind}"]')
    if kind == "die":
        text = text.replace("1-3 = OK 4-6 = RUN | 1-5 = OK 6 = RUN", "1-3 | 4-6")
    assert faults(write(text=text)) == [
        "line 13: cells: 'dice' is missing: which die is read here, such as 1d6?"
    ]


def test_every_fault_is_reported_at_once(write: Write) -> None:
    path = write(
        ("1   | AE  | NE", "1   | AE  | QQ"),
        ("3   | NE  | NE", "3   | NE  |"),
        ("5   | NE  | DE", "4-5 | NE  | DE"),
        ('dice = "1d6"', 'dice = "1d8"'),
        ("| 1-1 | 2-1", "| 1-1 | 3 to 1"),
        ('source = "made up for tests"', 'sauce = "made up for tests"'),
    )
    assert faults(path) == [
        "file: 'source' is missing; add source = \"...\"",
        "line 2: sauce: is not known here; did you mean source?",
        "line 4: column 3 to 1: '3 to 1' is not odds such as 3-1, 4-1 5-1, 8-1+, <1-8 or 1:4 or less",
        "line 6: cell 1 at 3 to 1: unknown code 'QQ'; there are AE, NE, DE",
        'line 8: cell 3 at 3 to 1: is missing; where a blank means something, say what in [codes] under ""',
        "line 10: row 4-5: overlaps 4",
        "line 11: row 6: no label has the die result 7, 8 of 1d8",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('rows = ["4"]', 'rows = ["9"]', "line 33: errata 1: there is no row '9'; there are 1, 2, 3, 4, 5, 6"),
        ('columns = ["2-1"]', 'columns = ["9-1"]', "line 33: errata 1: there is no column '9-1'; did you mean 2-1 or 1-1?"),
        ('printed = "DE"', 'printed = "AE"', "line 36: errata 1, printed: the table has 'DE' for 4 at 2-1, not 'AE'"),
        ('corrected = "NE"', 'corrected = "N"', "line 37: errata 1, corrected: unknown code 'N'; did you mean NE?"),
        ('corrected = "NE"', 'corrected = "DE"', "line 37: errata 1, corrected: is what is printed"),
        ('sure = "high"', 'sure = "quite"', "line 39: errata 1, sure: must be certain or very high or high or medium or low, not 'quite'"),
        ('sure = "high"', 'sure = "high"\nruling = "r"', "line 40: errata 1, ruling: there is no ruling 'r'; none is known here"),
        ('why = "for the test"\n', "", "line 33: errata 1: 'why' is missing"),
    ],
)  # fmt: skip
def test_faulty_errata_are_named(write: Write, old: str, new: str, fault: str, erratum: str) -> None:
    text = write().read_text() + erratum
    assert fault in faults(write((old, new), text=text))


def test_errata_without_a_ruling_apply_under_errata(write: Write, erratum: str) -> None:
    path = write(text=write().read_text() + erratum)
    assert load_chart(path)["2-1", 4].text == "DE"
    assert load_chart(path, Rulings("errata"))["2-1", 4].text == "NE"


READING = '''
title = "Morale"
source = "made up"
table = """
Check | Green | Elite
------+-------+------
Result | 1-3 = OK 4-6 = RUN | 1-5 = OK 6 = RUN
"""
[rows]
kind = "named"
[columns]
kind = "named"
[cells]
kinds = ["reading"]
dice = "1d6"
[codes]
OK = "stands"
RUN = "runs"
'''


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("1-3 = OK", "1-2 = OK", "line 7: cell Result at Green: no result has 3 of 1d6"),
        ("1-3 = OK", "1-4 = OK", "line 7: cell Result at Green: several results have 4 of 1d6"),
        ("1-3 = OK", "1-3 = KO", "line 7: cell Result at Green: unknown code 'KO' in '1-3 = KO 4-6 = RUN'; there are OK, RUN"),
        ("1-3 = OK", "1=3 = OK", "line 7: cell Result at Green: '1=3 = OK 4-6 = RUN' is not of the form 1-4 = NE 5-6 = R"),
    ],
)  # fmt: skip
def test_a_die_shared_out_in_a_cell_must_be_whole(write: Write, old: str, new: str, fault: str) -> None:
    assert faults(write((old, new), text=READING)) == [fault]


def test_a_die_shared_out_across_columns_must_be_whole(write: Write) -> None:
    text = READING.replace("1-3 = OK 4-6 = RUN | 1-5 = OK 6 = RUN", "1-3 | 4-6")
    text = text.replace('kinds = ["reading"]', 'kinds = ["die"]\nacross = ["Green", "Elite"]')
    assert load_chart(write(text=text)).roll("Result", 4).column == "Elite"
    assert faults(write(("1-3 | 4-6", "1-3 | 3-5"), text=text)) == [
        "line 7: row Result: no result has 6 of 1d6; several results have 3 of 1d6"
    ]
    assert "line 7: cell Result at Green: 0-3 is not within 1d6" in faults(
        write(("1-3 | 4-6", "0-3 | 4-6"), text=text)
    )
    assert faults(write(("1-3 | 4-6", "1-3 | 4-7"), text=text)) == [
        "line 7: cell Result at Elite: 4-7 is not within 1d6"
    ]


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=r"cannot read .*none.toml: no such file or directory"):
        load_chart(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(BadFile, match="is not UTF-8 text"):
        load_chart(tmp_path / "latin.toml")


@pytest.mark.parametrize("change", ["bom", "crlf"])
def test_any_editors_file_loads(write: Write, change: str) -> None:
    path = write()
    text = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + text if change == "bom" else text.replace(b"\n", b"\r\n"))
    assert load_chart(path)["2-1", 4].text == "DE"


@pytest.mark.parametrize("dice", ["9999999d9999999", "1d101", "0d6", "1d0"])
def test_dice_nobody_throws_are_refused_at_once(write: Write, dice: str) -> None:
    found = faults(write(('dice = "1d6"', f'dice = "{dice}"')))
    assert found == [
        f"line 16: rows, dice: '{dice}' is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100"
    ]


def test_a_repair_must_name_what_is_in_brackets(write: Write) -> None:
    repair = '\n[[repairs]]\nrows = ["4"]\ncolumns = ["2-1"]\nheadings = ["1-1"]\nwhy = "for the test"\n'
    assert faults(write(text=write().read_text() + repair)) == [
        "line 4: heading 1-1: has a repair, but is not in square brackets",
        "line 9: cell 4 at 2-1: has a repair, but is not in square brackets",
    ]


def test_rulings_stand_beside_a_chart_of_ones_own(write: Write, erratum: str, ruling: str) -> None:
    path = write(text=write().read_text() + erratum + 'ruling = "first"\n')
    (path.parent / "rulings.toml").write_text(ruling)
    chart = load_chart(path)
    assert chart["2-1", 4].text == "DE"
    assert chart.doubts["4", "2-1"].ruling == "first"


def test_rulings_and_options_that_are_not_there_are_named(write: Write, erratum: str, ruling: str) -> None:
    spoilt = write(("4   | NE  | DE", "4   | NE  | [DE]")).read_text()
    repair = '\n[[repairs]]\nrows = ["4"]\ncolumns = ["2-1"]\nwhy = "torn"\nruling = "second"\n'
    path = write(text=spoilt + erratum + 'ruling = "first"\noption = "other"\n' + repair)
    (path.parent / "rulings.toml").write_text(ruling)
    assert faults(path) == [
        "line 41: errata 1, option: ruling first has no option 'other'; there are printed, corrected",
        "line 47: repairs 1, ruling: there is no ruling 'second'; there are first",
    ]


def test_faults_of_rulings_are_named(write: Write, ruling: str) -> None:
    path = write()
    broken = ruling.replace('card = "printed"', 'card = "print"').replace('sure = "high"\n', "")
    (path.parent / "rulings.toml").write_text(broken)
    with pytest.raises(BadFile) as bad:
        load_chart(path)
    assert [str(fault) for fault in bad.value.faults] == [
        "line 2: first: 'sure' is missing; add sure, certain or very high or high or medium or low",
        "line 5: first, card: 'print' is no option; there are printed, corrected",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_mangled_chart_is_refused_in_words_or_loads(name: str, tmp_path: Path) -> None:
    """Cut, double or swap lines of every bundled chart: never anything but a chart or named faults."""
    rng = random.Random(name)
    (tmp_path / "rulings.toml").write_bytes((game_folder(name) / "rulings.toml").read_bytes())
    refused = 0
    for source in sorted((game_folder(name) / "cards").iterdir()):
        lines = source.read_text(encoding="utf-8").splitlines()
        for _ in range(12):
            mangled = list(lines)
            at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            match rng.randrange(3):
                case 0:
                    del mangled[at]
                case 1:
                    mangled.insert(at, mangled[other])
                case _:
                    mangled[at] = mangled[at].replace("|", "", 1)
            path = tmp_path / source.name
            path.write_text("\n".join(mangled), encoding="utf-8")
            try:
                load_chart(path)
            except BadFile:
                refused += 1
    assert refused


def test_columns_that_share_a_die_must_exist(write: Write) -> None:
    text = READING.replace('kinds = ["reading"]', 'kinds = ["reading"]\nacross = ["Green", "Blue"]')
    assert "line 15: cells, across: there is no column 'Blue'" in faults(write(text=text))


@pytest.mark.parametrize("quote", ['"""', "'''"])
@pytest.mark.parametrize("start", ["\n", ""])
def test_lines_are_right_however_the_table_is_opened(write: Write, quote: str, start: str) -> None:
    text = write(("4   | NE  | DE", "4   | NE  | XX")).read_text()
    head, table, tail = text.split('"""')
    found = faults(write(text=f"{head}{quote}{start}{table.lstrip()}{quote}{tail}"))
    assert found == [f"line {9 if start else 8}: cell 4 at 2-1: unknown code 'XX'; there are AE, NE, DE"]


def test_rulings_may_stand_one_folder_up(write: Write, erratum: str, ruling: str) -> None:
    path = write(text=write().read_text() + erratum + 'ruling = "first"\n')
    folder = path.parent / "cards"
    folder.mkdir()
    (path.parent / "rulings.toml").write_text(ruling)
    moved = path.rename(folder / path.name)
    assert load_chart(moved).doubts["4", "2-1"].ruling == "first"


def test_rulings_are_found_from_within_the_folder(
    write: Write, erratum: str, ruling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(text=write().read_text() + erratum + 'ruling = "first"\n')
    folder = path.parent / "cards"
    folder.mkdir()
    (path.parent / "rulings.toml").write_text(ruling)
    moved = path.rename(folder / path.name)
    monkeypatch.chdir(folder)
    assert load_chart(Path(moved.name)).doubts["4", "2-1"].ruling == "first"


def test_a_ruling_on_what_is_outside_the_print_must_offer_what_can_be(write: Write, ruling: str) -> None:
    path = write(('name = "Odds"', 'name = "Odds"\nruled = { below = "first" }'))
    options = 'clamp = "a"\nNE = "b"\nnext-column = "c"\nwhatever = "d"'
    text = ruling.replace('printed = "this"\ncorrected = "that"', options)
    text = text.replace('card = "printed"', 'card = "clamp"').replace('"corrected"', '"NE"')
    (path.parent / "rulings.toml").write_text(text)
    assert faults(path) == [
        "line 22: columns, ruled: option 'next-column' is for rows only",
        "line 22: columns, ruled: option 'whatever' is neither clamp, refuse, arithmetic nor a code",
    ]


def test_a_ruling_that_decides_a_setting_must_offer_settings(write: Write, ruling: str) -> None:
    path = write(('name = "Odds"', 'name = "Odds"\nruled = { round = "first", above = "second" }'))
    (path.parent / "rulings.toml").write_text(ruling)
    assert faults(path) == [
        "line 22: columns, ruled: option 'corrected' is no value for 'round'",
        "line 22: columns, ruled: option 'printed' is no value for 'round'",
        "line 22: columns, ruled, ruling: there is no ruling 'second'; there are first",
    ]


def test_a_setting_that_no_ruling_can_decide_is_named(write: Write, ruling: str) -> None:
    path = write(('name = "Odds"', 'name = "Odds"\nruled = { rounding = "first" }'))
    (path.parent / "rulings.toml").write_text(ruling)
    assert faults(path) == ["line 22: columns, ruled, rounding: is not known here; did you mean round?"]


def test_an_option_that_stands_for_a_setting_is_one_of_a_ruling_of_the_axis(
    write: Write, ruling: str
) -> None:
    """The options printed and corrected stand for down and nearest; there is no option mended."""
    settings = 'settings = { printed = "down", corrected = "nearest", mended = "down" }'
    path = write(('name = "Odds"', f'name = "Odds"\nruled = {{ round = "first" }}\n{settings}'))
    (path.parent / "rulings.toml").write_text(ruling)
    assert faults(path) == [
        "line 23: columns, settings: 'mended' is no option of a ruling of this axis",
    ]


def test_a_setting_is_decided_by_a_ruling_with_a_name(write: Write) -> None:
    path = write(('name = "Odds"', 'name = "Odds"\nruled = { round = "" }'))
    assert faults(path) == ["line 22: columns, ruled, round: names no ruling"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('card = "printed"', 'card = ""', "line 5: first, card: '' is no option; there are printed, corrected"),
        ('printed = "this"\ncorrected = "that"\n', "", "line 2: first: has no options"),
        ('[first.options]\nprinted = "this"\ncorrected = "that"\n', "options = 3", "line 9: first, options: must be a table, not 3"),
        ('card = "printed"', "card = 3", "line 5: first, card: must be text, not 3"),
        ('card = "printed"\n', "", "line 2: first: 'card' is missing; add card = \"...\""),
        ('sure = "high"', 'sure = "high"\nformerly = { old = "new" }', "line 9: first, formerly: 'new' is no option; there are printed, corrected"),
        ('sure = "high"', 'sure = "high"\nformerly = { printed = "corrected" }', "line 9: first, formerly: 'printed' is an option still"),
    ],
)  # fmt: skip
def test_a_ruling_without_an_answer_is_one_fault(
    write: Write, ruling: str, old: str, new: str, fault: str
) -> None:
    path = write()
    (path.parent / "rulings.toml").write_text(ruling.replace(old, new))
    assert faults(path) == [fault]


@pytest.mark.parametrize("value", ["[" * 3000, "1" * 6000], ids=["deep", "long"])
def test_what_no_reader_of_toml_takes_in_is_a_fault(write: Write, value: str) -> None:
    path = write(text=f"{write().read_text()}\nQQ = {value}\n")
    assert faults(path) == ["file: has a number too long, or lists nested too deep, to be read"]


def test_a_row_or_column_has_a_name(write: Write) -> None:
    nameless = "has no name; where the card prints none, put one of yours in square brackets"
    assert faults(write(("a    | 1", "     | 1"), text=FIGURES)) == [
        f"line 7: row 1 of the table: {nameless}"
    ]
    assert faults(write(("| .5 | 1", "| .5 |"), text=FIGURES)) == [
        f"line 5: column 2 of the table: {nameless}"
    ]
    assert faults(write(("1   | AE  | NE", "    | AE  | NE"))) == [f"line 6: row 1 of the table: {nameless}"]


@pytest.mark.parametrize("kinds", ['["text"]', '["code"]', '["number"]'])
def test_columns_share_a_die_only_where_cells_are_dice(write: Write, kinds: str) -> None:
    text = FIGURES.replace('kinds = ["number"]', f'kinds = {kinds}\ndice = "1d6"\nacross = [".5", "1"]')
    text += "[codes]\n" + "".join(f'{each} = "so many"\n' for each in range(1, 5))
    assert faults(write(text=text)) == [
        "line 17: cells, across: shares out a die, but the kinds of [cells] have no die"
    ]


def test_a_faulty_kind_of_cell_is_one_fault(write: Write) -> None:
    cells = 'kinds = ["dye"]\ndice = "1d6"\nacross = [".5", "1"]'
    assert faults(write(('kinds = ["number"]', cells), text=FIGURES)) == [
        "line 15: cells, kinds: must be a list of code or number or die or reading or text, not ['dye']"
    ]


def test_odds_rounded_to_whole_ones_need_whole_headings(write: Write, ruling: str) -> None:
    """3-2 would find the column 3-2, and 6-4 the column 2-1."""
    fault = "line 4: column 3-2: is not n-1 or 1-n, and odds are rounded to the nearest of these"
    columns = ("| 1-1 | 2-1", "| 1-1 | 3-2")
    assert faults(write(columns, ('name = "Odds"', 'name = "Odds"\nround = "nearest"'))) == [fault]
    path = write(columns, ('name = "Odds"', 'name = "Odds"\nruled = { round = "first" }'))
    book = ruling.replace("printed", "down").replace("corrected", "nearest")
    (path.parent / "rulings.toml").write_text(book)
    assert faults(path) == [fault]


def test_odds_leave_no_gap_after_less_than(write: Write) -> None:
    assert faults(write(("| 1-1 | 2-1", "| <1-2 | 1-1"))) == ["line 4: column 1-1: leaves a gap after <1-2"]


def test_a_slip_is_no_way_to_change_a_result(write: Write, erratum: str) -> None:
    path = write(text=write().read_text() + erratum + "slip = true\n")
    assert faults(path) == [
        "line 40: errata 1, slip: is for print that is no result of the chart, and this is one"
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('name = "Odds"', 'means = { 1-1 = ["even"] }', "line 21: columns, means: is for an axis of kind named, and this is odds"),
        ('name = "Odds"', 'dice = "1d6"', "line 21: columns, dice: is for an axis of kind die, and this is odds"),
        ('name = "Odds"', 'plus = "more-than"', "line 21: columns, plus: is for an axis of kind die or band, and this is odds"),
        ('dice = "1d6"', 'dice = "1d6"\nround = "nearest"', "line 17: rows, round: is for an axis of kind odds, and this is die"),
        ('dice = "1d6"', 'dice = "1d6"\nmeans = { 1 = ["one"] }', "line 17: rows, means: is for an axis of kind named, and this is die"),
        ('dice = "1d6"', 'dice = "1d6"\nshift_only = ["1"]', "line 17: rows, shift_only: is for an axis of kind odds, and this is die"),
        ('dice = "1d6"', 'dice = "1d6"\ninstead = { 1 = "2" }', "line 17: rows, instead: is for columns only"),
    ],
)  # fmt: skip
def test_a_setting_that_nothing_goes_by_is_named(write: Write, old: str, new: str, fault: str) -> None:
    assert faults(write((old, new))) == [fault]


@pytest.mark.parametrize(
    ("setting", "kinds"),
    [
        ('shift_only = ["a"]', "odds"),
        ('round = "nearest"', "odds"),
        ('plus = "more-than"', "die or band"),
        ('above = "clamp"', "die or band or odds"),
    ],
)
def test_named_rows_take_no_setting_of_another_kind(write: Write, setting: str, kinds: str) -> None:
    key = setting.split(maxsplit=1)[0]
    path = write(('[rows]\nkind = "named"', f'[rows]\nkind = "named"\n{setting}'), text=FIGURES)
    assert faults(path) == [f"line 12: rows, {key}: is for an axis of kind {kinds}, and this is named"]


def test_a_ruling_decides_only_what_the_axis_goes_by(write: Write, ruling: str) -> None:
    path = write(('dice = "1d6"', 'dice = "1d6"\nruled = { round = "first" }'))
    book = ruling.replace("printed", "down").replace("corrected", "nearest")
    (path.parent / "rulings.toml").write_text(book)
    assert faults(path) == ["line 17: rows, ruled, round: is for an axis of kind odds, and this is die"]


def test_an_option_needs_its_ruling(write: Write, erratum: str) -> None:
    path = write(text=write().read_text() + erratum + 'option = "other"\n')
    assert faults(path) == ["line 40: errata 1, option: 'other' needs a ruling that has this option"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"No effect."', '""', "line 30: codes, NE: has no meaning"),
        ('"No effect."', '{ means = " " }', "line 30: codes, NE: has no meaning"),
        ('"Defender eliminated."', '"Defender eliminated."\n[[notes]]\ntext = ""', "line 33: notes 1, text: is empty"),
        ("[cells]\n", "[cells]\nkinds = []\n", "line 26: cells, kinds: is empty; say what the cells hold"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_named(write: Write, old: str, new: str, fault: str) -> None:
    assert faults(write((old, new))) == [fault]
