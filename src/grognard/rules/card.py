# SPDX-License-Identifier: Apache-2.0
"""What the rules need of a game's card: its charts, and the option in force for every ruling."""

from typing import Protocol

from grognard.charts.chart import Chart
from grognard.charts.rulings import Rulings


class Card(Protocol):
    """A game's card with the rulings in force. Equal cards decide alike, so a card can be a key."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""

    def chart(self, name: str) -> Chart:
        """Return one chart of the card."""

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
