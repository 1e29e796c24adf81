"""The chart procedures of the games and their types of units, found by name."""

from importlib import import_module
from typing import Any

from grognard.charts.errors import NoSuch
from grognard.games import folder
from grognard.procedures.procedure import Counter, Procedure


def procedures(name: str) -> tuple[Procedure, ...]:
    """Return the procedures of a game; none where its rules are not written yet."""
    found: tuple[Procedure, ...] = _said(name, "PROCEDURES")
    return found


def counters(name: str) -> tuple[Counter, ...]:
    """Return the types of units of a game; none where units are written by their strengths."""
    found: tuple[Counter, ...] = _said(name, "COUNTERS")
    return found


def _said(name: str, what: str) -> tuple[Any, ...]:
    """Return what the package of a game says of itself; nothing where its rules are not written yet."""
    module = folder(name)
    if not (module / "__init__.py").exists():
        return ()
    found: tuple[Any, ...] = getattr(import_module(f"grognard.games.{module.name}"), what, ())
    return found


def procedure(name: str, procedure_name: str) -> Procedure:
    """Return one procedure of a game."""
    known = {each.name: each for each in procedures(name)}
    if procedure_name not in known:
        raise NoSuch(f"procedure in {name} called", procedure_name, known)
    return known[procedure_name]
