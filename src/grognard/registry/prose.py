# SPDX-License-Identifier: Apache-2.0
"""Texts of the rules: paragraphs and lists, with strong words and links to other paragraphs.

They are simple Markdown, so that the same text can also be read in a file.
"""

import re
from collections.abc import Iterable, Iterator
from textwrap import fill

import msgspec

# A strong word, or a link to a paragraph: **no more**, [supply](#supply).
MARKED = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\[(?P<linked>[^\]]+)\]\(#(?P<to>[\w-]+)\)")
POINT = "- "
WIDTH = 120


class Span(msgspec.Struct, frozen=True):
    """A piece of a sentence: strong, or linked `to` a paragraph, or neither."""

    text: str
    strong: bool = False
    to: str = ""


class Block(msgspec.Struct, frozen=True):
    """A paragraph; or a `list` with its items."""

    list: bool
    items: tuple[tuple[Span, ...], ...]


def blocks(text: str) -> tuple[Block, ...]:
    r"""Read a text. Lines are joined; an empty line separates paragraphs, and `- ` begins an item of a list.

    >>> [(block.list, len(block.items)) for block in blocks("One line\n\n- a\n- b\n  and c")]
    [(False, 1), (True, 2)]
    """
    return tuple(_block(part) for part in re.split(r"\n\s*\n", text.strip()) if part)


def _block(part: str) -> Block:
    is_list = part.startswith(POINT)
    parts = re.split(rf"^{POINT}", part, flags=re.MULTILINE)[1:] if is_list else [part]
    return Block(is_list, tuple(tuple(_spans(" ".join(item.split()))) for item in parts))


def _spans(line: str) -> Iterator[Span]:
    """Split a line into its plain and its marked pieces."""
    at = 0
    for match in MARKED.finditer(line):
        if match.start() > at:
            yield Span(line[at : match.start()])
        yield Span(match["strong"] or match["linked"], strong=bool(match["strong"]), to=match["to"] or "")
        at = match.end()
    if at < len(line):
        yield Span(line[at:])


def markdown(text: Iterable[Block]) -> str:
    """Write paragraphs and lists for a file, in lines of readable length.

    >>> print(markdown(blocks("See **now** [supply](#supply).")))
    See **now** [supply](#supply).
    """
    return "\n\n".join("\n".join(_item_text(block.list, item) for item in block.items) for block in text)


def _item_text(is_point: bool, item: Iterable[Span]) -> str:  # noqa: FBT001 - as its block says
    line = "".join(
        f"**{span.text}**" if span.strong else f"[{span.text}](#{span.to})" if span.to else span.text
        for span in item
    )
    first, later = (POINT, "  ") if is_point else ("", "")
    return fill(
        line,
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def links(text: str) -> Iterator[str]:
    """Yield the paragraphs that a text links to.

    >>> list(links("in [supply](#supply), or **not**"))
    ['supply']
    """
    return (match["to"] for match in MARKED.finditer(text) if match["to"])


def anchor(kind: str, name: str) -> str:
    """Return the anchor of a paragraph, for links to it.

    >>> anchor("phase", "air attack"), anchor("state", "stun +1")
    ('phase-air-attack', 'state-stun-1')
    """
    plain = re.sub(r"[\W_]+", "-", name.lower()).strip("-")
    return f"{kind}-{plain}"
