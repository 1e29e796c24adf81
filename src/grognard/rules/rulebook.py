# SPDX-License-Identifier: Apache-2.0
"""The chapters of a game under the rulings in force: what decides everything, at the desk as on the map.

A chapter is read when it is first needed: the desk does without the map, and need not load what the map requires.
"""

from typing import TYPE_CHECKING, Any

from grognard.charts.cached import cached_property
from grognard.charts.chart import Chart
from grognard.charts.errors import GrognardError
from grognard.hexes import Map
from grognard.rules.card import Card
from grognard.rules.chapter import Chapter, Wording
from grognard.rules.results import Effects, codes, effects
from grognard.rules.ruled import resolved
from grognard.umpire import Question, in_words

if TYPE_CHECKING:
    from grognard.hexes.paths import Ways
    from grognard.rules.advance import Advances
    from grognard.rules.combat import Combat, Flag
    from grognard.rules.contamination import Contamination
    from grognard.rules.definition import Definition
    from grognard.rules.disruption import Disruption
    from grognard.rules.entry import Entry
    from grognard.rules.evaluation import Evaluation
    from grognard.rules.losses import Losses
    from grognard.rules.movement import Movement
    from grognard.rules.retreat import Retreat, StandFast
    from grognard.rules.sequence import SequenceOfPlay
    from grognard.rules.stacking import Stacking
    from grognard.rules.supply import Supply
    from grognard.rules.victory import Victory
    from grognard.rules.zones import Zones


