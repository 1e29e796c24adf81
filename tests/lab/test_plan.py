# SPDX-License-Identifier: Apache-2.0
"""What a user asks a sweep to change, as variants."""

import pytest

from grognard.charts.errors import GrognardError
from grognard.lab.balance.plan import Asked, Variant, variants


def test_several_things_are_one_variant() -> None:
    asked = Asked(cells=["crt 3-1/4"], texts=["Ex"], strengths=["17id=+1"], rulings=["odds-rounding=nearest"])
    assert variants(asked) == [
        Variant(
            "crt 3-1/4 = Ex, 17id +1, odds-rounding=nearest",
            ("cell crt 3-1/4 = Ex", "strength 17id +1"),
            {"odds-rounding": "nearest"},
        )
    ]


def test_several_values_of_one_thing_are_variants_of_their_own_with_the_rest_in_each() -> None:
    told = variants(Asked(turns="3, 5", strengths=["17id=-1"], profile="errata"))
    assert [one.edits for one in told] == [("strength 17id -1", "turns 3"), ("strength 17id -1", "turns 5")]
    assert {one.profile for one in told} == {"errata"}


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (Asked(), "a sweep changes something"),
        (Asked(cells=["crt 3-1/4"]), "every --cell needs its --as"),
        (Asked(cells=["crt"], texts=["Ex"]), "'crt' is no cell"),
        (Asked(strengths=["17id"]), "'17id' is no strength"),
        (Asked(strengths=["17id=1"]), "by a number with its sign, as in 17id="),
        (Asked(turns="3,5", strengths=["17id=+1,+2"]), "only one thing may have several values"),
        (Asked(turns="3, 5,3"), "3 turns is asked for twice"),
        (Asked(rulings=["odds-rounding"]), "is not a ruling; write it as name=option"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_a_sentence(asked: Asked, says: str) -> None:
    with pytest.raises(GrognardError, match=says):
        variants(asked)
