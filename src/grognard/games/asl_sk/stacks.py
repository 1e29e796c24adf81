# SPDX-License-Identifier: Apache-2.0
"""Units as they are written at the desk: `g-467:cx`, `g-9-1:wounded`, `afv:cmg5:aamg2:ce`."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.errors import nearest
from grognard.games.asl_sk.terms import AXIS
from grognard.games.asl_sk.units import UnitType, roster, unit_type
from grognard.procedures.procedure import NotAllowed

MARKS = ("broken", "dm", "pinned", "cx", "wounded", "engineers", "fired", "underlined")
# The marks of an AFV, by its fields, as they are written.
AFV_MARKS = {
    "ce": "ce", "motion": "motion", "stunned": "stunned", "recovering": "stun+1", "immobile": "immobile",
}  # fmt: skip
GUNS = ("cmg", "rmg", "aamg", "bmg", "ife")
GUN = re.compile(r"(cmg|rmg|aamg|bmg|ife)(\d{1,2})")
MORALE = re.compile(r"ml(\d{1,2})")
NAMED_AFV = "afv"
MOST_UNITS = 12
# Ruling stacking: the most leaders of a side in a hex.
MOST_LEADERS = 4
HIGHEST_MORALE = 10

Words = tuple[str, ...]
InfantryWords = Annotated[
    Words,
    Meta(
        description="squads, half-squads, crews and leaders by their ids: g-467,g-9-1; behind one :broken, :dm, :pinned, :cx, :wounded, :engineers, :fired, :underlined, or :ml8 for another morale"
    ),
]
Forces = Annotated[
    Words,
    Meta(
        description="units by their ids: g-467:cx,g-9-1; an AFV with its usable MGs and its state: afv:cmg5:rmg3:aamg2:bmg3:ce, :motion, :stunned, :stun+1, :immobile"
    ),
]


class Infantry(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One infantry counter as it stands: its type and its markers, and its name on a map.

    `fired` means it is halved once more, having fired in this Player Turn. `level` is a morale other than that of the
    counter's front, or 0. In this round of close combat it has `made` a leader, who joins when the round is over;
    `groups` are the numbers of those it has fought with (ruling lone-smc); in turns it has `acted`, or was `hit`.
    """

    type: UnitType
    broken: bool = False
    dm: bool = False
    pinned: bool = False
    cx: bool = False
    wounded: bool = False
    engineers: bool = False
    fired: bool = False
    underlined: bool = False
    level: int = 0
    told: str = ""
    made: str = ""
    groups: tuple[int, ...] = ()
    acted: bool = False
    hit: bool = False

    @property
    def written(self) -> str:
        """The unit as it is written."""
        return _written(self)

    @property
    def called(self) -> str:
        """The name of the unit in texts."""
        return self.told or self.written

    @property
    def is_smc(self) -> bool:
        """Whether it is a single man."""
        return self.type.is_smc

    @property
    def can_lead(self) -> bool:
        """Whether it is a Good Order leader who is not pinned, and so may use his leadership."""
        return self.is_smc and not self.broken and not self.pinned


