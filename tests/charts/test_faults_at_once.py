# SPDX-License-Identifier: Apache-2.0
"""All faults of a file at once, each of them once: a broken field hides nothing, and is blamed for nothing else."""

import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from grognard import NAMES, load_chart
from grognard.charts.errors import BadFile
from grognard.charts.files import KeyPath, Source
from grognard.charts.load import load_sheet
from grognard.registry import folder, rulings

Write = Callable[..., Path]
REPAIR = """
[[repairs]]
rows = ["4"]
columns = ["2-1"]
why = "torn"
"""


def faults(path: Path) -> list[str]:
    with pytest.raises(BadFile) as bad:
        load_chart(path)
    return [str(fault) for fault in bad.value.faults]


def test_a_broken_field_of_a_repair_or_an_erratum_hides_no_other_fault(write: Write, erratum: str) -> None:
    wrong = erratum.replace('"NE"', '"DX"').replace('"DE"', '"AE"').replace('"high"', '"maybe"')
    repair = '[[repairs]]\nrows = ["99"]\nwhy = 3\n'
    assert faults(write(text=write().read_text() + wrong + repair)) == [
        "line 36: errata 1, printed: the table has 'DE' for 4 at 2-1, not 'AE'",
        "line 37: errata 1, corrected: unknown code 'DX'; there are AE, NE, DE",
        "line 39: errata 1, sure: must be certain or very high or high or medium or low, not 'maybe'",
        "line 40: repairs 1: there is no row '99'; there are 1, 2, 3, 4, 5, 6",
        "line 42: repairs 1, why: must be text, not 3",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('rows = ["4"]', "rows = 4", "line 34: errata 1, rows: must be a list, not 4"),
        ('columns = ["2-1"]', 'columns = "2-1"', "line 35: errata 1, columns: must be a list, not '2-1'"),
        ('printed = "DE"', "printed = 3", "line 36: errata 1, printed: must be text, not 3"),
        ('printed = "DE"\n', "", "line 33: errata 1: 'printed' is missing"),
        ('corrected = "NE"', "corrected = 3", "line 37: errata 1, corrected: must be text, not 3"),
        ('corrected = "NE"\n', "", "line 33: errata 1: 'corrected' is missing"),
        ('sure = "high"', 'sure = "high"\nruling = 3\noption = "x"', "line 40: errata 1, ruling: must be text, not 3"),
        ('sure = "high"', 'sure = "high"\noption = 3', "line 40: errata 1, option: must be text, not 3"),
    ],
)  # fmt: skip
def test_a_broken_field_of_an_erratum_is_one_fault(
    write: Write, erratum: str, old: str, new: str, fault: str
) -> None:
    assert faults(write((old, new), text=write().read_text() + erratum)) == [fault]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("slip = true", 'slip = "yes"'),
        ('corrected = "DE"', "corrected = 3"),
        ('printed = "D E"', "printed = 3"),
        ('rows = ["4"]', "rows = 4"),
    ],
)
def test_the_cell_of_a_broken_slip_is_not_blamed(write: Write, erratum: str, old: str, new: str) -> None:
    slip = erratum.replace('"DE"', '"D E"').replace('"NE"', '"DE"') + "slip = true\n"
    text = write(("4   | NE  | DE", "4   | NE  | D E"), ("1   | AE", "1   | QQ")).read_text()
    found = faults(write((old, new), text=text + slip))
    assert [fault.split(": ")[1] for fault in found] == [
        "cell 1 at 1-1",
        f"errata 1, {new.split(maxsplit=1)[0]}",
    ]


@pytest.mark.parametrize("form", ["[[errata]]", "[errata]"])
def test_one_table_for_a_list_of_one_is_read_alike(write: Write, erratum: str, form: str) -> None:
    text = write().read_text() + erratum.replace("[[errata]]", form)
    text = text.replace('printed = "DE"', "printed = 3").replace('corrected = "NE"', 'corrected = "DX"')
    assert [fault.split(": ")[0] for fault in faults(write(text=text))] == ["line 36", "line 37"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('rows = ["4"]', "rows = 4", "line 34: repairs 1, rows: must be a list, not 4"),
        ('why = "torn"', 'why = "torn"\nheadings = "2-1"', "line 37: repairs 1, headings: must be a list, not '2-1'"),
        ('why = "torn"\n', "", "line 33: repairs 1: 'why' is missing"),
    ],
)  # fmt: skip
def test_a_broken_field_of_a_repair_is_one_fault(write: Write, old: str, new: str, fault: str) -> None:
    text = write(("4   | NE  | DE", "4   | NE  | [DE]")).read_text() + REPAIR
    assert faults(write((old, new), text=text)) == [fault]


