"""The words of the game: sides, terrain, hexsides; and its card as printed."""

from typing import Literal

from grognard.games import Card

Side = Literal["Nationalist", "Republican"]
Terrain = Literal["clear", "town", "city", "woods", "dense-woods"]
Crossing = Literal["river", "ford", "bridge", "slope"]

CARD = Card("jarama")


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "Republican" if side == "Nationalist" else "Nationalist"


def plain(word: str) -> str:
    """Write a word that is typed with a dash as the card has it: `dense-woods` is dense woods."""
    return word.replace("-", " ")
