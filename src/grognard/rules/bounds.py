# SPDX-License-Identifier: Apache-2.0
"""Upper bounds for the figures of a game, lower than the greatest number."""

from typing import Annotated

from msgspec import Meta

# The most movement points a step can cost; one that should cost more is closed instead.
MOST_POINTS = 99
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
# Every hex of a retreat and every step lost multiplies the possible outcomes.
Count = Annotated[int, Meta(ge=0, le=20)]
Turns = Annotated[int, Meta(ge=1, le=999)]
