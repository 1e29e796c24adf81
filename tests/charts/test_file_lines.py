# SPDX-License-Identifier: Apache-2.0
"""Faults are named with the line they are on, however the file is written."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard import load_chart
from grognard.charts.errors import BadFile

Write = Callable[..., Path]
UNKNOWN = "cell 4 at 2-1: unknown code 'XX'; there are AE, NE, DE"


def faults(path: Path) -> list[str]:
    with pytest.raises(BadFile) as bad:
        load_chart(path)
    return [str(fault) for fault in bad.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('table = """\n', 'table = """\n', 9),
        ('table = """\n', 'table = """\\\n', 9),
        ('table = """\n', 'table = """\\\n\n   \n', 11),
        ('table = """\n', 'table = """ \\  \n\n', 10),
        ('table = """\n', "\n\n# a = '''\ntable = '''\n", 12),
        ("2   | AE  | NE\n", "2   | AE  \\\n | NE\n", 10),
        ("2   | AE  | NE\n3 ", "2   | AE  | NE\\n3 ", 8),
    ],
)
def test_a_cell_has_its_line_however_the_table_is_written(
    write: Write, old: str, new: str, line: int
) -> None:
    text = write((old, new), ("4   | NE  | DE", "4   | NE  | XX")).read_text()
    if "= '''" in new:
        text = text.replace('"""', "'''")
    assert faults(write(text=text)) == [f"line {line}: {UNKNOWN}"]


@pytest.mark.parametrize(
    "note",
    [
        'text = """\n[[errata]]\nsure = "no"\n"""',
        "text = '''\n[[errata]]\nsure = 3\n'''",
        'text = """one \\"""\n[[errata]]\n"""',
        'text = "one"  # [[errata]] """',
    ],
)
def test_what_stands_in_a_text_is_no_section(write: Write, erratum: str, note: str) -> None:
    text = f"{write().read_text()}\n[[notes]]\n{note}\n{erratum}".replace('sure = "high"', 'sure = "quite"')
    line = text.split("\n").index('sure = "quite"') + 1
    assert faults(write(text=text)) == [
        f"line {line}: errata 1, sure: must be certain or very high or high or medium or low, not 'quite'"
    ]


def test_a_list_over_several_lines_has_no_sections(write: Write) -> None:
    """The last line of the list looks like the header of a section."""
    text = write(('ladder = ["AE", "NE", "DE"]', 'ladder = [\n"AE", "NE",\n["DE"]\n]\nlader = 1')).read_text()
    found = faults(write(text=text))
    assert "line 26: cells, ladder: must be a list, not ['AE', 'NE', ['DE']]" in found
    assert any(fault.startswith("line 30: cells, lader: is not known here") for fault in found)


def test_dotted_keys_have_lines(write: Write) -> None:
    text = write(('[rows]\nkind = "die"\ndice = "1d6"\nladder = "up"\n', "")).read_text()
    head, tail = text.split("\n", 1)
    dotted = f'{head}\nrows.kind = "die"\nrows . "dice" = "2d"\n{tail}'
    assert faults(write(text=dotted)) == [
        "line 3: rows, dice: '2d' is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100"
    ]
    assert "line 2: rows: 'dice' is missing: which die is read here, such as 1d6?" in faults(
        write(('rows . "dice" = "2d"\n', ""), text=dotted)
    )


def test_quoted_names_may_have_dots_in_them(write: Write) -> None:
    text = write().read_text() + '[codes."D.R"]\nmeans = 3\n'
    assert "line 33: codes, D.R, means: must be text, not 3" in faults(write(text=text))


def test_one_table_may_stand_for_a_list_of_one(write: Write, erratum: str) -> None:
    text = write().read_text() + erratum.replace("[[errata]]", "[errata]").replace('"DE"', '"AE"')
    assert faults(write(text=text)) == [
        "line 36: errata 1, printed: the table has 'DE' for 4 at 2-1, not 'AE'"
    ]
