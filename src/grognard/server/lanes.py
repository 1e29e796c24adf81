# SPDX-License-Identifier: Apache-2.0
"""Lanes: threads of their own for acts, so that no act waits for those who only look.

What is looked at is worked out one thing after another: Python lets one thread at a time work, and an act must have its turn soon.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from litestar.concurrency import set_asyncio_executor

ACTS = ThreadPoolExecutor(8, "act")
LOOKS = ThreadPoolExecutor(1, "look")
# Litestar's own threads, for every route that says nothing else: games and charts, new tables, copies, logs.
set_asyncio_executor(LOOKS)

T = TypeVar("T")


async def acting(deed: Callable[[], T]) -> T:
    """Do something that somebody acts upon a table by."""
    return await asyncio.get_running_loop().run_in_executor(ACTS, deed)


async def looking(deed: Callable[[], T]) -> T:
    """Look something up that may take a while, such as the past of a table."""
    return await asyncio.get_running_loop().run_in_executor(LOOKS, deed)
