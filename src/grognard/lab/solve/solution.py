# SPDX-License-Identifier: Apache-2.0
"""What is known of a solved scenario: the value of every position, the best decision in it, and what any other costs."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, cast

from grognard.charts.errors import GrognardError, NoSuch
from grognard.front import Game
from grognard.lab.solve.search import Search, Solved, key_of
from grognard.lab.solve.table_file import About, TableFile
from grognard.lab.solve.tree import DecisionNode, Grower, Tree, worth
from grognard.lab.solve.utility import utility
from grognard.play.game import BoardGame
from grognard.play.log import Header
from grognard.play.notation import order_text
from grognard.play.table import Table
from grognard.umpire import rest

# How many positions a scenario may come to, unless it is said otherwise: half a gigabyte or so.
MOST = 500_000
# After so many more positions a file is brought up to date.
KEEP = 5_000


class Solution:
    """A solved scenario. Values are for the side that moves first: 1 is its victory, 0 a draw, -1 its defeat.

    A game given to it is one of the same scenario under the same rulings, at any moment: when an order, an answer or a roll is
    awaited, or when it is over.
    """

    def __init__(self, about: About, solved: Mapping[bytes, Solved]) -> None:
        self.about = about
        self.solved = solved
        self._grower: Grower[Any] = Grower(lambda position: position)
        self._checked: Header | None = None

    def __repr__(self) -> str:
        return f"<Solution of {self.about.name}, {self.positions} positions>"

    @property
    def positions(self) -> int:
        """How many positions there are in which a side decides."""
        return sum(bool(each.side) for each in self.solved.values())

    def value(self, game: Game, side: str = "") -> Fraction:
        """Return what a game is worth to a side, by default the first, if both play as well as can be from here."""
        if side not in ("", *self.about.sides):
            raise NoSuch("side", side, self.about.sides)
        value = self._worth(self._begun(game), game) if game.asked else self.value_of(game, game.position)
        return value if side in ("", self.about.sides[0]) else -value

    def best(self, game: Game) -> Any:
        """Return the best order, or the best answer to the question that is open; None while dice are rolled, and once the game is over.

        Of several that are equally good it is the first; in the midst of a best order, the first that does not lead back to where it was given.
        """
        if game.side is None:
            return None
        if game.asked is None:
            found = self.known(game, game.position)
            return game.parse(found.best)
        values = self.values(game)
        if (option := self._leading_on(game)) is not None:
            return values[option][0]
        return self._pick(game.side)(values, key=lambda each: each[1])[0]

    def values(self, game: Game) -> list[tuple[Any, Fraction]]:
        """Return every order, or every answer to the open question, each with the value of the game once it is given."""
        if game.side is None:
            return []
        if game.asked is not None:
            begun = self._begun(game)
            if not isinstance(begun, DecisionNode):
                raise GrognardError("the game waits for a decision that the rules do not ask for")
            return [(option, self._worth(tree, game)) for option, tree in begun.options]
        return [(order, self._worth(self._after(game, order), game)) for order in game.legal_orders]

    def loss(self, game: Game, decision: Any) -> Fraction:
        """Return what an order, or an answer, costs the side that decides: its best value less that of this; 0 if none is better."""
        if game.side is None:
            raise GrognardError("nobody decides now, so nothing is lost")
        if game.asked is None:
            order = game.parse(decision)
            if reason := game.why_illegal(order):
                raise GrognardError(reason)
            value = self._worth(self._after(game, order), game)
        else:
            by_option = [(option, value) for option, value in self.values(game) if option == decision]
            if not by_option:
                raise GrognardError(f"{decision!r} is no answer to {game.asked.asks!r}")
            value = by_option[0][1]
        return abs(self.value(game) - value)

    # One position

    def value_of(self, game: Game, position: Any) -> Fraction:
        """Return what a complete position of a game is worth to the first side."""
        rules = self._rules_of(game)
        if rules.rules.to_move(position) is None:
            return utility(rules, position)
        return self.known(game, position).value

    def known(self, game: Game, position: Any) -> Solved:
        """Return what is known of a position in which a side decides."""
        self._rules_of(game)
        found = self.solved.get(key_of(position))
        if found is None:
            raise GrognardError(f"this position of {game.name} is not among those that were solved")
        return found

    def _rules_of(self, game: Game) -> BoardGame[Any]:
        """Return the game, which must be one of the scenario that was solved, under the same rules."""
        head = game.table.log.header
        if head is not self._checked:
            if game.name != self.about.name:
                raise GrognardError(f"{self.about.name} was solved, and this is {game.name}")
            if (head.rulings, head.rules) != (self.about.rulings, self.about.rules):
                raise GrognardError(
                    f"{self.about.name} was solved under other rules or rulings than this game has"
                )
            self._checked = head
        return cast("BoardGame[Any]", game.table.game)

    # Trees

    def _after(self, game: Game, order: Any) -> Tree[Any]:
        """Return what may come of an order."""
        return self._grower.grow(partial(self._rules_of(game).rules.carry_out, game.table.position, order))

    def _begun(self, game: Game) -> Tree[Any]:
        """Return what may yet come of the order in hand."""
        table: Table[Any] = game.table
        entry, rules = table.in_hand, self._rules_of(game).rules
        assert entry is not None  # noqa: S101 - a question is open
        return self._grower.grow(lambda: rest(rules.carry_out(table.position, entry.order), entry.answers))

    def _leading_on(self, game: Game) -> int | None:
        """Return the index of the option that the best order goes on with; None if it is not in hand, or any of the best will do."""
        entry, found = game.table.in_hand, self.known(game, game.table.position)
        if entry is None or not found.options or order_text(entry.order) != found.best:
            return None
        tree = self._after(game, entry.order)
        chosen = [answer.given for answer in entry.answers if not answer.rolled]
        for option, given in zip(found.options, chosen, strict=False):
            if not isinstance(tree, DecisionNode) or tree.options[option][0] != given:
                return None
            _, tree = tree.options[option]
        return found.options[len(chosen)] if len(chosen) < len(found.options) else None

    def _worth(self, tree: Tree[Any], game: Game) -> Fraction:
        return worth(tree, partial(self.value_of, game), self.about.sides[0])

    def _pick(self, side: str) -> Callable[..., Any]:
        return max if side == self.about.sides[0] else min


def about(game: Game) -> About:
    """Say what is solved if a game is."""
    head = game.table.log.header
    return About(
        game=head.game,
        scenario=head.scenario,
        profile=head.profile,
        rulings=head.rulings,
        rules=head.rules,
        sides=game.sides,
        start=key_of(game.table.position).hex(),
    )


def solve(
    game: Game,
    *,
    most_positions: int = MOST,
    file: Path | str | None = None,
    report: Callable[[Search], None] = lambda _: None,
) -> Solution:
    """Solve a game from where it stands: work out the exact value of every position that it can still come to.

    If it comes to more positions than that, it is refused. With a `file` what is solved is kept in it, also if the search is broken
    off, and what it has already is not solved again. `report` is called now and then with the search.
    """
    if game.asked is not None:
        raise GrognardError("an order is being carried out; a game is solved from where an order is given")
    solves, table = about(game), None if file is None else TableFile(Path(file))
    keeper = _Keeper(table, {} if table is None else table.begin(solves), report)
    rules: Any = game.table.game
    search = Search(rules, most_positions, keeper.known, keeper.look)
    try:
        search.run(game.table.position)
    finally:
        keeper.keep(search)
    return Solution(solves, search.solved)


def load_solution(path: Path | str) -> Solution:
    """Read what was solved from a file; it may be a search that was broken off, which knows only some of the positions."""
    return Solution(*TableFile(Path(path)).read())


class _Keeper:
    """Adds what a search has solved to a file, now and then."""

    def __init__(
        self, table: TableFile | None, known: dict[bytes, Solved], report: Callable[[Search], None]
    ) -> None:
        self.known = known
        self._table = table
        self._kept = len(known)
        self._report = report

    def look(self, search: Search) -> None:
        """Look at a search that goes on."""
        if len(search.solved) >= self._kept + KEEP:
            self.keep(search)
        self._report(search)

    def keep(self, search: Search) -> None:
        """Bring the file up to date."""
        if self._table is None or len(search.solved) == self._kept:
            return
        # A dictionary keeps the sequence in which positions were solved.
        added = list(search.solved.items())[self._kept :]
        self._table.add(added)
        self._kept = len(search.solved)
