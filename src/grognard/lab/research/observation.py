# SPDX-License-Identifier: Apache-2.0
"""What a side observes: the map as planes, a row for each piece, and where the game stands; all from its view alone.

Positions that a side cannot tell apart give equal observations, to the last bit. Numbers are as printed on the counters, and
counts are counts; a network scales them as it likes.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.front import View
from grognard.lab.research.menus import STAGES, Menu
from grognard.lab.research.moment import Moment, Setting
from grognard.lab.research.numbering import tag, union_of
from grognard.lab.research.planes import LEAST, MOST, Array, Planes, numbers_in
from grognard.play.board import Piece, Side, Status

# How many of the numbers printed under the symbol of a counter are told, and how many above it.
VALUES, ABOVE = 4, 2
PLACES = ("on map", "waiting", "later", "lost", "unseen", "last-seen")
LINES = ("short", "none")


class Observation(msgspec.Struct, frozen=True):
    """What a side observes, as arrays: `planes` of the map, `pieces` row by row, and the `game` as a whole."""

    planes: Array
    pieces: Array
    game: Array

    def flat(self) -> Array:
        """Return everything in one row."""
        return np.concatenate([self.planes.ravel(), self.pieces.ravel(), self.game])


class Observing:
    """How a scenario is observed: the names of all numbers, and the arrays that a side gets."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        game: Any = setting.game
        self.states = tuple(state.id for state in game.view.states)
        self.planes = Planes(setting.map, game.view.states, (kind.kind for kind in game.view.marks))
        self.phases = tuple(phase for phase, _ in game.text.sequence)
        self.questions = tuple(map(tag, union_of(game.questions)))
        self.columns = (
            "own", "enemy", *PLACES, "column", "row", *(f"value {at}" for at in range(1, VALUES + 1)),
            *(f"above {at}" for at in range(1, ABOVE + 1)), *(f"state: {each}" for each in self.states), "riding",
            "supply short", "supply none", "chosen", "can be chosen",
        )  # fmt: skip
        self.figures = (
            "turn", "turns", *(f"plays {side}" for side in setting.sides), "is to act", "over",
            *(f"phase: {phase}" for phase in self.phases), "own points", "enemy points",
            *(f"chooses: {stage}" for stage in STAGES), *(f"order: {kind}" for kind in setting.numbering.kinds),
            *(f"question: {kind}" for kind in self.questions),
        )  # fmt: skip
        self._row = {piece: at for at, piece in enumerate(setting.numbering.pieces)}
        self._column = {name: at for at, name in enumerate(self.columns)}
        self._figure = {name: at for at, name in enumerate(self.figures)}
        self.shapes: dict[str, tuple[int, ...]] = {
            "planes": self.planes.shape,
            "pieces": (len(self._row), len(self.columns)),
            "game": (len(self.figures),),
        }

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    def of(self, moment: Moment, side: Side) -> Observation:
        """Return what a side observes."""
        if side not in moment.observed:
            moment.observed[side] = self._seen(moment.view(side))
        seen: Observation = moment.observed[side]
        if moment.menu is None or moment.side != side:
            return seen
        return self._with_choice(seen, moment.menu)

    def mask(self, moment: Moment, side: Side) -> NDArray[np.int8]:
        """Return which actions a side may choose: one for each that it may, all zeros if it has no choice to make."""
        mask = np.zeros(self.setting.numbering.size, np.int8)
        if moment.side == side:
            mask[moment.actions] = 1
        return mask

    # Parts

    def _seen(self, view: View) -> Observation:
        pieces = np.zeros(self.shapes["pieces"], np.float32)
        boxes = {box.name: box.kind for box in view.boxes}
        shown, status = view.pieces, view.status
        for piece in shown:
            if piece.id in self._row:
                self._tell(pieces[self._row[piece.id]], piece, view, boxes)
        for piece_id, trace in view.supply.items():
            if piece_id in self._row and trace.line in LINES:
                pieces[self._row[piece_id], self._column[f"supply {trace.line}"]] = 1
        return Observation(
            *(
                np.clip(each, LEAST, MOST)
                for each in (self.planes.of(view, shown, status), pieces, self._game(view, status))
            )
        )

    def _tell(self, row: Array, piece: Piece, view: View, boxes: dict[str, Any]) -> None:
        told = ["own" if piece.side == view.side else "enemy", *(f"state: {state}" for state in piece.states)]
        at = self.planes.hexes.get(piece.at)
        told.append("on map" if at else boxes.get(piece.at, "waiting"))
        for name in told:
            if name in self._column:
                row[self._column[name]] = 1
        if at:
            row[self._column["row"]], row[self._column["column"]] = at
        row[self._column["riding"]] = bool(piece.on)
        self._fill(row, "value 1", numbers_in(piece.values)[:VALUES])
        self._fill(row, "above 1", numbers_in(piece.above)[:ABOVE])

    def _fill(self, row: Array, first: str, numbers: tuple[float, ...]) -> None:
        row[self._column[first] : self._column[first] + len(numbers)] = numbers

    def _game(self, view: View, status: Status) -> Array:
        figures = np.zeros(len(self.figures), np.float32)
        told = {
            "turn": status.turn,
            "turns": status.turns,
            f"plays {view.side}": 1,
            "is to act": view.to_act == view.side,
            "over": view.is_over,
            f"phase: {status.phase_in_sequence}": 1,
        }
        for side, points in status.points.items():
            told["own points" if side == view.side else "enemy points"] = points
        self._set(figures, told)
        return figures

    def _set(self, figures: Array, told: dict[str, Any]) -> None:
        for name, value in told.items():
            if name in self._figure:
                figures[self._figure[name]] = value

    def _with_choice(self, seen: Observation, menu: Menu) -> Observation:
        planes, pieces, figures = seen.planes.copy(), seen.pieces.copy(), seen.game.copy()
        offered = [entry.thing for entry in menu.entries.values() if isinstance(entry.thing, str)]
        whats: tuple[tuple[str, Iterable[str]], ...] = (("chosen", menu.chosen), ("can be chosen", offered))
        for name, things in whats:
            self.planes.mark(planes, name, things)
            rows = [self._row[each] for each in things if each in self._row]
            pieces[rows, self._column[name]] = 1
        kind = f"question: {menu.kind}" if menu.stage == "option" else f"order: {menu.kind}"
        self._set(figures, {f"chooses: {menu.stage}": 1, kind: 1})
        return Observation(planes, pieces, figures)
