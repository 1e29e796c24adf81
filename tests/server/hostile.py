# SPDX-License-Identifier: Apache-2.0
"""Requests that nobody should send: sound ones, made hostile in a few places. What comes of each follows from a seed."""

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

JSON_KIND = (b"content-type", b"application/json")
HOST = (b"host", b"127.0.0.1")


class Raw:
    """Bytes that stand in JSON as they are."""

    def __init__(self, text: bytes) -> None:
        self.text = text


class Fuzzed(NamedTuple):
    """A request as it goes over the line. Of a body that is cut the rest never comes."""

    method: str
    target: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    cut: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.target[:300]!r} {self.headers} {self.body[:300]!r}{' and no more' if self.cut else ''}"


class Sound(NamedTuple):
    """A sound request, still in its parts: `path` is a list of words, `query` of pairs."""

    method: str
    path: list[str]
    query: list[tuple[str, str]]
    key: str
    body: Any = None


TEXTS = [
    "", " ", "\0", "a\0b", "\ud800", "\u202e", "👾" * 50, "é", "x" * 5000, "../../etc/passwd", "..", ".", "/", "%00", "%ff", "%",
    "' OR 1=1 --", "{}", "[]", "null", "NaN", "-1", "1e999", "9" * 400, "0101", "1,2,3", ",".join("9" * 60), "a=b", "=", "__class__",
    "{0.__class__}", "%s%n", "<script>alert(1)</script>", "\r\nset-cookie: a=b", "person", "nobody", "Red", "card", "errata", "true",
    "١٢٣", "1_000", "+1", "0x10", "1.5", "crt", "units", "İ", "\ufeff", "\u2028", "a" * 101,
]  # fmt: skip
NUMBERS: list[Any] = [
    -1, 0, 1, 2, 3, 7, 100, 999, -(2**31), 2**31, 2**53, 2**53 + 1, 10**18 - 1, -(10**18 - 1), 0.5, -0.0, 1e308, -1e308,
    Raw(b"1e999"), Raw(b"1e-999"), Raw(b"9223372036854775807"), Raw(b"18446744073709551616"), Raw(b"9" * 4000), Raw(b"-" + b"9" * 5000),
    Raw(b"NaN"), Raw(b"Infinity"), Raw(b"01"), Raw(b"1."), Raw(b"0" * 30), Raw(b"1e5"), Raw(b"1E+2"),
]  # fmt: skip
ODDITIES: list[Any] = [
    None, True, False, [], {}, [[]], [None], {"": None}, {"type": "end"}, {"type": None}, {"type": []}, {"type": "move"}, {"type": "attack"},
    [1] * 500, ["a"] * 500, {str(each): each for each in range(300)}, Raw(b"[" * 60), Raw(b"[" * 40 + b"]" * 40),
    Raw(b"[" * 900 + b"]" * 900), Raw(b'{"a":' * 900 + b"1" + b"}" * 900), Raw(b"[" * 30000 + b"]" * 30000), Raw(b'{"a":' * 9000),
    Raw(b'{"type":"end","type":"end"}'), Raw(b'"\xff"'), Raw(b'"\xed\xa0\x80"'), Raw(b'"\\ud800"'), Raw(b'"\\u0000"'), Raw(b'"\n"'),
    Raw(b"'a'"), Raw(b""), Raw(b"tru"), Raw(b'"half'), Raw(b"/* */ 1"), Raw(b"[1,]"), Raw(b'{"a":1,}'), Raw(b"\xc0\x80"),
]  # fmt: skip
METHODS = [
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "get",
    "BREW",
    "PROPFIND",
]
HOSTS = [
    b"evil.example",
    b"",
    b"127.0.0.1:99999",
    b"[::1",
    b"localhost",
    b"a b",
    b"127.0.0.1@evil.example",
    b"\xff",
    b"x" * 3000,
]
ORIGINS = [
    b"http://evil.example",
    b"null",
    b"http://127.0.0.1",
    b"http://[",
    b"\xff\xfe",
    b"",
    b"https://127.0.0.1.evil.example",
]
KINDS = [
    b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x", b"multipart/form-data", b"",
    b"application/json; charset=utf-16", b"application/json; charset=x", b"application/msgpack", b"\xff", b"application/json;" + b"a" * 2000,
]  # fmt: skip
BEARERS = [
    b"",
    b"Bearer",
    b"Bearer ",
    b"Basic YTpi",
    b"Bearer \xff\xfe",
    b"Bearer a b",
    b"bearer x",
    b"Bearer " + b"k" * 9000,
    b"Bearer \xc3\xa9",
]
OTHERS = [
    (b"transfer-encoding", b"chunked"), (b"content-encoding", b"gzip"), (b"accept-encoding", b"gzip, br;q=x"), (b"accept", b"\xff"), (b"expect", b"100-continue"),
    (b"range", b"bytes=0-5"), (b"cookie", b"a=b; =; \xff"), (b"x-forwarded-for", b"1.2.3.4, \xff"), (b"x-forwarded-host", b"evil.example"),
    (b"last-event-id", b"9" * 30), (b"last-event-id", b"-1"), (b"last-event-id", "²".encode()), (b"if-none-match", b"*"), (b"upgrade", b"websocket"),
    (b"connection", b"close, \xff"), (b"x", b"y" * 9000), (b"accept-language", b"*;q=9"), (b"x-http-method-override", b"DELETE"),
]  # fmt: skip


