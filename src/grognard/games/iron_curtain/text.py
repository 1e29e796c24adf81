"""What became of the units, and what the 1945 table says, in plain words; all else is said by the chapters."""

from typing import Any

import msgspec

from grognard.charts.plurals import plural
from grognard.games.iron_curtain import combat_1945
from grognard.games.iron_curtain.combat_1945 import Combat1945
from grognard.games.iron_curtain.position import Position
from grognard.rules.hidden_view import TopText
from grognard.rules.naming import listed
from grognard.rules.step_units import result_text
from grognard.umpire import Roll


class Text(TopText):
    """The words for what happens in a scenario, as far as a side sees it."""

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: in words where it is a code of the card."""
        if not isinstance(roll.why, Combat1945):
            return super().result(roll, means)
        does = self.context.card.chart(combat_1945.TABLE).does(means)
        return f"{means}, {result_text(does, barred=roll.why.no_retreat)}"

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units, who took what, and what is contaminated no more."""
        said = super().effects(before, order, after)
        gone = {marker.at for marker in before.contaminated} - {marker.at for marker in after.contaminated}
        if gone:
            places = listed(map(self.context.place, sorted(gone)))
            said.append(f"{places} {plural(len(gone), 'is', 'are')} contaminated no more")
        return said
