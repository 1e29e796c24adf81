# SPDX-License-Identifier: Apache-2.0
"""Saves on which every checker must decide alike: what parsers of JSON take in different ways, and what is out of place.

`python tests/kit/dice_cases.py` writes the examples of docs/dice.md about seats, and the cases for the page's checker.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grognard.charts.labels import Dice
from grognard.server.dice import commitment, dice_key, head, roll
from grognard.server.joining import links
from grognard.server.record import first_hash, next_hash

ROOT = Path(__file__).parents[2]
SEATS = ROOT / "docs" / "example-dice-seats.jsonl"
OPEN = ROOT / "docs" / "example-dice-open.jsonl"
LOST = ROOT / "docs" / "example-dice-lost.jsonl"
CASES = ROOT / "web" / "tests" / "dice-cases.json"
SECRET = bytes(range(32))
TABLE = "fedcba9876543210"
BOTH, GREEN = links(b"\x33" * 32, 3), links(b"\x44" * 32, 3)
OPEN_EVENTS = 11
Line = dict[str, Any] | str | bytes


def written(line: Line) -> bytes:
    """Return a line as it stands in a save; a text or bytes stand as they are."""
    if isinstance(line, dict):
        return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
    return line.encode() if isinstance(line, str) else line


def header(**more: Any) -> dict[str, Any]:
    """Return a record, of the tier `server` unless told."""
    told = {"game": "example", "table": TABLE, "commitment": commitment(TABLE, SECRET), **more}
    return {"header": {name: value for name, value in told.items() if value is not ...}}


def save(*lines: Line, key: bytes | None = None, over: bool = True, **end: Any) -> bytes:
    """Write a save; `FACES` in a line that is a text, or None in a roll, becomes the faces that fall."""
    key = dice_key(SECRET, "") if key is None else key
    bodies = [written(lines[0])]
    chain = [first_hash(bodies[0])]
    for line in lines[1:]:
        body = written(line)
        if b"FACES" in body or b'"faces":null' in body:
            body = _thrown(body, key, chain[-1])
        bodies.append(body)
        chain.append(next_hash(chain[-1], body))
    told = {
        "events": len(bodies) - 1,
        "hashes": [each.hex()[:16] for each in chain],
        "head": head(SECRET, chain[-1]),
        "secret": SECRET.hex() if over else "",
        **end,
    }
    return b"".join(each + b"\n" for each in (*bodies, written({"end": told})))


def _thrown(body: bytes, key: bytes, before: bytes) -> bytes:
    data = json.loads(body.replace(b"FACES", b"null"))
    question, dice = data["question"], data.get("dice", "")
    if isinstance(question, str):
        purpose, dice = question, question.split(" ")[1]
    else:
        purpose = f"{dice} {json.dumps(question, sort_keys=True, separators=(',', ':'), ensure_ascii=False)}"
    faces = roll(key, int(data["index"]), purpose, before, Dice.parse(dice))
    shown = json.dumps(faces, separators=(",", ":")).encode()
    return body.replace(b"FACES", shown).replace(b'"faces":null', b'"faces":' + shown)


def throw(index: Any = 1, question: Any = None, dice: Any = "2d6", **more: Any) -> dict[str, Any]:
    """Return a roll, whose faces are put in later."""
    told = {
        "type": "roll",
        "index": index,
        "question": question or {"type": "x"},
        "faces": None,
        "dice": dice,
    }
    return {name: value for name, value in {**told, **more}.items() if value is not ...}


# The second example: a seat with two sides beside another person and a program, and an order that was withdrawn.

SEATED = header(
    seats={"Blue": "person", "Green": "person", "Red": "person", "White": "novice"}, dice="each-roll"
)
SEATED_KEY = dice_key(SECRET, "", BOTH[0] + GREEN[0] + BOTH[0])


def both(at: int) -> dict[str, Any]:
    """Return the reveal of the seat with two sides."""
    return {"type": "reveal", "sides": ["Blue", "Red"], "link": BOTH[at].hex()}


def green(at: int) -> dict[str, Any]:
    """Return the reveal of Green's seat."""
    return {"type": "reveal", "sides": ["Green"], "link": GREEN[at].hex()}


def order(side: str) -> dict[str, Any]:
    """Return an order."""
    return {"type": "order", "side": side, "order": {"type": "walk"}}


