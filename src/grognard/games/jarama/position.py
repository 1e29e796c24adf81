"""Where everything stands: units, their Troop points and states, what they did this turn; and what each side knows.

Which hexes a side holds is known to all; who stands in them, and how many, is not. Whatever the enemy does is decided
by what he knows, and what he knows is part of the position: so the whole position and what a side sees of it mean the
same to that side. An enemy unit whose counter was seen, and of which that is still true, stands where it is; every
other one on the map is `HIDDEN`, at full strength as far as anybody knows. Who is lost is known to all.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.games.jarama.features import WHOLE, Feature, Features
from grognard.games.jarama.terms import SIDES, Side, enemy
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import HIDDEN, LOST, WAITING, Place
from grognard.play.visibility import Seen

T = TypeVar("T")
PhaseName = Literal["deployment", "air", "bombardment", "activation", "recon", "movement", "combat"]
# The phases of one activation, in order.
ACTIVE: tuple[PhaseName, ...] = ("recon", "movement", "combat")
State = Literal["out of command", "out of supply", "disorganised", "demoralised"]
Numbers = frozenset[int]
NOBODY: frozenset[str] = frozenset()
NONE_YET: BySide[int] = BySide(SIDES, 0, 0)


class Report(msgspec.Struct, frozen=True, order=True):
    """What is known of a hex as a whole, and since when: units, Troop points, kinds. `fresh` while it must be true.

    `turn` is that of the number of units; points and kinds have their own where they were told before.
    `disorganised` if bombardment was seen this turn to disorganise all who are there.
    """

    at: HexId
    turn: int
    units: int | None = None
    points: int | None = None
    kinds: tuple[str, ...] | None = None
    fresh: bool = True
    disorganised: bool = False
    points_turn: int | None = None
    kinds_turn: int | None = None


class Sighting(msgspec.Struct, frozen=True, order=True):
    """A counter that was seen: whose number, where, when, its points, and its states if they were shown."""

    unit: int
    at: HexId
    turn: int
    points: int
    states: tuple[State, ...] | None = None
    fresh: bool = True


class Knowledge(msgspec.Struct, frozen=True):
    """What a side knows of the enemy: at most one report of each hex, one sighting of each unit, in order."""

    reports: tuple[Report, ...] = ()
    sightings: tuple[Sighting, ...] = ()

    def of(self, hex_id: HexId) -> Report | None:
        """Return what is known of a hex as a whole and still true."""
        return next((each for each in self.reports if each.at == hex_id and each.fresh), None)

    def seen_at(self, hex_id: HexId) -> list[Sighting]:
        """Return the counters known to stand in a hex."""
        return [each for each in self.sightings if each.at == hex_id and each.fresh]

    def is_disorganised(self, hex_id: HexId) -> bool:
        """Say whether all units in a hex are known to be disorganised, whoever they are."""
        report = self.of(hex_id)
        return report is not None and report.disorganised

    def states_of(self, each: Sighting) -> tuple[State, ...]:
        """Return the states a counter is known to be in: those it was seen in, and that of all in its hex."""
        known = each.states or ()
        if each.fresh and self.is_disorganised(each.at) and "disorganised" not in known:
            return ("disorganised", *known)
        return known

    def is_whole(self, hex_id: HexId) -> bool:
        """Say whether every counter in a hex is known."""
        report = self.of(hex_id)
        return report is not None and report.units == len(self.seen_at(hex_id))


NOTHING = Knowledge()


class Work(msgspec.Struct, frozen=True, order=True):
    """Engineers at work: the number of the unit, and what they repair."""

    unit: int
    feature: Feature


class March(msgspec.Struct, frozen=True):
    """A force that went from one hex to another; in free play perhaps from off the map."""

    start: Place
    end: HexId


class Struck(msgspec.Struct, frozen=True):
    """A hex that was bombarded, what was aimed at in it, and the aircraft that did it, by their numbers; or batteries."""

    target: HexId
    aim: str
    planes: tuple[int, ...] = ()


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position. Units go by their number in the order of battle; those of the side that moves first come first."""

    turn: Annotated[int, Seen("all")]
    phase: Annotated[PhaseName, Seen("all")]
    # The side that acts; the side that moves first, and how many units it has.
    side: Annotated[Side, Seen("all")]
    first: Annotated[Side, Seen("all")]
    firsts: Annotated[int, Seen("all")]
    at: Annotated[tuple[Place, ...], Seen("part")]
    # Troop points lost; movement points spent this turn; all units, whoever lies on top of others before them.
    hurt: Annotated[tuple[int, ...], Seen("part")]
    spent: Annotated[tuple[int, ...], Seen("part")]
    order: Annotated[tuple[int, ...], Seen("part")]
    # The turn in which each unit is due; with the scenario.
    due: Annotated[tuple[int, ...], Seen("all")]
    # The hexes each side holds, and what each knows of the other.
    held: Annotated[BySide[frozenset[HexId]], Seen("all")]
    known: Annotated[BySide[Knowledge], Seen("part")] = BySide(SIDES, NOTHING, NOTHING)
    short: Annotated[Numbers, Seen("part")] = frozenset()
    disorganised: Annotated[Numbers, Seen("part")] = frozenset()
    demoralised: Annotated[Numbers, Seen("part")] = frozenset()
    # Of the active formations: who was out of command when they were activated.
    uncommanded: Annotated[Numbers, Seen("part")] = frozenset()
    # In this turn: who may move no farther, has attacked, reconnoitred, fired.
    stopped: Annotated[Numbers, Seen("part")] = frozenset()
    acted: Annotated[Numbers, Seen("part")] = frozenset()
    scouted: Annotated[Numbers, Seen("part")] = frozenset()
    fired: Annotated[Numbers, Seen("part")] = frozenset()
    works: Annotated[tuple[Work, ...], Seen("part")] = ()
    # Formations that are active, and those that have been this turn; how many that were, of how many that were there
    # when the first was activated, which all have seen.
    active: Annotated[frozenset[str], Seen("part")] = frozenset()
    activated: Annotated[BySide[frozenset[str]], Seen("part")] = BySide(SIDES, NOBODY, NOBODY)
    activations: Annotated[BySide[int], Seen("all")] = NONE_YET
    formed: Annotated[BySide[int], Seen("all")] = NONE_YET
    passed: Annotated[frozenset[Side], Seen("all")] = frozenset()
    # Who had the initiative last, and the combats each side won in its last activation.
    last: Annotated[Side | None, Seen("all")] = None
    won: Annotated[BySide[int], Seen("all")] = NONE_YET
    # Aircraft that flew this turn, the missions of each side, and what was bombarded or overflown; hexes attacked and
    # marches made in this activation.
    flown: Annotated[Numbers, Seen("all")] = frozenset()
    missions: Annotated[BySide[int], Seen("all")] = NONE_YET
    struck: Annotated[tuple[Struck, ...], Seen("all")] = ()
    attacked: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    marches: Annotated[tuple[March, ...], Seen("all")] = ()
    features: Annotated[Features, Seen("all")] = WHOLE
    # What the side that moves first holds of the hexes that count; Troop points lost by each side.
    taken: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    bled: Annotated[BySide[int], Seen("all")] = NONE_YET
    over: Annotated[bool, Seen("all")] = False

    def owner(self, number: int) -> Side:
        """Return whose a unit is."""
        return self.first if number < self.firsts else enemy(self.first)

    def in_part(self, sides: Collection[str]) -> Mapping[str, Any]:
        """Return what sides see of the units: their own, and of the enemy's those they know to stand somewhere."""
        numbers = range(len(self.at))
        own = frozenset(n for n in numbers if self.owner(n) in sides)
        seen: dict[int, Sighting] = {}
        for side, knowledge in self.known.items():
            if side in sides:
                seen |= {
                    each.unit: replace(each, states=knowledge.states_of(each))
                    for each in knowledge.sightings
                    if each.fresh and each.unit not in own
                }
        mine = {name: getattr(self, name) & own for name in OWN_MARKS}
        states = {
            name: (getattr(self, name) & own) | {n for n, each in seen.items() if word in (each.states or ())}
            for name, word in STATES.items()
        }
        return {
            **mine,
            **states,
            "at": tuple(self.at[n] if n in own else self._apparent(n, seen) for n in numbers),
            "hurt": tuple(
                self.hurt[n] if n in own or n in seen or self.at[n] == LOST else 0 for n in numbers
            ),
            "spent": tuple(self.spent[n] if n in own else 0 for n in numbers),
            "order": (*(n for n in self.order if n in own), *(n for n in numbers if n not in own)),
            "known": _of(sides, self.known, NOTHING),
            "activated": _of(sides, self.activated, NOBODY),
            "works": tuple(each for each in self.works if each.unit in own),
            "active": self.active if self.side in sides else NOBODY,
        }

    def _apparent(self, number: int, seen: Mapping[int, Sighting]) -> Place:
        """Return where an enemy unit is as far as is known: lost, not yet due, seen somewhere, or hidden."""
        at = self.at[number]
        if at == LOST or (at == WAITING and self.turn < self.due[number]):
            return at
        return seen[number].at if number in seen else HIDDEN


def _of(sides: Collection[str], pair: BySide[T], nothing: T) -> BySide[T]:
    """Return what some sides have, with that of the others left out."""
    first, second = (each if side in sides else nothing for side, each in pair.items())
    return BySide(SIDES, first, second)


# The fields that hold the states of units, with the word for each.
STATES: dict[str, State] = {
    "short": "out of supply",
    "disorganised": "disorganised",
    "demoralised": "demoralised",
}
# The fields that hold what units did this turn, which their owner alone sees; and all that are marks of units.
OWN_MARKS = ("uncommanded", "stopped", "acted", "scouted", "fired")
MARKS = (*STATES, *OWN_MARKS)
