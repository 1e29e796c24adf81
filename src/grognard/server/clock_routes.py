# SPDX-License-Identifier: Apache-2.0
"""How a game ends before its rules end it, over HTTP: resigning, claiming it by time; and giving time. Every call bears a seat's key."""

from litestar import Controller, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody

from grognard.server.beside_routes import Command, Spoke
from grognard.server.giving_up import claim, give_time, resign
from grognard.server.lanes import acting
from grognard.server.routes import Done, find_seat_view
from grognard.server.seat_view import SeatView


class ClockController(Controller):
    """The clocks of one table, and the end of its game by them."""

    path = "/api/tables/{table_id:str}"
    dependencies = {"seat_view": Provide(find_seat_view)}  # noqa: RUF012 - Litestar's way

    @post("/resign", status_code=200)
    async def resign(self, seat_view: NamedDependency[SeatView], data: JSONBody[Command]) -> Done:
        """Give the game up: it is over. A key that plays several sides gives it up for the one to act."""
        live, seat = seat_view.live, seat_view.seat
        return await acting(lambda: Done(seat_view.number(resign(live, seat, data.command))))

    @post("/claim", status_code=200)
    async def claim(self, seat_view: NamedDependency[SeatView], data: JSONBody[Command]) -> Done:
        """End the game, which the opponent who is waited for has lost: his time is up."""
        live, seat = seat_view.live, seat_view.seat
        return await acting(lambda: Done(seat_view.number(claim(live, seat, data.command))))

    @post("/time")
    async def give_time(self, seat_view: NamedDependency[SeatView], data: JSONBody[Command]) -> Spoke:
        """Give the opponent who is waited for a day more, or five minutes where the clock is one of minutes."""
        live, seat = seat_view.live, seat_view.seat
        return await acting(lambda: Spoke(give_time(live, seat, data.command)))
