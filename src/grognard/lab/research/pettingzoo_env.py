# SPDX-License-Identifier: Apache-2.0
"""A scenario as a PettingZoo environment: the sides act in turn, each observes what it sees, and dice roll by themselves."""

from collections.abc import Mapping, Sequence
from copy import copy
from os import PathLike
from random import Random
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.lab.extras import check_extra
from grognard.lab.research.episode import MOST_CHOICES, Episode, spaces_of
from grognard.lab.research.moment import Setting
from grognard.lab.research.observation import Observing
from grognard.play.board import Side

check_extra("research")

from gymnasium import spaces  # noqa: E402 - what is missing is said in a sentence first
from pettingzoo import AECEnv  # noqa: E402 - likewise


def aec_env(  # noqa: PLR0913 - each is an option of the environment
    scenario: str | PathLike[str],
    *,
    profile: str = "card",
    rulings: Mapping[str, str] | None = None,
    edits: Sequence[str] = (),
    most_choices: int = MOST_CHOICES,
    render_mode: str | None = None,
) -> "GrognardAEC":
    """Return the environment of a scenario, such as `seelowe/hythe`; of one of your own by the path of its folder.

    Its agents are the sides by their names. `edits` make it a variant, such as one of `turns 1`. A game of more than
    `most_choices` choices is cut off.
    """
    setting = Setting(scenario, profile=profile, rulings=rulings, edits=edits)
    return GrognardAEC(setting, most_choices, render_mode)


class GrognardAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment of a scenario. A reward comes at the end: 1 for the winner, -1 for the loser, 0 for both in a draw."""

    metadata = {"name": "grognard_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self, setting: Setting, most_choices: int = MOST_CHOICES, render_mode: str | None = None
    ) -> None:
        """Take what all games of the scenario share; `aec_env` makes one by its name."""
        super().__init__()
        self.setting = setting
        self.observing = Observing(setting)
        self.most_choices = most_choices
        self.render_mode = render_mode
        self.possible_agents = list(setting.sides)
        seen, choices = spaces_of(self.observing), setting.numbering.size
        self.observation_spaces = {
            side: spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(choices)})
            for side in setting.sides
        }
        self.action_spaces = {side: spaces.Discrete(choices) for side in setting.sides}
        self.dice = Random()  # noqa: S311 - dice for a game

    def __str__(self) -> str:
        return "grognard_v0"

    def __getattr__(self, name: str) -> Any:
        begun = name in ("agent_selection", "agents", "episode", "terminations")
        raise AttributeError(f"there is no {name} before reset()" if begun else f"there is no {name} here")

    def observation_space(self, agent: Side) -> "spaces.Dict":
        """Return the space of what a side observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Side) -> "spaces.Discrete":
        """Return the space of a side's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed, its dice are the same each time."""
        del options
        if seed is not None:
            self.dice = Random(seed)  # noqa: S311 - likewise
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Side, dict[str, Any]] = {side: {} for side in self.agents}
        self._come_to(Episode.begun(self.setting, self.dice, self.most_choices))

    def step(self, action: int | None) -> None:
        """Let the side to act choose, by the number of an action; a side whose game has ended gives None."""
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GrognardError(f"{side} is to choose, and None is no action")
        self._cumulative_rewards[side] = 0.0
        self._clear_rewards()
        self._come_to(self.episode.acted(int(action), self.dice))
        self._accumulate_rewards()

    def _come_to(self, episode: Episode) -> None:
        self.episode = episode
        if episode.moment.side is not None:
            self.agent_selection = episode.moment.side
        if episode.has_ended:
            self.rewards = dict(episode.rewards)
            over = episode.moment.is_over
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, not over)
            if not hasattr(self, "agent_selection"):
                self.agent_selection = self.agents[0]

    def observe(self, agent: Side) -> dict[str, Any]:
        """Return what a side observes, and which actions it may choose."""
        seen = self.episode.observed(self.observing, agent)
        mask = self.observing.mask(self.episode.moment, agent)
        return {"observation": seen, "action_mask": mask}

    def clone(self) -> "GrognardAEC":
        """Return an environment at the same point, with the same dice to come. What the two do is independent, and it costs little."""
        twin = copy(self)
        twin.dice = copy(self.dice)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    def in_words(self, action: int) -> str:
        """Say in words what an action chooses for the side to act."""
        return self.episode.moment.in_words(int(action))

    def render(self) -> str | None:
        """Return the story of the game so far, as an umpire knows it, if that was asked for."""
        return self.episode.moment.game.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is to be closed."""
