"""Tables over HTTP. Every call bears a seat's key; bad input is refused with one sentence and changes nothing."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from litestar.response import Response, Stream

from grognard.play.board import Reachable, Sight, Trace
from grognard.server.events import Streams
from grognard.server.odds import Odds
from grognard.server.seat_view import SeatView
from grognard.server.seats import bearer
from grognard.server.tables import Made, NewTable, Tables
from grognard.server.view_data import View

CommandId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=100, description="the client's own id of this act")
]
Expect = Annotated[int, msgspec.Meta(ge=0, description="the event this act follows")]


class Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act upon a table as it stands at an event. The same command sent again does nothing again."""

    expect: Expect
    command: CommandId


class OrderAct(Act, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order of the side to move."""

    order: dict[str, Any]


class AnswerAct(Act, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option of the question that is open."""

    option: Any


class ToPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to be weighed before it is given."""

    order: dict[str, Any]


class ToCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event to copy a table at; as it stands where none is named."""

    at: int | None = None


class Done(msgspec.Struct, frozen=True):
    """The number of the last event of an act."""

    seq: int


@post("/api/tables", sync_to_thread=True)
def make_table(data: JSONBody[NewTable], tables: NamedDependency[Tables]) -> Made:
    """Make a table. The link of a seat is /t/{table}#{key}."""
    return tables.make(data)


def find_seat_view(
    table_id: FromPath[str], request: Request[Any, Any, Any], tables: NamedDependency[Tables]
) -> SeatView:
    """Find the seat that a request's key opens."""
    key = bearer(request.headers.get("authorization"))
    live = tables.find(table_id)
    return SeatView(live, live.seat(key))


class TableController(Controller):
    """One table, as a seat sees and plays it."""

    path = "/api/tables/{table_id:str}"
    dependencies = {"seat_view": Provide(find_seat_view, sync_to_thread=True)}  # noqa: RUF012 - Litestar's way

    @get(sync_to_thread=True)
    def view(self, seat_view: NamedDependency[SeatView], at: FromQuery[int | None] = None) -> View:
        """Show the table as it stands, or as it stood after an event."""
        return seat_view.view() if at is None else seat_view.past(at)

    @get("/reach", sync_to_thread=True)
    def reach(self, seat_view: NamedDependency[SeatView], piece: FromQuery[str]) -> Reachable:
        """Show where a piece can go, and why not elsewhere."""
        return seat_view.reach(piece)

    @get("/supply", sync_to_thread=True)
    def supply(self, seat_view: NamedDependency[SeatView]) -> dict[str, Trace]:
        """Show the supply of every piece."""
        return seat_view.supply()

    @get("/threat", sync_to_thread=True)
    def threat(self, seat_view: NamedDependency[SeatView], side: FromQuery[str]) -> dict[str, str]:
        """Show what a side could attack in its next turn."""
        return seat_view.threat(side)

    @get("/sight", sync_to_thread=True)
    def sight(
        self, seat_view: NamedDependency[SeatView], at: Annotated[str, QueryParameter(name="hex")]
    ) -> Sight:
        """Show what is seen from a hex, and why the rest is not."""
        return seat_view.sight(at)

    @post("/preview", status_code=200, sync_to_thread=True)
    def preview(self, seat_view: NamedDependency[SeatView], data: JSONBody[ToPreview]) -> Odds:
        """Show what an order would roll on, and every outcome."""
        return seat_view.preview(data.order)

    @post("/orders", status_code=200, sync_to_thread=True)
    def order(self, seat_view: NamedDependency[SeatView], data: JSONBody[OrderAct]) -> Done:
        """Give an order."""
        return Done(seat_view.live.order(seat_view.seat, data.expect, data.command, data.order))

    @post("/answers", status_code=200, sync_to_thread=True)
    def answer(self, seat_view: NamedDependency[SeatView], data: JSONBody[AnswerAct]) -> Done:
        """Answer the question that is open."""
        return Done(seat_view.live.answer(seat_view.seat, data.expect, data.command, data.option))

    @post("/undo", status_code=200, sync_to_thread=True)
    def undo(self, seat_view: NamedDependency[SeatView], data: JSONBody[Act]) -> Done:
        """Take the last act back."""
        return Done(seat_view.live.undo(seat_view.seat, data.expect, data.command))

    @post("/copy", sync_to_thread=True)
    def copy(
        self, seat_view: NamedDependency[SeatView], data: JSONBody[ToCopy], tables: NamedDependency[Tables]
    ) -> Made:
        """Make a table to try things on, which begins as this one stands or stood."""
        return tables.copy(seat_view.live, data.at)

    @get("/log", media_type="application/jsonl", sync_to_thread=True)
    def log(self, seat_view: NamedDependency[SeatView]) -> Response[bytes]:
        """Save the log as JSON Lines."""
        name = f'attachment; filename="{seat_view.live.record.header.game}-{seat_view.live.id}.jsonl"'
        return Response(
            seat_view.save(), media_type="application/jsonl", headers={"content-disposition": name}
        )

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
