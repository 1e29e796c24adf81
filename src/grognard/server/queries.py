"""Query strings: what stands behind the question mark of an address."""

from typing import Any

from litestar import Request

from grognard.server.errors import Refused


async def refuse_repeats(request: Request[Any, Any, Any]) -> None:
    """Refuse a name that is given twice: one of the two values would count, and nobody could say which.

    The addresses of the page are its own business.
    """
    if not request.url.path.startswith("/api/"):
        return
    for name in request.query_params:
        values = request.query_params.getall(name)
        if len(values) > 1:
            raise Refused(400, f"{name} is given {len(values)} times in the address; give it once")