JOINS: tuple[Line, ...] = (
    {"type": "join", "sides": ["Green"], "nonce": GREEN[0].hex()},
    {"type": "join", "sides": ["Blue", "Red"], "nonce": BOTH[0].hex()},
)
WITHDRAWN = {"type": "undo", "side": "Red", "why": "other rules"}
STORY: tuple[Line, ...] = (
    *JOINS,
    order("Red"),
    both(1),
    WITHDRAWN,
    order("White"),
    both(2),
    green(1),
    throw(1, {"type": "strike"}),
    order("Green"),
    both(3),
    green(2),
    throw(2, {"type": "strike"}, "1d100"),
)


# Green did not reveal any more, and another player claimed the game.
BY_TIME = {"type": "lost", "side": "Green", "how": "time"}


def examples() -> dict[Path, bytes]:
    """Return the files of the second example: the game that is over, as it was saved amid reveals, and as it was lost there."""
    return {
        SEATS: save(SEATED, *STORY, key=SEATED_KEY),
        OPEN: save(SEATED, *STORY[:OPEN_EVENTS], key=SEATED_KEY, over=False),
        LOST: save(SEATED, *STORY[:OPEN_EVENTS], BY_TIME, key=SEATED_KEY),
    }


# The cases: a name, the save, and what is to be named as bad: nothing, the end, the record or an event.


def cases() -> Iterator[tuple[str, bytes, str]]:
    """Run through all cases."""
    yield from _files()
    yield from _records()
    yield from _rolls()
    yield from _seats()
    yield from _lost()


def _files() -> Iterator[tuple[str, bytes, str]]:
    plain = save(header(), throw())
    yield "plain", plain, ""
    yield "no last byte 10", plain[:-1], ""
    yield "an empty line at the end", plain + b"\n", "end"
    yield "a byte order mark", b"\xef\xbb\xbf" + plain, "record"
    yield "CR", plain.replace(b"\n", b"\r\n"), "record"
    yield "nothing but an end", plain.splitlines()[-1], "record"
    yield "nothing", b"", "end"
    yield "an empty event", save(header(), ""), "event 1"
    yield "members beyond", save(header(), throw(), more=1), ""
    first = first_hash(written(header())).hex()
    yield "hashes of 17 digits", save(header(), hashes=[first[:17]]), "record"
    yield "the hash of the record is no text", save(header(), throw(), hashes=[7]), "record"
    yield "the hash of an event is null", save(header(), throw(), hashes=[first[:16], None]), "event 1"
    yield "events 1.0", save(header(), throw(), events=1.0), "end"
    yield "events too many", save(header(), throw(), events=2), "end"
    yield "head in capitals", save(header(), throw(), over=False, head="A" * 64), "end"
    yield "secret null", save(header(), throw(), secret=None), "end"
    yield "another secret", save(header(), throw(), secret="00" * 32), "record"
    yield "no secret", save(header(), throw(), over=False), ""


def _records() -> Iterator[tuple[str, bytes, str]]:
    yield "unknown tier", save(header(dice="dealer")), "record"
    yield "tier null", save(header(dice=None)), "record"
    yield "commitment no number, no secret", save(header(commitment="00"), over=False), "record"
    yield "no commitment", save(header(commitment=...), over=False), "record"
    yield "table no text", save(header(table=7), over=False), "record"
    yield "rules no text", save(header(rules=None)), "record"
    yield "seats a list", save(header(seats=["Red"])), "record"
    yield "a seat that is no text", save(header(seats={"Red": 1})), "record"
    yield "two members in the record", save(written(header())[:-1] + b',"x":{"a":1,"a":2}}'), "record"
    yield "a copy without copies", save(header(copy_of="t", copied_at=5), throw()), ""
    yield "a copy of the tier players", save(header(copy_of="t", dice="players")), "record"
    copied = {"type": "copy", "entry": {"order": {}, "answers": [{"question": {}, "dice": "1d6"}]}}
    yield "a copy", save(header(copy_of="t"), copied, throw()), ""
    yield "a copy after another event", save(header(copy_of="t"), order("Red"), copied), "event 2"
    yield "a game that was loaded", save(header(), copied, copied, throw()), ""
    yield "loaded, after another event", save(header(), throw(), copied), "event 2"
    joins = {"seats": {"Blue": "person", "Green": "person", "Red": "person"}, "dice": "players"}
    yield "loaded, then all join", save(header(**joins), copied, *JOINS, throw(), key=SEATED_KEY), ""
    yield "loaded, after one has joined", save(header(**joins), JOINS[0], copied), "event 2"
    yield "loaded, rolled before all join", save(header(**joins), copied, JOINS[0], throw()), "event 3"
    yield "an entry that is no object", save(header(copy_of="t"), {**copied, "entry": 1}), "event 1"
    yield (
        "only programs",
        save(
            header(dice="each-roll", seats={"Red": "novice"}, rules="r"), throw(), key=dice_key(SECRET, "r")
        ),
        "",
    )


