# SPDX-License-Identifier: Apache-2.0
"""The words of the 1945 table; the chapters have all others."""

from typing import Any

from grognard.games.iron_curtain import combat_1945
from grognard.games.iron_curtain.combat_1945 import Combat1945
from grognard.rules.hidden_view import TopText
from grognard.rules.step_units import result_text
from grognard.umpire import Roll


class Text(TopText):
    """The words for what happens in a scenario, as far as a side sees it."""

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to, putting codes of the card into words."""
        if not isinstance(roll.why, Combat1945):
            return super().result(roll, means)
        does = self.context.card.chart(combat_1945.TABLE).does(means)
        return f"{means}, {result_text(does, barred=roll.why.no_retreat)}"
