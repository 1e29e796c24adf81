"""The chart procedures of the games, found by name."""

from importlib import import_module

from grognard.charts.errors import NoSuch
from grognard.games import folder
from grognard.rules.procedure import Procedure


def procedures(name: str) -> tuple[Procedure, ...]:
    """Return the procedures of a game; none where its rules are not written yet."""
    module = folder(name)
    if not (module / "__init__.py").exists():
        return ()
    found: tuple[Procedure, ...] = import_module(f"grognard.games.{module.name}").PROCEDURES
    return found


def procedure(name: str, procedure_name: str) -> Procedure:
    """Return one procedure of a game."""
    known = {each.name: each for each in procedures(name)}
    if procedure_name not in known:
        raise NoSuch(f"procedure in {name} called", procedure_name, known)
    return known[procedure_name]
