# SPDX-License-Identifier: Apache-2.0
"""Command: whether a line leads from a Headquarters to a unit of its formation, and what cuts it.

The card has a state of command but not how it is kept; rulings command-line and line-zones say. A line is the way that
foot units would go from the Headquarters, at their cost; half as much may be spent while it is
disorganised.
"""

from fractions import Fraction

from grognard.games.jarama.features import WHOLE, Features
from grognard.games.jarama.move_costs import ways
from grognard.games.jarama.terms import CARD
from grognard.hexes import HexId
from grognard.registry import Card
from grognard.rules.lines import CommandLines

# Ruling command-line, by its option: what a line may cost.
LONGEST = {"six": 6, "twelve": 12}


def command_lines(  # noqa: PLR0913 - what a line depends on
    map_name: str,
    at: HexId,
    closed: frozenset[HexId] = frozenset(),
    features: Features = WHOLE,
    *,
    disorganised: bool = False,
    card: Card = CARD,
) -> CommandLines:
    """Return the lines of one Headquarters: where it stands, what is closed to them, and whether it is disorganised."""
    longest = Fraction(LONGEST[card.ruled("command-line")], 2 if disorganised else 1)
    return CommandLines(ways(map_name, "foot", features, card=card), at, closed, longest)
