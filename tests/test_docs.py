# SPDX-License-Identifier: Apache-2.0
"""The examples in the README and the docs do what they show."""

import re
import shlex
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import chapter_table
import parameter_tables
import pytest
from write_reference import PAGE, SECTIONS, reference

import grognard as library
from grognard import rules
from grognard.registry import NAMES, folder, rulings
from grognard.registry import game as game_of
from grognard.registry.games import procedure, procedures, scenario_names
from grognard.registry.used_chapters import FRAME

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
Grognard = Callable[..., subprocess.CompletedProcess[str]]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def examples(page: Path) -> list[tuple[str, list[str]]]:
    """Return each command of a page with the lines shown under it."""
    found: list[tuple[str, list[str]]] = []
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


EXAMPLES = [(page.name, *example) for page in PAGES for example in examples(page)]


@pytest.mark.parametrize(("page", "command", "shown"), EXAMPLES)
def test_a_console_example_shows_what_it_prints(
    grognard: Grognard, page: str, command: str, shown: list[str]
) -> None:
    """A line of three dots stands for any lines."""
    program, *arguments = shlex.split(command)
    assert program == "grognard", page
    done = grognard(*arguments)
    assert not (done.stdout and done.stderr)
    lines = "\n".join(line.rstrip() for line in (done.stdout + done.stderr).rstrip().splitlines())
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown)
    assert re.fullmatch(pattern, lines + "\n"), lines


