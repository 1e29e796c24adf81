# SPDX-License-Identifier: Apache-2.0
"""The rules of a game to read: nothing of the game lacks its paragraph, and every fault of a rulebook is told with its line."""

import re
import shutil
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest
import write_rules

from grognard.charts.errors import BadFile
from grognard.play.rules_hash import rules_hash
from grognard.registry import folder, game_name, rulings
from grognard.registry.games import NOT_DECIDING, definition
from grognard.registry.paragraphs import (
    OF_PHASES,
    chapter_text,
    chapter_texts,
    chapters_with_paragraphs,
    in_words,
)
from grognard.registry.prose import Span, blocks, markdown
from grognard.registry.rules_text import Section, Term, not_mentioned, read_rulebook, rules_text, terms
from grognard.rules.definition import STANDARD
from grognard.rules.supply import Effect

FORD = Path(__file__).parent.parent / "rules" / "ford"
TOLD = write_rules.told()


def own_game(tmp_path: Path, name: str, rulebook: str) -> str:
    """Make a game of one's own with a rulebook, and return its name."""
    shutil.copytree(FORD, tmp_path / name)
    (tmp_path / name / "rulebook.toml").write_text(rulebook, encoding="utf-8")
    return game_name(str(tmp_path / name))


# Every game that has a rulebook


@pytest.mark.parametrize("name", TOLD)
def test_nothing_lacks_its_paragraph(name: str) -> None:
    """Every phase, state and marker of every scenario, every ruling and order, is told of in a section of the rulebook itself."""
    left_out = not_mentioned(name, read_rulebook(name, folder(name) / "rulebook.toml"))
    assert left_out == {"phases": [], "states": [], "markers": [], "rulings": [], "orders": []}


@pytest.mark.parametrize("name", TOLD)
def test_each_is_told_of_in_one_place(name: str) -> None:
    sections, known = rules_text(name).sections, terms(name)
    shown = [each for section in sections for each in section.rulings]
    assert sorted(shown) == sorted(rulings(name))
    ids = [term.id for section in sections for kind in told_by(section) for term in kind]
    assert sorted(ids) == sorted(
        term.id for kind in (known.phases, known.states, known.markers) for term in kind.values()
    )


def told_by(section: Section) -> tuple[tuple[Term, ...], ...]:
    return section.phases, section.states, section.markers


@pytest.mark.parametrize("name", TOLD)
def test_every_section_says_something(name: str) -> None:
    assert [section.id for section in rules_text(name).sections if not section.text] == []


