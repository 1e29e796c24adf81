# SPDX-License-Identifier: Apache-2.0
"""Print the OpenAPI schema, from which the page's types are made: `python -m grognard.server.schema`."""

import sys

import msgspec

from grognard.server.app import routes
from grognard.server.openapi import full_description


def schema() -> str:
    """Return the schema as JSON."""
    text = msgspec.json.encode(full_description(routes().openapi_schema.to_schema()), order="sorted")
    return msgspec.json.format(text, indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())
