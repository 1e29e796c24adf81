# SPDX-License-Identifier: Apache-2.0
"""What is told of an attack before all its outcomes, held in every game against the outcomes and against what it comes to."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from operator import itemgetter
from random import Random
from typing import Any

import msgspec
import pytest
from kit import GAMES

from grognard.charts.errors import GrognardError
from grognard.opponent import greedy, random_play, self_play
from grognard.play.board import Battle, Preview
from grognard.play.log import Header
from grognard.play.preview import NOTHING, Foretold, WorkedPreview, headline, recorded_previews
from grognard.play.table import begin
from grognard.procedures.procedure import Event
from grognard.registry.games import open_game, scenario_names
from grognard.umpire import Chance, Enumerator

# What headlines say of the hex attacked, of the enemy and of oneself, and how a position shows it.
TAKEN, HURTS, HURT = "you take the hex", "the enemy loses", "you lose"


def test_events_are_summed_up_and_so_is_what_is_left() -> None:
    dice = Chance(dict.fromkeys(range(1, 7), 1))
    events = (Event("it is high", "", lambda die: die > 4), Event("it is 6", "", lambda die: die == 6))
    told = {head.says: head.chance for head in headline(dice, Foretold(events))}
    assert told == {"it is high": Fraction(1, 3), "it is 6": Fraction(1, 6), NOTHING: Fraction(2, 3)}


def test_what_follows_an_outcome_is_weighed_with_it() -> None:
    coin = Chance({"heads": 1, "tails": 1})
    again = Foretold((Event("twice", "", lambda end: end == 2),), lambda _: Chance({1: 2, 2: 1}))
    assert headline(coin, again)[0].chance == Fraction(1, 3)


def attack_of(battle: Battle) -> dict[str, Any]:
    units = [each.piece for each in battle.pieces if not each.why_not]
    options = {field.name: field.options[0] for field in battle.options if field.options}
    return {"type": battle.type, "units": units, "target": battle.target, **options}


def attacks(name: str, seed: int, most: int) -> Iterator[tuple[Any, Any, Any, Preview, WorkedPreview | None]]:
    """Yield attacks that come up in a game as programs play it, with what is told of each."""
    scenario, rng = scenario_names(name)[0], Random(seed)
    game: Any = open_game(name, scenario)
    program = greedy if game.view.taking_turns and name in ("seelowe", "lysna") else random_play
    found = 0
    for table in islice(self_play(begin(game, Header(game=name, scenario=scenario)), program, rng), 1500):
        if table.asked is not None or game.rules.to_move(table.position) is None:
            continue
        for battle in game.view.battles(table.position)[:2]:
            try:
                order = msgspec.convert(attack_of(battle), game.order)
            except msgspec.ValidationError:
                continue
            if game.rules.why_illegal(table.position, order):
                continue
            with recorded_previews() as worked_out:
                shown = game.view.preview(table.position, order)
            if shown is None:
                continue
            yield game, table.position, order, shown, worked_out[-1] if worked_out else None
            found += 1
            if found == most:
                return


@pytest.mark.parametrize("name", GAMES)
def test_every_attack_says_first_what_it_comes_to(name: str) -> None:
    told = list(attacks(name, seed=5, most=12))
    assert len(told) > 3
    for _, _, order, shown, worked_out in told:
        if not shown.headline:
            # Too many units check for their chances to be known together.
            assert len(shown.outcomes) == 1, order
            continue
        assert all(0 <= head.chance <= 1 for head in shown.headline), order
        idle = next((head.chance for head in shown.headline if head.says == NOTHING), Fraction(0))
        assert max(head.chance for head in shown.headline) >= 1 - idle - Fraction(1, 10**9) or idle < 1
        if worked_out is not None:
            assert worked_out.chance is not None
            said = {head.chance for head in worked_out.headline}
            # Each is the sum of some outcomes, or of what follows them.
            assert said <= {Fraction(0), *_sums(worked_out)} or _is_carried_out(name), order


def _sums(worked_out: WorkedPreview) -> set[Fraction]:
    assert worked_out.chance is not None
    events = worked_out.procedure.events
    sums = {worked_out.chance.where(event.happens) for event in events}
    return sums | {worked_out.chance.where(lambda one: not any(event.happens(one) for event in events))}


def _is_carried_out(name: str) -> bool:
    return name in ("seelowe", "lysna")


@pytest.mark.parametrize("name", ["seelowe", "lysna"])
def test_headlines_are_what_positions_after_the_order_show(name: str) -> None:
    held = 0
    for game, position, order, shown, _ in attacks(name, seed=3, most=25):
        if not hasattr(order, "target") or shown.procedure != "combat":
            continue
        told = {head.says: head.chance for head in shown.headline}
        ends = Enumerator().work_out(partial(game.rules.carry_out, position, order))
        before = {piece.id: piece for piece in game.view.pieces(position)}

        def fate(
            after: Any, game: Any = game, before: Any = before, order: Any = order
        ) -> tuple[bool, bool, bool]:
            now = {piece.id: piece for piece in game.view.pieces(after)}
            lost = {
                piece
                for piece, was in before.items()
                if was.at.isdigit() and (not now[piece].at.isdigit() or now[piece].values != was.values)
            }
            taken = any(now[unit].at == order.target for unit in order.units)
            return taken, bool(lost - set(order.units)), bool(lost & set(order.units))

        fates = ends.map(fate)
        for says, at in ((TAKEN, 0), (HURTS, 1), (HURT, 2)):
            assert (
                next(told[told_so] for told_so in told if told_so.startswith(says))
                == fates.map(itemgetter(at))[True]
            ), (order, says)
        held += 1
    assert held > 3


@pytest.mark.parametrize("name", ["iron-curtain", "panzerblitz"])
def test_headlines_of_other_games_are_what_positions_after_the_order_show(name: str) -> None:
    held = 0
    for game, position, order, shown, _ in attacks(name, seed=2, most=15):
        told = {head.says: head.chance for head in shown.headline}
        hurts = next(
            (says for says in told if says.startswith(("the enemy loses", "an enemy unit is elim"))), ""
        )
        try:
            ends = Enumerator().work_out(partial(game.rules.carry_out, position, order))
        except GrognardError:
            continue
        before = {piece.id: piece for piece in game.view.pieces(position)}
        side = game.view.status(position).side

        def is_hurt(after: Any, game: Any = game, before: Any = before, side: Any = side) -> bool:
            now = {piece.id: piece for piece in game.view.pieces(after)}
            return any(
                was.side != side
                and was.at.isdigit()
                and (not now[piece].at.isdigit() or now[piece].values != was.values)
                for piece, was in before.items()
            )

        if hurts and not _is_announced(game, position, order):
            assert told[hurts] == ends.where(is_hurt), order
            held += 1
    assert held


def _is_announced(game: Any, position: Any, order: Any) -> bool:
    """Return whether an order rolls nothing by itself: what it announces is resolved by another."""
    return len(
        list(
            game.view.plans(next(iter(Enumerator().work_out(partial(game.rules.carry_out, position, order)))))
        )
    ) > len(game.view.plans(position))
