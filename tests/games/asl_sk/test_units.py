# SPDX-License-Identifier: Apache-2.0
"""The counters against the nationality chart, typed by hand; and who they are."""

import pytest

from grognard.games.asl_sk.units import counters, roster, unit_type

# Squad chains with their half-squads, as the nationality chart shows them.
CHAINS = """
g 4-6-8 2-4-8 > 4-6-7 2-4-7 > 4-4-7 2-3-7 > 4-3-6 2-3-6
g 5-4-8 2-3-8 > 4-4-7 2-3-7 > 4-3-6 2-3-6
g 8-3-8 3-3-8
r 4-5-8 2-4-8 > 4-4-7 2-3-7 > 4-2-6 2-2-6
r 5-2-7 2-2-7 > 4-2-6 2-2-6
r 6-2-8 3-2-8
a 6-6-7 3-4-7 > 6-6-6 3-4-6 > 5-4-6 2-3-6 > 5-3-6 2-2-6
a 7-4-7 3-3-7
b 4-5-8 2-4-8 > 4-5-7 2-4-7 > 4-4-7 2-3-7 > 4-3-6 2-2-6
i 3-4-7 1-3-7 > 3-3-6 1-2-6
i 3-4-6 1-3-6 > 3-3-6 1-2-6
m 4-5-7 2-3-7 > 4-3-7 2-2-7
"""


@pytest.mark.parametrize("line", CHAINS.strip().splitlines())
def test_a_chain_of_the_nationality_chart(line: str) -> None:
    letter, _, chain = line.partition(" ")
    steps = [step.split() for step in chain.split(" > ")]
    for at, (squad, half) in enumerate(steps):
        found, small = (unit_type(f"{letter}-{name.replace('-', '')}") for name in (squad, half))
        assert (found.kind, small.kind, found.half) == ("squad", "hs", small.id)
        assert (found.fire, found.morale) == (int(squad[0]), int(squad[4]))
        assert (small.fire, small.morale) == (int(half[0]), int(half[4]))
        after = steps[at + 1] if at + 1 < len(steps) else ("", "")
        wanted = [f"{letter}-{name.replace('-', '')}" if name else "" for name in after]
        assert [found.steps_to, small.steps_to] == wanted


@pytest.mark.parametrize("letter", "grabim")
def test_leaders_step_down_to_6_plus_1(letter: str) -> None:
    chain, name = [], f"{letter}-10-2"
    while name:
        chain.append((unit_type(name).morale, unit_type(name).leadership))
        name = unit_type(name).steps_to
    assert chain == [(10, -2), (9, -2), (9, -1), (8, -1), (8, 0), (7, 0), (6, 1)]


def test_crews_have_no_step_and_their_own_morale() -> None:
    found = {
        each.id: (each.fire, each.morale, each.steps_to) for each in roster().values() if each.kind == "crew"
    }
    assert found == {"g-crew": (2, 8, ""), "r-crew": (2, 8, ""), "a-crew": (2, 7, ""), "b-crew": (2, 8, "")}


def test_who_is_inexperienced_and_whose_morale_is_underlined() -> None:
    units = roster().values()
    assert {each.id for each in units if each.experience == "conscript"} == {
        "g-436", "g-236", "r-426", "r-226", "i-336", "i-126",
    }  # fmt: skip
    assert {each.id for each in units if each.experience == "green"} == {"a-536", "a-226", "b-436", "b-226"}
    assert {each.id for each in units if each.underlined} == {"a-747", "a-337"}


def test_an_elr_step_and_a_reduction_lead_to_the_same_counter_in_either_order() -> None:
    for unit in roster().values():
        if unit.kind == "squad" and unit.steps_to:
            assert unit_type(unit.half).steps_to == unit_type(unit.steps_to).half, unit.id


def test_the_list_tells_what_becomes_of_a_unit() -> None:
    told = {each.id: (each.side, each.name, each.kind, each.factors) for each in counters()}
    assert told["g-467"] == (
        "German", "4-6-7", "squad", "FP 4, morale 7, reduced to g-247, ELR g-447",
    )  # fmt: skip
    assert told["a-6+1"] == ("American", "6+1", "leader", "morale 6, leadership +1")
    assert told["g-436"][3] == "FP 4, morale 6, conscript, reduced to g-236"
