# SPDX-License-Identifier: Apache-2.0
"""Rulings: where a card is silent, garbled or contradicts itself, a named ruling decides.

`card` plays the card as printed, repaired only where print is missing or unreadable; `errata` applies every
known correction. Either may have single rulings switched.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec

from grognard.charts.errors import GrognardError, NoSuch, nearest, one_of
from grognard.charts.files import BlankOrText, Source

Profile = Literal["card", "errata"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
Sure = Literal["certain", "very high", "high", "medium", "low"]


class Ruling(msgspec.Struct, frozen=True):
    """One question the card leaves open about these charts, its possible answers, and each profile's answer.

    `formerly` has options by earlier names, which saved games and people may still use. `at_first` is the option that was
    in force before games stored all their rulings, or before this one was stated, if profiles have another now: games begun
    then keep it.
    """

    charts: list[str]
    question: str
    options: dict[str, str]
    card: BlankOrText
    errata: BlankOrText
    why: str
    sure: Sure
    formerly: dict[str, str] = {}
    at_first: str = ""

    def under(self, profile: Profile) -> str:
        """Return the option a profile takes."""
        return self.card if profile == "card" else self.errata


class Rulings(msgspec.Struct, frozen=True):
    """A book of rulings with the options in force: those of a profile, except for the switched ones."""

    profile: Profile = "card"
    book: Mapping[str, Ruling] = {}
    switched: Mapping[str, str] = {}

    def option(self, name: str) -> str:
        """Return the option in force for a ruling; without a name it is `corrected` under errata only."""
        if not name:
            return "corrected" if self.profile == "errata" else "printed"
        return self.switched.get(name) or self.book[name].under(self.profile)

    @property
    def in_force(self) -> dict[str, str]:
        """The option in force for every ruling."""
        return {name: self.option(name) for name in self.book}

    def switch(self, name: str, option: str) -> "Rulings":
        """Return these rulings with one of them switched."""
        if name not in self.book:
            raise NoSuch("ruling", name, self.book, "grognard rulings")
        option = self.book[name].formerly.get(option, option)
        if option not in self.book[name].options:
            raise NoSuch(f"option of ruling {name} called", option, self.book[name].options)
        return msgspec.structs.replace(self, switched={**self.switched, name: option})


def parse_profile(text: str) -> Profile:
    """Read a profile's name."""
    return one_of("profile", text, PROFILES)


def parse_switch(text: str) -> tuple[str, str]:
    """Read `ruling=option`."""
    name, equals, option = text.partition("=")
    if not (name and equals and option):
        raise GrognardError(f"{text!r} is not a ruling; write it as name=option")
    return name, option


def parse_switches(texts: Iterable[str]) -> dict[str, str]:
    """Read several `ruling=option`; each ruling may be given once."""
    switches: dict[str, str] = {}
    for name, option in map(parse_switch, texts):
        if name in switches:
            raise GrognardError(
                f"ruling {name} is switched to {switches[name]} and to {option}; switch it once"
            )
        switches[name] = option
    return switches


def load_rulings(path: Path, charts: Sequence[str] = ()) -> dict[str, Ruling]:
    """Read a `rulings.toml`, reporting every fault; if the charts of its game are given, rulings may be about no others."""
    source = Source(path)
    book: dict[str, Ruling] = {}
    for name, data in source.data().items():
        book[name] = ruling = source.fill(Ruling, data, (name,))
        _check_charts(source, name, ruling, charts)
        given = {key for key in data if (name, key) not in source.broken} if isinstance(data, dict) else set()
        if ruling.options:
            _check_options(source, name, ruling, given)
        elif "options" in given:
            source.fault((name,), "has no options")
    source.stop_if_faulty()
    return book


def _check_options(source: Source, name: str, ruling: Ruling, given: Collection[str]) -> None:
    """Note what names no option of a ruling, among the keys that are `given` and could be read."""
    named: list[tuple[str, str]] = [
        (profile, ruling.under(profile)) for profile in PROFILES if profile in given
    ]
    named += [("formerly", option) for option in ruling.formerly.values()]
    named += [("at_first", ruling.at_first)] if ruling.at_first else []
    for key, option in named:
        if option not in ruling.options:
            known = ", ".join(ruling.options)
            source.fault((name, key), f"{option!r} is no option; there are {known}")
    for old in ruling.formerly:
        if old in ruling.options:
            source.fault((name, "formerly"), f"{old!r} is an option still")


def _check_charts(source: Source, name: str, ruling: Ruling, charts: Sequence[str]) -> None:
    for chart in ruling.charts if charts else ():
        if chart not in charts:
            source.fault((name, "charts"), f"{chart!r} is no chart in game.toml; {nearest(chart, charts)}")