def _rolls() -> Iterator[tuple[str, bytes, str]]:
    def one(line: Line) -> bytes:
        return save(header(), order("Red"), line)

    text = '{"type":"roll","index":%s,"question":%s,"faces":%s,"dice":"1d6"}'
    yield "question in another order", one(text % (1, '{"b":1,"a":[ "\\u0041\\/" ]}', "FACES")), ""
    far = {"\U0001f600": 1, "\uffee": 2, "a": '\x7f\u2028\x01\b\f"\\'}
    yield "names sorted by their bytes", one(throw(question=far)), ""
    yield "a question that is a list", one(throw(question=[1], faces=[1])), "event 2"
    yield "1.0 in a question", one(text % (1, '{"a":1.0}', "[1]")), "event 2"
    yield "a long number in a question", one(text % (1, '{"a":1234567890123456}', "[1]")), "event 2"
    yield "fifteen digits in a question", one(text % (1, '{"a":123456789012345,"b":-0}', "FACES")), ""
    yield "two members of a question", one(text % (1, '{"a":1,"a":1}', "[1]")), "event 2"
    yield "two members of an event", one('{"type":"order","type":"order"}'), "event 2"
    yield "two members spelt otherwise", one('{"type":"order","\\u0074ype":"order"}'), "event 2"
    yield "index 1.0", one(text % ("1.0", '{"a":1}', "FACES")), "event 2"
    yield "index 1e0", one(text % ("1e0", '{"a":1}', "FACES")), "event 2"
    yield "index true", one(text % ("true", '{"a":1}', "FACES")), "event 2"
    yield "index as a text", one(text % ('"1"', '{"a":1}', "FACES")), "event 2"
    for faces in ("[1.0]", "[true]", "0", "{}", '["1"]'):
        yield f"faces {faces}", save(header(), text % (1, "{}", faces), over=False), "event 1"
    yield "no faces, no secret", save(header(), throw(faces=...), over=False), "event 1"
    yield "other members with odd numbers", one('{"type":"order","x":[1.5e3,-0.0,12345678901234567890]}'), ""
    for odd in ("NaN", "Infinity", "01", "+1", "1.", '"\\ud800"', '"\t"', "'a'", "[1,]", "[1]]"):
        yield f"an event with {odd}", one(f'{{"type":"order","x":{odd}}}'), "event 2"
    yield "bytes that are no UTF-8", one(b'{"type":"order","x":"\xff"}'), "event 2"
    yield "a pair of surrogates", one('{"type":"order","x":"\\ud83d\\ude00"}'), ""
    yield "blanks around", one(' { "type" : "order" } \t'), ""
    yield "a member __proto__", one('{"type":"order","__proto__":{"why":1}}'), ""
    yield "unknown type", one({"type": "pause"}), "event 2"
    yield "no type", one({}), "event 2"
    yield "an order without members", one({"type": "order"}), ""
    yield "why no text", one({"type": "undo", "why": 1}), "event 2"
    yield "why null", one({"type": "undo", "why": None}), "event 2"
    yield "why where nothing waits", one({"type": "undo", "why": "x"}), ""
    for fine in ("1d1", "9d100"):
        yield fine, one(throw(dice=fine)), ""
    none: list[Any] = ["0d6", "10d6", "1d0", "1d06", "1d101", "d6", "1D6", "1d6 ", "1d\u0661", None, ...]
    for dice in none:
        yield f"dice {dice!r}", save(header(), throw(dice=dice, faces=[1]), over=False), "event 1"
    yield "a question that is a text", one(throw(question="roll 2d6 8.8 combat", dice=...)), ""
    yield "a text with other dice beside it", one(throw(question="roll 2d6 8.8 combat", dice=7)), ""
    yield "a text of one word", save(header(), throw(question="roll", faces=[1]), over=False), "event 1"
    yield (
        "a text with two blanks",
        save(header(), throw(question="roll  2d6", faces=[1]), over=False),
        "event 1",
    )


