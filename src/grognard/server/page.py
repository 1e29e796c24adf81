# SPDX-License-Identifier: Apache-2.0
"""The built page: read once into memory, so that nothing else on the disk can ever be requested."""

import mimetypes
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from litestar.response import Response

from grognard.server.errors import Refused

DIST = Path(__file__).parent.parent / "web" / "dist"
MISSING = "The page is not built here, so there is nothing to see in a browser; the interface under /api answers all the same."
# Python's table of types may lack these.
KINDS = {".woff2": "font/woff2"}
# Files under assets/ have a hash in their names.
FOR_EVER = "public, max-age=31536000, immutable"


class File(msgspec.Struct, frozen=True):
    """A file of the page."""

    body: bytes
    kind: str


class Page:
    """Every file of the built page by its path."""

    def __init__(self, dist: Path = DIST) -> None:
        paths = (path for path in dist.rglob("*") if path.is_file()) if dist.is_dir() else ()
        self.files = {path.relative_to(dist).as_posix(): _read(path) for path in paths}

    def answer(self, path: str) -> Response[bytes]:
        """Return a file, or the page itself for every path that the page resolves by itself."""
        wanted = path.strip("/")
        if wanted == "api" or wanted.startswith("api/"):
            raise Refused(
                404, f"there is nothing at /{wanted}; the interface is told at /api/schema/openapi.json"
            )
        if "index.html" not in self.files:
            return Response(MISSING.encode(), status_code=503, media_type="text/plain; charset=utf-8")
        if wanted not in self.files and (wanted.startswith("assets/") or "." in wanted.rpartition("/")[2]):
            raise Refused(404, f"the page has no file {wanted!r}")
        file = self.files.get(wanted, self.files["index.html"])
        keep = FOR_EVER if wanted.startswith("assets/") else "no-cache"
        return Response(file.body, media_type=file.kind, headers={"cache-control": keep})


@cache
def picture_fonts(kind: Literal["map", "opening"]) -> str:
    """Return the fonts of a picture as CSS with the fonts inside: within a page it may load none. Empty if no page is built."""
    made = DIST / "assets" / "fonts" / f"{kind}.css"
    return made.read_text(encoding="utf-8") if made.exists() else ""


def _read(path: Path) -> File:
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
    return File(path.read_bytes(), f"{kind}; charset=utf-8" if plain else kind)
