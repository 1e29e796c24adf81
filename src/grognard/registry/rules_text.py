# SPDX-License-Identifier: Apache-2.0
"""The rules of a game to read: short chapters, each with the charts and rulings it rests on.

A game's `rulebook.toml` has them in the order of play. A section of it may take up the paragraphs of a chapter of the
library and add to them. Whatever no section tells of stands in sections that follow: a game without the file has the
paragraphs of its chapters, its phases, states, markers and rulings all the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from grognard.charts.errors import nearest
from grognard.charts.files import KeyPath, Source
from grognard.play.board import MarkerKind
from grognard.registry import folder, game, rulings
from grognard.registry.games import open_game, scenario_names
from grognard.registry.paragraphs import (
    chapter_charts,
    chapter_rulings,
    chapter_text,
    chapter_texts,
    chapters_told,
)
from grognard.registry.prose import Block, anchor, blocks, links


class SectionFile(msgspec.Struct, frozen=True):
    """A section as it stands in the file, with what it tells of by name."""

    id: str
    title: str = ""
    chapter: str = ""
    text: str = ""
    phases: list[str] = []
    states: list[str] = []
    markers: list[str] = []
    charts: list[str] = []
    rulings: list[str] = []


class RulebookFile(msgspec.Struct, frozen=True):
    """A `rulebook.toml`: what the game is about, and its sections in the order of play."""

    text: str = ""
    sections: list[SectionFile] = []


class Term(msgspec.Struct, frozen=True):
    """A phase, a state or a marker: how it is linked to, its word, its sign on counters or map, and what it is."""

    id: str
    word: str
    says: str = ""
    sign: str = ""
    look: MarkerKind | None = None


class Section(msgspec.Struct, frozen=True):
    """A section to read, with the names of its charts and rulings."""

    id: str
    title: str
    text: tuple[Block, ...]
    phases: tuple[Term, ...]
    states: tuple[Term, ...]
    markers: tuple[Term, ...]
    charts: tuple[str, ...]
    rulings: tuple[str, ...]


class RulesText(msgspec.Struct, frozen=True):
    """The rules of a game to read."""

    game: str
    title: str
    text: tuple[Block, ...]
    sections: tuple[Section, ...]


class Terms(msgspec.Struct, frozen=True):
    """What a game has that a reader may look up, over all its scenarios."""

    phases: dict[str, Term]
    states: dict[str, Term]
    markers: dict[str, Term]


# What a section tells of, as its fields are called.
TOLD = ("phases", "states", "markers", "charts", "rulings")


@cache
def terms(name: str) -> Terms:
    """Return the phases, states and markers of a game."""
    found = Terms({}, {}, {})
    for scenario in scenario_names(name):
        opened = open_game(name, scenario)
        for word, says in opened.text.sequence:
            found.phases[word] = Term(anchor("phase", word), word, says)
        for state in opened.view.states:
            says = _besides(state.label, state.meaning)
            found.states[state.id] = Term(anchor("state", state.id), state.label, says, state.mark)
        for mark in opened.view.marks:
            found.markers[mark.kind] = Term(anchor("marker", mark.kind), mark.says, look=mark)
    return found


def _besides(word: str, meaning: str) -> str:
    """Return what is said of a word besides itself.

    >>> _besides("BU", "BU, buttoned up"), _besides("moved", "moved"), _besides("motion", "in motion")
    ('buttoned up', '', 'in motion')
    """
    if meaning == word:
        return ""
    return re.sub(rf"^{re.escape(word)}[,:;] ", "", meaning)


@cache
def rules_text(name: str) -> RulesText:
    """Return the rules of a game to read; every fault of its `rulebook.toml` is raised."""
    path = folder(name) / "rulebook.toml"
    file = read_rulebook(name, path) if path.exists() else RulebookFile()
    first_told: set[tuple[str, str]] = set()
    sections = [_section(name, each, first_told) for each in (*file.sections, *_rest(name, file))]
    return RulesText(name, game(name).title, blocks(file.text), tuple(sections))


def _section(name: str, file: SectionFile, first_told: set[tuple[str, str]]) -> Section:
    """Put a section together. A phase, a state or a marker stands where it is told of first, so that a link finds one place."""
    chapter, known = file.chapter, terms(name)
    written = [chapter_text(name, chapter)] if chapter else []
    text = "\n\n".join([*written, *filter(None, [file.text.strip()])])

    def told(kind: str, names: Iterable[str]) -> Iterator[str]:
        for each in dict.fromkeys(names):
            if (kind, each) not in first_told:
                first_told.add((kind, each))
                yield each

    return Section(
        file.id,
        file.title or chapter_texts()[chapter].title,
        blocks(text),
        tuple(known.phases[each] for each in told("phases", file.phases)),
        tuple(known.states[each] for each in told("states", file.states)),
        tuple(known.markers[each] for each in told("markers", file.markers)),
        tuple(dict.fromkeys(_charts(name, file))),
        tuple(told("rulings", _rulings(name, file))),
    )


def _charts(name: str, file: SectionFile) -> Iterator[str]:
    yield from chapter_charts(name, file.chapter) if file.chapter else ()
    yield from file.charts


def _rulings(name: str, file: SectionFile) -> Iterator[str]:
    yield from chapter_rulings(name, file.chapter) if file.chapter else ()
    yield from file.rulings


# What no section tells of


def lacking(name: str, file: RulebookFile) -> dict[str, list[str]]:
    """Return the phases, states, markers and rulings of a game that no section tells of."""
    known = terms(name)
    told = {kind: {each for section in file.sections for each in getattr(section, kind)} for kind in TOLD}
    told["rulings"] |= {ruling for section in file.sections for ruling in _rulings(name, section)}
    all_there: Mapping[str, Iterable[str]] = {
        "phases": known.phases,
        "states": known.states,
        "markers": known.markers,
        "rulings": rulings(name),
    }
    return {kind: [each for each in names if each not in told[kind]] for kind, names in all_there.items()}


def _rest(name: str, file: RulebookFile) -> Iterator[SectionFile]:
    """Return sections for what those of the file leave out; a file of one's own need not tell of everything."""
    left = lacking(name, file)
    if left["phases"]:
        yield SectionFile(id="turn", title="The turn", phases=left["phases"])
    chapters = [] if file.sections else chapters_told(name)
    yield from (SectionFile(id=chapter, chapter=chapter) for chapter in chapters)
    if left["states"] or left["markers"]:
        yield SectionFile(id="signs", title="Signs", states=left["states"], markers=left["markers"])
    decided = {ruling for chapter in chapters for ruling in chapter_rulings(name, chapter)}
    if further := [each for each in left["rulings"] if each not in decided]:
        yield SectionFile(id="rulings", title="Further rulings", rulings=further)


