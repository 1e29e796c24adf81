# SPDX-License-Identifier: Apache-2.0
"""Tables over HTTP. Every call carries a seat's key; bad input is refused with one sentence and changes nothing."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from litestar.response import Response, Stream

from grognard.play.ahead import Ahead
from grognard.play.board import Reachable, Sight, Trace
from grognard.server.errors import Closed
from grognard.server.events import Streams
from grognard.server.guided import GuideShown
from grognard.server.joining import join, reveal
from grognard.server.lanes import acting, looking
from grognard.server.links import new_link
from grognard.server.looking_back import Copying
from grognard.server.luck import LuckTold, luck_after
from grognard.server.new_table import Made, NewTable
from grognard.server.odds import Hint, Odds
from grognard.server.presence import Present
from grognard.server.save_table import closed_told, save_table
from grognard.server.seat_view import SeatView
from grognard.server.seats import bearer, key_hash
from grognard.server.tables import Tables
from grognard.server.view_data import View
from grognard.server.workers import Work
from grognard.server.working import worked, worked_out

AnyRequest = Request[Any, Any, Any]
# A database stores no zero byte in a text.
NO_ZERO_BYTE = r"^[^\u0000]*$"
CommandId = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=100, pattern=NO_ZERO_BYTE, description="the client's own id of this act"
    ),
]
Expect = Annotated[int, msgspec.Meta(ge=0, le=10**15, description="the event this act follows")]


class Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act upon a table as it stands at an event. Sending the same command again has no further effect."""

    expect: Expect
    command: CommandId


