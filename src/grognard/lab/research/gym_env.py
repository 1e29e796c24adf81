# SPDX-License-Identifier: Apache-2.0
"""A scenario as a Gymnasium environment: one side is the agent's, and a program plays the other.

    import grognard.lab.research.gym_env
    env = gymnasium.make("Grognard-v0", scenario="seelowe/hythe", side="German", opponent="greedy")

Importing this module registers it. `gymnasium.make_vec` makes a vector of environments, in one process or each in its own.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from random import Random
from typing import Any, Literal

from grognard.charts.errors import NoSuch
from grognard.lab.extras import check_extra
from grognard.lab.research.episode import MOST_CHOICES, Episode, spaces_of
from grognard.lab.research.moment import Moment, Setting, come_to
from grognard.lab.research.observation import Observing
from grognard.opponent import PROGRAMS, Program
from grognard.play.board import Side

check_extra("research")

import gymnasium  # noqa: E402 - what is missing is said in a sentence first
from gymnasium import spaces  # noqa: E402 - likewise

# The name under which Gymnasium knows it.
NAME = "Grognard-v0"
Seen = dict[str, Any]


class GrognardEnv(gymnasium.Env[Seen, Any]):
    """One side of a scenario, against a program. The reward comes at the end: 1 for a win, -1 for a loss, 0 for a draw.

    With `shaped`, every step is rewarded with the change of the side's own evaluation of what it sees, times `shaped`. An action
    that is not legal is refused with an error; or, `if_illegal="nothing"`, nothing happens, and `info` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(  # noqa: PLR0913 - each is an option of `gymnasium.make`
        self,
        scenario: str | PathLike[str],
        side: Side = "",
        opponent: str | Program = "random",
        *,
        profile: str = "card",
        rulings: Mapping[str, str] | None = None,
        edits: Sequence[str] = (),
        shaped: float = 0.0,
        if_illegal: Literal["error", "nothing"] = "error",
        most_choices: int = MOST_CHOICES,
        render_mode: str | None = None,
    ) -> None:
        """Open a scenario; `edits` make it a variant. Without a side, it is the first; the opponent is a program, or its name."""
        self.setting = Setting(scenario, profile=profile, rulings=rulings, edits=edits)
        self.observing = Observing(self.setting)
        self.side = side or self.setting.sides[0]
        if self.side not in self.setting.sides:
            raise NoSuch("side", side, self.setting.sides)
        self.opponent = program_named(opponent)
        self.shaped = shaped
        self.if_illegal = if_illegal
        self.most_choices = most_choices
        self.render_mode = render_mode
        choices = self.setting.numbering.size
        seen = spaces_of(self.observing)
        self.observation_space = spaces.Dict({**seen, "action_mask": spaces.MultiBinary(choices)})
        self.action_space = spaces.Discrete(choices)
        self._dice = Random()  # noqa: S311 - dice for a game
        self._value = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game; with a seed, dice and opponent are the same each time."""
        super().reset(seed=seed)
        del options
        self._dice = Random(int(self.np_random.integers(2**63)))  # noqa: S311 - likewise
        self._come_to(Episode.begun(self.setting, self._dice, self.most_choices))
        self._value = self._worth()
        return self._seen(), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Choose, by the number of an action; then the opponent plays, until it is for this side to choose again."""
        number, info = int(action), {}
        if self.if_illegal == "nothing" and number not in self.episode.moment.actions:
            info["illegal"] = True
            self._come_to(Episode(self.episode.moment, self.episode.choices + 1, self.most_choices))
        else:
            self._come_to(self.episode.acted(number, self._dice))
        reward = self.episode.rewards[self.side]
        if self.shaped:
            before, self._value = self._value, self._worth()
            reward += self.shaped * (self._value - before)
        over = self.episode.moment.is_over
        return self._seen(), reward, over, self.episode.has_ended and not over, info

    def action_masks(self) -> Any:
        """Return which actions are legal, as a mask."""
        return self.observing.mask(self.episode.moment, self.side)

    def in_words(self, action: int) -> str:
        """Say in words what an action chooses."""
        return self.episode.moment.in_words(int(action))

    def render(self) -> Any:
        """Return the story of the game so far as the side was told it, if that was asked for."""
        return self.episode.moment.view(self.side).text() if self.render_mode == "ansi" else None

    def _come_to(self, episode: Episode) -> None:
        """Let the opponent play as long as it is to act."""
        while not episode.has_ended and episode.moment.side != self.side:
            moment = played(episode.moment, self.opponent, self._dice).with_dice(self._dice)
            episode = Episode(moment, episode.choices + 1, episode.most)
        self.episode = episode

    def _seen(self) -> Seen:
        return {**self.episode.observed(self.observing, self.side), "action_mask": self.action_masks()}

    def _worth(self) -> float:
        return self.episode.moment.view(self.side).value if self.shaped else 0.0


def program_named(program: str | Program) -> Program:
    """Return a program by its name."""
    if not isinstance(program, str):
        return program
    if program not in PROGRAMS:
        raise NoSuch("program", program, PROGRAMS)
    return PROGRAMS[program]


def played(moment: Moment, program: Program, rng: Random) -> Moment:
    """Let a program decide for the side to act, whole order or answer at once."""
    assert moment.side is not None  # noqa: S101 - a program is asked only while its side is to act
    decision = moment.view(moment.side).decide(program, rng)
    table = moment.table
    return come_to(moment.setting, table.give(decision) if table.asked is None else table.choose(decision))


def single_env(scenario: str | PathLike[str], **options: Any) -> GrognardEnv:
    """Return the environment without Gymnasium's usual wrappers; its options are those of `GrognardEnv`."""
    return GrognardEnv(scenario, **options)


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, "grognard.lab.research.gym_env:GrognardEnv")
