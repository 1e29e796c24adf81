"""The questions a game answers from a map alone, found by name. A game has them in `questions.py`, or none."""

from importlib import import_module
from typing import Any

from grognard.charts.errors import GrognardError, NoSuch
from grognard.games import NAMES, folder, map_names
from grognard.play.question import Question


def question(name: str, question_name: str) -> Question[Any]:
    """Return one question of a game."""
    if not (folder(name) / "questions.py").exists():
        answering = ", ".join(
            f"{each}/{board}" for each in NAMES if _answers(each) for board in map_names(each)
        )
        raise GrognardError(f"{name} answers no questions of a map yet; there are {answering}")
    found: tuple[Question[Any], ...] = import_module(
        f"grognard.games.{folder(name).name}.questions"
    ).QUESTIONS
    known = {each.name: each for each in found}
    if question_name not in known:
        raise NoSuch(f"question in {name} called", question_name, known)
    return known[question_name]


def _answers(name: str) -> bool:
    return (folder(name) / "questions.py").exists()
