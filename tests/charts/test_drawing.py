# SPDX-License-Identifier: Apache-2.0
"""Charts as a player sees them: drawn, marked, footnoted, legible; and as other programs read them."""

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from grognard import Chart, chart, load_chart
from grognard.charts.axis import AxisFile
from grognard.charts.drawing.data import chart_json
from grognard.charts.drawing.html import card_html, chart_html
from grognard.charts.drawing.marks import footnotes, shade
from grognard.charts.drawing.marks import lines as marked
from grognard.charts.drawing.text import TextChart
from grognard.registry import NAMES, game

ALL = [(name, each) for name in NAMES for each in game(name).charts]


def drawn(table: Chart, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    with console.capture() as capture:
        console.print(TextChart(table))
    return [line.rstrip() for line in capture.get().splitlines()]


# Typed by hand from the card; 4-1 and 2-1 at 5 as the rulings say.
PANZERBLITZ_CRT = """\
panzerblitz crt, profile card
CRT Combat Results Table

                 ODDS RATIOS
DIE ROLL  1-4  1-3  1-2  1-1  2-1  3-1  [4-1]
─────────────────────────────────────────────
-1         D   DD    X    X    X    X    [X]
0          -    D   DD   DD    X    X    [X]
1          -    D    D   DD    X    X    [X]
2          -    -    D    D   DD    X    [X]
3          -    -    -    D   DD    X    [X]
4          -    -    -    -    D   DD    [X]
5          -    -    -    -   -?   DD    [X]
6          -    -    -    -    -    -    [X]
7          -    -    -    -    -    -    [-]
"""


def test_a_crt_is_drawn_as_a_player_knows_it() -> None:
    assert "\n".join(drawn(chart("panzerblitz", "crt"))).startswith(PANZERBLITZ_CRT)


def test_marks_are_footnoted_with_their_ruling() -> None:
    text = " ".join(" ".join(drawn(chart("panzerblitz", "crt"))).split())
    assert "? doubted 5 at 2-1 (- printed, D proposed):" in text
    assert "(ruling crt-2-1-at-5: printed)" in text
    assert "[ ] repaired column 4-1:" in text
    errata = " ".join(" ".join(drawn(chart("panzerblitz", "crt", "errata"))).split())
    assert "! corrected 5 at 2-1 (- printed):" in errata
    assert " D! " in errata


def test_a_footnote_says_how_sure_a_correction_is() -> None:
    text = " ".join(" ".join(drawn(chart("panzerblitz", "crt"))).split())
    assert "so do players' reports; how sure: very high (ruling crt-2-1-at-5: printed)" in text
    unlikely = chart_html(chart("iron-curtain", "nuclear"))
    assert "; how sure: low (ruling nuclear-entry-6: two-steps)." in unlikely


TWO_ERRATA = """
[[errata]]
rows = ["2"]
columns = ["2-1"]
printed = "NE"
corrected = "AE"
why = "a letter of the designer"
sure = "high"
[[errata]]
rows = ["3"]
columns = ["2-1"]
printed = "NE"
corrected = "DE"
why = "a rumour"
sure = "low"
"""


def test_a_rumour_is_not_as_sure_as_a_letter(write: Callable[..., Path]) -> None:
    table = load_chart(write(text=write().read_text() + TWO_ERRATA))
    assert [note.text for note in footnotes(table)] == [
        "2 at 2-1 (NE printed, AE proposed): a letter of the designer; how sure: high",
        "3 at 2-1 (NE printed, DE proposed): a rumour; how sure: low",
    ]


@pytest.mark.parametrize(("name", "chart_name"), ALL)
@pytest.mark.parametrize("width", [80, 60, 200])
def test_every_chart_fits_the_terminal_and_loses_no_cell(name: str, chart_name: str, width: int) -> None:
    table = chart(name, chart_name)
    lines = drawn(table, width)
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)
    cells = Counter(word for row in table.cells for cell in row for word in marked(table, cell).split())
    assert not cells - tabled(table, width)


