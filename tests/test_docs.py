"""The examples in the README and the docs do what they show."""

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.games import rulings

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


@pytest.mark.parametrize("game", ["seelowe", "panzerblitz", "jarama", "iron-curtain"])
def test_the_page_of_a_game_names_every_ruling_that_can_be_switched(game: str) -> None:
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    for name, ruling in rulings(game).items():
        if len(ruling.options) > 1:
            (row,) = [line for line in rows if line.startswith(f"| `{name}` |")]
            played, other = row.split("|")[2:4]
            assert f"`{ruling.card}`" in played
            assert all(f"`{option}`" in other for option in ruling.options if option != ruling.card)
