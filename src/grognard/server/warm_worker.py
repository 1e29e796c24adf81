# SPDX-License-Identifier: Apache-2.0
"""What every worker has from the start: loaded once, in the process that workers are forked from.

The games are opened and looked at, so that charts are read and searches compiled before the first request.
"""

from grognard.server.jobs import Doing
from grognard.server.library import Shipped
from grognard.server.warming import warm_up

__all__ = ["Doing"]

warm_up(Shipped())
