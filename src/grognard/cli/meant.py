"""What is meant by the words after `attack HEX`: the kind of order, what is aimed at, and who takes part."""

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.play.board import Battle


class Meant(msgspec.Struct, frozen=True):
    """One of the ways to attack a hex, its options as they were said, and the words that are left: for units."""

    battle: Battle
    options: dict[str, Any]
    units: tuple[str, ...]


def meant(battles: Sequence[Battle], words: Sequence[str]) -> Meant:
    """Sort words out: a kind of order, `at=bridge` or plain `bridge`, and units; what is not said is as in the first way.

    A way is looked for that has the kind and the options and all units; at least one of that kind.
    """
    pieces = {each.piece for battle in battles for each in battle.pieces}
    kinds = {each.type for each in battles}
    named = {value: field.name for each in battles for field in each.options for value in field.options}
    options = dict(word.split("=", 1) for word in words if "=" in word)
    units, kind = [], ""
    for word in (each for each in words if "=" not in each):
        if word in kinds:
            kind = word
        elif word in named and word not in pieces:
            options[named[word]] = word
        else:
            units.append(word)
    alike = [each for each in battles if kind in ("", each.type)]
    aimed = [each for each in alike if _takes(each, options)] or alike
    best = [each for each in aimed if set(units) <= {one.piece for one in each.pieces}] or aimed
    battle = best[0]
    defaults = {field.name: field.default for field in battle.options if field.default is not None}
    return Meant(battle, defaults | options, tuple(units))


def _takes(battle: Battle, options: dict[str, Any]) -> bool:
    """Say whether a battle has all these options to choose."""
    return all(
        any(field.name == name and value in field.options for field in battle.options)
        for name, value in options.items()
    )


def ways(battles: Sequence[Battle]) -> list[str]:
    """Return the words for what there is to choose: kinds of order where there are several, and what is aimed at."""
    kinds = list(dict.fromkeys(each.type for each in battles))
    aims = [aim for each in battles for field in each.options for aim in field.options]
    return [*(kinds if len(kinds) > 1 else ()), *(dict.fromkeys(aims) if len(set(aims)) > 1 else ())]
