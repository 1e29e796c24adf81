"""Moved to `rules/cache.py`."""

from grognard.rules.cache import *  # noqa: F403