# The file


def read_rulebook(name: str, path: Path) -> RulebookFile:
    """Read the rulebook of a game; raise everything that it names and the game does not have."""
    source = Source(path)
    file = source.fill(RulebookFile, source.data())
    known = terms(name)
    names: dict[str, Sequence[str]] = {
        "phases": list(known.phases),
        "states": list(known.states),
        "markers": list(known.markers),
        "charts": game(name).charts,
        "rulings": list(rulings(name)),
    }
    for at, section in enumerate(file.sections):
        for kind in TOLD:
            _check_names(source, ("sections", at, kind), getattr(section, kind), names[kind])
        if section.chapter:
            _check_names(source, ("sections", at, "chapter"), [section.chapter], chapters_told(name))
        elif not section.title:
            source.fault(("sections", at), "has neither a title nor a chapter")
    _check_links(source, name, file)
    source.stop_if_faulty()
    return file


def _check_names(source: Source, place: KeyPath, named: Iterable[str], known: Sequence[str]) -> None:
    for each in named:
        if each not in known:
            source.fault(place, f"{each!r} is not in the game; {nearest(each, known)}")


def _check_links(source: Source, name: str, file: RulebookFile) -> None:
    """Every section must have an id of its own, and every link in a text must lead to something."""
    known = terms(name)
    ids = [section.id for section in file.sections]
    ends = {term.id for each in (known.phases, known.states, known.markers) for term in each.values()}
    ends |= {anchor("ruling", ruling) for ruling in rulings(name)}
    for at, section in enumerate(file.sections):
        if section.id in ends or ids.count(section.id) > 1:
            source.fault(("sections", at, "id"), f"{section.id!r} is the id of something else, too")
    texts = [
        (("text",), file.text),
        *((("sections", at, "text"), each.text) for at, each in enumerate(file.sections)),
    ]
    for place, text in texts:
        for to in links(text):
            if to not in ids and to not in ends:
                source.fault(
                    place, f"links to {to!r}, which is nowhere; {nearest(to, [*ids, *sorted(ends)])}"
                )
