"""AFVs as they play on a map: `afvs.toml` holds what they move and the factors of their machine guns."""

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.errors import NoSuch
from grognard.charts.files import Source
from grognard.games.asl_sk.terms import Nation

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


def afv_type(known: str) -> AfvType:
    """Return a type of AFV by its id."""
    if known not in afv_types():
        raise NoSuch("AFV", known, afv_types())
    return afv_types()[known]
