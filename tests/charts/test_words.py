# SPDX-License-Identifier: Apache-2.0
"""What stands around the cells of the five cards, against texts typed from the cards and the rulings.

Beside the cells in `tests/transcriptions/GAME/*.csv` lie three files to be proof-read with the card in hand:

- `words.txt`: for each chart its axes, the notes in the card's words and the codes in its words or put together
  of them (`note`, `code`), those that are not on the card (`our note`, `our code`), and its repairs and errata;
- `lookups.txt`: which cell answers for a value, also beyond both ends of the print;
- `rulings.txt`: each ruling's charts, how sure it is, its question, and its options with the profiles that take them.
  Of one headed `in other words` question and answers are the typist's own, and not compared to the letter: an answer
  must have the figures and abbreviations that he has, and the rest is for a reader to set side by side.

White space does not matter, nor a full stop at the end of a text.
"""

import re
from pathlib import Path

import pytest

from grognard import NAMES, Chart, chart, game
from grognard.charts.axis import Axis
from grognard.charts.drawing.marks import not_on_the_card, printed_notes
from grognard.charts.errors import OffChart
from grognard.charts.rulings import Ruling
from grognard.charts.sheet import Arithmetic, Code, Erratum, Region, Repair
from grognard.registry import rulings

TYPED = Path(__file__).parent.parent / "transcriptions"


def plain(text: str) -> str:
    return " ".join(text.split()).removesuffix(".")


def typed(name: str, what: str) -> list[list[str]]:
    """Return the paragraphs of a typed file, line by line."""
    text = (TYPED / name / f"{what}.txt").read_text(encoding="utf-8")
    return [[plain(line) for line in part.splitlines()] for part in text.strip().split("\n\n")]


def axis_line(what: str, axis: Axis) -> str:
    way = {"up": ", results rise", "down": ", results fall", "": ""}[axis.file.ladder]
    kind = f"{axis.file.kind} {axis.file.dice}".strip()
    return f"{what} {axis.name}: {kind}{way}"


def cell_lines(under: Chart) -> list[str]:
    cells, found = under.sheet.file.cells, []
    if cells.kinds not in (("code",), ("text",)):
        found.append(f"cells: {', '.join(cells.kinds)} {cells.dice}")
    found += [f"across: {', '.join(cells.across)}"] if cells.across else []
    return found + ([f"ladder: {', '.join(cells.ladder)}"] if cells.ladder else [])


def arithmetic_line(rule: Arithmetic) -> str:
    least = f", at least {rule.least}" if rule.least else ""
    return f"arithmetic: {rule.cell}, {rule.round}{least} ({rule.ruling}={rule.option})"


def word_lines(under: Chart) -> list[str]:
    """Return codes and notes; a code that only a ruling can put into the chart is among them."""
    found = []
    for code, meaning in under.sheet.file.codes.items():
        ours = "our " if isinstance(meaning, Code) and meaning.supplied else ""
        found.append(f"{ours}code {code or 'blank'} = {under.means(code)}")
    found += [f"note {mark} = {text}" for mark, text in printed_notes(under)]
    ours_too = [(note.mark, note.text) for note in under.sheet.file.notes if note.supplied]
    return found + [f"our note {mark} = {text}" for mark, text in ours_too]


def where(region: Region) -> str:
    return f"{' + '.join(region.rows) or 'every row'} at {' + '.join(region.columns) or 'every column'}"


def repair_line(repair: Repair) -> str:
    headings = f"heading {' + '.join(repair.headings)}" if repair.headings else ""
    cells = where(repair) if repair.rows or repair.columns else ""
    told = " and ".join(filter(None, [cells, headings]))
    return f"repair {told}: {repair.printed or 'nothing'} ({repair.ruling})"


def erratum_line(erratum: Erratum) -> str:
    change = f"{erratum.printed or 'nothing'} -> {erratum.corrected or 'nothing'}"
    kind = "slip" if erratum.slip else "erratum"
    return f"{kind} {where(erratum)}: {change} ({erratum.sure}, {erratum.ruling}={erratum.option})"


def told(under: Chart) -> list[str]:
    """Write a chart as `words.txt` has it."""
    file = under.sheet.file
    columns = [axis_line("columns", axis) for axis in under.column_axes]
    lines = [f"chart {under.name}: {under.title}", axis_line("rows", under.row_axis), *columns]
    lines += [*cell_lines(under), *([arithmetic_line(file.arithmetic)] if file.arithmetic else [])]
    lines += word_lines(under)
    lines += [repair_line(each) for each in file.repairs] + [erratum_line(each) for each in file.errata]
    return sorted(plain(line) for line in lines)


WORDS = {
    (name, part[0].split(":")[0].removeprefix("chart ")): part
    for name in NAMES
    for part in typed(name, "words")
}


