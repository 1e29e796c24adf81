"""Moved to `rules/map_queries.py`."""

from grognard.rules.map_queries import *  # noqa: F403
