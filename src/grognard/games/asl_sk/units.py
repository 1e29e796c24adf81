# SPDX-License-Identifier: Apache-2.0
"""The counters: squads, half-squads, crews, leaders and AFVs of every nation, and what ELR and losses turn them into.

`roster.toml` holds the chains as the nationality chart has them, `4-6-8 > 4-6-7 > 4-4-7 > 4-3-6`. An id is the letter of
the nation and the counter without its dashes: `g-467`, `g-247`, `g-crew`; leaders keep theirs: `g-9-1`, `g-6+1`.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.files import Source
from grognard.games.asl_sk.terms import Kind, Nation
from grognard.procedures.procedure import Counter, signed
from grognard.rules.map_scenario import read_file

MMC = re.compile(r"(\d)-(\d)-(\d)")
SMC = re.compile(r"(\d+)([+-]\d)")
Experience = Literal["", "green", "conscript"]


class UnitType(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One type of counter. `half` is what a squad is reduced to, `steps_to` what ELR replaces it by, if anything.

    `back` is the morale on the back of the counter, which shows when the unit is broken.
    """

    id: str
    name: str
    nation: Nation
    kind: Kind
    fire: int
    morale: int
    back: int
    leadership: int = 0
    half: str = ""
    steps_to: str = ""
    experience: Experience = ""
    underlined: bool = False

    @property
    def is_smc(self) -> bool:
        """Whether it is a single man: a leader."""
        return self.kind == "smc"


class NationFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One nation of the roster file; `squad_backs` is the morale on the backs of its squads, if not that of their fronts."""

    letter: str
    squads: str
    halves: str
    crew: str = ""
    squad_backs: int = 0
    conscript: list[str] = []
    green: list[str] = []
    underlined: list[str] = []


class RosterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roster file: the chain of leaders, which all nations share, and the nations."""

    leaders: str
    nations: dict[Nation, NationFile]


@cache
def roster() -> dict[str, UnitType]:
    """Return every type of unit by its id."""
    _, file = read_file(Path(__file__).parent / "roster.toml", RosterFile)
    by_id: dict[str, UnitType] = {}
    for nation, nation_file in file.nations.items():
        for unit in (*_mmc(nation, nation_file), *_leaders(nation, nation_file.letter, file.leaders)):
            by_id.setdefault(unit.id, unit)
    return by_id


def _mmc(nation: Nation, file: NationFile) -> Iterable[UnitType]:
    """Make the squads and half-squads of a nation, chain by chain, and its crew."""
    for squads, halves in zip(_chains(file.squads), _chains(file.halves), strict=True):
        for at, (squad, half) in enumerate(zip(squads, halves, strict=True)):
            after = slice(at + 1, at + 2)
            yield _unit(nation, file, "squad", squad, steps=squads[after], half=half)
            yield _unit(nation, file, "hs", half, steps=halves[after])
    if file.crew:
        yield _unit(nation, file, "crew", file.crew)


def _chains(text: str) -> list[list[str]]:
    return [line.split(" > ") for line in text.strip().splitlines()]


def _unit(  # noqa: PLR0913 - the parts of a counter
    nation: Nation, file: NationFile, kind: Kind, name: str, *, steps: Iterable[str] = (), half: str = ""
) -> UnitType:
    factors = MMC.fullmatch(name)
    if not factors:
        raise GrognardError(f"{name!r} in the roster is no counter such as 4-6-7")
    experience: Experience = "conscript" if name in file.conscript else "green" if name in file.green else ""
    morale = int(factors[3])
    squad_back = file.squad_backs or morale
    return UnitType(
        id=f"{file.letter}-crew" if kind == "crew" else _id(file.letter, name),
        name=f"{name} crew" if kind == "crew" else name,
        nation=nation,
        kind=kind,
        fire=int(factors[1]),
        morale=morale,
        back={"squad": squad_back, "hs": squad_back - 1}.get(kind, morale),
        half=_id(file.letter, half) if half else "",
        steps_to="".join(_id(file.letter, step) for step in steps),
        experience=experience,
        underlined=name in file.underlined,
    )


def _id(letter: str, name: str) -> str:
    return f"{letter}-{name.replace('-', '')}"


def _leaders(nation: Nation, letter: str, chain: str) -> Iterable[UnitType]:
    names = chain.split(" > ")
    for name, after in zip(names, [*names[1:], ""], strict=True):
        values = SMC.fullmatch(name)
        if not values:
            raise GrognardError(f"{name!r} in the roster is no leader such as 9-1")
        yield UnitType(
            id=f"{letter}-{name}",
            name=name,
            nation=nation,
            kind="smc",
            fire=1,
            morale=int(values[1]),
            back=int(values[1]),
            leadership=int(values[2]),
            steps_to=f"{letter}-{after}" if after else "",
        )


def unit_type(type_id: str) -> UnitType:
    """Return a type of unit by its id."""
    if type_id not in roster():
        raise NoSuch("unit", type_id, roster(), "grognard units asl-sk")
    return roster()[type_id]


def leader_of(nation: Nation, name: str) -> UnitType:
    """Return a nation's leader by his values: 8-1, 7-0, 6+1."""
    return next(leader for leader in roster().values() if (leader.nation, leader.name) == (nation, name))


def counters() -> tuple[Counter, ...]:
    """Return the types of units for `grognard units`, with what each is reduced to and replaced by."""
    return tuple(
        Counter(unit.id, unit.nation, unit.name, KINDS[unit.kind], _factors(unit))
        for unit in roster().values()
    )


KINDS: dict[Kind, str] = {"squad": "squad", "hs": "half-squad", "crew": "crew", "smc": "leader"}


def _factors(unit: UnitType) -> str:
    told = [f"morale {unit.morale}" if unit.is_smc else f"FP {unit.fire}, morale {unit.morale}"]
    told += [f"{unit.back} if broken"] if unit.back != unit.morale else []
    told += [f"leadership {signed(unit.leadership)}"] if unit.is_smc else []
    told += [unit.experience] if unit.experience else []
    told += ["morale underlined"] if unit.underlined else []
    told += [f"reduced to {unit.half}"] if unit.half else []
    told += [f"ELR {unit.steps_to}"] if unit.steps_to else []
    return ", ".join(told)


# AFVs: `afvs.toml` has their movement and the factors of their machine guns

Factor = Annotated[int, Meta(ge=0, le=12)]


class AfvType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One type of AFV: its movement points and its machine guns."""

    name: str
    nation: Nation
    movement: Annotated[int, Meta(ge=4, le=30)]
    cmg: Factor = 0
    bmg: Factor = 0
    aamg: Factor = 0

    @property
    def printed(self) -> str:
        """Its machine guns as a counter prints them: bow, coaxial, anti-aircraft."""
        return "/".join(str(gun) if gun else "-" for gun in (self.bmg, self.cmg, self.aamg))


class AfvFile(msgspec.Struct, frozen=True):
    """The file of AFVs, by their ids."""

    afvs: dict[str, AfvType]


@cache
def afv_types() -> dict[str, AfvType]:
    """Return every type of AFV by its id."""
    source = Source(Path(__file__).parent / "afvs.toml")
    file = source.fill(AfvFile, {"afvs": source.data()})
    source.stop_if_faulty()
    return file.afvs


def afv_type(type_id: str) -> AfvType:
    """Return a type of AFV by its id."""
    if type_id not in afv_types():
        raise NoSuch("AFV", type_id, afv_types())
    return afv_types()[type_id]
