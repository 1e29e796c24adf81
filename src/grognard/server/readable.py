# SPDX-License-Identifier: Apache-2.0
"""Whether a request can be read at all, before anything is made of it."""

import re
from typing import Any

from litestar import Request
from litestar.exceptions import InternalServerException

from grognard.server.errors import Refused

JSON = "application/json"
# No number of any game is longer; Python would work for a long time on one of thousands of digits.
DIGITS = 18
LONG = re.compile(rb"\d{%d}" % (DIGITS + 1))
# One that does not end runs to the end, so that each byte is looked at once.
TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


async def refuse_unreadable(request: Request[Any, Any, Any]) -> None:
    """Refuse a request to the interface that is ambiguous or no plain JSON. The addresses of the page are its own business."""
    if request.url.path.startswith("/api/"):
        _refuse_repeats(request)
        if request.method == "POST":
            _refuse_other_kinds(request)
            _refuse_body(await _body(request))


async def _body(request: Request[Any, Any, Any]) -> bytes:
    try:
        return await request.body()
    except InternalServerException:
        # Litestar takes it for a fault of the server when somebody leaves in the midst of what he sends.
        raise Refused(400, "the request was broken off before all of it had come") from None


def _refuse_repeats(request: Request[Any, Any, Any]) -> None:
    """Refuse a name that is given twice: one of the two values would count, and nobody could say which."""
    for name in request.query_params:
        values = request.query_params.getall(name)
        if len(values) > 1:
            raise Refused(400, f"{name} is given {len(values)} times in the address; give it once")


def _refuse_other_kinds(request: Request[Any, Any, Any]) -> None:
    """Refuse what is not JSON: a form of another page can send other kinds without asking its visitor's browser first."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(415, f"what is sent must be {JSON}, not {kind[:100] or 'of no kind'}")


def _refuse_body(body: bytes) -> None:
    """Refuse what is not UTF-8, and numbers that are longer than any of a game."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise Refused(400, "what is sent is not UTF-8 text") from None
    if LONG.search(TEXTS.sub(b'""', body)):
        raise Refused(400, f"a number of more than {DIGITS} digits is sent; no game has one")
