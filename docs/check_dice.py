# SPDX-License-Identifier: Apache-2.0
"""Check the dice of a saved game of Grognard: `python check_dice.py FILE [HEAD ...]`.

It needs Python 3 and nothing else, and follows dice.md, beside it. HEADs are heads noted at the table, or their first
digits. It names the first event that cannot have been where it stands, and then ends with exit status 1.
"""

import hmac
import json
import re
import sys
from hashlib import sha256


def need(held, told):
    if not held:
        raise ValueError(told)


def check(data, noted=()):
    """Check a whole save; return its tier, its events, and how many rolls were proved, are sealed and were copied."""
    *lines, last = data.removesuffix(b"\n").split(b"\n")
    place = "the save has no end that can be read, and may be cut off"
    try:
        end = read(last)["end"]
        count, hashes, shown = a(int, end["events"]), a(list, end["hashes"]), number(end["head"])
        secret = bytes.fromhex(number(end["secret"])) if end["secret"] != "" else b""
        place, chain = "the record", [sha256(b"".join(lines[:1])).digest()]
        need(hashes[:1] == [chain[0].hex()[:16]], "it is not the one that the events follow")
        table = Table(read(lines[0])["header"], secret)
        for at in range(1, max(len(lines), len(hashes))):
            place = f"event {at}"
            need(at < len(lines), "it is missing")
            chain.append(sha256(chain[-1] + lines[at]).digest())
            need(hashes[at : at + 1] == [chain[-1].hex()[:16]], "it is not the one that was written there")
            table.take(read(lines[at]), chain[-2])
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ValueError(f"{place}: {error}") from error
    need(count == len(lines) - 1, f"the save has {len(lines) - 1} events, and its end says {count}")
    need(not (secret and table.ready), "the game is over, and the roll is missing that links were for")
    heads = [hmac.digest(secret, b"grognard head 1" + each, "sha256").hex() for each in chain]
    need(not secret or shown == heads[-1], f"the head at the end is not that of event {count}")
    for each in noted:
        known = [one for one in (heads if secret else [shown]) if one.startswith(each.lower())]
        need(known, f"no event of this save has the head {each}")
    return table.tier, count, *((table.rolls, 0) if secret else (0, table.rolls)), table.copied