def _seats() -> Iterator[tuple[str, bytes, str]]:
    def told(*lines: Line, over: bool = True) -> bytes:
        return save(SEATED, *lines, key=SEATED_KEY, over=over)

    yield "seats", told(*STORY), ""
    yield "amid reveals, no secret", told(*STORY[:OPEN_EVENTS], over=False), ""
    yield "amid reveals, over", told(*STORY[:OPEN_EVENTS]), "end"
    yield "before all have joined", told(JOINS[0]), ""
    yield "a program joins", told({"type": "join", "sides": ["White"], "nonce": "0" * 64}), "event 1"
    swapped = {"type": "join", "sides": ["Red", "Blue"], "nonce": BOTH[0].hex()}
    yield "sides in another order", told(swapped), "event 1"
    yield "sides a text", told({**swapped, "sides": "Red"}), "event 1"
    yield "one side of a seat reveals", told(*JOINS, {**both(1), "sides": ["Blue"]}), "event 3"
    yield "sides of a reveal in another order", told(*JOINS, {**both(1), "sides": ["Red", "Blue"]}), "event 3"
    yield "Green reveals first", told(*JOINS, green(1)), "event 3"
    yield "a link used up", told(*JOINS, both(1), WITHDRAWN, both(1)), "event 5"
    yield "a link passed over", told(*JOINS, both(1), green(1), WITHDRAWN, both(2), green(3)), "event 7"
    yield "an undo without why between", told(*JOINS, both(1), {"type": "undo", "why": ""}), "event 4"
    yield "an order between", told(*JOINS, both(1), green(1), order("Red")), "event 5"
    yield "a roll too early", told(*JOINS, both(1), throw()), "event 4"
    yield "an order before all have joined", told(JOINS[0], order("Red")), "event 2"
    yield "a reveal in the tier server", save(header(), both(1)), "event 1"


def _lost() -> Iterator[tuple[str, bytes, str]]:
    def told(*lines: Line, over: bool = True) -> bytes:
        return save(SEATED, *lines, key=SEATED_KEY, over=over)

    resigned, by_time = ({"type": "lost", "side": "Red", "how": how} for how in ("resigned", "time"))
    yield "resigned", save(header(), throw(), resigned), ""
    yield "lost on time", told(*STORY, by_time), ""
    yield "resigned, and no more", save(header(), resigned), ""
    yield "resigned before anybody has joined", told(resigned), ""
    yield "resigned before all have joined", told(JOINS[0], resigned), ""
    yield "lost on time amid reveals", told(*STORY[:OPEN_EVENTS], by_time), ""
    yield "lost on time amid reveals, no secret", told(*STORY[:OPEN_EVENTS], by_time, over=False), ""
    yield "lost twice", save(header(), resigned, by_time), "event 2"
    yield "an order after it", save(header(), resigned, order("Red")), "event 2"
    yield "a roll after it", save(header(), order("Red"), resigned, throw()), "event 3"
    yield "a join after it", told(resigned, JOINS[0]), "event 2"
    yield "a copy after it", save(header(), resigned, {"type": "copy", "entry": {"order": {}}}), "event 2"
    yield "a roll after it amid reveals", told(*STORY[:OPEN_EVENTS], by_time, green(2)), "event 13"
    for how in ("", "Resigned", None, 1, ["time"], ...):
        bad = {name: value for name, value in {**resigned, "how": how}.items() if value is not ...}
        yield f"lost, how {how!r}", save(header(), bad), "event 1"
    for side in (None, 1, ["Red"]):
        yield f"lost, side {side!r}", save(header(), {**resigned, "side": side}), "event 1"
    yield "lost, no side", save(header(), {"type": "lost", "how": "time"}), "event 1"
    yield "lost, with members beyond", save(header(), {**resigned, "why": 1, "of": 1.5}), ""


def as_json() -> str:
    """Return the cases for the page's checker, a byte a character."""
    rows = [{"name": name, "save": data.decode("latin-1"), "place": place} for name, data, place in cases()]
    return json.dumps(rows, indent=2) + "\n"


if __name__ == "__main__":
    for path, data in examples().items():
        path.write_bytes(data)
    CASES.write_text(as_json(), encoding="utf-8")
