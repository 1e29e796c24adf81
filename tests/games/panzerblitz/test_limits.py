# SPDX-License-Identifier: Apache-2.0
"""How often a unit can be attacked in one turn, in which order, and by whom: turns told attack by attack."""

from typing import Any

import pytest

from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.attack_limits import (
    Activity,
    Attack,
    Suffered,
    why_not_attack,
    why_not_attacked,
)
from grognard.games.panzerblitz.close_assault import CloseAssault
from grognard.games.panzerblitz.fire import Fire
from grognard.games.panzerblitz.minefield import Minefield
from grognard.games.panzerblitz.overrun import Overrun
from grognard.games.panzerblitz.roster import unit_type
from grognard.games.panzerblitz.terms import CARD
from grognard.registry import Card
from grognard.registry.games import procedure
from grognard.umpire import Choose, Roll, drive


def ruled(ruling: str, option: str) -> Card:
    return Card("panzerblitz", "card", ((ruling, option),))


class Victim:
    """One JS II through one enemy turn: what it suffered, and whether it is dispersed."""

    def __init__(self, *, on_mines: bool = False) -> None:
        self.suffered = Suffered(on_mines=on_mines)
        self.state = "nothing"

    @property
    def written(self) -> str:
        return "js2:dispersed" if self.state == "dispersed" else "js2"

    def may(self, name: Attack) -> bool:
        return not why_not_attacked(name, self.suffered)

    def attacked(self, name: Attack, *attackers: str, die: int) -> str:
        """Attack the unit as it stands, keep what becomes of it, and return the result."""
        assert self.may(name)
        targets = (self.written,)
        situations: dict[Attack, Any] = {
            "minefield": Minefield(targets),
            "fire": Fire(attackers, targets),
            "overrun": Overrun(attackers, targets),
            "close-assault": CloseAssault(attackers, targets),
        }
        sheet = procedure("panzerblitz", name).worksheet(situations[name], CARD)
        assert isinstance(sheet, AttackSheet)

        def answer(ask: Roll[Any] | Choose[Any]) -> Any:
            assert isinstance(ask, Roll)
            return ask.read[die]

        outcome = drive(attack(sheet), answer)
        past = (*self.suffered.unit, name)
        self.suffered = Suffered(unit=past, hex=past, on_mines=self.suffered.on_mines)
        if outcome.fates[0].becomes != "nothing":
            self.state = outcome.fates[0].becomes
        return outcome.result


def test_a_minefield_fire_and_a_close_assault_in_one_turn() -> None:
    """Mines at 2-1 roll 4: D. 16-12 is 1-1, 4 less 1 is 3: D. 6-12 is 1-2, 3 less 3 is 0: DD, which kills."""
    unit = Victim(on_mines=True)
    assert unit.attacked("minefield", die=4) == "D"
    assert unit.written == "js2:dispersed"
    assert not unit.may("overrun")
    assert unit.attacked("fire", "panther@7", die=4) == "D"
    assert unit.state == "dispersed"
    assert unit.attacked("close-assault", "g-smg", die=3) == "DD"
    assert unit.state == "eliminated"


def test_fire_an_overrun_and_a_close_assault_in_one_turn() -> None:
    """16-12 is 1-1, 6: nothing. Overrun at 2-1, 6 less 2 is 4: D. 6-12 is 1-2, 2 less 3 is -1: X."""
    unit = Victim()
    assert not unit.may("minefield")
    assert unit.attacked("fire", "panther@7", die=6) == "-"
    assert unit.state == "nothing"
    assert unit.attacked("overrun", "panther", die=6) == "D"
    assert unit.attacked("close-assault", "g-smg", die=2) == "X"
    assert unit.state == "eliminated"


