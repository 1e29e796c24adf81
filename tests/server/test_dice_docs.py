# SPDX-License-Identifier: Apache-2.0
"""docs/dice.md: every number in its examples is what the code gives, and what the checker beside it gives."""

import hmac
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from dice_cases import CASES, LOST, OPEN, SEATED_KEY, SEATS, as_json, cases, examples
from forging import CHECKER, checker, faults, place_of

from grognard.charts.labels import Dice
from grognard.server.dice import commitment, dice_key, head, roll, stream
from grognard.server.joining import links
from grognard.server.proof import Proof, prove

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "dice.md").read_text(encoding="utf-8")
FIRST, SECOND = PAGE.split("### A second table")
EXAMPLE = (DOCS / "example-dice.jsonl").read_bytes()
SECRET = bytes(range(32))
RULES = "5f" * 32
RED, BLUE = links(b"\x11" * 32, 3), links(b"\x22" * 32, 3)


def test_the_numbers_of_the_example_are_right() -> None:
    key = dice_key(SECRET, RULES, BLUE[0] + RED[0])
    for number in (RED[0].hex(), BLUE[0].hex(), commitment("0123456789abcdef", SECRET), key.hex()):
        assert f"`{number}` |" in PAGE
    lines = EXAMPLE.splitlines()
    chain = [sha256(lines[0]).digest()]
    for line in lines[1:-1]:
        chain.append(sha256(chain[-1] + line).digest())
    for at, each in enumerate(chain):
        assert f"| {at} | `{each.hex()}` | `{head(SECRET, each)}` |" in PAGE
    rows = re.findall(
        r"^\| (\d) \| (\d+) \| `(.*)` \| `([0-9a-f]{64})` \| ([\d, ]+) \|$", FIRST, re.MULTILINE
    )
    assert len(rows) == 2
    for index, event, purpose, block, faces in rows:
        before = chain[int(event) - 1]
        source = stream(key, int(index), purpose, before)
        assert bytes(next(source) for _ in range(32)).hex() == block
        found = roll(key, int(index), purpose, before, Dice.parse(purpose.split()[0]))
        assert ", ".join(map(str, found)) == faces
        assert msgspec.json.decode(lines[int(event)])["faces"] == list(found)


def test_a_byte_that_is_passed_over_is_told_of() -> None:
    key, purpose = dice_key(SECRET, RULES), '1d6 {"type":"x"}'
    source = stream(key, 76, purpose, bytes(32))
    blocks = [bytes(next(source) for _ in range(32)) for _ in range(2)]
    for number in (key, *blocks):
        assert f"`{number.hex()}` |" in PAGE
    assert blocks[0][0] == 252
    assert roll(key, 76, purpose, bytes(32), Dice(1, 6)) == (3,)
    assert blocks[1] == hmac.digest(
        key, (76).to_bytes(8, "big") + (1).to_bytes(4, "big") + bytes(32) + purpose.encode(), "sha256"
    )


def test_the_example_holds_and_its_heads_are_those_of_the_page() -> None:
    heads = re.findall(r"^\| \d+ \| `[0-9a-f]{64}` \| `([0-9a-f]{64})` \|$", FIRST, re.MULTILINE)
    assert len(heads) == 13
    assert prove(EXAMPLE, heads) == Proof(2, tier="each-roll", head=heads[-1])
    assert checker().check(EXAMPLE, heads) == ("each-roll", 12, 2, 0, 0)


@pytest.mark.parametrize(("name", "data", "place"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_every_checker_decides_alike(name: str, data: bytes, place: str) -> None:
    """The page's checker is held against the same cases in web/tests."""
    assert [place_of(each) for each in faults(data)] == [place, place], name


def test_the_cases_and_the_second_example_are_as_they_are_made() -> None:
    """`python tests/kit/dice_cases.py` writes them."""
    assert CASES.read_text(encoding="utf-8") == as_json()
    for path, data in examples().items():
        assert path.read_bytes() == data


def test_the_page_prints_the_lines_of_its_examples() -> None:
    for part, text in ((FIRST, EXAMPLE), (SECOND, SEATS.read_bytes())):
        printed = re.findall(r"^    (\{.*)$", part.split("## Examples")[-1], re.MULTILINE)
        assert printed[: len(text.splitlines())] == text.decode().splitlines()
    assert f"    {OPEN.read_text(encoding='utf-8').splitlines()[-1]}\n" in SECOND
    assert all(f"    {line}\n" in SECOND for line in LOST.read_text(encoding="utf-8").splitlines()[-2:])


def test_the_numbers_of_the_second_table_are_right() -> None:
    assert f"`{SEATED_KEY.hex()}` |" in SECOND
    lines = SEATS.read_bytes().splitlines()
    chain = [sha256(lines[0]).digest()]
    for line in lines[1:-1]:
        chain.append(sha256(chain[-1] + line).digest())
    for at, each in enumerate(chain):
        assert f"| {at} | `{each.hex()}` | `{head(SECRET, each)}` |" in SECOND
    heads = [head(SECRET, each) for each in chain]
    assert prove(SEATS.read_bytes(), heads) == Proof(2, tier="each-roll", head=heads[-1])
    assert prove(OPEN.read_bytes()) == Proof(0, tier="each-roll", head=heads[11], sealed=1)
    assert checker().check(OPEN.read_bytes()) == ("each-roll", 11, 0, 1, 0)
    *_, lost, _ = LOST.read_bytes().splitlines()
    chain.append(sha256(chain[11] + lost).digest())
    assert f"hash(12) is `{chain[-1].hex()}`" in SECOND
    heads = [*heads[:12], head(SECRET, chain[-1])]
    assert prove(LOST.read_bytes(), heads) == Proof(1, tier="each-roll", head=heads[-1])
    assert checker().check(LOST.read_bytes(), heads) == ("each-roll", 12, 1, 0, 0)


def test_the_checker_is_short_and_needs_nothing_but_python() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported == {"hashlib", "hmac", "json", "re", "sys"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(CHECKER), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_checker_is_a_command(tmp_path: Path) -> None:
    said = run(str(DOCS / "example-dice.jsonl"), "f5644166")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("tier each-roll, 12 events: 2 rolls proved, ")
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(EXAMPLE.replace(b'"faces":[4,4]', b'"faces":[4,5]'))
    said = run(str(forged))
    assert said.returncode == 1
    assert said.stderr == ("The save does not hold: event 8: it is not the one that was written there.\n")
    said = run(str(DOCS / "example-dice.jsonl"), "0123")
    assert (said.returncode, said.stderr) == (
        1,
        "The save does not hold: no event of this save has the head 0123.\n",
    )
