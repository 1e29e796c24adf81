"""What happened, in plain words: an entry of the log told from its order, its rolls and its decisions."""

from typing import Any, TypeVar

import msgspec

from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.log import Entry
from grognard.play.table import standing
from grognard.umpire import Choose, Done, Heard, Roll, pause

P = TypeVar("P", bound=msgspec.Struct)


class Rolled(msgspec.Struct, frozen=True):
    """A roll: why, with which dice, what came up, what it meant, and that in words."""

    why: str
    dice: str
    faces: tuple[int, ...]
    meaning: str
    says: str = ""


class Told(msgspec.Struct, frozen=True):
    """One entry of the log: whose order, what happened line by line, and every roll."""

    side: Side
    lines: tuple[str, ...]
    rolls: tuple[Rolled, ...] = ()
    warned: str = ""


def told(game: BoardGame[P], position: P, entry: Entry) -> Told:
    """Tell an entry from the position it was ordered in."""
    order = msgspec.convert(entry.order, game.order)
    heard: list[Heard] = []
    found = pause(game.carry_out(position, order), entry.answers, heard)
    lines = [game.tell(position, order), *(_line(game, position, each) for each in heard)]
    if isinstance(found, Done):
        lines += game.became(position, order, found.result)
    rolls = [_rolled(game, each.ask, each) for each in heard if isinstance(each.ask, Roll)]
    return Told(game.to_move(position) or "", tuple(lines), tuple(rolls), entry.warned)


def _line(game: BoardGame[P], position: P, heard: Heard) -> str:
    if isinstance(heard.ask, Choose):
        # What was to choose from is told as it then stood: who was lost before is not spoken of as if he were there.
        option = game.option(standing(position, heard.ask), heard.ask, heard.given)
        return f"{heard.ask.side}, {heard.ask.why}: {option.says}"
    faces = " + ".join(map(str, heard.given))
    total = f" = {sum(heard.given)}" if len(heard.given) > 1 else ""
    return f"{heard.ask.why}: rolled {faces}{total}: {game.result(heard.ask, heard.means)}"


def _rolled(game: BoardGame[P], roll: Roll[Any], heard: Heard) -> Rolled:
    says = game.result(roll, heard.means)
    return Rolled(roll.why, str(roll.read.dice), tuple(heard.given), str(heard.means), says)