def tabled(table: Chart, width: int) -> Counter[str]:
    """Count the words of a chart's own table, in however many panels, without what stands below it."""
    console = Console(file=io.StringIO(), width=width, highlight=False)
    parts = TextChart(table).__rich_console__(console, console.options)
    panels = [part for part in parts if isinstance(part, Table) and part.box]
    assert panels
    with console.capture() as capture:
        console.print(*panels)
    return Counter(capture.get().split())


def test_a_grid_too_wide_is_cut_into_panels_with_the_row_labels_again() -> None:
    lines = drawn(chart("asl-sk", "odds"))
    headings = [line.split() for line in lines if line.startswith(("(FP)", "POWER (FP)"))]
    numbers = [word for line in headings for word in line if word.isdigit()]
    assert numbers == [str(number) for number in range(1, 29)]
    assert sum(line.startswith("28 ") for line in lines) == len(headings) > 1
    wide = drawn(chart("asl-sk", "odds"), 220)
    assert sum(line.startswith("28 ") for line in wide) == 1


def test_results_are_shaded_by_their_place_on_the_ladder() -> None:
    """D1 stands in the middle of Jarama's thirteen results, and on PanzerBlitz's four nothing does."""
    jarama, panzerblitz = chart("jarama", "crt"), chart("panzerblitz", "crt")
    assert [shade(jarama, code) for code in ("A4", "A1D1", "D1", "D1R2", "D4R2")] == [
        *("lowest", "low", "", "high", "highest")
    ]
    assert [shade(panzerblitz, code) for code in ("-", "D", "DD", "X")] == [
        "lowest",
        "low",
        "high",
        "highest",
    ]
    assert shade(chart("seelowe", "tec"), "No effect.") == ""


def test_everything_the_file_says_is_under_the_chart() -> None:
    text = " ".join(" ".join(drawn(chart("jarama", "demoralization"))).split())
    for part in (
        "NE No Effect. R Retreat one additional hex. D Demoralized.",
        "Not on the card Losses are the Troop points the unit lost",
        "Rulings losses-plus Does 2+ mean 2 or more losses, or more than 2? More than that many.",
    ):
        assert part in text
    assert "demoralization-slip Does" not in text, "a ruling cited by a mark is not told again"
    page = chart_html(chart("jarama", "demoralization"))
    assert "<dt>losses-plus</dt>" in page
    assert "<h2>Not on the card</h2>" in page


def test_codes_the_card_does_not_explain_stand_apart_from_those_it_does() -> None:
    """Jarama's card explains -2 Col, but neither -3 Col nor OT, and says nothing of the blank."""
    text = " ".join(" ".join(drawn(chart("jarama", "tec"))).split())
    printed, ours = text.split("Not on the card")
    assert "-2 Col Shift two columns to the left." in printed
    assert "-3 Col Shift" not in printed
    for part in ("blank No note.", "OT Use the other terrain in the hex.", "-3 Col Shift three columns"):
        assert part in ours
    page = chart_html(chart("jarama", "tec"))
    assert page.index("<dt>-2 Col</dt>") < page.index("<h2>Not on the card</h2>") < page.index("<dt>OT</dt>")
    data = json.loads(chart_json(chart("jarama", "tec")))
    assert (data["codes"]["-2 Col"]["supplied"], data["codes"]["OT"]["supplied"]) == (False, True)


def test_the_cards_words_on_its_odds_are_told_once() -> None:
    said = "Attacks at less than 1-2 odds are not permitted; Attacks greater than 10-1 are treated as 10-1."
    text = " ".join(" ".join(drawn(chart("seelowe", "crt"))).split())
    assert text.count(said) == chart_html(chart("seelowe", "crt")).count(said) == 1


def test_a_heading_of_ours_is_in_brackets_even_over_the_rows() -> None:
    assert drawn(chart("asl-sk", "ccv"))[3].split() == ["[No.]", "[Unit]", "[CCV]"]
    assert '<th scope="col"><span class="repaired">[No.]</span>' in chart_html(chart("asl-sk", "ccv"))


def test_long_print_is_not_repeated_in_a_footnote() -> None:
    text = " ".join(" ".join(drawn(chart("jarama", "ground-recon"))).split())
    assert "? doubted 3-5 at Information obtained, 6-7 at Information obtained: a worse roll" in text


