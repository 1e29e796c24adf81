# SPDX-License-Identifier: Apache-2.0
"""What players are told when the rules of their game have changed since it began. It reveals nothing hidden.

They are told if something of their game has changed: its charts, rulings, scenario and own rules, or a chapter that
decides it. A change to what carries out the rules of all games is mentioned only if an order would now lead to
something else.
"""

from typing import Any

from grognard.charts.plurals import counted
from grognard.play.history import Reopened

# The most parts of the rules that are named.
NAMED = 6


def upgrade_notice(reopened: Reopened[Any], *, secret: bool = False) -> str:
    """Say what changed, what became of the past, and how the game goes on; empty if nothing changed for this game.

    If it is `secret` whether orders would come out differently, that is left out. `withdrawn_notice` says that an
    order was withdrawn.
    """
    differing = 0 if secret else len(reopened.table.otherwise)
    changed = reopened.changed if differing else tuple(filter(_is_of_the_game, reopened.changed))
    if reopened.same or not (changed or differing or reopened.parts_unknown):
        return ""
    sentences = [f"The rules have changed since this game began{_named(changed)}."]
    if reopened.unstored:
        past = (
            f"What came of {counted(reopened.unstored, 'order')} was not kept then, and was worked out again."
        )
    else:
        past = "The past is shown as it was."
        if not secret:
            past += f" {_otherwise(differing, len(reopened.table.log.entries))}"
    sentences.append(past)
    sentences.append("It goes on under the rules as they are now, with the rulings it began with.")
    return " ".join(sentences)


def withdrawn_notice(why: str) -> str:
    """Say that the order in hand was withdrawn, and why if that may be told."""
    reason = f" ({why})" if why else ""
    return f"The order in hand no longer fits the rules and was withdrawn{reason}; it must be given again."


def _is_of_the_game(part: str) -> bool:
    """Return whether a part of the rules belongs to the game itself or is a chapter of it; what all games share has no slash."""
    return "/" in part


def _otherwise(count: int, orders: int) -> str:
    if not count:
        return "Every order would come out the same now." if orders else ""
    return f"{count} of {counted(orders, 'order')} would come out otherwise now."


def _named(parts: tuple[str, ...]) -> str:
    # The game's own parts come first, since players know them by name; what all games share comes last.
    ordered = sorted(parts, key=lambda part: ("/" not in part, part.startswith("rules/")))
    words = list(dict.fromkeys(map(part_in_words, ordered)))
    if not words:
        return ""
    more = len(words) - NAMED
    listed = [*words[:NAMED], f"{more} more parts"] if more > 1 else words
    return f" ({', '.join(listed)})"


def part_in_words(part: str) -> str:
    """Name a part of the rules for a player.

    >>> part_in_words("rules/supply_at_end"), part_in_words("game/cards/crt"), part_in_words("game/rulings")
    ('the chapter supply at end', 'the chart crt', 'the rulings')
    """
    folder, _, inner = part.partition("/")
    kind, _, name = inner.partition("/")
    words = (name or kind).replace("_", " ")
    if not inner:
        return "what all games share"
    if folder == "rules":
        return f"the chapter {words}"
    kinds = {"cards": "the chart", "maps": "the map", "scenarios": "the scenario"}
    if name:
        return f"{kinds.get(kind, kind)} {words}"
    return "the rulings" if kind == "rulings" else f"the rules of the game in {words}"