@pytest.mark.parametrize("name", TOLD)
def test_the_docs_are_the_rules_of_the_page(name: str) -> None:
    written = (write_rules.PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert written == write_rules.page(name), "python scripts/write_rules.py"
    ends = set(re.findall(r'<a id="([^"]+)"', written))
    assert set(re.findall(r"\]\(#([^)]+)\)", written)) <= ends


def test_the_docs_have_no_page_of_a_game_without_rules() -> None:
    assert {path.stem for path in write_rules.PAGES.glob("*.md")} == set(TOLD)


# The chapters of the library


@pytest.mark.parametrize("chapter", chapter_texts())
def test_a_chapter_speaks_of_its_own_parameters(chapter: str) -> None:
    module, kind = STANDARD[chapter]
    fields = set(getattr(import_module(f"grognard.rules.{module}"), kind).__struct_fields__)
    for paragraph in chapter_texts()[chapter].paragraphs:
        named_here = {name.partition(".")[0] for _, name, _, _ in Formatter().parse(paragraph.text) if name}
        assert named_here | paragraph.where.keys() <= fields | set(OF_PHASES)


def test_a_game_made_of_data_alone_has_the_paragraphs_of_its_chapters() -> None:
    """The ford has no rulebook: its phases, its chapters with its own figures, and its states are told all the same."""
    name = game_name(str(FORD))
    sections = {section.id: section for section in rules_text(name).sections}
    assert next(iter(sections)) == "turn"
    assert set(chapters_with_paragraphs(name)) <= sections.keys()
    assert f"holds {definition(name).printed.stacking.limit} combat units" in markdown(
        sections["stacking"].text
    )
    assert [term.word for term in sections["turn"].phases] == list(terms(name).phases)
    assert {term.word for term in sections["signs"].states} == {
        term.word for term in terms(name).states.values()
    }


def test_units_are_told_to_come_in_the_phase_in_which_they_may(tmp_path: Path) -> None:
    assert "in the movement phase of their owner's turn" in " ".join(
        chapter_text(game_name(str(FORD)), "entry").split()
    )
    folder = tmp_path / "coming"
    shutil.copytree(FORD, folder)
    rules = folder / "rules.toml"
    own = '[[sequence.phases]]\nname = "arrivals"\nsays = "units come"\norders = ["arrive"]\n\n'
    text = rules.read_text(encoding="utf-8").replace('["arrive", "move"]', '["move"]')
    rules.write_text(text.replace("[[sequence.phases]]", f"{own}[[sequence.phases]]", 1), encoding="utf-8")
    told = " ".join(chapter_text(game_name(str(folder)), "entry").split())
    assert "in the arrivals phase of their owner's turn" in told
    assert "first hex" not in told


def test_parameters_are_written_in_words() -> None:
    assert in_words(()) == ""
    assert in_words(("Ar", "Dr", "Br")) == "Ar, Dr and Br"
    short = {"short": Effect("1/2", 1, attacks=False)}
    assert in_words(short) == "short: 1/2 of its movement allowance, no attack"


def test_lines_of_supply_and_turns_are_told_in_sentences() -> None:
    """13.0 The Germans are supplied up to 5 hexes and unsupplied from 6 to 10; the length of a British path does not matter."""
    told = chapter_text("seelowe", "supply")
    assert "German: supplied up to 5, unsupplied up to 10; British: supplied at any length." in told
    assert "the German side from turn 2 on." in chapter_text("seelowe", "victory")


# Faults


def test_every_fault_of_a_rulebook_is_told_with_its_line(tmp_path: Path) -> None:
    name = own_game(
        tmp_path,
        "faulty",
        'text = "See [there](#nowhere)."\n'
        "[[sections]]\n"
        'id = "one"\n'
        'title = "One"\n'
        'phases = ["movment"]\n'
        'charts = ["ctr"]\n'
        'orders = ["mov"]\n'
        'matters = ["stackin"]\n'
        "[[sections]]\n"
        'id = "one"\n'
        'states = ["asleep"]\n'
        'chapter = "stackin"\n'
        "[[sections]]\n"
        'id = "two"\n',
    )
    with pytest.raises(BadFile) as bad:
        rules_text(name)
    told = str(bad.value)
    assert re.search(r"1\b.*links to 'nowhere', which is nowhere", told)
    assert re.search(r"5\b.*'movment' is not in the game; did you mean movement", told)
    assert re.search(r"6\b.*'ctr' is not in the game; did you mean crt", told)
    assert re.search(r"7\b.*'mov' is not in the game; did you mean move", told)
    assert re.search(r"8\b.*'stackin' is not in the game; did you mean stacking", told)
    assert re.search(r"10\b.*'one' is the id of something else, too", told)
    assert re.search(r"11\b.*'asleep' is not in the game", told)
    assert re.search(r"12\b.*'stackin' is not in the game; did you mean stacking", told)
    assert re.search(r"13\b.*has neither a title nor a chapter", told)


def test_what_a_rulebook_of_ones_own_leaves_out_stands_at_its_end(tmp_path: Path) -> None:
    name = own_game(tmp_path, "brief", '[[sections]]\nid = "all"\ntitle = "All of it"\ntext = "Fight."\n')
    assert [section.id for section in rules_text(name).sections] == ["all", "turn", "signs"]


def test_a_text_decides_nothing(tmp_path: Path) -> None:
    """Rewording the rules to read closes no game: they are no part of the hash."""
    shutil.copytree(FORD, tmp_path / "ford")
    before = rules_hash([tmp_path / "ford"], NOT_DECIDING)
    (tmp_path / "ford" / "rulebook.toml").write_text('text = "Fight."\nanything = 3\n', encoding="utf-8")
    assert rules_hash([tmp_path / "ford"], NOT_DECIDING) == before


# Plain texts


def test_a_text_is_read_and_written_alike() -> None:
    text = "First **strong** and\na [link](#there).\n\n- a point\n  over two lines\n- another\n\nLast."
    read = blocks(text)
    assert [(block.list, len(block.items)) for block in read] == [(False, 1), (True, 2), (False, 1)]
    assert Span("link", to="there") in read[0].items[0]
    assert blocks(markdown(read)) == read
