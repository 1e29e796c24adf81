# SPDX-License-Identifier: Apache-2.0
"""What a side may choose from at one step of a decision: menus, each entry with its number.

A decision goes from menu to menu. A menu with a single entry is not shown: what is forced is not asked.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, get_args

import msgspec

from grognard.lab.research.numbering import SLOTS, Numbering

Stage = Literal["actor", "kind", "field", "unit", "option"]
STAGES: tuple[Stage, ...] = get_args(Stage)


class Decided(msgspec.Struct, frozen=True):
    """A decision that is made: an order, or an option of the question."""

    what: Any


class Entry(msgspec.Struct, frozen=True):
    """Something to choose: what it is, what follows, and how it is said if not as itself."""

    thing: Any
    follows: "Callable[[], Menu | Decided]"
    says: Callable[[], str] | None = None

    @property
    def words(self) -> str:
        """What it is, in words."""
        return self.says() if self.says else str(self.thing) or "end"


class Menu(msgspec.Struct, frozen=True):
    """One choice: what is chosen, the entries by their numbers, and what was chosen on the way here.

    `kind` is the kind of the order, once that is settled, or of the question.
    """

    stage: Stage
    entries: dict[int, Entry]
    chosen: tuple[str, ...] = ()
    kind: str = ""


def menu_of(
    numbering: Numbering, stage: Stage, entries: Sequence[Entry], chosen: tuple[str, ...] = (), kind: str = ""
) -> Menu:
    """Number entries. Those without a number of their own get slots; if there are too many, a slot is a page of them."""
    numbered: dict[int, Entry] = {}
    others: list[Entry] = []
    for entry in entries:
        number = numbering.of(entry.thing)
        if number is None or number in numbered:
            others.append(entry)
        else:
            numbered[number] = entry
    if len(others) > SLOTS:
        others = _pages(numbering, stage, others, chosen, kind)
    numbered.update(enumerate(others, numbering.first_slot))
    return Menu(stage, numbered, chosen, kind)


def _pages(
    numbering: Numbering, stage: Stage, entries: Sequence[Entry], chosen: tuple[str, ...], kind: str
) -> list[Entry]:
    """Divide entries into as many pages as there are slots, or fewer."""
    long = -(-len(entries) // SLOTS)
    pages = [entries[at : at + long] for at in range(0, len(entries), long)]
    return [
        Entry(None, partial(menu_of, numbering, stage, page, chosen, kind), partial(_said, page))
        for page in pages
    ]


def _said(page: Sequence[Entry]) -> str:
    return f"{page[0].words} to {page[-1].words}"


def kind_menu(numbering: Numbering, entries: Sequence[Entry], chosen: tuple[str, ...]) -> Menu:
    """Return the choice of a kind of order."""
    return Menu("kind", {numbering.of_kind(entry.thing): entry for entry in entries}, chosen)


def settled(step: Menu | Decided) -> Menu | Decided:
    """Follow what is forced, up to a real choice or the decision."""
    while isinstance(step, Menu) and len(step.entries) == 1:
        (entry,) = step.entries.values()
        step = entry.follows()
    return step
