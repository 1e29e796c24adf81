"""The examples in the README and the docs do what they show."""

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

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
