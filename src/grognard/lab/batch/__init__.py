# SPDX-License-Identifier: Apache-2.0
"""Batches of games between programs.

- `match`: what is played: a scenario, two players, a seed
- `opening`: the game of a match; `playing`: one game of it by its number; `detail`: what is told of a game beyond its result
- `rows`: the tables of results; `results`: the folder with them, read and written
- `parts`: how the games are cut into tasks; `tasks`: a task done; `processes`, `cluster`: who does tasks; `run`: all of it
- `elo`, `certainty`, `summary`: what the games tell about the players
"""
