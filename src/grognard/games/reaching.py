"""Moved to `rules/reach_view.py`."""

from grognard.rules.reach_view import *  # noqa: F403
