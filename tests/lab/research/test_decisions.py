# SPDX-License-Identifier: Apache-2.0
"""Decisions in small choices: every legal order is reached, nothing else is, and no number exceeds the scenario's bound."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from kit import SCENARIOS
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.lab.research.menus import Decided, Entry, Menu, menu_of, settled
from grognard.lab.research.moment import Moment, Setting, random_play
from grognard.lab.research.numbering import SLOTS
from grognard.lab.research.unit_groups import Family, Formed, Listed, families
from grognard.play.order_sets import Combined, Groups
from grognard.rules.orders import Attack, MoveTogether

# An actor with more orders than this is not compared order by order; and how many actors of a position are compared.
COUNTABLE, ACTORS = 150, 4
# How many orders and options are compared in the short test.
COMPARED = 60

SETTINGS: dict[str, Setting] = {}


def setting(name: str) -> Setting:
    return SETTINGS.setdefault(name, Setting(name))


def decisions(step: Menu | Decided) -> Iterator[Any]:
    """Run through everything that can be decided from a menu on."""
    step = settled(step)
    if isinstance(step, Decided):
        yield step.what
    else:
        for entry in step.entries.values():
            yield from decisions(entry.follows())


def plain(order: msgspec.Struct) -> msgspec.Struct:
    """Return an order with its units in alphabetical sequence, which does not matter."""
    return replace(order, units=tuple(sorted(order.units))) if hasattr(order, "units") else order


def compared(moment: Moment, rng: Random) -> int:
    """Compare what can be decided with the legal orders, or options; return how many there were."""
    if moment.menu is None or moment.menu.stage not in ("actor", "option") or moment.side is None:
        return 0
    view = moment.view(moment.side)
    if view.asked is not None:
        options = view.asked.options
        assert list(decisions(moment.menu)) == list(options)
        return len(options)
    offered = {entry.thing: entry for entry in moment.menu.entries.values()}
    actors = [*rng.sample(sorted(offered), min(ACTORS, len(offered))), rng.choice(view.legal_orders.actors)]
    return sum(compared_orders(view.legal_orders.of(actor), offered.get(actor)) for actor in actors)


def compared_orders(legal: Iterable[msgspec.Struct], entry: Entry | None) -> int:
    orders = list(islice(legal, COUNTABLE))
    if len(orders) == COUNTABLE:
        return 0
    found = [plain(order) for order in decisions(entry.follows())] if entry else []
    assert len(found) == len(set(found)), "each is reached in one way"
    assert set(found) == {plain(order) for order in orders}
    return len(found)


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_can_be_decided_is_what_is_legal(name: str) -> None:
    rng, count = Random(2), 0
    for now in games(name, rng):
        count += compared(now, rng)
        if count > COMPARED:
            return


def games(name: str, rng: Random) -> Iterator[Moment]:
    """Play games at random, one after the other: some are short."""
    while True:
        yield from random_play(setting(name).begin(), rng)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENARIOS)
def test_what_can_be_decided_is_what_is_legal_in_whole_games(name: str) -> None:
    rng = Random(3)
    assert sum(compared(now, rng) for now in islice(games(name, rng), 1000)) > COMPARED


def check_bound(name: str, most: int) -> None:
    """Play at random, and check that every number is below the bound, and that nothing forced is asked."""
    for now in islice(games(name, Random(5)), most):
        if now.menu:
            assert len(now.actions) > 1
            assert now.actions[0] >= 0
            assert now.actions[-1] < setting(name).numbering.size


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_action_reaches_the_bound(name: str) -> None:
    check_bound(name, 40)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENARIOS)
def test_no_action_reaches_the_bound_in_whole_games(name: str) -> None:
    check_bound(name, 5000)


# Groups


def groups(units: str, legal: Any) -> Groups[Any]:
    return Groups(units, lambda group: Attack(tuple(group), "2411"), legal)


def of_family(family: Family, chosen: tuple[str, ...] = ()) -> Iterator[str]:
    """Run through the groups of a family as its menus offer them."""
    if family.order(chosen) is not None:
        yield "".join(chosen)
    for unit in family.further(chosen):
        yield from of_family(family, (*chosen, unit))


def test_units_are_added_one_by_one_wherever_they_lead_to_a_legal_group() -> None:
    legal = {"abd", "bd", "c"}
    family = Family([Formed(groups("abcd", lambda order: "".join(order.units) in legal))])
    assert list(family.further(())) == ["a", "b", "c"]
    assert list(family.further(("a",))) == ["b"]
    assert set(of_family(family)) == legal


def test_listed_groups_and_groups_with_a_leader_are_one_family() -> None:
    alone = MoveTogether(("x",), "2411")
    marches = Groups(
        "ab", lambda group: MoveTogether(("x", *group), "2411"), lambda order: len(order.units) < 3
    )
    (family,) = families(Combined([[alone], marches])).values()  # type: ignore[list-item]  # any sequence of orders
    assert sorted(of_family(family)) == ["x", "xa", "xb"]


def test_groups_of_which_none_is_legal_are_no_family() -> None:
    assert families(groups("abc", lambda _: False)) == {}


def test_listed_groups_stay_the_orders_they_were() -> None:
    orders = [Attack(("b", "a"), "2411"), Attack(("c",), "2411")]
    family = Family([Listed(orders)])
    assert list(of_family(family)) == ["ba", "c"]
    assert family.order(("b", "a")) == orders[0]


# Numbers


def test_what_has_no_number_is_chosen_by_pages_if_there_is_too_much_of_it() -> None:
    numbering = setting("seelowe/hythe").numbering
    entries = [Entry((at,), lambda at=at: Decided(at)) for at in range(SLOTS * SLOTS + 1)]  # type: ignore[misc]
    menu = menu_of(numbering, "option", entries)
    assert max(menu.entries) < numbering.size
    assert len(menu.entries) <= SLOTS
    assert list(decisions(menu)) == [*range(SLOTS * SLOTS + 1)]
    assert menu.entries[numbering.first_slot].words == "(0,) to (32,)"


def test_pieces_hexes_and_kinds_keep_their_numbers() -> None:
    start = setting("seelowe/hythe").begin()
    numbers = setting("seelowe/hythe").numbering.numbers
    assert start.in_words(numbers["17id"]) == "17id"
    there = start.act(numbers["17id"])
    assert there.in_words(numbers["2312"]) == "2312"
    landed = there.act(numbers["2312"])
    assert landed.game.orders == (start.game.parse("17id arrives 2312"),)


def test_an_action_that_is_not_legal_is_refused_with_those_that_are() -> None:
    start = setting("seelowe/hythe").begin()
    with pytest.raises(GrognardError, match="655 is not a legal action here; there are 0, 1, "):
        start.act(655)


def test_chances_are_exact_and_lead_to_what_they_mean() -> None:
    rolls = 0
    now = setting("seelowe/hythe").begin()
    rng = Random(1)
    while rolls < 3:
        if now.roll is None:
            now = now.act(rng.choice(now.actions))
            continue
        rolls += 1
        chances = now.chances
        assert sum(chances) == 1
        for result in range(len(chances)):
            then = now.rolled(result)
            meant = (
                now.roll.read[sum(then.table.log.entries[-1].answers[-1].given)]
                if then.table.in_hand
                else None
            )
            assert meant in (None, now.roll.read.branches[result][0])
        now = now.rolled(0)
