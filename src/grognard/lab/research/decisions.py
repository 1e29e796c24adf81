# SPDX-License-Identifier: Apache-2.0
"""A side's decision as menus, from what that side sees: whom to order, what, and with which units; or how to answer."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import msgspec

from grognard.front import LegalOrders, View
from grognard.lab.research.menus import Decided, Entry, Menu, kind_menu, menu_of
from grognard.lab.research.numbering import Numbering, tag
from grognard.lab.research.unit_groups import Family, Frame, families, has_any
from grognard.umpire import Choose, Question


def decision_of(view: View, numbering: Numbering) -> Menu:
    """Return the first menu of what a side has to decide, which must be to act."""
    return actors_menu(view.legal_orders, numbering) if view.asked is None else options_menu(view, numbering)


# Questions


def options_menu(view: View, numbering: Numbering) -> Menu:
    """Return the options of the question that a side is asked."""
    choice = view.asked
    assert choice is not None  # noqa: S101 - a side to act that has no order to give is asked
    # Words are made at the first look at them.
    told = cache(lambda: [option.says for option in view.options])

    def says(at: int) -> str:
        return told()[at]

    entries = [
        Entry(option, partial(Decided, option), partial(says, at)) for at, option in enumerate(choice.options)
    ]
    return menu_of(numbering, "option", entries, _about(choice, numbering), question_kind(choice))


def _about(choice: Choose[Any], numbering: Numbering) -> tuple[str, ...]:
    """Return the pieces and hexes that a question is about."""
    if not isinstance(choice.why, Question):
        return ()
    fields = msgspec.structs.asdict(choice.why).values()
    return tuple(each for each in fields if isinstance(each, str) and numbering.of(each))


def question_kind(choice: Choose[Any]) -> str:
    """Return the kind of a question; empty if it is only words."""
    return tag(type(choice.why)) if isinstance(choice.why, Question) else ""


# Orders


def actors_menu(legal: LegalOrders, numbering: Numbering) -> Menu:
    """Return the actors that have an order, and the end of the phase."""

    def of(actor: str) -> Menu:
        return frames_menu(families(legal.of(actor)), (actor,) if actor else (), numbering)

    able = [actor for actor in legal.actors if has_any(legal.of(actor))]
    return menu_of(numbering, "actor", [Entry(actor, partial(of, actor)) for actor in able])


def frames_menu(found: Mapping[Frame, Family], chosen: tuple[str, ...], numbering: Numbering) -> Menu:
    """Return the kinds of order that an actor has."""

    def of(kind: type[msgspec.Struct]) -> Menu | Decided:
        same = {frame: family for frame, family in found.items() if frame[0] is kind}
        return fields_menu(same, 0, chosen, numbering)

    kinds = dict.fromkeys(kind for kind, _ in found)
    return kind_menu(numbering, [Entry(tag(kind), partial(of, kind)) for kind in kinds], chosen)


def fields_menu(
    found: Mapping[Frame, Family], field: int, chosen: tuple[str, ...], numbering: Numbering
) -> Menu | Decided:
    """Return what is still open of an order: its fields one by one, and then its units."""
    (kind, fields), family = next(iter(found.items()))
    if field == len(fields):
        return units_menu(family, chosen, (), numbering, tag(kind))
    values: dict[Any, dict[Frame, Family]] = {}
    for frame, each in found.items():
        values.setdefault(frame[1][field][1], {})[frame] = each

    def of(value: Any) -> Menu | Decided:
        return fields_menu(values[value], field + 1, _with(chosen, value), numbering)

    entries = [Entry(value, partial(of, value)) for value in values]
    return menu_of(numbering, "field", entries, chosen, tag(kind))


def units_menu(
    family: Family, chosen: tuple[str, ...], group: tuple[str, ...], numbering: Numbering, kind: str
) -> Menu | Decided:
    """Return which unit may be added to a group, or that the group is complete."""
    order = family.order(group)
    further = list(family.further(group))
    if order is not None and not further:
        return Decided(order)

    def of(unit: str) -> Menu | Decided:
        return units_menu(family, _with(chosen, unit), (*group, unit), numbering, kind)

    entries = [Entry(unit, partial(of, unit)) for unit in further]
    if order is not None:
        entries.append(Entry("", partial(Decided, order), lambda: "no more units"))
    return menu_of(numbering, "unit", entries, chosen, kind)


def _with(chosen: tuple[str, ...], more: Any) -> tuple[str, ...]:
    return chosen if not isinstance(more, str) or more in chosen else (*chosen, more)