class Afv(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One AFV in close combat: the factors of its machine guns and IFE, its state, and whether it has `acted` in a round.

    It is no man, creates no leader, fights by itself, and is never `hit` for good: it may be attacked repeatedly.
    """

    is_smc: ClassVar[bool] = False
    made: ClassVar[str] = ""
    groups: ClassVar[tuple[int, ...]] = ()

    cmg: int = 0
    rmg: int = 0
    aamg: int = 0
    bmg: int = 0
    ife: int = 0
    ce: bool = False
    motion: bool = False
    stunned: bool = False
    recovering: bool = False
    immobile: bool = False
    told: str = ""
    acted: bool = False
    hit: bool = False

    @property
    def written(self) -> str:
        """The AFV as it is written."""
        guns = [f"{gun}{getattr(self, gun)}" for gun in GUNS if getattr(self, gun)]
        marks = [mark for field, mark in AFV_MARKS.items() if getattr(self, field)]
        return ":".join([NAMED_AFV, *guns, *marks])

    @property
    def called(self) -> str:
        """The name of the AFV in texts."""
        return self.told or self.written

    @property
    def fire(self) -> int:
        """Ruling afv-fire-power: CMG, RMG and IFE, and the AAMG if crew exposed; never the BMG; none if stunned."""
        if self.stunned:
            return 0
        return self.cmg + self.rmg + self.ife + (self.aamg if self.ce else 0)

    @property
    def has_mg(self) -> bool:
        """Ruling afv-drm: whether it has a manned machine gun, including the BMG; the AAMG is manned if CE."""
        return bool(self.cmg or self.rmg or self.bmg or (self.aamg and self.ce))


@lru_cache(maxsize=8192)
def _written(unit: Infantry) -> str:
    marks = [mark for mark in MARKS if getattr(unit, mark)]
    level = [f"ml{unit.level}"] if unit.level else []
    return ":".join([unit.type.id, *marks, *level])


Piece = Infantry | Afv


def parse_unit(text: str) -> Infantry:
    """Read `g-467`, `g-467:broken:dm` or `g-9-1:wounded`."""
    type_id, *marks = text.split(":")
    counter, level = unit_type(type_id), 0
    for mark in marks:
        other = MORALE.fullmatch(mark)
        if other:
            level = int(other[1])
            if not 1 <= level <= HIGHEST_MORALE:
                raise NotAllowed(
                    f"{text}: no counter has a morale of {level}; it is from 1 to {HIGHEST_MORALE}"
                )
        elif mark not in MARKS:
            raise NotAllowed(f"{mark!r} is no mark of a unit; {nearest(mark, [*MARKS, 'ml8'])}")
    unit = replace(Infantry(counter, level=level), **{mark: True for mark in MARKS if mark in marks})
    if unit.wounded and not counter.is_smc:
        raise NotAllowed(f"{counter.id} is no single man, and is not wounded; it is reduced")
    if unit.dm and not unit.broken:
        raise NotAllowed(f"{text} is under DM, which marks broken units; write {counter.id}:broken:dm")
    if unit.broken and (unit.pinned or unit.cx):
        raise NotAllowed(f"{text} is broken, which removes PIN and CX")
    if unit.wounded and unit.cx:
        raise NotAllowed(f"{text} is wounded, and a wounded leader is never CX (attack-dr: CASUALTY REDUCE)")
    return unit


def parse_afv(text: str) -> Afv:
    """Read `afv:cmg5:aamg2:ce:motion`."""
    _, *marks = text.split(":")
    guns: dict[str, int] = {}
    for mark in marks:
        gun = GUN.fullmatch(mark)
        if gun:
            guns[gun[1]] = int(gun[2])
        elif mark not in AFV_MARKS.values():
            allowed = ["cmg5", "rmg3", "aamg2", "bmg3", "ife4", *AFV_MARKS.values()]
            raise NotAllowed(f"{mark!r} is no mark of an AFV; there are {', '.join(allowed)}")
    afv = replace(Afv(), **guns, **{field: True for field, mark in AFV_MARKS.items() if mark in marks})
    if afv.motion and afv.immobile:
        raise NotAllowed(f"{text} is immobile and in motion; it is one of them at most")
    if afv.stunned and afv.recovering:
        raise NotAllowed(f"{text} is stunned and at Stun +1; that comes when the stun is over (ruling stun)")
    return afv


def parse_piece(text: str) -> Piece:
    """Read a unit or an AFV."""
    return parse_afv(text) if text.partition(":")[0] == NAMED_AFV else parse_unit(text)


def parse_pieces(words: Words, who: str) -> tuple[Piece, ...]:
    """Read the units of one side; refuse none, or more than a location can hold."""
    if not words:
        raise NotAllowed(f"name the {who}, such as g-467,g-9-1; grognard units asl-sk lists them")
    if len(words) > MOST_UNITS:
        raise NotAllowed(f"a side has at most {MOST_UNITS} units here, and these are {len(words)}")
    pieces = tuple(parse_piece(word) for word in words)
    check_friends(infantry(pieces))
    return pieces


def parse_sides(
    attackers: Words, others: Words, who: str = "defenders"
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Read the units of both sides; refuse units of one nation on both."""
    ours, theirs = parse_pieces(attackers, "attackers"), parse_pieces(others, who)
    both = {unit.type.nation for unit in infantry(ours)} & {unit.type.nation for unit in infantry(theirs)}
    if both:
        raise NotAllowed(f"{both.pop()} units are on both sides; name friends on one of them")
    return ours, theirs


def check_friends(units: Iterable[Infantry]) -> None:
    """Refuse enemies on one side: Germans and Italians with any others."""
    nations = {unit.type.nation in AXIS: unit.type.nation for unit in units}
    if len(nations) > 1:
        raise NotAllowed(f"{nations[True]} and {nations[False]} units are enemies, and not on one side")


def check_men(ours: Iterable[Piece], theirs: Iterable[Piece]) -> None:
    """Refuse a close combat with AFVs only."""
    if not infantry((*ours, *theirs)):
        raise NotAllowed(
            "there are AFVs alone on both sides, and an AFV does not attack AFVs in close combat"
        )


def infantry(pieces: Iterable[Piece]) -> tuple[Infantry, ...]:
    """Return the units that are no AFVs."""
    return tuple(piece for piece in pieces if isinstance(piece, Infantry))


def afvs(pieces: Iterable[Piece]) -> tuple[Afv, ...]:
    """Return the AFVs."""
    return tuple(piece for piece in pieces if isinstance(piece, Afv))


def named(pieces: Sequence[Piece]) -> str:
    """Name units that act together."""
    return "+".join(piece.called for piece in pieces)


def names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Return the names of units, one by one."""
    return tuple(piece.called for piece in pieces)


def becoming(unit: Infantry, type_id: str) -> Infantry:
    """Return a unit as another type, with its markers."""
    return replace(unit, type=roster()[type_id])


def is_inexperienced(unit: Infantry, mates: Iterable[Infantry]) -> bool:
    """Ruling inexperienced: conscripts always, green units unless a Good Order leader is with them, pinned or not."""
    led = any(mate.is_smc and not mate.broken for mate in mates)
    return unit.type.experience == "conscript" or (unit.type.experience == "green" and not led)
