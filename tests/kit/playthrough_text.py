# SPDX-License-Identifier: Apache-2.0
"""A transcript cut down for a person to read: how a game begins and ends."""

import re


def opening(text: str, lines: int = 80, orders: int = 5) -> str:
    r"""Cut a transcript down to how the game begins, some orders of each phase, and how it stands at the end.

    >>> print(opening("Title\n\nTurn 1\n  one\n    which rolled 6\n  two\n\nTurn 2\n  three\n\nDraw\n", 6, 1))
    Title
    <BLANKLINE>
    Turn 1
      one
        which rolled 6
      ...
    <BLANKLINE>
    ...
    <BLANKLINE>
    Draw
    <BLANKLINE>
    """
    title, *phases, last = text.rstrip("\n").split("\n\n")
    kept = [title]
    for phase in phases:
        kept.append(_few_orders(phase, orders))
        if sum(part.count("\n") + 2 for part in kept) > lines:
            break
    return "\n\n".join([*kept, *(["..."] if len(kept) <= len(phases) else []), last]) + "\n"


def _few_orders(phase: str, count: int) -> str:
    """Keep the first orders of a phase, each with its results."""
    heading, *orders = re.split(r"\n(?=  \S)", phase)
    return "\n".join([heading, *orders[:count], *(["  ..."] if len(orders) > count else [])])
