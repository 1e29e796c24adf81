# SPDX-License-Identifier: Apache-2.0
"""A scenario as an OpenSpiel game, with chance as nodes of its own: `pyspiel.load_game("grognard(scenario=seelowe/hythe)")`.

Importing this module registers it. Totals of the dice that mean the same are one outcome, with its exact chance. The utility is 1
for the winner and -1 for the loser, 0 in a draw. `edits` make a variant, separated by semicolons: `edits=turns 1`. `rulings` switch single
rulings, `rulings=odds-rounding:nearest`, separated likewise; OpenSpiel keeps the equals sign for itself. A game of more than `most_choices` choices ends as a draw.
"""

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any

import msgspec
import numpy as np

from grognard.charts.rulings import parse_switches
from grognard.lab.extras import check_extra
from grognard.lab.research.episode import MOST_CHOICES, rewards
from grognard.lab.research.moment import Setting
from grognard.lab.research.observation import Observing
from grognard.lab.research.recall import BITS, bits_of, information_text, observation_text
from grognard.play.canonical import fingerprint
from grognard.play.notation import order_text
from grognard.play.visibility import hides_something

check_extra("research")

import pyspiel  # noqa: E402 - what is missing is said in a sentence first

NAME = "grognard"
# The totals of the most dice that a chart may have, 9d100.
MOST_OUTCOMES = 892
DEFAULTS = {
    "scenario": "seelowe/hythe",
    "profile": "card",
    "rulings": "",
    "edits": "",
    "most_choices": MOST_CHOICES,
}


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _type(*, hidden: bool) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Grognard, hex-and-counter wargames",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class GrognardGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A scenario. `setting` and `observing` are what all its games share."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Open the scenario of the parameters."""
        given = {**DEFAULTS, **(params or {})}
        switched = parse_switches([each.replace(":", "=", 1) for each in _parts(given["rulings"])])
        self.setting = Setting(
            given["scenario"], profile=given["profile"], rulings=switched, edits=_parts(given["edits"])
        )
        self.observing = Observing(self.setting)
        self.most_choices = int(given["most_choices"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.numbering.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_choices,
        )
        position: type[msgspec.Struct] = type(self.setting.start.position)
        super().__init__(_type(hidden=hides_something(position)), info, dict(params or {}))

    def new_initial_state(self) -> "GrognardState":
        """Begin a game."""
        return GrognardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what observes states for one player: all that it knows, or what it sees now."""
        if params:
            raise ValueError(f"observations take no parameters, and {params} are given")
        return Observer(self, recalls=bool(iig_obs_type and iig_obs_type.perfect_recall))


class GrognardState(pyspiel.State):  # type: ignore[misc]  # likewise
    """A game at a moment. It never changes what it holds, so that a clone shares it."""

    def __init__(self, game: GrognardGame) -> None:
        """Begin a game; `GrognardGame.new_initial_state` does."""
        super().__init__(game)
        self.moment = game.setting.begin()
        self._choices = 0
        self._most = game.most_choices

    def current_player(self) -> int:
        """Return who is to act: a player, or chance; or that the game is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        side = self.moment.side
        return int(pyspiel.PlayerId.CHANCE) if side is None else self.moment.setting.sides.index(side)

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.actions if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the results of the dice, each with its chance."""
        return [(at, float(chance)) for at, chance in enumerate(self.moment.chances)]

    def _apply_action(self, action: int) -> None:
        if self.moment.side is None:
            self.moment = self.moment.rolled(action)
        else:
            self.moment = self.moment.act(action)
            self._choices += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.moment.roll:
            return f"roll: {self.moment.roll.read.branches[action][0]}"
        return self.moment.in_words(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.is_over or self._choices >= self._most

    def returns(self) -> list[float]:
        """Return the utility of each player; 0 while the game goes on."""
        given = rewards(self.moment)
        return [given[side] for side in self.moment.setting.sides]

    def __str__(self) -> str:
        """Tell states apart: by the position, the order in hand with its answers, and what is chosen of a decision.

        How a position came about is left out, so that algorithms with a table of states merge them.
        """
        moment = self.moment
        entry = moment.table.in_hand
        order = order_text(entry.order) if entry else ""
        answers = [str(answer.given) for answer in entry.answers] if entry else []
        return " ".join(
            [repr(moment.game), fingerprint(moment.table.position), order, *answers, *map(str, moment.path)]
        )


class Observer:
    """What a player knows of a state: as a text, and as a tensor whose named parts are in `dict`.

    With perfect recall a hash of the text follows the arrays, because no tensor of fixed size has room for a whole game.
    """

    def __init__(self, game: GrognardGame, *, recalls: bool) -> None:
        """Take the game; `GrognardGame.make_py_observer` does."""
        self._observing = game.observing
        self._recalls = recalls
        shapes = {**game.observing.shapes, **({"recalled": (BITS,)} if recalls else {})}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=True)}

    def set_from(self, state: GrognardState, player: int) -> None:
        """Write into the tensor what a player knows."""
        side = state.moment.setting.sides[player]
        seen = self._observing.of(state.moment, side)
        for name in self._observing.shapes:
            self.dict[name][...] = getattr(seen, name)
        if self._recalls:
            self.dict["recalled"][...] = bits_of(information_text(state.moment, side))

    def string_from(self, state: GrognardState, player: int) -> str:
        """Return what a player knows, as a text."""
        told = information_text if self._recalls else observation_text
        return told(state.moment, state.moment.setting.sides[player])


def load_spiel_game(
    scenario: str | PathLike[str], *, rulings: Mapping[str, str] | None = None, **params: Any
) -> Any:
    """Return a scenario as an OpenSpiel game; one of your own by the path of its folder. `rulings` switches single rulings."""
    switched = ";".join(f"{name}:{option}" for name, option in (rulings or {}).items())
    return pyspiel.load_game(NAME, {"scenario": fspath(scenario), "rulings": switched, **params})


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_type(hidden=True), GrognardGame)
