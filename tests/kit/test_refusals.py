# SPDX-License-Identifier: Apache-2.0
"""No refusal lacks its paragraph: whatever is refused names its matter, and the rules to read tell of that matter.

Collected from random games and from recorded ones, of whatever a player is shown: units and hexes that cannot act, hexes
out of reach, units that cannot take part, and orders that are refused.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from kit import GAMES, every_scenario, moments_of, opened, parts, playthrough

from grognard.play.board_view import BoardView
from grognard.play.log import load_log
from grognard.play.refusal import Refusal, refused
from grognard.play.table import resume
from grognard.play.visibility import as_seen
from grognard.registry.games import definition, is_defined
from grognard.registry.prose import anchor
from grognard.registry.rules_text import rules_text, terms
from grognard.server.paragraphs import battle_shown, blocked_in, paragraph, reach_shown

# How many moments of a game are looked at, and of how many units where each can go.
MOMENTS = 16
UNITS = 3
# Chapters of the library that refuse something within the orders of others.
EVERYWHERE = ("stacking", "victory")
WHERE_THERE_ARE = ("zones", "supply", "exploitation", "overrun", "entry")


@cache
def told(name: str) -> frozenset[str]:
    """Return every anchor in the rules of a game that a refusal may lead to."""
    known = terms(name)
    explained = [each for section in rules_text(name).sections for each in section.explains]
    return frozenset(explained) | {term.id for kind in (known.phases, known.states) for term in kind.values()}


def shown_refusals(game: Any, seen: Any, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield what is refused in a position as a side sees it, each with the anchor it leads to."""
    shown = BoardView(game, seen)
    blocked = blocked_in(shown.status.step or shown.status.phase, game.view.blocked_targets(seen))
    yield from ((why, paragraph(why)) for why in (shown.why_idle | blocked).values() if why)
    for battle in map(battle_shown, shown.battles):
        whole = anchor("order", battle.type)
        yield from ((each.why_not, each.paragraph or whole) for each in battle.pieces if each.why_not)
    side = game.rules.to_move(seen)
    mine = [piece.id for piece in shown.pieces if piece.side == side]
    for piece in rng.sample(mine, min(UNITS, len(mine))):
        reach = reach_shown(game, seen, game.view.reach(seen, piece))
        yield from ((why, reach.paragraphs.get(at, reach.paragraph)) for at, why in reach.refusals.items())


def lacking(name: str, game: Any, position: Any, rng: Random) -> set[tuple[str, str]]:
    """Return the refusals to the side to move in a position that lead nowhere."""
    seen = as_seen(position, game.rules.to_move(position))
    return {each for each in shown_refusals(game, seen, rng) if each[1] not in told(parts(name)[0])}


@every_scenario
def test_no_refusal_in_a_random_game_lacks_its_paragraph(name: str) -> None:
    tables = [table for table in moments_of(name, 1) if table.asked is None and table.to_act]
    rng = Random(1)
    some = rng.sample(tables, min(MOMENTS, len(tables)))
    assert set().union(*(lacking(name, table.game, table.position, rng) for table in some)) == set()


@every_scenario
def test_no_refusal_in_a_recorded_game_lacks_its_paragraph(name: str) -> None:
    table = resume(opened(name), load_log(playthrough(name, "jsonl")))
    rng = Random(1)
    some = rng.sample(table.positions[:-1], min(MOMENTS, len(table.positions) - 1))
    assert set().union(*(lacking(name, table.game, position, rng) for position in some)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_order_and_every_chapter_that_refuses_is_told_of(name: str) -> None:
    """By what there is, and not by what happens to be refused."""
    chapters = definition(name).chapter_names if is_defined(name) else ()
    refusing = [*EVERYWHERE, *(each for each in WHERE_THERE_ARE if each in chapters)]
    wanted = {anchor("order", order) for order in terms(name).orders}
    wanted |= {anchor("chapter", chapter) for chapter in refusing}
    assert wanted <= told(name)


def test_a_refusal_is_its_sentence_and_keeps_the_first_matter_it_names() -> None:
    full = Refusal("2312 is full", "chapter", "stacking")
    assert full == "2312 is full"
    assert type(str(full)) is str
    assert refused(full, "order", "move") is full
    assert refused("", "order", "move") == ""
    assert paragraph(refused("too far", "order", "move")) == "order-move"
    assert paragraph("a sentence of nobody's") == ""
