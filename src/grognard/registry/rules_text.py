# SPDX-License-Identifier: Apache-2.0
"""The rules of a game to read: short chapters, each with the charts and rulings it rests on.

A game's `rulebook.toml` has them in the order of play. A section may include the paragraphs of a chapter of the
library and add to them. Whatever no section mentions is put into sections that follow: a game without the file
still has the paragraphs of its chapters, its phases, states, markers and rulings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from grognard.charts.errors import nearest
from grognard.charts.files import KeyPath, Source
from grognard.play.board import MarkerKind
from grognard.registry import folder, game, rulings
from grognard.registry.games import definition, open_game, scenario_names
from grognard.registry.paragraphs import (
    chapter_charts,
    chapter_rulings,
    chapter_text,
    chapter_texts,
    chapters_with_paragraphs,
)
from grognard.registry.prose import Block, anchor, blocks, links
from grognard.rules.definition import STANDARD
from grognard.umpire import Question


class SectionFile(msgspec.Struct, frozen=True):
    """A section as it is in the file, with the names of what it mentions.

    `orders` are those whose refusals it explains and `questions` those that it tells of, besides those of its `chapter`.
    `matters` are chapters of the library whose refusals it explains, besides its `chapter`, or the one with the section's id.
    """

    id: str
    title: str = ""
    chapter: str = ""
    text: str = ""
    phases: list[str] = []
    states: list[str] = []
    markers: list[str] = []
    charts: list[str] = []
    rulings: list[str] = []
    orders: list[str] = []
    questions: list[str] = []
    matters: list[str] = []


class RulebookFile(msgspec.Struct, frozen=True):
    """A `rulebook.toml`: what the game is about, and its sections in the order of play."""

    text: str = ""
    sections: list[SectionFile] = []


class Term(msgspec.Struct, frozen=True):
    """A phase, a state or a marker: its anchor, its word, its sign on counters or map, and what it is."""

    id: str
    word: str
    says: str = ""
    sign: str = ""
    look: MarkerKind | None = None


class Section(msgspec.Struct, frozen=True):
    """A section to read, with the names of its charts and rulings; `explains` has the anchors of the refusals and questions that lead to it."""

    id: str
    title: str
    text: tuple[Block, ...]
    phases: tuple[Term, ...]
    states: tuple[Term, ...]
    markers: tuple[Term, ...]
    charts: tuple[str, ...]
    rulings: tuple[str, ...]
    explains: tuple[str, ...] = ()


class RulesText(msgspec.Struct, frozen=True):
    """The rules of a game to read."""

    game: str
    title: str
    text: tuple[Block, ...]
    sections: tuple[Section, ...]


class Terms(msgspec.Struct, frozen=True):
    """What a reader may look up about a game, over all its scenarios; and its orders and questions by name."""

    phases: dict[str, Term]
    states: dict[str, Term]
    markers: dict[str, Term]
    orders: dict[str, None]
    questions: dict[str, None]


# The fields of a section with the names of what it mentions.
MENTIONS = ("phases", "states", "markers", "charts", "rulings", "orders", "questions")


@cache
def terms(name: str) -> Terms:
    """Return the phases, states, markers, orders and questions of a game."""
    all_terms = Terms({}, {}, {}, {}, {})
    for scenario in scenario_names(name):
        opened = open_game(name, scenario)
        for word, says in opened.text.sequence:
            all_terms.phases[word] = Term(anchor("phase", word), word, says)
        for state in opened.view.states:
            says = _explanation(state.label, state.meaning)
            all_terms.states[state.id] = Term(anchor("state", state.id), state.label, says, state.mark)
        for mark in opened.view.marks:
            all_terms.markers[mark.kind] = Term(anchor("marker", mark.kind), mark.says, look=mark)
        all_terms.orders.update(_tags(opened.order))
        all_terms.questions.update(_tags(opened.questions))
    return all_terms


def _tags(union: Any) -> dict[str, None]:
    """Return the names of a tagged union of Structs, or of the only one; none if its Structs have no names."""
    tags = (kind.__struct_config__.tag for kind in get_args(union) or (union,) if kind is not Question)
    return dict.fromkeys(str(tag) for tag in tags if tag)


def _explanation(word: str, meaning: str) -> str:
    """Return what a meaning adds to its word.

    >>> _explanation("BU", "BU, buttoned up"), _explanation("moved", "moved"), _explanation("motion", "in motion")
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
    mentioned: set[tuple[str, str]] = set()
    sections = [_section(name, section, mentioned) for section in (*file.sections, *_rest(name, file))]
    return RulesText(name, game(name).title, blocks(file.text), tuple(sections))


def _section(name: str, file: SectionFile, mentioned: set[tuple[str, str]]) -> Section:
    """Make a section. A phase, state, marker or ruling is listed where it is first mentioned, so that links find one place."""
    chapter, game_terms = file.chapter, terms(name)
    texts = [chapter_text(name, chapter)] if chapter else []
    text = "\n\n".join([*texts, *filter(None, [file.text.strip()])])

    def newly_mentioned(kind: str, names: Iterable[str]) -> Iterator[str]:
        for term in dict.fromkeys(names):
            if (kind, term) not in mentioned:
                mentioned.add((kind, term))
                yield term

    return Section(
        file.id,
        file.title or chapter_texts()[chapter].title,
        blocks(text),
        tuple(game_terms.phases[phase] for phase in newly_mentioned("phases", file.phases)),
        tuple(game_terms.states[state] for state in newly_mentioned("states", file.states)),
        tuple(game_terms.markers[marker] for marker in newly_mentioned("markers", file.markers)),
        tuple(dict.fromkeys(_charts(name, file))),
        tuple(newly_mentioned("rulings", _rulings(name, file))),
        tuple(
            _explained(
                file,
                newly_mentioned("orders", _orders(name, file)),
                newly_mentioned("questions", _questions(name, file)),
            )
        ),
    )


