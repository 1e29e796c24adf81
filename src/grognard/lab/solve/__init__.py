# SPDX-License-Identifier: Apache-2.0
"""Exact play: scenarios small enough are solved to the end, for both sides, over all that the dice may do.

`solve` works out a `Solution`, which knows the value of every position of a scenario and the best order in it.
"""
