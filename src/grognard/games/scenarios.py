"""Moved to `rules/scenarios.py`."""

from grognard.rules.scenarios import *  # noqa: F403
