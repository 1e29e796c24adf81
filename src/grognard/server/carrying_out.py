# SPDX-License-Identifier: Apache-2.0
"""Carrying out orders, which in free play the rules may not be able to do."""

from grognard.charts.errors import GrognardError
from grognard.procedures.procedure import NotAllowed


class CarryingOut:
    """Turns an error of the rules into a refusal in free play, where they may be given orders they do not provide for. Elsewhere it is a defect."""

    def __init__(self, *, free: bool) -> None:
        self.free = free

    def __enter__(self) -> None:
        """Begin to carry an order out."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self.free and isinstance(error, Exception) and not isinstance(error, GrognardError):
            raise NotAllowed("the rules cannot carry this out, not even in free play") from error
