# SPDX-License-Identifier: Apache-2.0
"""A unit of a scenario made stronger or weaker, whatever its game prints on counters.

Attack and defence change together, on each face of a counter; a combat factor likewise. Counters whose game replaces
them by better and worse ones, along chains on its card, are replaced so many times. A strength does not fall below 1, and one
of 0 stays 0.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch
from grognard.procedures.procedure import signed
from grognard.registry import games

# The strengths that a unit, its type or a face may have, as fields; movement and ranges are none.
FIELDS = ("attack", "defence", "factor")


def strengthened(game: str, setting: Any, unit_id: str, by: int) -> Any:
    """Return a scenario in which a unit is stronger by so much, or weaker."""
    if unit_id not in setting.by_id:
        raise NoSuch(f"unit in {game}/{setting.name} called", unit_id, setting.by_id)
    unit = setting.by_id[unit_id]
    other = _stronger(game, unit, by)
    changed = {"units": _swapped(setting.units, unit, other)}
    if hasattr(setting, "formations"):
        # Formations list their units once more.
        changed["formations"] = tuple(
            replace(formation, units=_swapped(formation.units, unit, other))
            for formation in setting.formations
        )
    return replace(setting, **changed)


def _swapped(units: tuple[Any, ...], unit: Any, other: Any) -> tuple[Any, ...]:
    return tuple(other if one is unit else one for one in units)


def _stronger(game: str, unit: Any, by: int) -> Any:
    """Return a unit that is stronger by so much; refuse one that has no strength to change."""
    kind = getattr(unit, "type", None)
    if isinstance(kind, str):
        return replace(unit, type=_along_chain(game, kind, by))
    if kind is not None:
        return replace(unit, type=_with(unit.id, kind, by))
    changed = _with(unit.id, unit, by)
    if getattr(unit, "weaker", ()):
        changed = replace(changed, weaker=tuple(_with(unit.id, face, by) for face in unit.weaker))
    if hasattr(unit, "written"):
        values = games.definition(game).units.values
        changed = replace(changed, written=tuple(_rewritten(text, values, by) for text in unit.written))
    # What a unit counts for programs, where that is its strength.
    if getattr(unit, "worth", None) is not None and unit.worth == unit.attack:
        changed = replace(changed, worth=changed.attack)
    return changed


def _with(name: str, value: Any, by: int) -> Any:
    """Return a unit, a type or a face with all its strengths changed."""
    strengths = {field: strength for field in FIELDS if (strength := getattr(value, field, 0))}
    if not strengths:
        raise GrognardError(f"{name} has no strength to change")
    return replace(value, **{field: max(1, strength + by) for field, strength in strengths.items()})


def _rewritten(text: str, values: Sequence[str], by: int) -> str:
    """Write the values of a face anew, of which all but movement are strengths."""
    numbers = [int(word) for word in text.split("-")]
    return "-".join(
        str(max(1, number + by)) if number and value != "movement" else str(number)
        for value, number in zip(values, numbers, strict=True)
    )


def _along_chain(game: str, kind: str, by: int) -> str:
    """Return the type of counter so many steps along the chains of its game: upwards the one that is reduced to it."""
    roster: dict[str, Any] = games.game_module(game, "units").roster()
    if kind not in roster:
        raise GrognardError(f"{kind or 'a leader still to come'} has no better or worse counter")
    for _ in range(abs(by)):
        better = (name for name, other in roster.items() if other.steps_to == kind)
        following = next(better, "") if by > 0 else roster[kind].steps_to
        if not following:
            word = "better" if by > 0 else "worse"
            raise GrognardError(f"there is no counter {word} than {kind}, so {signed(by)} is too much")
        kind = following
    return kind