class Rulebook:
    """A game's chapters by their names in `rules.toml`; a game does without those that are not there."""

    def __init__(self, game: "Definition", card: Card) -> None:
        self.game = game
        self.card = card
        self._read: dict[str, Any] = {}
        self._ways: dict[tuple[int, str], Ways] = {}

    def chapter(self, name: str) -> Any:
        """Return a chapter by its name; None if the game does without it."""
        if name not in self._read:
            self._read[name] = self.game.read_chapter(name, self.card)
        return self._read[name]

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """Every chapter of the game, in the order of the file."""
        chapters = map(self.chapter, self.game.chapter_names)
        return tuple(chapter for chapter in chapters if chapter is not None)

    # Chapters that every game has, with the defaults if the file leaves them out

    @cached_property
    def sequence(self) -> "SequenceOfPlay":
        """The sequence of play."""
        chapter: SequenceOfPlay = self.chapter("sequence")
        return chapter

    @cached_property
    def stacking(self) -> "Stacking":
        """How much a hex holds."""
        chapter: Stacking = self.chapter("stacking")
        return chapter

    @cached_property
    def zones(self) -> "Zones":
        """Zones of control."""
        chapter: Zones = self.chapter("zones")
        return chapter

    @cached_property
    def movement(self) -> "Movement":
        """What steps cost, and who moves."""
        chapter: Movement = self.chapter("movement")
        return chapter

    @cached_property
    def combat(self) -> "Combat":
        """Combat by a table."""
        chapter: Combat = self.chapter("combat")
        return chapter

    @cached_property
    def retreat(self) -> "Retreat":
        """How units retreat."""
        chapter: Retreat = self.chapter("retreat")
        return chapter

    @cached_property
    def victory(self) -> "Victory":
        """Points and verdicts."""
        chapter: Victory = self.chapter("victory")
        return chapter

    @cached_property
    def evaluation(self) -> "Evaluation":
        """How well a position stands, for programs."""
        chapter: Evaluation = self.chapter("evaluation")
        return chapter

    # Chapters that a game may do without

    @cached_property
    def supply(self) -> "Supply | None":
        """Supply."""
        chapter: Supply | None = self.chapter("supply")
        return chapter

    @cached_property
    def entry(self) -> "Entry | None":
        """How units come onto the map."""
        chapter: Entry | None = self.chapter("entry")
        return chapter

    @cached_property
    def losses(self) -> "Losses | None":
        """Losses by steps."""
        chapter: Losses | None = self.chapter("losses")
        return chapter

    @cached_property
    def advance(self) -> "Advances | None":
        """Advance after combat."""
        chapter: Advances | None = self.chapter("advance")
        return chapter

    @cached_property
    def disruption(self) -> "Disruption | None":
        """Disruption."""
        chapter: Disruption | None = self.chapter("disruption")
        return chapter

    @cached_property
    def contamination(self) -> "Contamination | None":
        """Contaminated hexes."""
        chapter: Contamination | None = self.chapter("contamination")
        return chapter

    # What follows from them

    @cached_property
    def has_steps(self) -> bool:
        """Whether units have steps."""
        return self.losses is not None

    @cached_property
    def weakened(self) -> str:
        """The state of supply in which units defend with less than their full strength, if there is one."""
        return self.supply.weakened if self.supply else ""

    @property
    def terrain_chart(self) -> str:
        """The chart with a row for each terrain. Taken from the file, since the desk does without movement."""
        return str(resolved(self.game.data["movement"]["chart"], self.card.ruled))

    @cached_property
    def stand(self) -> "StandFast | None":
        """The ground on which units may ignore results that make them retreat."""
        return self.retreat.stand

    def may_stand(self, battle: Any, result: str, side: str) -> bool:
        """Return whether a side's units may ignore a result because of the ground they stand on."""
        stand = self.stand
        if stand is None or result not in stand.results:
            return False
        return bool(getattr(battle, stand.flag) if side == battle.side else battle.terrain == stand.terrain)

    @property
    def crt(self) -> Chart:
        """The table of combat results."""
        return self.card.chart(self.combat.chart)

    def chart_of_combat(self) -> Chart | None:
        """Return the table of combat results; None if the file names one that does not exist."""
        try:
            return self.crt
        except GrognardError:
            return None

    def effects(self, result: str) -> Effects:
        """Return what a result of combat does."""
        return effects(self.crt, result)

    @cached_property
    def _all_effects(self) -> list[Effects]:
        return [self.effects(code) for code in codes(self.crt)]

    @cached_property
    def has_step_results(self) -> bool:
        """Whether some results take steps or disrupt, and do not only eliminate units and drive them back."""
        return any(effects.takes_steps or effects.disrupts for effects in self._all_effects)

    @cached_property
    def has_exchange(self) -> bool:
        """Whether a result is an exchange of units by their strengths."""
        return any(effects.exchange for effects in self._all_effects)

    @cached_property
    def farthest_retreat(self) -> int:
        """The most hexes that a result drives units back."""
        far = [max(effects.attacker_retreats, effects.defender_retreats) for effects in self._all_effects]
        return max(1, *far)

    @cached_property
    def forbidding(self) -> "list[Flag]":
        """The flags of hexsides across which attacks are forbidden."""
        return [flag for flag in self.combat.flags if flag.forbidden]

    @cached_property
    def flags_by_kind(self) -> "list[Flag]":
        """The flags that some kinds of units set."""
        return [flag for flag in self.combat.flags if flag.kinds]

    @cached_property
    def zone_costs(self) -> tuple[int, int]:
        """What it costs to enter and to leave an enemy zone of control."""
        return self.zones.costs(self)

    def ways(self, board: Map, name: str) -> "Ways":
        """Return what every step on a map costs units of a movement class."""
        key = id(board), name  # a game keeps its maps
        if key not in self._ways:
            self._ways[key] = self.movement.ways(self, board, name)
        return self._ways[key]

    def open_ways(self, board: Map) -> "Ways":
        """Return the steps on a map over which zones of control, retreats and lines of supply extend."""
        return self.ways(board, self.movement.widest_class)

    @cached_property
    def wordings(self) -> dict[type[Question[Any]], Wording]:
        """The words for every kind of question that the rules ask."""
        return {kind: words for chapter in self.chapters for kind, words in chapter.wordings(self).items()}

    @cached_property
    def _desk_words(self) -> dict[type[Question[Any]], Wording]:
        """The words for what is asked at the desk."""
        return {**self.combat.wordings(self), **self.retreat.wordings(self)}

    def label(self, question: Question[Any] | str) -> str:
        """Name a question of the desk in a few words."""
        words = None if isinstance(question, str) else self._desk_words.get(type(question))
        return in_words(question) if words is None else words.label(None, question)
