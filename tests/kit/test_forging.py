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
def test_a_resignation_that_was_forged_is_noticed_like_any_event(tier: str) -> None:
    data, heads = played_save(tier, 4, acts=30)
    *lines, lost, end = data.splitlines()
    assert b'"type":"lost"' in lost
    assert faults(data, heads) == ["", ""]
    other = lost.replace(b"Red", b"Blue") if b"Red" in lost else lost.replace(b"Blue", b"Red")
    by_time = lost.replace(b"resigned", b"time")
    for forged in ([*lines, end], [*lines, other, end], [*lines, by_time, end], [*lines, lost, lost, end]):
        assert all(faults(b"\n".join(forged)))
        # Whoever has the secret can make the end anew, and is found out by the heads that were shown.
        assert all(faults(b"\n".join(chained_again(forged)), heads))
    # Wherever else it stood, something would come after it.
    for at in range(1, len(lines)):
        moved = chained_again([*lines[:at], lost, *lines[at:], end])
        said = faults(b"\n".join(moved))
        assert all(each.startswith((f"event {at + 1}:", f"event {at}:")) for each in said), (at, said)


@tiers
def test_the_checker_of_the_docs_agrees(tier: str) -> None:
    data, heads = played_save(tier, 3)
    proof = prove(data, heads)
    assert proof is not None
    found = checker().check(data, heads)
    assert found == (tier, len(data.splitlines()) - 2, proof.rolls, 0, 0)
    assert proof.faults == ()
