# SPDX-License-Identifier: Apache-2.0
"""Jarama: the valley battle of February 1937. One module for each chart procedure."""

from grognard.games.jarama.procedures import PROCEDURES

__all__ = ["PROCEDURES"]
