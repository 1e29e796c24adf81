"""Units of one hex that move together, as one force."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from grognard.play.places import Place
from grognard.rules.naming import names


class Numbered(Protocol):
    """A unit with a name and a place in the order of battle."""

    @property
    def number(self) -> int:
        """Its place in the order of battle."""

    @property
    def name(self) -> str:
        """What it is called."""


U = TypeVar("U", bound=Numbered)


def from_the_top(order: Sequence[int], units: Iterable[U]) -> list[U]:
    """Return units as they lie, each once, in whatever order they are named; `order` has who lies on top before others."""
    return sorted(dict.fromkeys(units), key=lambda unit: order.index(unit.number))


def why_not_together(
    units: Sequence[U],
    place: Callable[[U], Place],
    cannot_move: Callable[[U], str],
    why_not_there: Callable[[U], str],
) -> str:
    """Say why units may not move somewhere together, room there apart; an empty text if they may."""
    if not units or len(set(units)) < len(units):
        return "name who moves, each unit once"
    for unit in units:
        if reason := cannot_move(unit):
            return reason
        if place(unit) != place(units[0]):
            return (
                f"{unit.name} is not in one hex with {units[0].name}, and only units of one hex move together"
            )
    reasons = {unit: why_not_there(unit) for unit in units}
    reason = next(filter(None, reasons.values()), "")
    if not reason or len(units) == 1:
        return reason
    return f"{names(unit for unit in units if reasons[unit] == reason)} cannot go there: {reason}"


def why_no_room(units: Sequence[U], room: int, there: str, holds: str) -> str:
    """Say why a hex has not room for all of several units; an empty text if it has. `holds` says how much it takes."""
    if room >= len(units):
        return ""
    return f"{names(units)} do not all find room: {there} takes {room} more, {holds}"