def spelled(value: Any) -> bytes:
    """Return JSON, with raw bytes where they were planted; a dict may be a list of pairs, to have a name twice."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, Pairs):
        return (
            b"{"
            + b",".join(json.dumps(name).encode() + b":" + spelled(each) for name, each in value.pairs)
            + b"}"
        )
    if isinstance(value, dict):
        return spelled(Pairs(list(value.items())))
    if isinstance(value, (list, tuple)):
        return b"[" + b",".join(map(spelled, value)) + b"]"
    return json.dumps(value).encode()


class Pairs:
    """An object of JSON whose names may come twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


class Spoiler:
    """Makes sound requests hostile. `keys` and `names` are those of all tables, `words` those of the table that is meant."""

    def __init__(self, rng: random.Random, keys: list[str], names: list[str]) -> None:
        self.rng = rng
        self.keys = keys
        self.names = names
        self.words: list[str] = []

    def any_text(self) -> str:
        return self.rng.choice([*TEXTS, self.rng.choice(self.names), self.rng.choice(self.keys)])

    def any_value(self) -> Any:
        match self.rng.randrange(3):
            case 0:
                return self.any_text()
            case 1:
                return self.rng.choice(NUMBERS)
        return self.rng.choice(ODDITIES)

    def request(self, sound: Sound, spoils: int) -> Fuzzed:
        """Send a request, spoiled so many times."""
        early: list[Callable[[Sound], Sound]] = [self._path, self._query, self._key]
        if sound.body is not None:
            early += [
                self._value,
                self._value,
                self._word,
                self._word,
                self._word,
                self._field,
                self._twice,
                self._number,
            ]
        late: list[Callable[[Fuzzed], Fuzzed]] = [self._header, self._method, self._bytes]
        share = 2 * len(early) / (2 * len(early) + len(late))
        before = sum(self.rng.random() < share for _ in range(spoils))
        for _ in range(before):
            sound = self.rng.choice(early)(sound)
        made = self._sent(sound)
        for _ in range(spoils - before):
            made = self.rng.choice(late)(made)
        return made

    def _sent(self, sound: Sound) -> Fuzzed:
        path = "/" + "/".join(each if each.startswith("%") else _quoted(each) for each in sound.path)
        if sound.query:
            path += "?" + "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in sound.query)
        headers = [HOST]
        if sound.key:
            headers.append((b"authorization", b"Bearer " + sound.key.encode()))
        if sound.body is None:
            return Fuzzed(sound.method, path.encode(), headers)
        return Fuzzed(sound.method, path.encode(), [*headers, JSON_KIND], spelled(sound.body))

    # Before it is written

    def _path(self, sound: Sound) -> Sound:
        path = list(sound.path)
        at = self.rng.randrange(len(path))
        match self.rng.randrange(4):
            case 0:
                path[at] = self.rng.choice(["%ff", "%00", "%2e%2e%2f", "%", "%zz", "%c3%28", "%2F", "%25"])
            case 1:
                path.insert(at, self.any_text())
            case 2:
                del path[at]
            case _:
                path[at] = self.any_text()
        return sound._replace(path=path or [""])

    def _query(self, sound: Sound) -> Sound:
        query = list(sound.query)
        if query and self.rng.random() < 0.7:
            at = self.rng.randrange(len(query))
            query[at] = (query[at][0], self.any_text())
        else:
            name = self.rng.choice(
                ["at", "piece", "side", "hex", "theme", "profile", "rulings", "x", "", "\0"]
            )
            query += [(name, self.any_text())] * self.rng.choice((1, 1, 2))
        return sound._replace(query=query)

    def _key(self, sound: Sound) -> Sound:
        return sound._replace(key=self.rng.choice([*self.keys, "", "x"]))

    def _value(self, sound: Sound) -> Sound:
        """Put something else in the place of any value."""
        return sound._replace(body=self._planted(sound.body))

    def _planted(self, value: Any) -> Any:
        if isinstance(value, dict) and value and self.rng.random() < 0.9:
            at = self.rng.choice(list(value))
            return {**value, at: self._planted(value[at])}
        if isinstance(value, list) and value and self.rng.random() < 0.6:
            at = self.rng.randrange(len(value))
            return [*value[:at], self._planted(value[at]), *value[at + 1 :]]
        return self.any_value()

    def _word(self, sound: Sound) -> Sound:
        """Put another word of the same game in the place of one: another unit, another hex, another side."""
        return sound._replace(body=self._worded(sound.body))

    def _worded(self, value: Any) -> Any:
        if isinstance(value, dict) and value:
            at = self.rng.choice(list(value))
            return {**value, at: self._worded(value[at])}
        if isinstance(value, list):
            words = [self.rng.choice([*self.words, ""]) for _ in range(self.rng.randrange(1, 5))]
            found = [*value, *words] if self.rng.random() < 0.5 else words
            return found if not value or self.rng.random() < 0.5 else [self._worded(each) for each in value]
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return value
        return self.rng.choice(self.words) if isinstance(value, str) else value + self.rng.choice((-1, 1, 5))

    def _field(self, sound: Sound) -> Sound:
        """Leave a field out, or add one that nobody knows."""
        if not isinstance(sound.body, dict):
            return sound
        body = dict(sound.body)
        if body and self.rng.random() < 0.5:
            del body[self.rng.choice(list(body))]
        else:
            body[self.any_text()] = self.any_value()
        return sound._replace(body=body)

    def _twice(self, sound: Sound) -> Sound:
        """Give a name twice."""
        if not isinstance(sound.body, dict) or not sound.body:
            return sound
        name = self.rng.choice(list(sound.body))
        pairs = [*sound.body.items(), (name, self.rng.choice([sound.body[name], self.any_value()]))]
        self.rng.shuffle(pairs)
        return sound._replace(body=Pairs(pairs))

    def _number(self, sound: Sound) -> Sound:
        """Act upon another moment, or under an id that was used."""
        if (
            not isinstance(sound.body, dict)
            or "expect" not in sound.body
            or not isinstance(sound.body["expect"], int)
        ):
            return sound
        expect = sound.body["expect"] + self.rng.choice((-3, -1, 1, 1000))
        command = self.rng.choice((sound.body.get("command"), "1", "2", "3"))
        return sound._replace(body={**sound.body, "expect": expect, "command": command})

    # As it is written

    def _header(self, made: Fuzzed) -> Fuzzed:
        headers = {b"host": HOSTS, b"origin": ORIGINS, b"content-type": KINDS, b"authorization": BEARERS}
        name = self.rng.choice([*headers, b""])
        if not name:
            return made._replace(headers=[*made.headers, self.rng.choice(OTHERS)])
        kept = made.headers if self.rng.random() < 0.2 else [each for each in made.headers if each[0] != name]
        more = [(name, self.rng.choice(headers[name]))] if self.rng.random() < 0.9 else []
        return made._replace(headers=[*kept, *more])

    def _method(self, made: Fuzzed) -> Fuzzed:
        return made._replace(method=self.rng.choice(METHODS))

    def _bytes(self, made: Fuzzed) -> Fuzzed:
        body, at = made.body, self.rng.randrange(len(made.body) + 1)
        match self.rng.randrange(7):
            case 0:
                return made._replace(body=body[:at], cut=True)
            case 1:
                return made._replace(body=body[:at])
            case 2:
                return made._replace(body=body[:at] + bytes([self.rng.randrange(256)]) + body[at + 1 :])
            case 3:
                return made._replace(body=self.rng.choice((b"\xef\xbb\xbf", b"\xff\xfe", b" ", b"\0")) + body)
            case 4:
                return made._replace(
                    body=body + self.rng.choice((b"{}", b"\0", b"\n\n", b"x" * 70_000, body))
                )
            case 5:
                return made._replace(body=body.decode("latin-1").encode("utf-16"))
            case _:
                return made._replace(body=self.rng.randbytes(self.rng.randrange(200)))


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")
