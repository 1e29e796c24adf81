# SPDX-License-Identifier: Apache-2.0
"""A game at a moment, as all research interfaces see it: a side has a choice to make, dice are to be rolled, or it is over.

A moment never changes; each act returns another. It is plain and shared, so a copy of it is the moment itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from os import PathLike
from random import Random
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.front import Game, View
from grognard.hexes import Map
from grognard.lab.research.decisions import decision_of
from grognard.lab.research.menus import Decided, Entry, Menu, settled
from grognard.lab.research.numbering import Numbering, map_of, numbering_of
from grognard.lab.variants import open_variant
from grognard.play.board import Side
from grognard.play.log import parse_log, print_log
from grognard.play.loop import Dice
from grognard.play.table import Table, resume
from grognard.registry import games
from grognard.umpire import Roll


class Setting:
    """What stays the same in all games of a scenario: how it begins, its map, and the numbers of its actions."""

    def __init__(
        self,
        scenario: str | PathLike[str],
        *,
        profile: str = "card",
        rulings: Mapping[str, str] | None = None,
        edits: Sequence[str] = (),
    ) -> None:
        """Open a scenario, such as `seelowe/hythe`; one of your own by the path of its folder. `edits` make it a variant."""
        self._opened = str(scenario), profile, tuple(sorted((rulings or {}).items())), tuple(edits)
        self.start: Game = open_variant(str(scenario), profile=profile, rulings=rulings, edits=edits)
        self.name = self.start.name
        game: Any = self.start.table.game
        self.game = game
        self.sides: tuple[Side, ...] = self.start.sides
        self.map: Map = map_of(self.name)
        own, _, named = self.name.rpartition("/")
        self.numbering: Numbering = numbering_of(game, games.scenario(own, named), self.map)

    def __reduce__(self) -> tuple[Any, ...]:
        return setting_of, self._opened

    def begin(self) -> "Moment":
        """Return the first moment of a game."""
        return come_to(self, self.start.table)


@lru_cache(maxsize=8)
def setting_of(
    scenario: str,
    profile: str = "card",
    switched: tuple[tuple[str, str], ...] = (),
    edits: tuple[str, ...] = (),
) -> Setting:
    """Return a scenario, opened once in each process."""
    return Setting(scenario, profile=profile, rulings=dict(switched), edits=edits)


class Story(msgspec.Struct, frozen=True):
    """What a side recalls of the orders that are complete, kept for `recall`.

    How many there were, the lines it was told, the heading that the last came under, and the hashes of the positions it saw one after the
    other: what it did not notice makes no other position.
    """

    orders: int = 0
    told: tuple[str, ...] = ()
    heading: str = ""
    seen: tuple[str, ...] = ()


class Moment:
    """A game where a side has a choice to make, where dice are to be rolled, or that is over."""

    def __init__(
        self,
        setting: Setting,
        table: Table[Any],
        menu: Menu | None = None,
        view: View | None = None,
        path: tuple[int, ...] = (),
    ) -> None:
        """Take a table, the menu of the side to act with its view, and its choices so far; `Setting.begin` makes the first."""
        self.setting = setting
        self.table = table
        self.menu = menu
        self.path = path
        self._views: dict[Side, View] = {} if view is None or view.side is None else {view.side: view}
        # What sides observe of the table, kept for `Observing`; what is chosen on the way changes nothing of it.
        self.observed: dict[Side, Any] = {}
        # Likewise what they know, kept for `recall`.
        self.recalled: dict[Side, str] = {}
        # What they recall of earlier orders, so that it is not worked out again at every moment.
        self.stories: dict[Side, Story] = {}

    def __deepcopy__(self, memo: object) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.setting, print_log(self.table.log), self.path)

    # Where it stands

    @property
    def side(self) -> Side | None:
        """The side that has a choice to make; None while dice are to be rolled, or when the game is over."""
        return None if self.menu is None else self.table.to_act

    @cached_property
    def roll(self) -> Roll[Any] | None:
        """The dice that are to be rolled, if any are."""
        return self.table.asked if isinstance(self.table.asked, Roll) else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.menu is None and self.roll is None

    @property
    def game(self) -> Game:
        """The whole game, which knows everything."""
        return Game(self.table)

    def view(self, side: Side) -> View:
        """Return what a side sees."""
        if side not in self._views:
            self._views[side] = View(self.table, side)
        return self._views[side]

    # Choices

    @property
    def actions(self) -> list[int]:
        """The numbers of what the side to act may choose, in ascending sequence; none if no side has a choice to make."""
        return [] if self.menu is None else sorted(self.menu.entries)

    def in_words(self, action: int) -> str:
        """Say in words what an action chooses here."""
        return self._entry(action).words

    def act(self, action: int) -> "Moment":
        """Choose. What is forced after that is done at once, up to the next choice or the next dice."""
        step = settled(self._entry(action).follows())
        if isinstance(step, Decided):
            return self._then(decided(self.table, step))
        then = Moment(self.setting, self.table, step, path=(*self.path, action))
        # The table is the same, and so is what is seen of it.
        then.observed, then.recalled, then.stories = self.observed, self.recalled, self.stories
        then._views = self._views
        return then

    def _entry(self, action: int) -> Entry:
        entry = self.menu.entries.get(action) if self.menu else None
        if entry is None:
            listed = ", ".join(map(str, self.actions)) or "none: no side has a choice to make"
            raise GrognardError(f"{action} is not a legal action here; there are {listed}")
        return entry

    # Dice

    @property
    def chances(self) -> list[Fraction]:
        """The chance of each result of the dice that are to be rolled; totals that mean the same are one result."""
        if self.roll is None:
            return []
        return [Fraction(weight, self.roll.read.ways) for _, weight in self.roll.read.branches]

    def rolled(self, result: int) -> "Moment":
        """Let the dice have a result, by its place in `chances`."""
        roll = self.roll
        if roll is None or not 0 <= result < len(roll.read.branches):
            raise GrognardError(f"{result} is no result here; {len(self.chances)} are possible")
        meaning, _ = roll.read.branches[result]
        total = next(total for total, means in roll.read.meanings.items() if means == meaning)
        return self._then(self.table.roll(_faces(total, roll)))

    def with_dice(self, rng: Random) -> "Moment":
        """Roll as long as dice are to be rolled."""
        moment, throw = self, Dice(rng)
        while moment.roll is not None:
            moment = moment._then(moment.table.roll(throw(moment.roll)))
        return moment

    def _then(self, table: Table[Any]) -> "Moment":
        """Return the moment of a table that this one's has become."""
        then = come_to(self.setting, table)
        then.stories = dict(self.stories)
        return then


