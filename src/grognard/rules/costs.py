"""Movement costs as a terrain effects chart has them: numbers out of the words of a cell."""

import re
from fractions import Fraction

NUMBER = re.compile(r"(\d+)(?:/(\d+))?|(½)")
FORBIDDEN = re.compile(r"not permitted|prohibited|forbidden|^P$", re.IGNORECASE)


def numbers(text: str) -> list[Fraction]:
    """Return the numbers in the words of a cell.

    >>> numbers("2 Additional MP's to enter, 1 Additional MP to leave."), numbers("1/2")
    ([Fraction(2, 1), Fraction(1, 1)], [Fraction(1, 2)])
    """
    return [
        Fraction(1, 2) if half else Fraction(int(whole), int(part or 1))
        for whole, part, half in NUMBER.findall(text)
    ]


def cost(text: str) -> Fraction | None:
    """Return what a cell costs, nothing where it has no number; none where it forbids the way.

    >>> cost("1 Additional MP*"), cost("No Additional Cost"), cost("Movement Not Permitted")
    (Fraction(1, 1), Fraction(0, 1), None)
    """
    found = numbers(text)
    if not found and FORBIDDEN.search(text):
        return None
    return sum(found, Fraction(0))
