# SPDX-License-Identifier: Apache-2.0
"""Commands whose options may be given only once: by default the parser would silently use the last."""

from collections import Counter
from typing import Any

from typer.core import TyperCommand, TyperOption

from grognard.charts.errors import GrognardError


class UniqueOptions(TyperCommand):
    """A command that refuses an option given twice, unless it may be repeated."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what was typed."""
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        options = [option for option in given if isinstance(option, TyperOption) and not option.multiple]
        for name, count in Counter(option.opts[0] for option in options).items():
            if count > 1:
                raise GrognardError(f"{name} is given more than once; give it once")
        return super().parse_args(ctx, args)
