# SPDX-License-Identifier: Apache-2.0
"""Iron Curtain as a game, and which of its orders reveal the units taking part."""

import msgspec

from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.orders import AirStrike, Battle
from grognard.games.iron_curtain.text import Text
from grognard.games.iron_curtain.view import View
from grognard.rules.hidden_stacks import HiddenStacks
from grognard.rules.orders import Attack, MoveTogether, Overrun


class IronCurtain(HiddenStacks):
    """A scenario of Iron Curtain, ready to play under the rulings in force."""

    context_type = Context
    view_type = View
    text_type = Text
    lost_on_the_way = "into contaminated ground"
    to_units = (MoveTogether, Overrun, Attack)

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: battles and warheads reveal the units taking part, an air strike only if the attacker picks."""
        if isinstance(order, AirStrike):
            return self.card.ruled("air-strike-effect") == "attacker-picks"
        return isinstance(order, Battle)
