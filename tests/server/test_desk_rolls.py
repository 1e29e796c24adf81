# SPDX-License-Identifier: Apache-2.0
"""A procedure rolled out at the desk over HTTP, roll after roll, with dice as they fell."""

from typing import Any

import pytest
from clients import Client
from test_http import shipped  # noqa: F401 - a fixture

COMBAT = "/api/games/seelowe/procedures/combat"
SITUATION = {"attackers": "6,6,6", "defenders": "6"}


def roll(client: Client, *faces: int, path: str = COMBAT, **situation: str) -> Any:
    return client.post(f"{path}/roll", json={"situation": situation or SITUATION, "faces": faces})


def test_dice_are_asked_for_and_read(shipped: Client) -> None:  # noqa: F811
    first = roll(shipped).json()
    assert (first["wants"], first["asks"], first["says"]) == ("1d6", "8.8 combat", "")
    odds = shipped.post(f"{COMBAT}/odds", json={"situation": SITUATION}).json()
    told = {outcome["says"] for outcome in odds["outcomes"]}
    for face in range(1, 7):
        came = roll(shipped, face).json()
        assert came["wants"] == ""
        assert came["says"] in told
        assert came["throws"] == [
            {"asked": "8.8 combat", "dice": "1d6", "faces": [face], "meaning": came["result"]}
        ]


def test_every_way_of_the_dice_comes_as_often_as_the_odds_say(shipped: Client) -> None:  # noqa: F811
    odds = shipped.post(f"{COMBAT}/odds", json={"situation": SITUATION}).json()["outcomes"]
    fell = [roll(shipped, face).json()["says"] for face in range(1, 7)]
    assert {each["says"]: each["decimal"] for each in odds} == pytest.approx(
        {says: fell.count(says) / 6 for says in set(fell)}
    )


def test_rolls_that_follow_one_another_are_asked_for_one_by_one(shipped: Client) -> None:  # noqa: F811
    path, situation = "/api/games/asl-sk/procedures/morale-check", {"units": "g-467,g-467"}
    first = roll(shipped, path=path, **situation).json()
    assert first["wants"] == "2d6"
    then = roll(shipped, 6, 6, path=path, **situation).json()
    assert len(then["throws"]) == 1
    assert then["wants"]
    faces = [6, 6]
    while then["wants"]:
        faces += [1] * int(then["wants"].partition("d")[0])
        then = roll(shipped, *faces, path=path, **situation).json()
    assert len(then["throws"]) > 1
    assert then["says"]


@pytest.mark.parametrize(
    ("faces", "sentence"), [((7,), "is rolled with 1d6, and 7 cannot fall"), ((1, 2), "nothing asks for 2")]
)
def test_dice_that_cannot_have_fallen_are_refused(
    shipped: Client,  # noqa: F811
    faces: tuple[int, ...],
    sentence: str,
) -> None:
    refused = roll(shipped, *faces)
    assert refused.status_code == 422
    assert sentence in refused.json()["detail"]
    assert roll(shipped, *[1] * 201).status_code == 400
