# SPDX-License-Identifier: Apache-2.0
"""Dice: fair by rejection, bound by a commitment, and numbered without end."""

import gzip
import hmac
import json
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from saved import SAVES

from grognard.charts.labels import Dice
from grognard.server.dice import commitment, dice_key, faces, roll, stream
from grognard.server.proof import Proof, prove
from grognard.server.record import Record, Rolled, ServedHeader, encode
from grognard.server.saved_log import saved_log
from grognard.server.store import Row, StoredTable
from grognard.umpire import D6, TWO_D6

SECRET = bytes(range(32))
KEY = dice_key(SECRET, "rules")


def test_bytes_that_would_favour_low_faces_are_passed_over() -> None:
    # 252 is the first byte that six faces do not share out evenly: 42 bytes to each face below it.
    assert faces(D6, iter([252, 253, 254, 255, 251])) == (6,)
    assert faces(TWO_D6, iter([255, 0, 252, 7])) == (1, 2)
    assert faces(Dice(1, 10), iter([250, 249])) == (10,)


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100])
def test_every_face_has_as_many_bytes_as_any_other(sides: int) -> None:
    dice = Dice(1, sides)
    fair = [byte for byte in range(256) if byte < 256 - 256 % sides]
    counts = Counter(faces(dice, iter([byte]))[0] for byte in fair)
    assert set(counts) == set(range(1, sides + 1))
    assert len(set(counts.values())) == 1


def test_a_roll_is_what_the_page_of_the_protocol_says() -> None:
    before = sha256(b"event").digest()
    block = hmac.digest(KEY, (7).to_bytes(8, "big") + bytes(4) + before + b"roll 2d6 8.8 combat", "sha256")
    fair = [byte for byte in block if byte < 252]
    assert roll(KEY, 7, "roll 2d6 8.8 combat", before, TWO_D6) == (fair[0] % 6 + 1, fair[1] % 6 + 1)


def test_a_stream_goes_on_after_a_block() -> None:
    source = stream(KEY, 1, "why", bytes(32))
    first = bytes(next(source) for _ in range(32))
    assert bytes(next(source) for _ in range(32)) != first


def test_each_of_index_purpose_history_and_secret_changes_the_roll() -> None:
    many = Dice(9, 100)
    plain = roll(KEY, 1, "why", bytes(32), many)
    assert plain == roll(KEY, 1, "why", bytes(32), many)
    others = [
        roll(KEY, 2, "why", bytes(32), many),
        roll(KEY, 1, "what", bytes(32), many),
        roll(KEY, 1, "why", bytes(31) + b"1", many),
        roll(dice_key(SECRET, "other rules"), 1, "why", bytes(32), many),
        roll(dice_key(bytes(32), "rules"), 1, "why", bytes(32), many),
    ]
    assert len({plain, *others}) == 6


def test_the_commitment_is_of_the_table_and_its_secret() -> None:
    assert commitment("t1", SECRET) == sha256(b"grognard dice 1" + b"t1" + SECRET).hexdigest()
    assert commitment("t1", SECRET) != commitment("t2", SECRET)


def test_six_thousand_rolls_are_even() -> None:
    counts = Counter(roll(KEY, index, "roll 1d6", bytes(32), D6)[0] for index in range(6000))
    # Chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand; the key is fixed, so it never is.
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5


def test_a_copy_proves_its_own_rolls_and_counts_those_it_began_with() -> None:
    """The save of a table, as if the first two orders that rolled had come with a copy of it: they bear no proof."""
    save = gzip.decompress((SAVES / "format-1" / "seelowe-sealion-programs.jsonl.gz").read_bytes())
    header, *entries = [json.loads(line) for line in save.splitlines()]
    stamped = [entry for entry in entries if "rolls" in entry]
    copied = len(stamped[0].pop("rolls")) + len(stamped[1].pop("rolls"))
    own = sum(len(entry["rolls"]) for entry in stamped[2:])
    assert own > 2
    assert proved({**header, "copy_of": "another"}, entries) == Proof(own, (), copied)
    proof = proved(header, entries)
    assert proof is not None
    assert [fault.partition(": ")[2] for fault in proof.faults] == ["1 rolls, and proof for 0"] * 2
    # What was rolled at the copy itself is never without proof.
    del stamped[4]["rolls"]
    proof = proved({**header, "copy_of": "another"}, entries)
    assert proof is not None
    assert len(proof.faults) == 1


def proved(header: dict[str, Any], entries: list[dict[str, Any]]) -> Proof | None:
    return prove("".join(json.dumps(line) + "\n" for line in (header, *entries)))


def test_a_roll_whose_sentence_names_no_dice_is_a_fault_of_its_save() -> None:
    header = ServedHeader(game="skirmish", scenario="lane", table="t", commitment=commitment("t", SECRET))
    rows = (Row(1, encode(Rolled(1, "", (3,)))),)
    proof = prove(saved_log(StoredTable("t", encode(Record(header)), SECRET, (), rows), over=True))
    assert proof is not None
    assert proof.faults == ("event 1: '' is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100",)