def test_all_37_charts_are_typed() -> None:
    assert len(WORDS) == 37
    assert set(WORDS) == {(name, each) for name in NAMES for each in game(name).charts}


@pytest.mark.parametrize(("name", "chart_name"), WORDS)
def test_words_are_those_of_the_card(name: str, chart_name: str) -> None:
    assert told(chart(name, chart_name)) == sorted(WORDS[name, chart_name])


@pytest.mark.parametrize(("name", "chart_name"), WORDS)
def test_notes_stand_in_the_order_of_the_card(name: str, chart_name: str) -> None:
    notes = [line for line in WORDS[name, chart_name] if line.startswith("note ")]
    found = [f"note {mark} = {text}" for mark, text in printed_notes(chart(name, chart_name))]
    assert [plain(each) for each in found] == notes


@pytest.mark.parametrize(("name", "chart_name"), WORDS)
def test_what_is_ours_is_drawn_as_ours(name: str, chart_name: str) -> None:
    """A code that stands in no cell under the profile is not drawn."""
    lines = WORDS[name, chart_name]
    ours = [re.sub("^our (code|note) ?", "", line) for line in lines if line.startswith("our ")]
    drawn = [plain(f"{head} = {text}") for head, text in not_on_the_card(chart(name, chart_name))]
    assert set(drawn) <= set(ours)
    unused = ["see Note E", "see Note A see Note C see Note E", "see Note B see Note D see Note E"]
    assert {line.split(" = ")[0] for line in set(ours) - set(drawn)} <= set(unused)


LOOKUP = re.compile(r"(roll )?(\S+?)(?: (errata|[\w-]+=[\w-]+))?: (.+) -> (.+?)(?: @ (.+) \| (.+))?")
LOOKUPS = [
    (name, *found.groups(""))
    for name in NAMES
    for part in typed(name, "lookups")
    for line in part
    if (found := LOOKUP.fullmatch(line))
]


def test_every_chart_is_looked_up() -> None:
    assert {(name, each) for name, _, each, *_ in LOOKUPS} == set(WORDS)
    lines = [line for name in NAMES for part in typed(name, "lookups") for line in part if "->" in line]
    assert len(LOOKUPS) == len(lines)


@pytest.mark.parametrize(("name", "roll", "each", "under", "keys", "text", "row", "column"), LOOKUPS)
def test_a_value_finds_its_cell_or_is_refused(  # noqa: PLR0913, PLR0917 - the parts of a line
    name: str, roll: str, each: str, under: str, keys: str, text: str, row: str, column: str
) -> None:
    switched = dict([under.split("=")]) if "=" in under else {}
    table = chart(name, each, "errata" if under == "errata" else "card", switched)
    values = keys.split(", ")
    try:
        cell = table.roll(*values[:-1], int(values[-1])) if roll else table[tuple(values)]
    except OffChart:
        assert text == "refused"
        return
    assert plain(cell.text or "nothing") == plain(text)
    if row:
        assert (cell.row, cell.column) == (row, column)


def ruling_lines(name: str, ruling: Ruling) -> list[str]:
    """Write a ruling as `rulings.txt` has it."""
    takers = {(True, True): "both", (True, False): "card", (False, True): "errata", (False, False): "else"}
    lines = [f"ruling {name}: {', '.join(ruling.charts)} ({ruling.sure})", ruling.question]
    for option, answer in ruling.options.items():
        lines.append(f"{takers[option == ruling.card, option == ruling.errata]} {option} = {answer}")
    return [plain(line) for line in lines]


def ruling_name(lines: list[str]) -> str:
    return lines[0].split(":")[0].removeprefix("ruling ")


IN_OTHER_WORDS = ", in other words"
RULINGS = {(name, ruling_name(part)): part for name in NAMES for part in typed(name, "rulings")}


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_is_typed_in_its_order(name: str) -> None:
    assert list(rulings(name)) == [ruling for game_name, ruling in RULINGS if game_name == name]


@pytest.mark.parametrize(("name", "ruling"), RULINGS)
def test_rulings_and_their_defaults(name: str, ruling: str) -> None:
    (heading, *wanted), lines = RULINGS[name, ruling], ruling_lines(ruling, rulings(name)[ruling])
    if not heading.endswith(IN_OTHER_WORDS):
        assert lines == [heading, *wanted]
        return
    assert lines[0] == heading.removesuffix(IN_OTHER_WORDS)
    pairs = [
        (line.split(" = "), other.split(" = ")) for line, other in zip(lines[2:], wanted[1:], strict=True)
    ]
    for (option, answer), (typed_option, typed_answer) in pairs:
        assert option == typed_option
        assert terms(typed_answer) <= terms(answer), f"{answer}\n{typed_answer}"


def terms(text: str) -> set[str]:
    """Return the figures and the abbreviations in a text: what two people who tell the same both say."""
    return set(re.findall(r"\d+|[A-Z]{2,}", text))
