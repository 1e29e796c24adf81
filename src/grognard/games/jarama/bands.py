"""The headings of the Bombardment Table: how terrain moves points along them."""

from functools import lru_cache

from grognard.games import Card

TABLE = "bombardment"


@lru_cache(maxsize=4096)
def shifted_points(points: int, columns: int, card: Card) -> int:
    """Ruling support-terrain: move points along the headings, to the near end of the band they come to.

    Left of the first heading nothing is left of them; the last one has no end.
    """
    if not points or not columns:
        return points
    axis = card.chart(TABLE).column_axes[0]
    here = axis.find(points).index or 0
    there = min(here + columns, len(axis.labels) - 1)
    if there < 0:
        return 0
    if there == here:
        return points
    span = axis.span(there)
    return span.low if span.high is None or columns > 0 else span.high
