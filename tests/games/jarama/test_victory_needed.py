# SPDX-License-Identifier: Apache-2.0
"""What another verdict would have needed: up to 20% more VP's are a draw, more than 50% a total victory."""

import pytest

from grognard.games.jarama.terms import CARD
from grognard.games.jarama.victory_level import Victory, needed


@pytest.mark.parametrize(
    ("nationalist", "republican", "says"),
    [
        # 10 to 8 is 25% more. 12 to 8 is just 50%, 13 is more; 10 to 9 is 11%.
        (10, 8, ["3 points more for the Nationalist side: Nationalist Total Victory.", "1 point more for the Republican side: Draw."]),
        # 8 to 8: 10 is 25% more, 9 is not yet 21%.
        (8, 8, ["2 points more for the Nationalist side: Nationalist Limited Victory.", "2 points more for the Republican side: Republican Limited Victory."]),
        # Nothing is more than a total victory; 20 to 14 is 42% more.
        (20, 13, ["1 point more for the Republican side: Nationalist Limited Victory."]),
    ],
)  # fmt: skip
def test_what_was_needed(nationalist: int, republican: int, says: list[str]) -> None:
    assert list(needed(Victory(nationalist, republican), CARD)) == says
