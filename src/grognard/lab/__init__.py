# SPDX-License-Identifier: Apache-2.0
"""The lab: batches of games between programs, what they tell about a scenario, exact solutions, and interfaces for research.

Everything here is built on what `import grognard` offers (`grognard.front`). What needs a package of the extras `lab`, `cluster` or `research` is
imported where it is used, so that the rest works without it.
"""
