# SPDX-License-Identifier: Apache-2.0
"""A picture in so few colours that it is small: maps and pages have few, and hardly anybody misses the others."""

import base64
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser

# How large a picture may be, and how many colours it may have for that.
MOST = 150_000
COLOURS = (256, 192, 128, 64)
# A browser knows how to read a picture.
PIXELS = """async picture => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  let text = '';
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return { width: image.width, height: image.height, pixels: btoa(text) };
}"""


def small_png(browser: Browser, picture: bytes) -> bytes:
    """Return a picture in its most frequent colours, as many as make it small enough; as it is, where none do."""
    page = browser.new_page()
    read: dict[str, Any] = page.evaluate(PIXELS, base64.b64encode(picture).decode())
    page.close()
    pixels = np.frombuffer(base64.b64decode(read["pixels"]), np.uint8).reshape(-1, 4)[:, :3]
    made = (_png(pixels, read["width"], read["height"], colours) for colours in COLOURS)
    return next((each for each in made if len(each) <= MOST), picture)


def _png(pixels: NDArray[np.uint8], width: int, height: int, colours: int) -> bytes:
    """Write a picture with a palette of so many colours."""
    palette, indices = _reduced(pixels, colours)
    # Every row begins with the number of its filter: none.
    rows = np.hstack([np.zeros((height, 1), np.uint8), indices.reshape(height, width)])
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _reduced(pixels: NDArray[np.uint8], colours: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return a palette, and for every pixel its colour there: the most frequent of those told apart by 5 bits each."""
    coarse = (pixels >> 3).astype(np.int64) @ np.array([1024, 32, 1])
    _, which, counts = np.unique(coarse, return_inverse=True, return_counts=True)
    means = np.stack([np.bincount(which, pixels[:, each]) / counts for each in range(3)], axis=1)
    kept = means[np.argsort(-counts)[:colours]]
    apart = ((means[:, None, :] - kept[None, :, :]) ** 2).sum(axis=2)
    return kept.round().astype(np.uint8), apart.argmin(axis=1).astype(np.uint8)[which]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
