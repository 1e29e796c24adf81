"""Moved to `rules/order_of_battle.py`."""

from grognard.rules.order_of_battle import *  # noqa: F403
