"""`grognard odds` and `grognard resolve`: a chart procedure before you commit, and once you do."""

import random
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.labels import Dice
from grognard.charts.rulings import parse_profile
from grognard.cli.console import console, write
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.games import Card
from grognard.games.procedures import procedure
from grognard.rules.forms import Field, fields, fill
from grognard.rules.procedure import Procedure, Worksheet
from grognard.umpire import Chance, Choose, Roll, drive
from grognard.umpire import odds as exact

FORMATS = ("text", "json")
BAR = 24


def odds(  # noqa: PLR0913, PLR0917 - one for each option
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    name: Annotated[str, typer.Argument(metavar="PROCEDURE")],
    form: Annotated[str, typer.Option("--format", metavar="text|json")] = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say exactly how likely every outcome is. Without options, list what the procedure asks."""
    if form not in FORMATS:
        raise NoSuch("format", form, FORMATS)
    found = procedure(game, name)
    if not context.args:
        console().print(_asks(game, found))
        return
    situation = fill(found.situation, typed(found, context.args))
    card = Card(game, parse_profile(profile), tuple(switches(ruling).items()))
    sheet = found.worksheet(situation, card)
    chance = exact(found.rule, sheet)
    if form == "json":
        write(_as_json(situation, sheet, chance) + "\n")
    else:
        console().print(Group(_worksheet(sheet), Text(), _outcomes(found, chance)))


def resolve(  # noqa: PLR0913, PLR0917 - one for each option
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    name: Annotated[str, typer.Argument(metavar="PROCEDURE")],
    dice: Annotated[str, typer.Option("--dice", metavar="4,2", help="The dice as they fell.")] = "",
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Dice from this seed.")] = None,
    choose: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="OPTION", help="Answer a decision; may be repeated."),
    ] = None,
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Resolve a procedure once, with its worksheet and a transcript. Decisions take the first option unless chosen."""
    found = procedure(game, name)
    situation = fill(found.situation, typed(found, context.args))
    card = Card(game, parse_profile(profile), tuple(switches(ruling).items()))
    sheet = found.worksheet(situation, card)
    table = _Table(dice, seed, choose or [])
    result = drive(found.rule(sheet), table.answer)
    table.check_used()
    told = Text(f"-> {found.tell(result)}", style="bold")
    console().print(Group(_worksheet(sheet), Text(), *table.transcript, told))


def typed(found: Procedure, arguments: list[str]) -> dict[str, str]:
    """Read `--attackers 6,6,5 --river` by the fields of a situation; a flag needs no value."""
    asked = {field.name: field for field in fields(found.situation)}
    given: dict[str, str] = {}
    left = list(arguments)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            raise GrognardError(f"{word!r} is not an option; there are {_listed(asked)}")
        name, equals, value = word[2:].partition("=")
        field = asked.get(name)
        if field is None:
            raise NoSuch(f"option of {found.name}", f"--{name}", [f"--{each}" for each in asked])
        if not equals:
            flag = field.kind == "flag" and (not left or left[0] not in ("yes", "no"))
            if not flag and not left:
                raise GrognardError(f"--{name} needs a value: {field.asks}")
            value = "yes" if flag else left.pop(0)
        given[name] = value
    return given


def _listed(asked: dict[str, Field]) -> str:
    return ", ".join(f"--{name}" for name in asked)


class _Table:
    """Dice and decisions as they were given, with a transcript of what was asked."""

    def __init__(self, dice: str, seed: int | None, choices: list[str]) -> None:
        if bool(dice) == (seed is not None):
            raise GrognardError(
                "give the dice as they fell (--dice 4,2) or a seed (--seed 7), one of the two"
            )
        self.faces = [_face(part) for part in dice.split(",")] if dice else []
        self.random = random.Random(seed) if seed is not None else None  # noqa: S311 - for a table, not for secrets
        self.choices = choices
        self.transcript: list[Text] = []

    def answer(self, ask: Roll[Any] | Choose[Any]) -> Any:
        if isinstance(ask, Roll):
            faces = self._throw(ask.read.dice)
            meaning = ask.read[sum(faces)]
            self._say(ask.question, f"{'+'.join(map(str, faces))} -> {meaning}")
            return meaning
        words = {_words(option): option for option in ask.options}
        word = self.choices.pop(0) if self.choices else next(iter(words))
        if word not in words:
            raise NoSuch(f"option for {ask.question}", word, words)
        self._say(f"{ask.question} [{' '.join(words)}]", word)
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

    def _say(self, question: str, answer: str) -> None:
        self.transcript.append(Text(f"{question}: ").append(answer, style="bold"))

    def check_used(self) -> None:
        """Dice or choices nobody asked for are a mistake."""
        if self.faces or self.choices:
            raise GrognardError(f"nobody asked for {', '.join([*map(str, self.faces), *self.choices])}")


def _face(text: str) -> int:
    if not text.strip().isdigit():
        raise GrognardError(f"{text.strip()!r} is not a die; write --dice 4,2")
    return int(text)


def _words(option: object) -> str:
    return "+".join(map(str, option)) if isinstance(option, tuple) else str(option)


def _asks(game: str, found: Procedure) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    for field in fields(found.situation):
        takes = {
            "flag": "",
            "number": "N",
            "numbers": "N,N,...",
            "choice": "|".join(field.options),
            "text": "TEXT",
        }
        table.add_row(Text(f"--{field.name} {takes[field.kind]}".strip(), style="bold"), Text(field.asks))
    return Group(Text(f"{found.title}: grognard odds {game} {found.name} [options]", style="bold"), table)


def _worksheet(sheet: Worksheet) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right", style="bold")
    table.add_column(style="dim")
    for line in sheet.lines:
        table.add_row(Text(line.what), Text(line.value), Text(line.source))
    return table


def _outcomes(found: Procedure, chance: Chance[Any]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "left", "right", "right"):
        table.add_column(justify=justify)
    for outcome, share in chance.items():
        bar = "█" * round(share * BAR) or "▏"
        table.add_row(
            Text(found.tell(outcome)), Text(bar, style="#56b4e9"), f"{float(share):.1%}", Text(str(share))
        )
    return table


def _as_json(situation: msgspec.Struct, sheet: Worksheet, chance: Chance[Any]) -> str:
    data = {
        "situation": msgspec.to_builtins(situation),
        "worksheet": [msgspec.to_builtins(line) for line in sheet.lines],
        "outcomes": [
            {**msgspec.to_builtins(outcome), "probability": str(share), "decimal": float(share)}
            for outcome, share in chance.items()
        ],
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()