def come_to(setting: Setting, table: Table[Any]) -> Moment:
    """Return the moment of a table; decisions that are forced are made first."""
    while (side := table.to_act) is not None:
        view = View(table, side)
        step = settled(decision_of(view, setting.numbering))
        if isinstance(step, Menu):
            return Moment(setting, table, step, view)
        table = decided(table, step)
    return Moment(setting, table)


def restored(setting: Setting, log: str, path: tuple[int, ...]) -> Moment:
    """Return a moment from its log, and the choices that its side had made of its decision."""
    moment = Moment(setting, resume(setting.game, parse_log(log)))
    moment = moment if moment.roll else come_to(setting, moment.table)
    for action in path:
        moment = moment.act(action)
    return moment


def decided(table: Table[Any], decision: Decided) -> Table[Any]:
    """Give the order that was decided on, or the answer."""
    return table.give(decision.what) if table.asked is None else table.choose(decision.what)


def _faces(total: int, roll: Roll[Any]) -> tuple[int, ...]:
    """Return faces of the dice with a total."""
    dice = roll.read.dice
    faces, left = [], total
    for further in range(dice.count - 1, -1, -1):
        faces.append(max(1, min(dice.sides, left - further)))
        left -= faces[-1]
    return tuple(faces)


def random_play(moment: Moment, rng: Random) -> Iterator[Moment]:
    """Play on at random, and yield each moment at which a side has a choice; the last is the end of the game."""
    moment = moment.with_dice(rng)
    while not moment.is_over:
        yield moment
        moment = moment.act(rng.choice(moment.actions)).with_dice(rng)
    yield moment
