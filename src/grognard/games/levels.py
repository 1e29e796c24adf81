"""Moved to `rules/victory_levels.py`."""

from grognard.rules.victory_levels import *  # noqa: F403
