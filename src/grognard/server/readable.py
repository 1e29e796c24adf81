# SPDX-License-Identifier: Apache-2.0
"""Whether a request can be read at all, checked before anything else."""

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException

from grognard.server.errors import Refused

JSON = "application/json"
# No number in any game is longer; Python would take long to read one of thousands of digits.
DIGITS = 18
LONG = re.compile(rb"\d{%d}" % (DIGITS + 1))
# Where in a body a value of another type stands, as msgspec says it.
AT_FIELD = re.compile(r" - at `\$\.?(.*)`$")
# A string that is not closed runs to the end, so that each byte is looked at only once.
TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


async def refuse_unreadable(request: Request[Any, Any, Any]) -> None:
    """Refuse a request to the interface that is ambiguous or not plain JSON. Addresses of the page are not checked here."""
    if request.url.path.startswith("/api/"):
        _refuse_repeats(request)
        if request.method == "POST":
            _refuse_other_kinds(request)
            body = await _body(request)
            _refuse_body(body)
            _refuse_other_types(request, body)


async def _body(request: Request[Any, Any, Any]) -> bytes:
    try:
        return await request.body()
    except InternalServerException:
        # Litestar reports it as a server error when a client disconnects in the midst of sending.
        raise Refused(400, "the request was broken off before all of it had come") from None


def _refuse_repeats(request: Request[Any, Any, Any]) -> None:
    """Refuse a parameter that is given twice: it would not be clear which of the two values counts."""
    for name in request.query_params:
        values = request.query_params.getall(name)
        if len(values) > 1:
            raise Refused(400, f"{name} is given {len(values)} times in the address; give it once")


def _refuse_other_kinds(request: Request[Any, Any, Any]) -> None:
    """Refuse what is not JSON: a form on another site can send other types without a preflight request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(415, f"what is sent must be {JSON}, not {kind[:100] or 'of no kind'}")


def _refuse_body(body: bytes) -> None:
    """Refuse what is not UTF-8, and numbers longer than any in a game."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise Refused(400, "what is sent is not UTF-8 text") from None
    if LONG.search(TEXTS.sub(b'""', body)):
        raise Refused(400, f"a number of more than {DIGITS} digits is sent; no game has one")


def _refuse_other_types(request: Request[Any, Any, Any], body: bytes) -> None:
    """Refuse values that are not of the type described, which Litestar would read all the same: 0 as false, "3" as 3."""
    takes = getattr(request.scope.get("route_handler"), "parsed_data_field", None)
    if takes is None or not _is_read_loosely(body, takes.annotation):
        return
    try:
        msgspec.json.decode(body, type=takes.annotation)
    except msgspec.ValidationError as error:
        field = found[1] if (found := AT_FIELD.search(str(error))) else "the body"
        raise Refused(400, f"{field}: {AT_FIELD.sub('', str(error))}") from None


def _is_read_loosely(body: bytes, takes: Any) -> bool:
    """Return whether Litestar reads a body; else it says itself what is wrong."""
    try:
        msgspec.json.decode(body, type=takes, strict=False)
    except msgspec.DecodeError:
        return False
    return True
