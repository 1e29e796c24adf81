# SPDX-License-Identifier: Apache-2.0
"""A request for something that must be worked out: it waits for a worker, and when its client leaves the job is dropped."""

from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType

from grognard.server.addresses import counted_as
from grognard.server.jobs import Job
from grognard.server.workers import Work, answered


async def worked(work: Work, job: Job, request: Request[Any, Any, Any]) -> Response[Any]:
    """Answer a request with the result of a job."""
    return Response(await worked_out(work, job, request), media_type=MediaType.JSON)


async def worked_out(work: Work, job: Job, request: Request[Any, Any, Any]) -> bytes:
    """Return the result of a job as JSON, unless the client leaves."""
    client = request.scope["client"]
    address = counted_as(client[0]) if client else ""
    return await answered(work, job, address, lambda: _leaving(request))


async def _leaving(request: Request[Any, Any, Any]) -> None:
    """Wait until the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
