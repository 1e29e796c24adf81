# SPDX-License-Identifier: Apache-2.0
"""How much the figures of a game may be, where less than the most of any number is meant."""

from typing import Annotated

from msgspec import Meta

# What is paid in movement points; where a way should cost more it is closed.
MOST_POINTS = 99
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
# Every hex of a retreat and every step lost is gone through, with all that it may lead to.
Count = Annotated[int, Meta(ge=0, le=20)]
Turns = Annotated[int, Meta(ge=1, le=999)]
