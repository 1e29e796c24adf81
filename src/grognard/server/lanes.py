# SPDX-License-Identifier: Apache-2.0
"""Lanes: separate threads for acts, so that no act waits for requests that only look.

Looks are worked out one at a time: Python lets one thread at a time run, and an act must have its turn soon.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from litestar.concurrency import set_asyncio_executor

ACTS = ThreadPoolExecutor(8, "act")
LOOKS = ThreadPoolExecutor(1, "look")
# Litestar's own threads, for every route that does not choose: games and charts, new tables, copies, logs.
set_asyncio_executor(LOOKS)

T = TypeVar("T")


async def acting(act: Callable[[], T]) -> T:
    """Run an act upon a table in the threads for acts."""
    return await asyncio.get_running_loop().run_in_executor(ACTS, act)


async def looking(look: Callable[[], T]) -> T:
    """Run a look-up that may take a while, such as the past of a table, in the thread for looks."""
    return await asyncio.get_running_loop().run_in_executor(LOOKS, look)
