# SPDX-License-Identifier: Apache-2.0
"""Carrying out what was ordered, where the rules may have no answer to it."""

from grognard.charts.errors import GrognardError
from grognard.procedures.procedure import NotAllowed


class CarryingOut:
    """What the rules stumble over is a defect; but not in free play, where they may be asked for what they have no answer to."""

    def __init__(self, *, free: bool) -> None:
        self.free = free

    def __enter__(self) -> None:
        """Begin to carry something out."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self.free and isinstance(error, Exception) and not isinstance(error, GrognardError):
            raise NotAllowed("the rules cannot carry this out, not even in free play") from error
