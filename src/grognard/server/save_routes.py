# SPDX-License-Identifier: Apache-2.0
"""Saved games over HTTP: looked into, and gone on from. The file stays with its sender; a table that goes on from it is a new one."""

from typing import Any

import msgspec
from litestar import Controller, Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grognard.server.lanes import looking
from grognard.server.loading import Loaded, LoadSave, SaveTold
from grognard.server.new_table import LoadedTable, Made
from grognard.server.tables import Tables
from grognard.server.workers import Work
from grognard.server.working import worked_out

# A packed save of the longest game is a tenth of it.
BODY = 1024 * 1024


class ToCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game: the file as base64 of gzip."""

    save: str


class SaveController(Controller):
    """What is done with a saved game."""

    path = "/api/saves"
    request_max_body_size = BODY

    @post(status_code=200)
    async def check(
        self, data: JSONBody[ToCheck], work: NamedDependency[Work], request: Request[Any, Any, Any]
    ) -> SaveTold:
        """Say what a saved game is and where it stands, after checking it by the rules."""
        return (await _loaded(work, data.save, request)).told

    @post("/tables")
    async def go_on(
        self,
        data: JSONBody[LoadedTable],
        tables: NamedDependency[Tables],
        work: NamedDependency[Work],
        request: Request[Any, Any, Any],
    ) -> Made:
        """Make a table that goes on from a saved game. The link of a seat is /t/{table}#{key}."""
        loaded = await _loaded(work, data.save, request)
        return await looking(lambda: tables.load(data, loaded))


async def _loaded(work: Work, save: str, request: Request[Any, Any, Any]) -> Loaded:
    return msgspec.json.decode(await worked_out(work, LoadSave(save), request), type=Loaded)
