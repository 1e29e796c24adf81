# SPDX-License-Identifier: Apache-2.0
"""The page's types come from the server's schema, and must not lag behind it."""

import json
from pathlib import Path

from grognard.server.schema import schema

KEPT = Path(__file__).parents[2] / "web/openapi.json"


def test_the_page_has_its_types_from_the_server_as_it_is() -> None:
    assert json.loads(KEPT.read_text()) == json.loads(schema()), "make openapi"