def test_a_d_after_a_dd_leaves_a_unit_dispersed() -> None:
    """1-1: 1 is DD, a first dispersal. Overrun at 2-1, 6 less 3 is 3: DD again, and that kills."""
    unit = Victim()
    assert unit.attacked("fire", "panther@7", die=1) == "DD"
    assert unit.state == "dispersed"
    assert unit.attacked("overrun", "panther", die=6) == "DD"
    assert unit.state == "eliminated"


@pytest.mark.parametrize(
    ("name", "suffered", "reason"),
    [
        ("minefield", Suffered(), "there are no mines under it"),
        ("minefield", Suffered(on_mines=True, old_mines=True), "mines attack a unit once for each time it enters them (ruling mines-again)"),
        ("minefield", Suffered(("minefield",), on_mines=True), "a minefield is suffered once a turn (crt: note)"),
        ("minefield", Suffered(hex=("fire",), on_mines=True), "a minefield comes before normal fire, which has been made (crt: note)"),
        ("fire", Suffered(hex=("fire",)), "normal fire is suffered once a turn (crt: note, ruling fire-a-hex)"),
        ("fire", Suffered(("overrun",)), "normal fire comes before an overrun, which has been made (crt: note)"),
        ("fire", Suffered(("close-assault",)), "normal fire comes before a close assault, which has been made (crt: note)"),
        ("overrun", Suffered(on_mines=True), "a unit in a minefield is not overrun (crt: note *)"),
        ("overrun", Suffered(("minefield",)), "a unit in a minefield is not overrun (crt: note *)"),
        ("overrun", Suffered(hex=("overrun",)), "an overrun is suffered once a turn (crt: note, ruling overruns-a-hex)"),
        ("overrun", Suffered(("close-assault",)), "an overrun comes before a close assault, which has been made (crt: note)"),
        ("close-assault", Suffered(hex=("close-assault",)), "a close assault is suffered once a turn (crt: note)"),
    ],
)  # fmt: skip
def test_what_a_unit_does_not_suffer(name: Attack, suffered: Suffered, reason: str) -> None:
    assert why_not_attacked(name, suffered) == reason


def test_rulings_open_what_the_card_closes() -> None:
    """Several overruns; fire at each unit by itself, but at none twice; mines every turn."""
    overrun = Suffered(("overrun",), ("overrun",))
    assert not why_not_attacked("overrun", overrun, ruled("overruns-a-hex", "several"))
    each = ruled("fire-a-hex", "each-unit")
    assert not why_not_attacked("fire", Suffered(hex=("fire",)), each)
    assert why_not_attacked("fire", Suffered(("fire",), ("fire",)), each)
    assert why_not_attacked("fire", Suffered(hex=("fire", "overrun")), each)
    mines = Suffered(on_mines=True, old_mines=True)
    assert not why_not_attacked("minefield", mines, ruled("mines-again", "each-turn"))


@pytest.mark.parametrize(
    ("name", "unit", "done", "reason"),
    [
        ("fire", "panther", Activity(), ""),
        ("overrun", "panther", Activity(moved=4), ""),
        ("close-assault", "g-rifle", Activity(moved=1), ""),
        ("close-assault", "cavalry", Activity(moved=1), ""),
        ("fire", "panther", Activity(dispersed=True), "Panther is dispersed (crt: D)"),
        ("overrun", "panther", Activity(attacked=True), "Panther has attacked: a unit may never take part in more than one attack per turn (crt: note)"),
        ("fire", "panther", Activity(moved=1), "Panther has moved, and fire comes before movement (ruling play-sequence)"),
        ("close-assault", "g-rifle", Activity(carried=True), "Rifle platoon was loaded or unloaded this turn (ruling play-sequence)"),
        ("close-assault", "cavalry", Activity(moved=2), "Cavalry may move one hex if it is to close assault, and moved 2 (ruling close-assault)"),
    ],
)  # fmt: skip
def test_who_may_still_attack(name: Attack, unit: str, done: Activity, reason: str) -> None:
    assert why_not_attack(name, unit_type(unit), done) == reason