def test_brackets_elsewhere_are_named_beside_a_broken_repair(write: Write) -> None:
    text = write(("1   | AE  | NE", "1   | [AE]  | NE"), ("4   | NE  | DE", "4   | NE  | [DE]")).read_text()
    assert faults(write(('rows = ["4"]', "rows = 4"), text=text + REPAIR)) == [
        "line 6: cell 1 at 1-1: is in square brackets, but no [[repairs]] says why",
        "line 34: repairs 1, rows: must be a list, not 4",
    ]


def test_a_broken_code_or_note_hides_no_empty_one(write: Write) -> None:
    text = write(('"Attacker eliminated."', "3"), ('"No effect."', '""')).read_text()
    assert faults(write(text=f'{text}[[notes]]\ntext = 3\n[[notes]]\ntext = " "\n')) == [
        "line 29: codes, AE: must be text or a table, not 3",
        "line 30: codes, NE: has no meaning",
        "line 33: notes 1, text: must be text, not 3",
        "line 35: notes 2, text: is empty",
    ]


COLUMNS = '[columns]\nkind = "odds"\nname = "Odds"\nabove = "clamp"\nladder = "up"\n'


@pytest.mark.parametrize("title", ['"A small CRT"', "3"])
def test_no_columns_are_a_fault(write: Write, title: str) -> None:
    changes = (COLUMNS, ""), ('title = "A small CRT"', f"title = {title}\ncolumns = []")
    found = faults(write(*changes))
    assert "line 2: columns: is empty; say what the columns are" in found
    assert len(found) == (1 if title.startswith('"') else 2)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("4   | NE  | DE\n", "", "line 9: row 5: leaves a gap after 3"),
        ("| 1-1 | 2-1", "| 1-1 | 1-1", "line 4: column 1-1: stands 2 times"),
        ('title = "A small CRT"\n', "", "file: 'title' is missing; add title = \"...\""),
        ('dice = "1d6"', "dice = 6", "line 16: rows, dice: must be text, not 6"),
        ('name = "Odds"', "ruled = { round = 3 }", "line 21: columns, ruled, round: must be text, not 3"),
        ("6   | DE  | DE\n", "", "line 10: row 5: no label has the die result 6 of 1d6"),
    ],
)
def test_a_fault_is_counted_once(write: Write, old: str, new: str, fault: str) -> None:
    assert faults(write((old, new))) == [fault]


def test_a_setting_of_listed_columns_is_counted_once(write: Write) -> None:
    listed = write(("[columns]", "[[columns]]"), ('name = "Odds"', "ruled = { round = 3 }"))
    assert faults(listed) == ["line 21: columns 1, ruled, round: must be text, not 3"]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("", "file: 'table' is missing; add table = \"...\""),
        ("table = 3\n", "line 3: table: must be text, not 3"),
    ],
)
def test_a_missing_table_is_one_fault(write: Write, erratum: str, table: str, fault: str) -> None:
    """Neither its errata nor its repairs are blamed for naming rows that are not there."""
    head, _, tail = write().read_text().split('"""')
    text = (
        head.replace("table = ", table) + tail + erratum + REPAIR.replace("rows", 'headings = ["1-1"]\nrows')
    )
    assert faults(write(text=text)) == [fault]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            'title = "A"\nsource =\n',
            'line 2: file: is not TOML: Invalid value (at column 9); a text stands in quotes, as in name = "text"',
        ),
        (
            'title = "A"\ntable = """\n1 | 2\n\n',
            'line 3: file: is not TOML: Expected \'"""\' (at end of document)',
        ),
    ],
)
def test_what_is_not_toml_has_its_line_once(write: Write, text: str, fault: str) -> None:
    (found,) = faults(write(text=text))
    assert found.split(": is not TOML: ")[0] == fault.split(": is not TOML: ", maxsplit=1)[0]
    assert found.count("line") == 1
    assert found.endswith(fault[fault.rindex("(") :])


def places(data: object, place: KeyPath = ()) -> Iterator[KeyPath]:
    """Every section, entry and field of a file."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield (*place, key)
        yield from places(value, (*place, key))


def spoilt(data: dict[str, Any], place: KeyPath) -> dict[str, Any]:
    """Return a file with a 3 in one place."""
    inside: Any = (copy := deepcopy(data))
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = 3
    return copy


@pytest.mark.parametrize("name", NAMES)
def test_one_wrong_field_of_a_bundled_chart_is_one_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of places that differ only in their number the first will do; without all its errata, a slip is a fault."""
    book = rulings(name)
    for path in sorted((folder(name) / "cards").iterdir()):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        some = {
            place
            for place in places(data)
            if "codes" not in place[:-1] and not any(isinstance(part, int) and part for part in place)
        }
        for place in sorted(some - {("errata",)}, key=str):
            wrong = spoilt(data, place)
            monkeypatch.setattr(Source, "data", lambda _, wrong=wrong: wrong)
            try:
                load_sheet(path, book)
            except BadFile as bad:
                assert len(bad.faults) == 1, (path.name, place, str(bad))  # noqa: PT017 - some places take a 3