class OrderAct(Act, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order of the side to move."""

    order: dict[str, Any]


class AnswerAct(Act, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option of the question that is open."""

    option: Any


class ToPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to preview before it is given."""

    order: dict[str, Any]


class ToCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event to copy a table at; by default the last."""

    at: int | None = None


class ToJoin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat adds to the dice of a table: 32 random bytes of its own as 64 lower-case hexadecimal digits."""

    nonce: str


class ToReveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next link of a seat's hash chain: the 32 bytes whose SHA-256 is the last, as 64 hexadecimal digits."""

    link: str


class ToLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side whose link is to be replaced; by default the link to watch."""

    side: str | None = None


class NewLink(msgspec.Struct, frozen=True):
    """The key of the new link."""

    key: str


class Done(msgspec.Struct, frozen=True):
    """The number of the last event of an act."""

    seq: int


@post("/api/tables", sync_to_thread=True)
def make_table(data: JSONBody[NewTable], tables: NamedDependency[Tables]) -> Made:
    """Make a table. The link of a seat is /t/{table}#{key}."""
    return tables.make(data)


async def find_seat_view(
    table_id: FromPath[str], request: Request[Any, Any, Any], tables: NamedDependency[Tables]
) -> SeatView:
    """Return the seat that a request's key opens. Reading a table from the store does not delay players at other tables."""
    key = bearer(request.headers.get("authorization"))
    live = tables.at_hand(table_id)
    if live is not None and not tables.store.shared:
        return SeatView(live, live.seat(key), key_hash(key))
    lane = looking if live is None else acting
    return await lane(lambda: _seat_view(tables, table_id, key))


def _seat_view(tables: Tables, table_id: str, key: str) -> SeatView:
    try:
        live = tables.find(table_id)
    except Closed as closed:
        raise closed_told(tables, table_id, key, closed) from closed
    return SeatView(live, live.seat(key), key_hash(key))


@get("/api/tables/{table_id:str}/log", media_type="application/jsonl", sync_to_thread=True)
def save_log(
    table_id: FromPath[str], request: Request[Any, Any, Any], tables: NamedDependency[Tables]
) -> Response[bytes]:
    """Save the log as JSON Lines, even of a table that cannot go on."""
    save = save_table(tables, table_id, bearer(request.headers.get("authorization")))
    name = f'attachment; filename="{save.name}.jsonl"'
    return Response(save.data, media_type="application/jsonl", headers={"content-disposition": name})


class TableController(Controller):
    """One table, as a seat sees and plays it."""

    path = "/api/tables/{table_id:str}"
    dependencies = {"seat_view": Provide(find_seat_view)}  # noqa: RUF012 - Litestar's way

    @get()
    async def view(
        self,
        seat_view: NamedDependency[SeatView],
        work: NamedDependency[Work],
        request: AnyRequest,
        at: FromQuery[int | None] = None,
    ) -> Response[View]:
        """Show the table as it stands, or as it stood after an event."""
        if at is not None:
            return await worked(work, seat_view.look_back(at), request)
        # Views of long games are large: they are not written while all other requests wait.
        _, written = await asyncio.to_thread(seat_view.written)
        return Response(written, media_type=MediaType.JSON)  # type: ignore[arg-type] # as JSON already

    @get("/guide")
    async def guide(self, seat_view: NamedDependency[SeatView]) -> GuideShown:
        """Show the guided first turn of the scenario, and how far the seat's side has come with it."""
        return await asyncio.to_thread(seat_view.guide)

    @get("/reach")
    async def reach(
        self,
        seat_view: NamedDependency[SeatView],
        piece: FromQuery[str],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Response[Reachable]:
        """Show where a piece can go, and why not elsewhere."""
        return await worked(work, seat_view.reach(piece), request)

    @get("/supply")
    async def supply(
        self, seat_view: NamedDependency[SeatView], work: NamedDependency[Work], request: AnyRequest
    ) -> Response[dict[str, Trace]]:
        """Show the supply of every piece."""
        return await worked(work, seat_view.supply(), request)

    @get("/threat")
    async def threat(
        self,
        seat_view: NamedDependency[SeatView],
        side: FromQuery[str],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Response[dict[str, str]]:
        """Show what a side could attack in its next turn."""
        return await worked(work, seat_view.threat(side), request)

    @get("/sight")
    async def sight(
        self,
        seat_view: NamedDependency[SeatView],
        at: Annotated[str, QueryParameter(name="hex")],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Response[Sight]:
        """Show what is seen from a hex, and why the rest is not."""
        return await worked(work, seat_view.sight(at), request)

    @get("/ahead")
    async def ahead(
        self,
        seat_view: NamedDependency[SeatView],
        at: Annotated[str, QueryParameter(name="hex")],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Response[Ahead]:
        """Say which phases the side to act would have to end until it can attack a hex, as all stands now."""
        return await worked(work, seat_view.ahead(at), request)

    @post("/preview", status_code=200)
    async def preview(
        self,
        seat_view: NamedDependency[SeatView],
        data: JSONBody[ToPreview],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Response[Odds]:
        """Show what an order would roll on, and every outcome."""
        return await worked(work, seat_view.preview(data.order), request)

    @post("/hint", status_code=200)
    async def hint(
        self,
        seat_view: NamedDependency[SeatView],
        data: JSONBody[ToPreview],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Response[Hint]:
        """Say who of the units of an order had better stay out of it, and why."""
        return await worked(work, seat_view.hint(data.order), request)

    @post("/orders", status_code=200)
    async def order(self, seat_view: NamedDependency[SeatView], data: JSONBody[OrderAct]) -> Done:
        """Give an order."""
        return await acting(lambda: Done(seat_view.order(data.expect, data.command, data.order)))

    @post("/answers", status_code=200)
    async def answer(self, seat_view: NamedDependency[SeatView], data: JSONBody[AnswerAct]) -> Done:
        """Answer the question that is open."""
        return await acting(lambda: Done(seat_view.answer(data.expect, data.command, data.option)))

    @post("/undo", status_code=200)
    async def undo(self, seat_view: NamedDependency[SeatView], data: JSONBody[Act]) -> Done:
        """Take the last act back."""
        return await acting(lambda: Done(seat_view.undo(data.expect, data.command)))

    @post("/join", status_code=200)
    async def join(self, seat_view: NamedDependency[SeatView], data: JSONBody[ToJoin]) -> Done:
        """Join: add a nonce to the dice. No act is allowed before every person's seat has joined; repeating it has no effect."""
        return await acting(lambda: Done(seat_view.number(join(seat_view.live, seat_view.seat, data.nonce))))

    @post("/reveal", status_code=200)
    async def reveal(self, seat_view: NamedDependency[SeatView], data: JSONBody[ToReveal]) -> Done:
        """Reveal a link for the roll that waits for it; repeating it has no effect."""
        return await acting(lambda: Done(seat_view.number(reveal(seat_view.live, seat_view.seat, data.link))))

    @post("/copy")
    async def copy(
        self,
        seat_view: NamedDependency[SeatView],
        data: JSONBody[ToCopy],
        tables: NamedDependency[Tables],
        work: NamedDependency[Work],
        request: AnyRequest,
    ) -> Made:
        """Make a table to try things on, which begins as this one stands or stood."""
        began = await worked_out(work, seat_view.copy_at(data.at), request)
        copying = msgspec.json.decode(began, type=Copying)
        return await looking(lambda: tables.copy(seat_view.live, copying))

    @get("/luck")
    async def luck(
        self,
        seat_view: NamedDependency[SeatView],
        work: NamedDependency[Work],
        request: AnyRequest,
        after: FromQuery[int] = 0,
    ) -> LuckTold:
        """Say how lucky each side was in a game that is over: what the rolls of the next orders were worth."""
        return await luck_after(seat_view.live, after, work, request)

    @post("/links")
    async def link(self, seat_view: NamedDependency[SeatView], data: JSONBody[ToLink]) -> NewLink:
        """Replace a lost link, with the maker's key; the old link opens nothing any more."""
        return await acting(lambda: NewLink(new_link(seat_view.live, seat_view.seat, data.side)))

    @get("/presence", sync_to_thread=False)
    def presence(
        self, seat_view: NamedDependency[SeatView], streams: NamedDependency[Streams]
    ) -> list[Present]:
        """Say who is at the table now, and when the others were last there, as far as this server knows."""
        return streams.presence.of(seat_view.live)

    @get("/events", media_type="text/event-stream")
    async def events(
        self,
        seat_view: NamedDependency[SeatView],
        streams: NamedDependency[Streams],
        last: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
    ) -> Stream:
        """Follow the table: a View now, unless Last-Event-ID is the present event, and after every event."""
        seen = int(last) if last and last.isascii() and last.isdigit() and len(last) < 19 else None
        return Stream(
            streams.of(seat_view, seen), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
        )
