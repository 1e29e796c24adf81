# SPDX-License-Identifier: Apache-2.0
"""A save that was forged in one place is found out, and the first event that is not what it was is named."""

from random import Random

import pytest
from forging import FORGERIES, TIERS, chained_again, checker, faults, first_other, forge, played_save

from grognard.server.proof import prove

tiers = pytest.mark.parametrize("tier", TIERS)


@tiers
def test_every_forgery_is_noticed_and_its_first_event_named(tier: str) -> None:
    assert forge(tier, 1, 150) == []


@tiers
def test_a_forger_who_makes_the_end_anew_is_found_out_by_the_heads_that_were_shown(tier: str) -> None:
    """Where rolls follow the forged event they give him away, too, as far as they fall otherwise."""
    data, heads = played_save(tier, 2)
    lines, rng = data.splitlines(), Random(tier)
    tried = 0
    while tried < 60:
        forged = rng.choice(FORGERIES)(lines, rng)
        at = first_other(lines, forged)
        if forged == lines or at >= len(lines) - 1 or at == 0:
            continue
        tried += 1
        again = b"\n".join(chained_again(forged)) + b"\n"
        assert all(faults(again, heads)), (at, lines[at], forged[at])


@tiers
def test_the_checker_of_the_docs_agrees(tier: str) -> None:
    data, heads = played_save(tier, 3)
    proof = prove(data, heads)
    assert proof is not None
    found = checker().check(data, heads)
    assert found == (tier, len(data.splitlines()) - 2, proof.rolls, 0, 0)
    assert proof.faults == ()
