# SPDX-License-Identifier: Apache-2.0
"""What a process opens a game with."""

import msgspec

from grognard.server.desk_jobs import Rulings


class OpenedGame(msgspec.Struct, frozen=True):
    """The game, scenario and rulings to open a game with, and the hash of the rules that the server has of it."""

    game: str
    scenario: str
    profile: str
    rulings: Rulings
    rules: str = ""
