# SPDX-License-Identifier: Apache-2.0
"""What is beside the game, over HTTP: talk, taking back by consent, a rematch. Every call bears a seat's key."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, QueryParameter

from grognard.server.beside import Beside, beside
from grognard.server.lanes import acting, looking
from grognard.server.rematch import set_up_again
from grognard.server.routes import CommandId, find_seat_view
from grognard.server.seat_view import SeatView
from grognard.server.tables import Tables
from grognard.server.taking_back import answer_back, ask_back
from grognard.server.talk import LONGEST
from grognard.server.talking import say

Text = Annotated[
    str, msgspec.Meta(min_length=1, max_length=LONGEST, description="plain text; nothing in it is marked up")
]
# Litestar heeds the bounds of a query in this form alone.
After = Annotated[int | None, QueryParameter(ge=0, le=10**9, description="the number of a remark")]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something done beside the game. The same command sent again does nothing again."""

    command: CommandId


class ToSay(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A remark that everyone at the table reads."""

    text: Text


class ToAnswerBack(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether this seat agrees to what is asked; the seat that asked withdraws the question by false."""

    agrees: bool


class ToRematch(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the sides are swapped."""

    swap: bool = False


class Spoke(msgspec.Struct, frozen=True):
    """The number of the remark that was made."""

    number: int


class RematchMade(msgspec.Struct, frozen=True):
    """The table of the rematch, which the same keys open."""

    table: str


class BesideController(Controller):
    """What is beside the game at one table."""

    path = "/api/tables/{table_id:str}"
    dependencies = {"seat_view": Provide(find_seat_view)}  # noqa: RUF012 - Litestar's way

    @get("/talk")
    async def talk(self, seat_view: NamedDependency[SeatView], after: After = None) -> Beside:
        """Show what is beside the game, with the remarks after one of them; the latest if none is named."""
        return await looking(lambda: _beside(seat_view, after))

    @post("/talk")
    async def say(self, seat_view: NamedDependency[SeatView], data: JSONBody[ToSay]) -> Spoke:
        """Say something to everyone at the table."""
        return await acting(lambda: Spoke(say(seat_view.live, seat_view.seat, data.command, data.text)))

    @post("/takeback")
    async def ask_back(self, seat_view: NamedDependency[SeatView], data: JSONBody[Command]) -> Spoke:
        """Ask to take back one's last act and what came after it; it is done if no other player need agree."""
        return await acting(lambda: Spoke(ask_back(seat_view.live, seat_view.seat, data.command)))

    @post("/takeback/answer")
    async def answer_back(self, seat_view: NamedDependency[SeatView], data: JSONBody[ToAnswerBack]) -> Spoke:
        """Agree that something is taken back, or not."""
        live, seat = seat_view.live, seat_view.seat
        return await acting(lambda: Spoke(answer_back(live, seat, data.command, agrees=data.agrees)))

    @post("/rematch", sync_to_thread=True)
    def rematch(
        self,
        seat_view: NamedDependency[SeatView],
        data: JSONBody[ToRematch],
        tables: NamedDependency[Tables],
    ) -> RematchMade:
        """Set up another game for the same players, whose keys open it; of a table there is one."""
        return RematchMade(set_up_again(tables, seat_view, data.command, swap=data.swap))


def _beside(seat_view: SeatView, after: int | None) -> Beside:
    seat_view.live.talk.catch_up()
    return beside(seat_view, after)
