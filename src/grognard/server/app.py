# SPDX-License-Identifier: Apache-2.0
"""The application: all routes together, and how errors are answered."""

import logging
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Request, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath
from litestar.response import Response
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.charts.errors import BadFile, GrognardError, NoSuch
from grognard.server.bad_fields import told_field
from grognard.server.beside_routes import BesideController
from grognard.server.catalogue import CatalogueController
from grognard.server.clock_routes import ClockController
from grognard.server.errors import FAULTY, NotKept, Refused, Stale, in_one_line
from grognard.server.events import Streams
from grognard.server.guard import Guard, guarded
from grognard.server.headers import with_headers
from grognard.server.health import show_health
from grognard.server.library import Library
from grognard.server.notice_routes import (
    MailController,
    MyNoticesController,
    SeatNoticesController,
    show_link,
    show_telling,
    stop_by_mail,
)
from grognard.server.notices import Notices
from grognard.server.openapi import FullDescription
from grognard.server.page import Page
from grognard.server.paragraphs import paragraph_of
from grognard.server.people_routes import PeopleController
from grognard.server.readable import refuse_unreadable
from grognard.server.routes import TableController, make_table, save_log
from grognard.server.save_routes import BODY as SAVE_BODY
from grognard.server.save_routes import SaveController
from grognard.server.tables import Tables
from grognard.server.workers import Here, Work

BODY = 64 * 1024
SAVES = SaveController.path
LOG = logging.getLogger(__name__)
AnyRequest = Request[Any, Any, Any]
Answer = Response[dict[str, Any]]
# Where a request finds the parts of its application.
PARTS = "grognard"


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def show_page(page: NamedDependency[Page], path: FromPath[str] = "") -> Response[bytes]:
    """Answer with the page."""
    return page.answer(path)


class Parts(msgspec.Struct, frozen=True):
    """What the routes of one application work with."""

    tables: Tables
    library: Library
    page: Page
    streams: Streams
    work: Work
    notices: Notices


class App:
    """An application: the routes, which all applications of a process share, with parts of its own.

    When it shuts down, it closes the tables, the work and the notices.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or go through the application's life."""
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._live(receive, send)
        else:
            scope.setdefault("state", {})[PARTS] = self._parts
            await routes()(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        parts = self._parts
        await receive()
        parts.tables.programs.resume()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        parts.notices.close()
        parts.work.close()
        parts.tables.close()
        await send({"type": "lifespan.shutdown.complete"})


def make_app(
    tables: Tables,
    page: Page | None = None,
    streams: Streams | None = None,
    work: Work | None = None,
    notices: Notices | None = None,
) -> App:
    """Build an application.

    Jobs of requests are done by `work`, in this process unless another is given. Without `notices` none are sent.
    """
    library = tables.library
    work, notices = work or Here(library), notices or Notices(tables.store)
    return App(Parts(tables, library, page or Page(), streams or Streams(), work, notices))


@cache
def routes() -> Litestar:
    """Return all routes; to put them together takes longer than most requests."""
    return Litestar(
        [
            CatalogueController,
            TableController,
            BesideController,
            ClockController,
            PeopleController,
            SaveController,
            MyNoticesController,
            SeatNoticesController,
            MailController,
            show_telling,
            show_link,
            stop_by_mail,
            make_table,
            save_log,
            show_health,
            show_page,
        ],
        dependencies={name: _given(name) for name in Parts.__struct_fields__},
        signature_types=[Tables, Library, Streams, Page, Work, Notices],
        exception_handlers={
            GrognardError: _refused,
            HTTPException: _bad_request,
            RecursionError: _too_deep,
            NotKept: _not_kept,
            Exception: _failed,
        },
        before_request=refuse_unreadable,
        before_send=[_tell_methods],
        request_max_body_size=BODY,
        # Maps and the page are large. Answers about a table are not compressed: a stream must not be buffered, and the
        # size of a compressed answer tells something of the secrets in it. Nor are odds: some are megabytes, and no
        # other request is answered while they are compressed.
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude=["^/api/tables", "/odds$"]
        ),
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Grognard", version="1", path="/api/schema", render_plugins=[FullDescription()]
        ),
    )


def served(app: ASGIApp, guard: Guard | None = None) -> ASGIApp:
    """Return the application as it is served: behind its guard, with headers on every answer."""
    return with_headers(guarded(app, guard or Guard()))


def _given(name: str) -> Provide:
    def given(scope: Scope) -> Any:
        return getattr(scope["state"][PARTS], name)

    return Provide(given, sync_to_thread=False)


def _say(status: int, sentence: str, **more: Any) -> Answer:
    return Response(
        {"detail": in_one_line(sentence), **more}, status_code=status, media_type="application/json"
    )


def _refused(request: AnyRequest, error: GrognardError) -> Answer:
    if isinstance(error, Stale):
        return _say(409, str(error), seq=error.seq)
    if isinstance(error, Refused):
        return _say(error.status, str(error), **_told(error.paragraph))
    if isinstance(error, BadFile):
        LOG.error("a game could not be opened: %s", error)
        return _say(422, f"this cannot be opened: {FAULTY}")
    status = 404 if isinstance(error, NoSuch) and request.method == "GET" else 422
    return _say(status, str(error), **_told(paragraph_of(error)))


def _told(paragraph: str) -> dict[str, str]:
    """Return where the rules tell of a refusal, if they do."""
    return {"paragraph": paragraph} if paragraph else {}


def _bad_request(request: AnyRequest, error: HTTPException) -> Answer:
    """Say what was wrong with a request, field by field if the fields are known."""
    status, path = error.status_code, request.url.path
    if status >= 500:
        return _failed(request, error)
    known = {
        404: f"there is nothing at {path}; the interface is told at /api/schema/openapi.json",
        405: f"{path} does not take {request.method}",
        413: f"a request may have no more than {(SAVE_BODY if path.startswith(SAVES) else BODY) // 1024} kB",
    }
    extra = error.extra if isinstance(error.extra, list) else []
    taken = getattr(request.scope.get("route_handler"), "parsed_data_field", None)
    parts = [
        told_field(fault, getattr(taken, "annotation", None)) for fault in extra if isinstance(fault, dict)
    ]
    said = "; ".join(parts) or known.get(status) or f"the request cannot be read: {error.detail}"
    answer = _say(status, said)
    if status == 405:
        answer.headers["allow"] = _allowed(request.app, path)
    return answer


async def _tell_methods(message: Message, scope: Scope) -> None:
    """Answer OPTIONS with all methods: of an address with two handlers Litestar tells those of one."""
    if scope.get("method") == "OPTIONS" and message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message)["allow"] = _allowed(scope["litestar_app"], scope["path"])


def _allowed(app: Litestar, path: str) -> str:
    """Return the methods that an address takes."""
    words, methods = path.strip("/").split("/"), {"GET"}
    for route in app.routes:
        pattern = route.path_format.strip("/").split("/")
        if len(pattern) == len(words) > 1 and all(
            part == word or part.startswith("{") for part, word in zip(pattern, words, strict=True)
        ):
            methods = set(getattr(route, "methods", methods))
    return ", ".join(sorted(methods | {"OPTIONS"}))


def _too_deep(_: AnyRequest, __: RecursionError) -> Answer:
    return _say(400, "the request is nested too deep to be an order")


def _not_kept(_: AnyRequest, error: NotKept) -> Answer:
    LOG.error("the store failed", exc_info=error)
    return _say(error.status, str(error))


def _failed(_: AnyRequest, error: Exception) -> Answer:
    LOG.error("a request failed", exc_info=error)
    return _say(500, "something went wrong in the server; nothing was changed")