def test_low_and_high_results_have_their_colours() -> None:
    table = chart("seelowe", "crt")
    parts = [
        part
        for part in Console().render(TextChart(table))
        if part.text.strip() in ("Ae", "De") and part.style
    ]
    colours = {part.text.strip(): part.style.color for part in parts if part.style and part.style.color}
    assert colours["Ae"] != colours["De"]


def test_colour_only_where_the_terminal_has_it() -> None:
    plain, colour = io.StringIO(), io.StringIO()
    Console(file=plain).print(TextChart(chart("seelowe", "crt")))
    Console(file=colour, force_terminal=True, color_system="truecolor").print(
        TextChart(chart("seelowe", "crt"))
    )
    assert "\x1b[" not in plain.getvalue()
    assert "\x1b[" in colour.getvalue()


def test_the_cell_looked_up_is_lit_and_no_other() -> None:
    table = chart("seelowe", "crt")
    drawn_lit = Console().render(TextChart(table, lit=table["3-1", 6]))
    lit = [segment.text.strip() for segment in drawn_lit if segment.style and segment.style.reverse]
    assert "".join(lit) == "De"


class Page(HTMLParser):
    """What a browser or a screen reader would meet on a page."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.cells: list[list[str]] = []
        self.feed(text)
        assert not self.open, "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "tr":
            self.cells.append([])
        if tag in ("td", "th"):
            self.cells[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open) and "sup" not in self.open:
            self.cells[-1][-1] += data

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.tags if name == tag)


@pytest.mark.parametrize(("name", "chart_name"), ALL)
def test_a_page_is_whole_accessible_and_self_contained(name: str, chart_name: str) -> None:
    table = chart(name, chart_name)
    page = Page(chart_html(table))
    assert next(page.all("html"))["lang"] == "en"
    assert len(list(page.all("h1"))) == len(list(page.all("caption"))) == 1
    assert {each["scope"] for each in page.all("th")} == {"col", "row"}
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.tags}
    assert "http" not in chart_html(table)
    ids = {each["id"] for _, each in page.tags if "id" in each}
    links = {each["href"] for each in page.all("a")}
    assert links <= {f"#{each}" for each in ids}
    assert len(page.cells) == len(table.cells) + len(table.sheet.drawn.heading)
    for got, row in zip(page.cells[len(table.sheet.drawn.heading) :], table.cells, strict=True):
        plain = [text.strip("[]?!") for text in got[1:]]
        assert ["".join(text.split()) for text in plain] == [
            "".join(c.text.strip("[]?!").split()) for c in row
        ]


def test_every_mark_on_a_page_leads_to_its_footnote() -> None:
    page = Page(chart_html(chart("panzerblitz", "crt")))
    labels = [each.get("aria-label") for each in page.all("a")]
    assert labels.count("repaired, mark a") == 10
    assert labels.count("doubted, mark b") == 1


def test_a_whole_card_is_one_page_with_links() -> None:
    charts = [chart("jarama", each) for each in game("jarama").charts]
    page = Page(card_html("Jarama", charts))
    assert len(list(page.all("table"))) == 14
    assert {f"#{each}" for each in game("jarama").charts} <= {each["href"] for each in page.all("a")}


def test_cells_are_escaped() -> None:
    text = chart_html(chart("asl-sk", "odds"))
    assert "&lt;1-8" in text
    assert "<1-8" not in text


def test_json_has_everything() -> None:
    data = json.loads(chart_json(chart("panzerblitz", "crt")))
    assert data["rows"]["name"] == "DIE ROLL"
    assert data["columns"][0]["labels"] == ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
    assert data["columns"][0]["above"] == "clamp"
    assert data["cells"][6][4] == {"text": "-", "printed": "-", "reads": "-", "mark": "doubted"}
    assert data["cells"][6][6] == {"text": "X", "printed": "", "reads": "X", "mark": "repaired"}
    assert data["rulings"]["crt-2-1-at-5"] == "printed"
    assert {doubt["column"] for doubt in data["doubts"]} == {"2-1", "4-1"}
    assert [doubt["sure"] for doubt in data["doubts"] if doubt["column"] == "2-1"] == ["very high"]
    assert data["codes"]["X"]["means"] == "Unit eliminated."
    errata = json.loads(chart_json(chart("panzerblitz", "crt", "errata")))
    assert errata["cells"][6][4] == {"text": "D", "printed": "-", "reads": "D", "mark": "corrected"}


def test_json_says_which_rulings_decide() -> None:
    ruled = json.loads(chart_json(chart("seelowe", "crt")))["rows"]["ruled"]
    assert ruled == {"below": "die-clamp", "above": "die-clamp"}


@pytest.mark.parametrize(("name", "each"), ALL)
def test_json_has_every_setting_of_an_axis(name: str, each: str) -> None:
    table = chart(name, each)
    data = json.loads(chart_json(table))
    told = [data["rows"], *data["columns"]]
    for axis, settings in zip((table.row_axis, *table.column_axes), told, strict=True):
        given = {field for field in AxisFile.__struct_fields__ if getattr(axis.file, field)}
        assert settings.keys() == given | {"name", "labels"}


def test_a_page_shows_results_and_shades() -> None:
    text = chart_html(chart("seelowe", "crt"))
    assert "<dt>Ae</dt><dd>Attacker eliminated;" in text
    assert '<td class="lowest">Ae</td>' in text
    assert '<td class="highest">De</td>' in text


def test_titles_are_escaped(write: Callable[..., Path]) -> None:
    text = chart_html(load_chart(write(('title = "A small CRT"', 'title = "<b>Big & bold</b>"'))))
    assert "<b>" not in text
    assert "&lt;b&gt;Big &amp; bold&lt;/b&gt;" in text


def test_names_of_axes_are_no_markup(write: Callable[..., Path]) -> None:
    table = load_chart(write(('name = "Odds"', 'name = "[/z] [bold]"')))
    assert any(line.strip() == "[/z] [bold]" for line in drawn(table))


REPAIRED_HEADING = """
[[repairs]]
headings = ["2"]
why = "torn"
"""


def test_only_the_heading_that_was_repaired_is_marked(write: Callable[..., Path]) -> None:
    """A column headed 2 was supplied; the row 2 is plain print."""
    changes = (("| 1-1 | 2-1", "| 1 | [2]"), ('kind = "odds"', 'kind = "band"'))
    table = load_chart(write(text=write(*changes).read_text() + REPAIRED_HEADING))
    lines = drawn(table)
    assert any(line.split() == ["Die", "1", "[2]"] for line in lines)
    assert any(line.split() == ["2", "AE", "NE"] for line in lines)
    page = Page(chart_html(table))
    assert page.cells[0] == ["Die", "1", "[2]"]
    assert page.cells[2] == ["2", "AE", "NE"]


def test_names_within_a_page_have_no_blanks(write: Callable[..., Path], erratum: str) -> None:
    path = write(text=write().read_text() + erratum)
    table = load_chart(path.rename(path.parent / "my small crt.toml"))
    page = Page(chart_html(table))
    ids = [each["id"] for _, each in page.tags if "id" in each]
    assert ids == ["my-small-crt", "my-small-crt-title", "my-small-crt-mark-a"]
    assert [each["href"] for each in page.all("a")] == ["#my-small-crt-mark-a"]


def test_a_page_is_landscape_where_the_chart_is_wide(write: Callable[..., Path]) -> None:
    """Fourteen columns stand upright; the odds grid has 28."""

    def wide(columns: int) -> str:
        line = " | ".join
        table = [line(["Row", *map(str, range(columns))]), "---+---", line(["a", *"1" * columns])]
        text = ['title = "T"', 'source = "s"', 'table = """', *table, '"""', '[rows]\nkind = "named"']
        text += ['[columns]\nkind = "named"', '[cells]\nkinds = ["number"]']
        return chart_html(load_chart(write(text="\n".join(text))))

    assert "size: landscape" not in wide(14)
    assert "size: landscape" in wide(15)
    assert '<table class="tight wide">' in wide(15)
    assert "size: landscape" in chart_html(chart("asl-sk", "odds"))
