# SPDX-License-Identifier: Apache-2.0
"""Reading the words after `attack HEX`: the kind of order, what is aimed at, and which units take part."""

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.play.board import Battle


class AttackWords(msgspec.Struct, frozen=True):
    """One of the ways to attack a hex, its options as typed, and the remaining words, which name units."""

    battle: Battle
    options: dict[str, Any]
    units: tuple[str, ...]


def parse_attack(battles: Sequence[Battle], words: Sequence[str]) -> AttackWords:
    """Tell a kind of order, `at=bridge` or plain `bridge`, and units apart; what is left out is as in the first battle.

    The chosen battle has the kind, the options and all units, if there is one; otherwise at least the kind.
    """
    pieces = {candidate.piece for battle in battles for candidate in battle.pieces}
    kinds = {battle.type for battle in battles}
    named = {value: field.name for battle in battles for field in battle.options for value in field.options}
    options = dict(word.split("=", 1) for word in words if "=" in word)
    units, kind = [], ""
    for word in (word for word in words if "=" not in word):
        if word in kinds:
            kind = word
        elif word in named and word not in pieces:
            options[named[word]] = word
        else:
            units.append(word)
    of_kind = [battle for battle in battles if kind in ("", battle.type)]
    with_options = [battle for battle in of_kind if _takes(battle, options)] or of_kind
    with_units = [
        battle for battle in with_options if set(units) <= {candidate.piece for candidate in battle.pieces}
    ]
    battle = (with_units or with_options)[0]
    defaults = {field.name: field.default for field in battle.options if field.default is not None}
    return AttackWords(battle, defaults | options, tuple(units))


def _takes(battle: Battle, options: dict[str, Any]) -> bool:
    """Return whether a battle offers all these options."""
    return all(
        any(field.name == name and value in field.options for field in battle.options)
        for name, value in options.items()
    )


def ways(battles: Sequence[Battle]) -> list[str]:
    """Return the words for what there is to choose: kinds of order if there are several, and what is aimed at."""
    kinds = list(dict.fromkeys(battle.type for battle in battles))
    aims = [aim for battle in battles for field in battle.options for aim in field.options]
    return [*(kinds if len(kinds) > 1 else ()), *(dict.fromkeys(aims) if len(set(aims)) > 1 else ())]
