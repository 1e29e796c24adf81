# SPDX-License-Identifier: Apache-2.0
"""What never changes while the server runs: games, charts, maps, and the desk, where chart procedures are worked out."""

import base64
import logging
import re
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Response

from grognard.charts.drawing.data import chart_data
from grognard.charts.rulings import parse_profile, parse_switches
from grognard.hexes.drawing.palette import Theme, parse_theme
from grognard.hexes.drawing.places import Drawn, drawn
from grognard.hexes.drawing.svg import map_svg
from grognard.procedures.forms import Field, fields
from grognard.procedures.procedure import Counter
from grognard.procedures.rolled import RolledOut
from grognard.registry import Card, game, game_map, rulings, sheet
from grognard.registry.desk import Pick, colours, picks
from grognard.registry.each_game import of_each_game
from grognard.registry.games import counters, procedure, procedures
from grognard.registry.guides import guide
from grognard.registry.rules_text import RulesText, rules_text
from grognard.server.desk_jobs import RollOut, Weigh
from grognard.server.library import Library
from grognard.server.odds import Odds
from grognard.server.opening import Opening, opening, opening_svg
from grognard.server.page import picture_fonts
from grognard.server.workers import Work
from grognard.server.working import worked

LOG = logging.getLogger(__name__)
CACHED = {"cache-control": "public, max-age=300"}


class Named(msgspec.Struct, frozen=True):
    """A name and its title."""

    name: str
    title: str


class ScenarioTold(msgspec.Struct, frozen=True):
    """A scenario to choose; `colours` lists its sides in the order of their colours.

    `guided` is the side that has a guided first turn in it; empty if there is none. An `exercise` is no battle. `lean` says to whom it
    leans between equal players; empty if it is even, or not known.
    """

    name: str
    title: str
    about: str
    sides: tuple[str, ...]
    colours: tuple[str, ...]
    turns: int
    minutes: int
    map: str
    guided: str = ""
    exercise: bool = False
    lean: str = ""


class RulingTold(msgspec.Struct, frozen=True):
    """A ruling to choose; one `of_play` changes no chart, only how the game is played."""

    name: str
    question: str
    options: dict[str, str]
    card: str
    errata: str
    why: str
    of_play: bool


class GameTold(msgspec.Struct, frozen=True, kw_only=True):
    """A game, with everything that can be chosen in it."""

    name: str
    title: str
    about: str
    charts: tuple[Named, ...]
    procedures: tuple[Named, ...]
    scenarios: tuple[ScenarioTold, ...]
    rulings: tuple[RulingTold, ...]
    counters: tuple[Counter, ...]


class Form(msgspec.Struct, frozen=True):
    """What a chart procedure asks for.

    `picks` says which counters go into which fields; `colours` has the sides in the order of their colours.
    """

    name: str
    title: str
    fields: list[Field]
    picks: tuple[Pick, ...] = ()
    colours: tuple[str, ...] = ()


