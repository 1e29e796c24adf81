# SPDX-License-Identifier: Apache-2.0
"""The library that games are made of. Each module owns one matter of a wargame's rules and knows no game.

Chapters of the rules, in the order of a rulebook. A game names them in its `rules.toml`, or has a subclass of its
own:

- `units`: what is printed on a counter; `order_of_battle` reads the tables of units.
- `sequence`: the phases of a turn, and what happens as phases and turns end.
- `entry`: reinforcements come onto the map.
- `stacking`: how many units a hex holds; `hidden_stacks`: ordered stacks, of which the enemy sees only the top unit;
  `overstacking`: stacks that may be too high for a while; `entering`: what happens to units that enter a hex.
- `hidden_forces`: forces of which the enemy sees only the hexes they hold, with `force_board` for their boards,
  `knowledge` for what sides learn of each other and since when, `hidden_deals` and `hidden_placements` for every way in
  which unseen units may stand, and `hidden_forces_view` for what is shown and said of them.
- `zones`: zones of control.
- `movement`: what steps cost, who moves and how far; `group_movement`: units of a hex move together;
  `exploitation`: some move again in a later phase.
- `supply`: judged as a side's turn begins, with `depots` that carry it on; `supply_at_end`: judged as the turn ends.
- `line_of_sight`: lines of sight by a table of elevations and symbols along hexsides.
- `combat`: attacks by a table of odds or differences. `battle` is combat on the map, `worksheet` the lines that lead to
  the column, `resolution` the roll and the decisions, `results` what the codes of the table do, `battle_ahead` what a
  player is told first of an attack.
- `group_attack`: what attacks by groups of units share, whatever table they roll on; `adjacent_attack`: such attacks by
  units next to a hex, which is attacked once a phase; `strikes`: attacks by what does not stand on the map, and
  `contamination`: what they may leave behind; `overrun`: attacks on the move.
- `riding`: units that ride on others.
- `losses`: units and steps lost; `step_losses`: steps that the charts themselves take off `step_units`, with
  `step_battle` for battles that end in step losses and `step_outcomes` for their outcomes in figures and words.
- `retreat`: unit by unit, with friends giving way; `stack_retreat`: whole stacks, several hexes far.
- `advance`: advance after combat.
- `disruption`: units that can do nothing for a turn.
- `victory`: points and verdicts; `victory_levels`: the verdicts of a scenario file; `held_ground`: ground that counts, and
  is held by the side that took it last.
- `evaluation`: how well a position stands, for programs.

What puts chapters together into a game: `definition` reads `rules.toml`, with `ruled` for what rulings decide and
`checking` for faults (`combat_checks` and `movement_checks` for those of two chapters, `desk_names` for names that
the desk may use only once); `card` is what is asked of the charts. `chapter` is the base of every chapter,
`rulebook` all of a game's chapters under the rulings in force. `scenario` is read from a file; `context` is a
scenario under a rulebook. `position` is where everything stands and `board` what that means on the map, with
`cache` for what is worked out once. `orders` are what sides order. `game` is the whole as a table sees it, `view`
(with `hidden_view`) what is shown, `text` (with `options`) what is said, `queries` what is asked of a map alone,
`invariants` what must always hold.

What every game on a map can use, whether it is made of chapters or not: `map_scenario`, `map_board`, `map_view`,
`map_queries` and `map_invariants` do for such a game what `scenario`, `board`, `view`, `queries` and `invariants`,
which use parts of them, do for a game made of chapters; `map_game` does what `game` does. `naming`, `sentences`, `costs`, `bounds`, `lines`,
`reach_view`, `order_kinds`, `target_orders` and `assignment` are such parts too, each for one thing.
"""
