# SPDX-License-Identifier: Apache-2.0
"""Where everything stands, as far as a side sees it: of an enemy stack only the top unit."""

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.play.places import HIDDEN
from grognard.rules.hidden_stacks import TopSeen


class Position(TopSeen, frozen=True, gc=False):
    """A position. What enemy units spent and where they began is hidden: it would tell which came from where."""

    of_seen: ClassVar[Mapping[str, Any]] = {"hurt": 0, "short": None}
    of_own: ClassVar[Mapping[str, Any]] = {"spent": 0, "began": HIDDEN, "acted": None, "barred": None}