class ToWeigh(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation as it was typed, and the rulings in force."""

    situation: dict[str, str]
    profile: str = "card"
    rulings: dict[str, str] = {}


class ToRoll(ToWeigh, frozen=True, forbid_unknown_fields=True):
    """A situation as it was typed, the rulings in force, and the faces that fell so far, roll after roll."""

    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=200)] = ()


class CatalogueController(Controller):
    """Data that the page may cache."""

    path = "/api/games"

    @get(sync_to_thread=True)
    def games(self, library: NamedDependency[Library]) -> Response[list[GameTold]]:
        """List the games."""
        return Response(_games_told(library), headers=CACHED)

    @get("/left-out", sync_to_thread=True)
    def left_out(self, library: NamedDependency[Library]) -> Response[list[str]]:
        """List the games that the first page leaves out because their files are faulty; the server's log says why."""
        return Response(list(of_each_game(lambda name: _game_told(name, library))[1]), headers=CACHED)

    @get("/{name:str}/maps/{map_name:str}", sync_to_thread=True)
    def map(
        self, name: FromPath[str], map_name: FromPath[str], theme: FromQuery[str] = "light"
    ) -> Response[Drawn | str]:
        """Show where everything is on a drawn map; if its name ends in `.svg`, the drawing itself."""
        plain, drawn_in = map_name.removesuffix(".svg"), parse_theme(theme)
        if plain == map_name:
            return Response(_drawn(name, plain), headers=CACHED)
        return _drawing(*_picture(name, plain, drawn_in))

    @get("/{name:str}/opening", sync_to_thread=True)
    def opening(self, name: FromPath[str], library: NamedDependency[Library]) -> Response[Opening]:
        """Show where the counters stand when a game begins, on the part of its map that `opening.svg` draws."""
        return Response(opening(name, library), headers=CACHED)

    @get("/{name:str}/opening.svg", sync_to_thread=True)
    def opening_picture(
        self, name: FromPath[str], library: NamedDependency[Library], theme: FromQuery[str] = "light"
    ) -> Response[str]:
        """Draw the ground on which a game begins."""
        return _drawing(*_opening_picture(name, library, theme))

    @get("/{name:str}/charts/{chart:str}", sync_to_thread=True)
    def chart(
        self,
        name: FromPath[str],
        chart: FromPath[str],
        profile: FromQuery[str] = "card",
        rulings: FromQuery[str] = "",
    ) -> Response[dict[str, Any]]:
        """Show a chart with everything its file says; rulings are written as name=option,name=option."""
        switched = parse_switches(filter(None, rulings.split(",")))
        return Response(chart_data(_card(name, profile, switched).chart(chart)), headers=CACHED)

    @get("/{name:str}/rules", sync_to_thread=True)
    def rules(self, name: FromPath[str]) -> Response[RulesText]:
        """Show the rules of a game as text, section by section."""
        return Response(rules_text(name), headers=CACHED)

    @get("/{name:str}/procedures/{wanted:str}", sync_to_thread=True)
    def form(self, name: FromPath[str], wanted: FromPath[str]) -> Response[Form]:
        """Show what a chart procedure asks for."""
        asked = procedure(name, wanted)
        form_fields = fields(asked.situation)
        picked = picks(name, wanted, tuple(field.name for field in form_fields))
        form = Form(asked.name, asked.title, form_fields, picked, colours(name) if picked else ())
        return Response(form, headers=CACHED)

    @post("/{name:str}/procedures/{wanted:str}/odds", status_code=200)
    async def weigh(
        self,
        name: FromPath[str],
        wanted: FromPath[str],
        data: JSONBody[ToWeigh],
        work: NamedDependency[Work],
        request: Request[Any, Any, Any],
    ) -> Response[Odds]:
        """Give the exact chance of every outcome of a situation."""
        rulings = tuple(sorted(data.rulings.items()))
        return await worked(work, Weigh(name, wanted, data.situation, data.profile, rulings), request)

    @post("/{name:str}/procedures/{wanted:str}/roll", status_code=200)
    async def roll(
        self,
        name: FromPath[str],
        wanted: FromPath[str],
        data: JSONBody[ToRoll],
        work: NamedDependency[Work],
        request: Request[Any, Any, Any],
    ) -> Response[RolledOut]:
        """Say what comes of a situation with dice as they fell, or which dice are wanted next."""
        rulings = tuple(sorted(data.rulings.items()))
        job = RollOut(name, wanted, data.situation, data.profile, rulings, data.faces)
        return await worked(work, job, request)


def _drawing(picture: str, policy: str) -> Response[Any]:
    return Response(
        picture, media_type="image/svg+xml", headers={**CACHED, "content-security-policy": policy}
    )


def _games_told(library: Library) -> list[GameTold]:
    """Return the games. A user's own game with faulty files is left out, and the log says why."""
    told, left_out = of_each_game(lambda name: _game_told(name, library))
    for name, why in left_out.items():
        LOG.warning("%s is left out: %s", name, why)
    return list(told.values())


def _game_told(name: str, library: Library) -> GameTold:
    about, names = game(name), library.scenario_names(name)
    return GameTold(
        name=name,
        title=about.title,
        about=about.about,
        charts=tuple(Named(chart, sheet(name, chart).file.title) for chart in about.charts),
        procedures=tuple(Named(procedure.name, procedure.title) for procedure in procedures(name)),
        scenarios=tuple(_scenario_told(name, scenario, library) for scenario in names),
        rulings=_rulings_told(name),
        counters=counters(name),
    )


@cache
def _rulings_told(name: str) -> tuple[RulingTold, ...]:
    cited = _cited(name)
    return tuple(
        RulingTold(title, r.question, r.options, r.card, r.errata, r.why, of_play=title not in cited)
        for title, r in rulings(name).items()
    )


def _cited(name: str) -> set[str]:
    """Return the rulings that decide what a chart shows: a cell, or how an axis is read."""
    cited: set[str] = set()
    for chart in map(Card(name).chart, game(name).charts):
        cited |= {doubt.ruling for doubt in chart.doubts.values()}
        for axis in (chart.row_axis, *chart.column_axes):
            cited |= set(axis.file.ruled.values())
    return cited


def _scenario_told(name: str, scenario: str, library: Library) -> ScenarioTold:
    about = library.scenario(name, scenario)
    sides = _sides(library, name, scenario)
    colours, first = game(name).colours(sides), guide(name, scenario)
    return ScenarioTold(
        name=scenario,
        title=about.title,
        about=about.about,
        sides=sides,
        colours=colours,
        turns=about.turns,
        minutes=about.minutes,
        map=about.map,
        guided=first.side if first else "",
        exercise=about.exercise,
        lean=about.lean,
    )


@cache
def _sides(library: Library, name: str, scenario: str) -> tuple[str, ...]:
    """Return the sides of a scenario; they may differ from those of the game's other scenarios."""
    return library.open_game(name, scenario, "card", {}).sides


def _card(name: str, profile: str, switched: dict[str, str]) -> Card:
    return Card(name, parse_profile(profile), tuple(sorted(switched.items())))


@cache
def _drawn(name: str, map_name: str) -> Drawn:
    return drawn(game_map(name, map_name))


@cache
def _picture(name: str, map_name: str, theme: Theme) -> tuple[str, str]:
    return _with_policy(map_svg(game_map(name, map_name), theme, picture_fonts("map")))


@cache
def _opening_picture(name: str, library: Library, theme: str) -> tuple[str, str]:
    return _with_policy(opening_svg(name, library, theme, picture_fonts("opening")))


def _with_policy(picture: str) -> tuple[str, str]:
    """Return a drawing and its content policy: only its own styles, known by their hash, and the fonts inside it."""
    styles = re.findall(r"<style>(.*?)</style>", picture, re.DOTALL)
    hashes = " ".join(
        f"'sha256-{base64.b64encode(sha256(style.encode()).digest()).decode()}'" for style in styles
    )
    return picture, f"default-src 'none'; style-src {hashes}; font-src data:; frame-ancestors 'none'"