class Table:
    """What the events have come to: who has joined with which nonce and link, and how many rolls there were."""

    def __init__(self, header, secret):
        self.secret, self.tier, seats = secret, header.get("dice", "server"), a(dict, header.get("seats", {}))
        self.rules, copy = (a(str, header.get(name, "")) for name in ("rules", "copy_of"))
        bound = sha256(b"grognard dice 1" + a(str, header["table"]).encode() + secret).hexdigest()
        need(number(header["commitment"]) == bound or not secret, "the commitment is to another secret")
        need(self.tier in ["server", "players", "each-roll"][: 1 if copy else 3], "it has a wrong tier")
        persons = [side for side in seats if a(str, seats[side]) == "person"]
        self.persons = sorted(persons) if self.tier != "server" else []  # Python sorts as UTF-8 does
        self.joined = []  # [sides, nonce, last link], in the order of persons
        self.rolls = self.copied = self.begun = self.lost = self.ready = 0  # so many revealed for a roll

    def take(self, event, before):
        """Take one more event; `before` is the hash of the one before it."""
        kind = "after the game was lost" if self.lost else event["type"]
        missing = [side for side in self.persons if not any(side in seat[0] for seat in self.joined)]
        awaited = self.joined[self.ready :] if self.tier == "each-roll" else []
        need(not missing or kind in ("join", "copy", "lost"), f"it comes before {missing[:1]} has joined")
        if kind == "copy":
            need(not self.begun, "entries of another game come before all else")
            asked = [(one["question"], one.get("dice")) for one in a(list, event["entry"].get("answers", []))]
            self.copied += sum(said[:5] == "roll " if type(said) is str else bool(d) for said, d in asked)
        elif kind == "join":
            sides, nonce = event["sides"], number(event["nonce"])
            need(sides and sides == [side for side in missing if side in sides], f"{sides} cannot join here")
            need(all(seat[1] != nonce for seat in self.joined), "another seat has joined with this nonce")
            self.joined.append([sides, nonce, nonce])
            self.joined.sort(key=lambda seat: self.persons.index(seat[0][0]))
        elif kind == "reveal":
            need(awaited and awaited[0][0] == event["sides"], "it is not for this seat to reveal a link now")
            before, awaited[0][2] = awaited[0][2], number(event["link"])
            need(sha256(bytes.fromhex(event["link"])).hexdigest() == before, "it is not the next link")
        elif kind == "roll":
            need(not awaited, f"it comes before {awaited[:1]} has revealed a link for it")
            self.roll(event, before)
        else:
            need(kind in ("order", "answer", "undo", "lost"), f"there is no event {kind!r}")
            why = a(str, event["how"] if kind == "lost" else event.get("why", "") if kind == "undo" else "")
            said = kind != "lost" or (why in ("resigned", "time") and type(event["side"]) is str)
            need(said and (why or not self.ready), "it comes between links and their roll, or is no loss")
        self.begun, self.lost = self.begun + (kind != "copy"), kind == "lost"
        self.ready = self.ready + 1 if kind == "reveal" else 0

    def roll(self, event, before):
        """Work a roll out again; without the secret nothing can be said of its faces."""
        index, self.rolls = a(int, event["index"]), self.rolls + 1
        faces = [a(int, face) for face in a(list, event["faces"])]
        need(index == self.rolls, f"it is roll {index}, and should be roll {self.rolls}")
        nonces = [next(seat[1] for seat in self.joined if side in seat[0]) for side in self.persons]
        key = hmac.digest(self.secret, bytes.fromhex("".join(nonces)) + self.rules.encode(), "sha256")
        if type(purpose := event["question"]) is not str:
            form = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
            purpose = f"{event['dice']} {json.dumps(a(dict, purpose), **form)}"
        dice = event["dice"] if type(event["question"]) is dict else purpose.split(" ")[1]
        given = rolled(key, index, purpose, before, dice)
        need(not self.secret or faces == given, f"{purpose} shows {faces}, and the secret gives {given}")


def rolled(key, index, purpose, before, dice):
    """Return the faces of a roll."""
    need(re.fullmatch(r"[1-9]d([1-9][0-9]?|100)", dice), f"{dice!r} are no dice")
    (count, sides), faces, block = map(int, dice.split("d")), [], 0
    while len(faces) < count:
        message = index.to_bytes(8, "big") + block.to_bytes(4, "big") + before + purpose.encode()
        fair = [byte for byte in hmac.digest(key, message, "sha256") if byte < 256 - 256 % sides]
        faces, block = faces + [byte % sides + 1 for byte in fair], block + 1
    return faces[:count]


def read(line):
    """Read an object of JSON that has one reading; numbers that are not whole become complex, which nothing takes."""

    def members(pairs):
        need(len(dict(pairs)) == len(pairs), "an object has two members of one name")
        return dict(pairs)

    odd = {"parse_int": lambda text: int(text) if len(text) < 16 else complex(text), "parse_float": complex}
    data = json.loads(line.decode(), object_pairs_hook=members, parse_constant=int, **odd)
    json.dumps(data, ensure_ascii=False, default=str).encode()  # fails where a text has half a character
    return a(dict, data)


def a(kind, value):
    need(type(value) is kind, f"{value!r} is no {kind.__name__}")
    return value


def number(text):
    need(re.fullmatch(r"[0-9a-f]{64}", text), f"{text!r} is not 32 bytes in 64 hexadecimal digits")
    return text


if __name__ == "__main__":
    try:
        with open(sys.argv[1] if sys.argv[1:] else sys.exit(__doc__), "rb") as file:
            found = check(file.read(), sys.argv[2:])
    except (OSError, ValueError) as bad:
        sys.exit(f"{'It cannot be read' if isinstance(bad, OSError) else 'The save does not hold'}: {bad}.")
    print("tier {}, {} events: {} rolls proved, {} sealed until the game is over, {} copied".format(*found))
