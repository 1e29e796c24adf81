"""Moved to `rules/naming.py`."""

from grognard.rules.naming import *  # noqa: F403
