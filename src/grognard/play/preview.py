"""What a procedure would roll on, and every outcome with its exact chance: for the board, the desk and the commands."""

from grognard.play.board import Expected, Preview
from grognard.rules.procedure import Procedure, Worksheet
from grognard.umpire import odds


def preview(game: str, procedure: Procedure, sheet: Worksheet) -> Preview:
    """Work the outcomes of a worksheet out."""
    chance = odds(procedure.rule, sheet)
    outcomes = [
        Expected(getattr(found, "result", ""), procedure.tell(found), each) for found, each in chance.items()
    ]
    return Preview(game, procedure.name, sheet.lines, tuple(outcomes))
