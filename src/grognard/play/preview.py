"""What a procedure would roll on, and every outcome with its exact chance: for the board, the desk and the commands."""

from collections.abc import Callable
from typing import Any

from grognard.play.board import Expected, Preview
from grognard.rules.procedure import Procedure, Worksheet
from grognard.umpire import Choose, Enumerator


def preview(
    game: str, procedure: Procedure, sheet: Worksheet, tell: Callable[[Any], str] | None = None
) -> Preview:
    """Work the outcomes of a worksheet out, and say which decisions were taken for granted.

    On a map more may be known of an outcome than the procedure can tell: who has nowhere to retreat.
    """
    tell = tell or procedure.tell
    assumed: dict[str, str] = {}

    def first(choice: Choose[Any]) -> Any:
        option = choice.options[0]
        told = " + ".join(map(str, option)) if isinstance(option, tuple) else option
        assumed[choice.question] = f"{choice.question}: {told}"
        return option

    chance = Enumerator(first)(procedure.rule, sheet)
    outcomes = [Expected(getattr(found, "result", ""), tell(found), each) for found, each in chance.items()]
    return Preview(game, procedure.name, sheet.lines, tuple(outcomes), tuple(assumed.values()))
