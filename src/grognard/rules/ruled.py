# SPDX-License-Identifier: Apache-2.0
"""Parameters that a ruling decides, written as a table of the ruling's options."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grognard.charts.files import KeyPath
from grognard.rules.card import Card


class SwitchedCard:
    """A card with other rulings, for reading a file under each of their options."""

    def __init__(self, card: Card, options: Mapping[str, str]) -> None:
        self.game = card.game
        self.chart = card.chart
        self.rulings = card.rulings
        self._options = options

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""
        return self._options[ruling]


def resolved(data: Any, option: Callable[[str], str]) -> Any:
    """Return data with the value for the option in force wherever a ruling decides."""
    if isinstance(data, list):
        return [resolved(item, option) for item in data]
    if not isinstance(data, dict):
        return data
    if "ruling" in data:
        return data.get(option(data["ruling"]))
    return {key: resolved(value, option) for key, value in data.items()}


def ruled(data: Any, place: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield every parameter that a ruling decides, with its place in the file."""
    if isinstance(data, list):
        for at, item in enumerate(data):
            yield from ruled(item, (*place, at))
    elif isinstance(data, dict):
        if "ruling" in data:
            yield place, data
        else:
            for key, value in data.items():
                yield from ruled(value, (*place, key))
