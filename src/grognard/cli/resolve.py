# SPDX-License-Identifier: Apache-2.0
"""`grognard resolve`: a chart procedure carried out, with a transcript."""

import random
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Group
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.labels import Dice
from grognard.cli.console import console, write_json
from grognard.cli.odds import GameArgument, ProcedureArgument, ask_sheet, card, worksheet_data
from grognard.cli.options import FormatOption, ProfileOption, RulingOption, check_format
from grognard.cli.situations import SituationOption
from grognard.cli.worksheets import worksheet
from grognard.umpire import Asked, Roll, drive


def resolve(  # noqa: PLR0913, PLR0917 - one for each option
    context: typer.Context,
    game: GameArgument = "",
    name: ProcedureArgument = "",
    dice: Annotated[str, typer.Option("--dice", metavar="4,2", help="The dice as they fell.")] = "",
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Dice from this seed.")] = None,
    choose: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="OPTION", help="Answer a decision; may be repeated."),
    ] = None,
    file: SituationOption = "",
    form: FormatOption = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Resolve a procedure once, with its worksheet and a transcript. Decisions take the first option unless chosen."""
    check_format(form)
    asked = ask_sheet(context, game, name, file, card(game, profile, ruling))
    if asked is None:
        return
    table = _Table(dice, seed, choose or [], asked.procedure.asks)
    result = drive(asked.procedure.rule(asked.sheet), table.answer)
    table.check_used()
    says = asked.procedure.tell(result)
    if form == "json":
        data = {"transcript": table.transcript, "outcome": msgspec.to_builtins(result), "says": says}
        write_json({**worksheet_data(asked.situation, asked.sheet.lines), **data})
        return
    lines = [Text(f"{line['asked']}: ").append(line["answer"], style="bold") for line in table.transcript]
    lines.append(Text(f"-> {says}", style="bold"))
    console().print(Group(worksheet(asked.sheet.lines), Text(), *lines))


class _Table:
    """Dice and decisions as given, with a transcript of what was asked."""

    def __init__(self, dice: str, seed: int | None, choices: list[str], asks: Callable[[Asked], str]) -> None:
        if bool(dice) == (seed is not None):
            raise GrognardError(
                "give the dice as they fell (--dice 4,2) or a seed (--seed 7), one of the two"
            )
        self.faces = [_face(part) for part in dice.split(",")] if dice else []
        self.random = random.Random(seed) if seed is not None else None  # noqa: S311 - for a table, not for secrets
        self.choices = choices
        self.asks = asks
        self.transcript: list[dict[str, str]] = []

    def answer(self, ask: Asked) -> Any:
        if isinstance(ask, Roll):
            faces = self._throw(ask.read.dice)
            meaning = ask.read[sum(faces)]
            self._say(self.asks(ask), f"{'+'.join(map(str, faces))} -> {meaning}")
            return meaning
        words = {_words(option): option for option in ask.options}
        word = self.choices.pop(0) if self.choices else next(iter(words))
        if word not in words:
            raise NoSuch(f"option for {self.asks(ask)}", word, words)
        self._say(f"{self.asks(ask)} [{' '.join(words)}]", word)
        return words[word]

    def _throw(self, dice: Dice) -> tuple[int, ...]:
        if self.random is not None:
            return tuple(self.random.randint(1, dice.sides) for _ in range(dice.count))
        faces = tuple(self.faces[: dice.count])
        del self.faces[: dice.count]
        if len(faces) < dice.count or not all(1 <= face <= dice.sides for face in faces):
            raise GrognardError(
                f"the next roll is {dice}; give {dice.count} from 1 to {dice.sides} with --dice"
            )
        return faces

    def _say(self, asked: str, answer: str) -> None:
        self.transcript.append({"asked": asked, "answer": answer})

    def check_used(self) -> None:
        """Raise an error if dice or choices are left over."""
        if self.faces or self.choices:
            raise GrognardError(f"nothing asks for {', '.join([*map(str, self.faces), *self.choices])}")


def _face(text: str) -> int:
    if not text.strip().isdecimal():
        raise GrognardError(f"{text.strip()!r} is not a die; write --dice 4,2")
    return int(text)


def _words(option: object) -> str:
    return "+".join(map(str, option)) if isinstance(option, tuple) else str(option)
