"""Moved to `games/registry.py`."""

from grognard.games.registry import *  # noqa: F403
