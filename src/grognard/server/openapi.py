# SPDX-License-Identifier: Apache-2.0
"""The description of the interface: what Litestar knows, and what only this server knows: keys, refusals, drawings."""

from copy import deepcopy
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

TABLE = "/api/tables/{table_id}"
SVG = {"image/svg+xml": {"schema": {"type": "string"}}}
JSON = "application/json"
REFUSAL = {
    "title": "Refusal",
    "description": (
        "One sentence. Of an act upon a table that has moved on, also the number of its last event; of what the rules of "
        "a game forbid, also the anchor of the paragraph that says so."
    ),
    "type": "object",
    "properties": {"detail": {"type": "string"}, "seq": {"type": "integer"}, "paragraph": {"type": "string"}},
    "required": ["detail"],
    "additionalProperties": False,
}
REFUSED = {
    "description": "Refused: nothing has changed",
    "content": {JSON: {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}
KEY = {"type": "http", "scheme": "bearer", "description": "the key of a seat"}


def full_description(told: dict[str, Any]) -> dict[str, Any]:
    """Return the whole description, completed from Litestar's."""
    whole = deepcopy(told)
    parts = whole["components"]
    parts["schemas"]["Refusal"] = REFUSAL
    parts["securitySchemes"] = {"key": KEY}
    for path, methods in whole["paths"].items():
        for operation in methods.values():
            answers = operation["responses"]
            # Litestar's own error answers have another shape, and are never sent.
            answers.pop("400", None)
            answers |= {"4XX": REFUSED, "503": REFUSED}
            if path.startswith(TABLE):
                operation["security"] = [{"key": []}]
            if "requestBody" in operation:
                taken = operation["requestBody"]["content"][JSON]["schema"]["$ref"].rpartition("/")[2]
                parts["schemas"][taken]["additionalProperties"] = False
    games = "/api/games/{name}"
    whole["paths"][f"{games}/opening.svg"]["get"]["responses"]["200"]["content"] = SVG
    whole["paths"][f"{games}/maps/{{map_name}}"]["get"]["responses"]["200"]["content"] |= SVG
    return whole


class FullDescription(JsonRenderPlugin):
    """Answers with the whole description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return it as JSON."""
        return self.render_json(request, full_description(openapi_schema))
