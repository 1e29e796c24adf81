"""What became of the units, rolls, questions and options, in plain words."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama.battles import NOBODY
from grognard.games.jarama.features import Feature, feature_name
from grognard.games.jarama.ground_recon import REFRAIN
from grognard.games.jarama.orders import (
    Aimed,
    AirRecon,
    Battle,
    GroundRecon,
)
from grognard.games.jarama.position import HIDDEN, LOST, NOTHING, STATES, Position, Report
from grognard.games.jarama.retreating import APART, costs_a_point
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.scouting import counters
from grognard.games.jarama.telling import Telling
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.victory import place_name
from grognard.games.naming import listed, names
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.umpire import Choose, Roll

# How the questions of the rules begin.
ADVANCE, RETREAT, COUNTER = "advance into ", "retreat of ", "counter shown"
NUMBER = "effectiveness number that counts"
# What became of somebody: the verb for one and for many, and the rest of the sentence.
Fate = tuple[str, str, str]
# What is said of units that are rid of a state.
GOES = {"short": "in supply again", "disorganised": "in order again", "demoralised": "steady again"}


class Words(Telling):
    """A scenario under its rulings, and the words for what happens in it."""

    # What became of the units

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: who is lost, hurt, driven back, seen; of roads and bridges; who took what."""
        fates: dict[Fate, list[Unit]] = defaultdict(list)
        for unit in self.scenario.units:
            for fate in self._fates(before, order, after, unit):
                fates[fate].append(unit)
        found = [
            f"{names(units)} {one if len(units) == 1 else many}{rest}"
            for (one, many, rest), units in fates.items()
        ]
        found += self._learned(before, order, after)
        found += self._features(before, after)
        first = before.first
        for side, hexes in ((first, after.taken - before.taken), (enemy(first), before.taken - after.taken)):
            if hexes:
                found.append(f"{side} takes {listed(self._taken(at) for at in sorted(hexes))}")
        if after.phase == "activation" and (before.phase, before.last) != (after.phase, after.last):
            found.append(f"{after.side} has the initiative")
        if after.turn > before.turn:
            found.append(f"turn {after.turn} begins")
        return found

    def _taken(self, hex_id: HexId) -> str:
        """Name a hex that counts for victory, by the place that it belongs to."""
        number = self.scenario.map.grid.hex_name(hex_id)
        return " ".join(dict.fromkeys((place_name(self.scenario, hex_id), number)))

    def _fates(self, before: Position, order: msgspec.Struct, after: Position, unit: Unit) -> Iterator[Fate]:
        number = unit.number
        here, there = before.at[number], after.at[number]
        if there == LOST != here:
            yield "is", "are", " eliminated"
            return
        known = here != HIDDEN != there
        lost = after.hurt[number] - before.hurt[number] if known else 0
        if lost:
            yield "loses", "lose", f" {counted(lost, 'point')}"
        yield from self._went(order, unit, after, here, there)
        if known and there >= 0:
            yield from self._states(before, after, unit)

    def _went(
        self, order: msgspec.Struct, unit: Unit, after: Position, here: HexId, there: HexId
    ) -> Iterator[Fate]:
        """Say where a unit went that was not ordered there, and of the enemy's who is seen and who no more."""
        if here == there:
            return
        if here == HIDDEN and there >= 0:
            left = unit.points - after.hurt[unit.number]
            states = self._states_seen(after, unit)
            said = ", ".join([f"{left} of {counted(unit.points, 'point')}", *states])
            yield "is", "are", f" seen in {self.place(there)} ({said})"
        elif isinstance(order, Aimed) and here >= 0 and there >= 0:
            into = isinstance(order, Battle) and there == self.hex(order.target)
            verbs = ("advances", "advance") if into else ("retreats", "retreat")
            yield *verbs, f" to {self.place(there)}"

    def _states_seen(self, after: Position, unit: Unit) -> tuple[str, ...]:
        """Return the states that a counter was shown with; none where it was shown without."""
        sightings = after.knows(enemy(unit.side)).sightings
        return next((each.states or () for each in sightings if each.unit == unit.number), ())

    def _states(self, before: Position, after: Position, unit: Unit) -> Iterator[Fate]:
        """Say what state a unit comes to or is rid of; of the enemy's, only what is seen to come over it."""
        for name, word in STATES.items():
            was, now = unit.number in getattr(before, name), unit.number in getattr(after, name)
            if now and not was:
                yield "is", "are", f" {word}"
            if was and not now and not self._is_strange(before, unit):
                yield "is", "are", f" {GOES[name]}"

    def _is_strange(self, seen: Position, unit: Unit) -> bool:
        """Say whether a unit is one of the enemy's, in what a side sees of a position: it sees what it knows of him."""
        if all(each.unit != unit.number for each in seen.knows(enemy(unit.side)).sightings):
            return False
        own = self.scenario.numbers[unit.side]
        return HIDDEN in seen.at[own] or not seen.knows(unit.side).reports

    def _learned(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what a reconnaissance has told the side that made it; in the view of the other it has told nothing."""
        if not isinstance(order, AirRecon | GroundRecon):
            return []
        at, side = self.hex(order.target), before.side
        known, was = after.knows(side).of(at), before.knows(side).of(at)
        if known is None or known == was:
            return []
        seen = [self.scenario.units[each.unit] for each in after.knows(side).seen_at(at)]
        shown = f"; {names(seen)} {'is' if len(seen) == 1 else 'are'} known" if seen else ""
        return [f"{self.place(at)} holds {tell_report(known)}{shown}"]

    def _features(self, before: Position, after: Position) -> Iterator[str]:
        one, other = before.features, after.features
        changed = {*one.damaged, *one.destroyed} | {*other.damaged, *other.destroyed}
        for feature in sorted(changed):
            if one.state(feature) != other.state(feature):
                yield f"{self.feature(feature)} is {other.state(feature)}"
        gone = {each.hexside for each in one.pontoons} - {each.hexside for each in other.pontoons}
        for hexside in sorted(gone):
            yield f"no pontoons lie over {self.scenario.map.grid.hexside_name(hexside)} any more"

    def feature(self, feature: Feature) -> str:
        """Name a road, railroad or bridge."""
        return feature_name(self.scenario.map, feature)

    # Rolls and questions

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: by the card's own words, or the number."""
        match str(roll.why):
            case "bombardment":
                return {"0": "no effect"}.get(means, str(means))
            case why if why.startswith("antiair fire"):
                return {"0": "no effect", "A": "mission aborted"}.get(means, str(means))
            case why if why.startswith("demoralization"):
                return {"NE": "no effect", "R": "retreats one hex more", "D": "demoralised"}[means]
            case "effectiveness difference":
                return f"modifier of {means}"
            case why if why.endswith("initiative"):
                return _initiative(means, means_of_1=roll.read[1])
            case why if why.endswith("recovery"):
                return f"effectiveness {means} and better recover"
        return str(means)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:  # noqa: ARG002 - every game's form
        """Say a question as a sentence."""
        why = str(choice.why)
        if why.startswith(ADVANCE):
            return f"Who advances into {self._there(why.removeprefix(ADVANCE))}?"
        if why.startswith(RETREAT):
            who, _, here = why.removeprefix(RETREAT).rpartition(" from ")
            return f"Where does {who} in {self._there(here)} retreat to?"
        if why == COUNTER:
            return "Which counter is shown?"
        if why == NUMBER:
            return f"The largest {choice.side} units differ in effectiveness: which number counts?"
        return f"{why[0].upper()}{why[1:]}: which?"

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:
        """Say in words what an option is: a hex to retreat to, who advances, who loses a point, which counter."""
        if str(choice.why).startswith(ADVANCE):
            into = (str(choice.why).removeprefix(ADVANCE),)
            if option == NOBODY:
                return Option(option, "nobody")
            return Option(option, self.unit(option).name, hexes=into, pieces=(option,))
        if str(choice.why).startswith(RETREAT) and option != APART:
            now: Position = choice.now or position
            about = self._ground_at(now, option, msgspec.convert(choice.side, Side))
            return Option(option, self._there(option), hexes=(option,), about=about)
        # Under a flight the owner chooses; a patrol picks for itself, and knows of a counter what it knows.
        if str(choice.why) == COUNTER and choice.now is not None and choice.side != choice.now.side:
            return self._shown(choice, option)
        if option in choice.about and position.knows(msgspec.convert(choice.side, Side)) != NOTHING:
            # Only whoever sees what the patrol knows is told which counter it knew.
            return Option(option, choice.about[option], about="known already")
        named = self._named(option)
        return Option(option, str(option), pieces=(named,) if named else (), about=_about(choice, option))

    def _shown(self, choice: Choose[Any], option: str) -> Option:
        """Name a counter that may be shown to whoever owns it; to others it lies face down."""
        now: Position = choice.now
        units = self.field(now).units_at(now.struck[-1].target)
        if not units or units[0].side != choice.side:
            return Option(option, option)
        unit = units[counters(len(units)).index(option)]
        return Option(option, f"{unit.name} {unit.values}", pieces=(unit.id,))

    def _named(self, word: object) -> str:
        """Return the id of a unit by the name it goes by in battles."""
        called = self.theatre.called
        return next((unit.id for unit in self.scenario.units if called[unit.number] == word), "")

    def _ground_at(self, position: Position, hex_name: str, side: Side) -> str:
        """Say what whoever retreats to a hex finds there: terrain, and an enemy zone that costs him a point."""
        at, field = self.hex(hex_name), self.field(position)
        said = [self.scenario.map.terrain[at]]
        if costs_a_point(field, self.scenario.by_side[side][0], at):
            said.append("in an enemy zone: costs a point")
        return ", ".join(said)


def _about(choice: Choose[Any], option: Any) -> str:
    """Say what whoever chooses should know: which number is better for him, and that nobody can counterattack."""
    if str(choice.why) == NUMBER and option == max(choice.options):
        return "the better one for you"
    if choice.options == (REFRAIN,):
        return (
            "nobody there can; you are asked all the same, or the patrol would learn that from your silence"
        )
    return ""


def _initiative(total: int, means_of_1: int) -> str:
    """Say what a roll for the initiative came to, and what was added for combats won (ruling activation)."""
    won = means_of_1 - 1
    what = "a combat" if won == 1 else "combats"
    return f"{total}, with {won} for {what} won" if won else str(total)


def tell_report(report: Report) -> str:
    """Say what is known of a hex as a whole."""
    said = [counted(report.units, "unit")] if report.units is not None else []
    said += [counted(report.points, "Troop point")] if report.points is not None else []
    kinds = f": {', '.join(report.kinds)}" if report.kinds else ""
    state = ", disorganised" if report.disorganised else ""
    return f"{' with '.join(said) or 'somebody'}{state}{kinds}"