def test_there_are_examples() -> None:
    assert {page for page, _, _ in EXAMPLES} >= {"README.md", "writing-a-chart.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_reference_says_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "python scripts/write_reference.py"


def test_the_table_of_chapters_is_that_of_the_tree() -> None:
    shown = chapter_table.PAGE.read_text(encoding="utf-8")
    assert shown == chapter_table.page(), "python scripts/chapter_table.py"


def test_every_module_of_the_library_is_a_chapter_or_what_holds_chapters_together() -> None:
    modules = {path.stem for path in chapter_table.RULES.glob("*.py")} - {"__init__"}
    rows = set(re.findall(r"^\| `(\w+)` \|", chapter_table.table(), re.MULTILINE))
    assert modules >= FRAME
    assert rows == modules - FRAME
    named = set(re.findall(r"`(\w+)`", rules.__doc__ or ""))
    assert modules - named == set(), "name it in rules/__init__.py"


def test_a_module_that_nobody_uses_is_a_fault() -> None:
    with pytest.raises(LookupError, match=r"rules/nothing\.py is used by no game"):
        chapter_table.users_of("nothing")


def test_the_tables_of_parameters_are_those_of_the_library() -> None:
    text = parameter_tables.PAGE.read_text(encoding="utf-8")
    assert text == parameter_tables.page(), "python scripts/parameter_tables.py"
    assert sorted(parameter_tables.shown()) == sorted(parameter_tables.sections())
    assert not re.findall(r"^\| `\w+` \|.*\|  \|$", text, re.MULTILINE), (
        "a parameter has no meaning written yet"
    )


def test_the_reference_has_every_name() -> None:
    told = {name for names in SECTIONS.values() for name in names}
    assert told == set(library.__all__) - {"__version__"}


def test_the_ten_lines_of_the_readme_are_not_more() -> None:
    section = PAGES[0].read_text(encoding="utf-8").partition("## In Python\n")[2]
    block = section.partition("```python\n")[2].partition("```")[0]
    typed = [line for line in block.splitlines() if line.startswith((">>> ", "... "))]
    assert len(typed) == 10
    words = ["open", "push", "parse", "odds", "Dice", "play", "greedy", "random", "text", "load", "verify"]
    assert all(word in " ".join(typed) for word in words)


@pytest.mark.parametrize("game", ["seelowe", "panzerblitz", "jarama", "iron-curtain", "asl-sk"])
def test_the_page_of_a_game_names_every_ruling_that_can_be_switched(game: str) -> None:
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    for name, ruling in rulings(game).items():
        if len(ruling.options) > 1:
            (row,) = [line for line in rows if line.startswith(f"| `{name}` |")]
            played, other = row.split("|")[2:4]
            assert f"`{ruling.card}`" in played
            assert all(f"`{option}`" in other for option in ruling.options if option != ruling.card)


@pytest.mark.parametrize("game", ["home", *filter(scenario_names, NAMES)])
def test_the_readme_has_a_small_picture_of_every_game_that_can_be_played(game: str) -> None:
    picture = ROOT / "docs" / "pictures" / f"{game}.png"
    assert picture.exists(), "make pictures"
    assert picture.stat().st_size <= 150_000
    assert f"(docs/pictures/{picture.name})" in PAGES[0].read_text(encoding="utf-8")


CHARTS = (ROOT / "docs" / "charts.md").read_text(encoding="utf-8")
NAME = re.compile(r"`([\w.]+\.\w+)`")


def rows_of(game: str) -> dict[str, list[list[str]]]:
    """Return the cells of every row on the page of charts under a game: of its charts, and of its procedures."""
    section = re.split(r"^## ", CHARTS, flags=re.MULTILINE)
    (text,) = [part for part in section if part.startswith(f"{game}\n")]
    found: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            found[next(reversed(found))].append(cells)
        elif line.startswith("| "):
            found[cells[0]] = []
    return found


@pytest.mark.parametrize("game", NAMES)
def test_the_page_of_charts_has_every_chart_and_procedure_in_the_order_of_the_game(game: str) -> None:
    rows = rows_of(game)
    assert [row[0] for row in rows["chart"]] == [f"`{each}`" for each in game_of(game).charts]
    assert [row[0] for row in rows["procedure"]] == [f"`{each.name}`" for each in procedures(game)]
    assert {len(list(filter(None, row))) for row in (*rows["chart"], *rows["procedure"])} == {4}


def test_the_page_of_charts_has_no_other_games() -> None:
    assert re.findall(r"^## (.+)$", CHARTS, flags=re.MULTILINE) == list(NAMES)


def defined_in(game: str, name: str) -> str:
    """Return the module of a game, or of the library, in which something is written that the page of charts names."""
    module, part = name.split(".")
    own = (folder(game) / f"{module}.py").exists()
    package = f"games.{folder(game).name}" if own else "rules"
    found = getattr(import_module(f"grognard.{package}.{module}"), part)
    written: str = found.__module__
    return written.rpartition(".")[2]


@pytest.mark.parametrize("game", NAMES)
def test_what_implements_a_chart_is_where_the_page_of_charts_says(game: str) -> None:
    for row in (row for rows in rows_of(game).values() for row in rows):
        names = NAME.findall(row[1])
        assert names, row
        for name in names:
            assert defined_in(game, name) == name.split(".")[0], name


@pytest.mark.parametrize("game", NAMES)
def test_the_page_of_charts_names_the_worksheet_of_every_procedure(game: str) -> None:
    for each, row in zip(procedures(game), rows_of(game)["procedure"], strict=True):
        module = each.worksheet.__module__.rpartition(".")[2]
        assert NAME.findall(row[1])[0] == f"{module}.{each.worksheet.__name__}"


def test_every_test_that_the_page_of_charts_names_is_there() -> None:
    tested = [name for name in NAME.findall(CHARTS) if name.startswith("test_")]
    for module, test in (name.split(".") for name in tested):
        (file,) = (ROOT / "tests").rglob(f"{module}.py")
        assert f"\ndef {test}(" in file.read_text(encoding="utf-8"), test


@pytest.mark.parametrize("game", NAMES)
def test_every_row_of_the_page_of_charts_names_a_test(game: str) -> None:
    for row in (row for rows in rows_of(game).values() for row in rows):
        assert all(name.startswith("test_") for name in NAME.findall(row[2])), row
        assert NAME.findall(row[2]), row


def test_every_address_of_the_desk_on_the_page_of_charts_is_one() -> None:
    found = re.findall(r"/desk/([\w-]+)/([\w-]+)", CHARTS.replace("/desk/GAME/PROCEDURE", ""))
    assert found
    for game, name in found:
        assert procedure(game, name).name == name
