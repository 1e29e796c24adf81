# SPDX-License-Identifier: Apache-2.0
"""The paragraphs of chapters of the library: what they say of a game, with its parameters under the card."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from grognard.charts.files import Source
from grognard.registry.games import definition, is_defined
from grognard.rules.definition import STANDARD
from grognard.rules.ruled import ruled
from grognard.rules.supply import ANY, Effect

FOLDER = Path(__file__).parent.parent / "rules" / "paragraphs"
# What paragraphs may name besides parameters: the phases in which the orders of a chapter are given, and whether units also move then.
OF_PHASES = ("phases", "moving")


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph, for games whose parameters match `where`; true or false there means whether a parameter is set."""

    text: str
    where: dict[str, bool | str] = {}


class ChapterText(msgspec.Struct, frozen=True):
    """The text of a chapter: its title, and its paragraphs with parameters in braces."""

    title: str
    paragraphs: list[Paragraph]


@cache
def chapter_texts() -> dict[str, ChapterText]:
    """Return the texts of all chapters that have paragraphs, in the order of the library."""
    paths = {chapter: FOLDER / f"{chapter}.toml" for chapter in STANDARD}
    return {chapter: _read(path) for chapter, path in paths.items() if path.exists()}


def _read(path: Path) -> ChapterText:
    source = Source(path)
    text = source.fill(ChapterText, source.data())
    source.stop_if_faulty()
    return text


def chapters_with_paragraphs(name: str) -> tuple[str, ...]:
    """Return the chapters of a game that have paragraphs: those of the library, without its own."""
    if not is_defined(name):
        return ()
    defined = definition(name)
    library_chapters = set(defined.chapter_names) - set(defined.own.chapters)
    return tuple(chapter for chapter in chapter_texts() if chapter in library_chapters)


def chapter_text(name: str, chapter: str) -> str:
    """Return the text of a chapter for a game."""
    book = definition(name).printed
    read = book.chapter(chapter)
    if read is None:
        return ""
    parameters = {key: getattr(read, key) for key in read.__struct_fields__}
    phases = [phase for phase in book.sequence.phases if not set(phase.orders).isdisjoint(read.order_names)]
    of_phases = ([phase.name for phase in phases], any("move" in phase.orders for phase in phases))
    parameters |= dict(zip(OF_PHASES, of_phases, strict=True))
    return "\n\n".join(
        IN_WORDS.vformat(paragraph.text.strip(), (), parameters)
        for paragraph in chapter_texts()[chapter].paragraphs
        if all(_matches(parameters.get(key), wanted) for key, wanted in paragraph.where.items())
    )


def chapter_rulings(name: str, chapter: str) -> tuple[str, ...]:
    """Return the rulings that decide parameters of a chapter."""
    return tuple(table["ruling"] for _, table in ruled(definition(name).data.get(chapter, {}), ()))


def chapter_charts(name: str, chapter: str) -> tuple[str, ...]:
    """Return the chart that a chapter is read from, if it names one."""
    chart = definition(name).data.get(chapter, {}).get("chart")
    return (chart,) if chart else ()


def _matches(value: Any, wanted: bool | str) -> bool:  # noqa: FBT001 - true or false as in the file
    return bool(value) is wanted if isinstance(wanted, bool) else value == wanted


# Parameters in words


class _InWords(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a parameter in words: `:lines` are lengths of lines of supply, `:turns` from which turn on something holds."""
        match format_spec:
            case "lines":
                return lines_in_words(value)
            case "turns":
                return " and ".join(f"the {side} side from turn {turn} on" for side, turn in value.items())
        return in_words(value)


IN_WORDS = _InWords()


def lines_in_words(longest: Mapping[str, Mapping[str, int | str]]) -> str:
    """Say how long the lines of each side may be in each state of supply.

    >>> lines_in_words({"North": {"supplied": 12, "short": "any"}})
    'North: supplied up to 12, short at any length'
    """
    return "; ".join(
        f"{side}: "
        + ", ".join(
            f"{state} {'at any length' if most == ANY else f'up to {most}'}"
            for state, most in lengths.items()
        )
        for side, lengths in longest.items()
    )


def in_words(value: Any) -> str:
    """Write a parameter in words.

    >>> in_words(["AR", "DR"]), in_words({"North": {"supplied": 12, "short": "any"}})
    ('AR and DR', 'North: supplied 12, short any')
    """
    match value:
        case list() | tuple():
            return " and ".join(
                filter(None, [", ".join(map(in_words, value[:-1])), *map(in_words, value[-1:])])
            )
        case dict() if any(isinstance(item, Mapping | msgspec.Struct) for item in value.values()):
            return "; ".join(f"{key}: {in_words(item)}" for key, item in value.items())
        case dict():
            return ", ".join(f"{key} {in_words(item)}" for key, item in value.items())
        case Effect():
            halves = {"of its movement allowance": value.movement, "of its defence strength": value.defence}
            shares = [f"{share} {of}" for of, share in halves.items() if share != 1]
            return ", ".join([*shares, *([] if value.attacks else ["no attack"])])
    return str(value)