def _explained(file: SectionFile, orders: Iterable[str], questions: Iterable[str]) -> Iterator[str]:
    """Yield the anchors of what a section explains: of `orders`, of those in its phases, of chapters, of `questions`.

    An order that is given in several phases may be told of in the section of each.
    """
    yield from (anchor("order", order) for order in orders)
    yield from (anchor("order", f"{order} in {phase}") for phase in file.phases for order in file.orders)
    yield from (anchor("chapter", chapter) for chapter in (file.chapter or file.id, *file.matters))
    yield from (anchor("question", question) for question in questions)


def _orders(name: str, file: SectionFile) -> Iterator[str]:
    yield from file.orders
    chapter = definition(name).chapter_type(file.chapter) if file.chapter else None
    yield from () if chapter is None else chapter.order_names


def _questions(name: str, file: SectionFile) -> Iterator[str]:
    yield from file.questions
    book = definition(name).printed if file.chapter else None
    chapter = book.chapter(file.chapter) if book else None
    yield from (kind.__struct_config__.tag for kind in chapter.wordings(book)) if chapter else ()


def _charts(name: str, file: SectionFile) -> Iterator[str]:
    yield from chapter_charts(name, file.chapter) if file.chapter else ()
    yield from file.charts


def _rulings(name: str, file: SectionFile) -> Iterator[str]:
    yield from chapter_rulings(name, file.chapter) if file.chapter else ()
    yield from file.rulings


# What no section mentions


def not_mentioned(name: str, file: RulebookFile) -> dict[str, list[str]]:
    """Return the phases, states, markers, rulings and orders of a game that no section mentions."""
    game_terms = terms(name)
    mentioned = {
        kind: {term for section in file.sections for term in getattr(section, kind)} for kind in MENTIONS
    }
    mentioned["rulings"] |= {ruling for section in file.sections for ruling in _rulings(name, section)}
    mentioned["orders"] |= {order for section in file.sections for order in _orders(name, section)}
    all_terms: Mapping[str, Iterable[str]] = {
        "phases": game_terms.phases,
        "states": game_terms.states,
        "markers": game_terms.markers,
        "rulings": rulings(name),
        "orders": game_terms.orders,
    }
    return {
        kind: [term for term in names if term not in mentioned[kind]] for kind, names in all_terms.items()
    }


def _rest(name: str, file: RulebookFile) -> Iterator[SectionFile]:
    """Yield sections for what those of the file leave out; a file of your own need not mention everything."""
    left = not_mentioned(name, file)
    if left["phases"]:
        yield SectionFile(id="turn", title="The turn", phases=left["phases"], orders=["end"])
    chapters = [] if file.sections else chapters_with_paragraphs(name)
    yield from (SectionFile(id=chapter, chapter=chapter) for chapter in chapters)
    if left["states"] or left["markers"]:
        yield SectionFile(id="signs", title="Signs", states=left["states"], markers=left["markers"])
    decided = {ruling for chapter in chapters for ruling in chapter_rulings(name, chapter)}
    if further := [ruling for ruling in left["rulings"] if ruling not in decided]:
        yield SectionFile(id="rulings", title="Further rulings", rulings=further)


# The file


def read_rulebook(name: str, path: Path) -> RulebookFile:
    """Read the rulebook of a game; raise everything that it names and the game does not have."""
    source = Source(path)
    file = source.fill(RulebookFile, source.data())
    game_terms = terms(name)
    names: dict[str, Sequence[str]] = {
        "phases": list(game_terms.phases),
        "states": list(game_terms.states),
        "markers": list(game_terms.markers),
        "charts": game(name).charts,
        "rulings": list(rulings(name)),
        "orders": list(game_terms.orders),
        "questions": list(game_terms.questions),
    }
    for at, section in enumerate(file.sections):
        for kind in MENTIONS:
            _check_names(source, ("sections", at, kind), getattr(section, kind), names[kind])
        _check_names(source, ("sections", at, "matters"), section.matters, list(STANDARD))
        if section.chapter:
            _check_names(
                source, ("sections", at, "chapter"), [section.chapter], chapters_with_paragraphs(name)
            )
        elif not section.title:
            source.fault(("sections", at), "has neither a title nor a chapter")
    _check_links(source, name, file)
    source.stop_if_faulty()
    return file


def _check_names(source: Source, place: KeyPath, named: Iterable[str], allowed: Sequence[str]) -> None:
    for term in named:
        if term not in allowed:
            source.fault(place, f"{term!r} is not in the game; {nearest(term, allowed)}")


def _check_links(source: Source, name: str, file: RulebookFile) -> None:
    """Every section must have a unique id, and every link in a text must lead to something."""
    game_terms = terms(name)
    ids = [section.id for section in file.sections]
    anchors = {
        term.id
        for group in (game_terms.phases, game_terms.states, game_terms.markers)
        for term in group.values()
    }
    anchors |= {anchor("ruling", ruling) for ruling in rulings(name)}
    for at, section in enumerate(file.sections):
        if section.id in anchors or ids.count(section.id) > 1:
            source.fault(("sections", at, "id"), f"{section.id!r} is the id of something else, too")
    texts = [
        (("text",), file.text),
        *((("sections", at, "text"), section.text) for at, section in enumerate(file.sections)),
    ]
    for place, text in texts:
        for to in links(text):
            if to not in ids and to not in anchors:
                source.fault(
                    place, f"links to {to!r}, which is nowhere; {nearest(to, [*ids, *sorted(anchors)])}"
                )
