# SPDX-License-Identifier: Apache-2.0
"""TEC: whether the defender has terrain, whether he may retreat, and which units may attack across which hexside."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from grognard.games.iron_curtain.stacks import Stack, Unit
from grognard.games.iron_curtain.terms import Hexside, Terrain, plain
from grognard.procedures.procedure import Line, NotAllowed, citing
from grognard.rules.card import Card


class TerrainEffect(msgspec.Struct, frozen=True):
    """What the ground does in one attack, and why: whether it shifts the odds once, and whether it bars retreat."""

    terrain: bool
    shifts: tuple[Line, ...]
    bars_retreat: tuple[Line, ...]

    @property
    def no_retreat(self) -> bool:
        """7.2d Whether the defender does not retreat."""
        return bool(self.bars_retreat)


def terrain_effect(terrain: Terrain, stacks: Sequence[Stack], card: Card) -> TerrainEffect:
    """TEC: the defender's hex, and the hexsides that are attacked across; refuse what the card forbids."""
    for stack in stacks:
        check_crossing(stack, card)
    shifts = _terrain(terrain, stacks, card)
    has_terrain = any(line.value == "terrain" for line in shifts)
    return TerrainEffect(has_terrain, shifts, _no_retreat(terrain, stacks, card))


def check_crossing(stack: Stack, card: Card) -> None:
    """TEC: refuse units that may not attack across this hexside."""
    if stack.hexside is None:
        return
    for unit in stack.units:
        why = why_not_across(stack.hexside, card, air_mobile=unit.air_mobile, road=stack.road)
        if why:
            raise NotAllowed(f"{unit.called} {why}")


@lru_cache(maxsize=65536)
def why_not_across(hexside: Hexside, card: Card, *, air_mobile: bool, road: bool) -> str:
    """TEC, notes P and [3]: say why units may not attack across a hexside, by a road or not; empty if they may.

    Rulings ocean-attack, sea-line-attack and ferry-air-mobile say what binds air-mobile units.
    """
    tec = card.chart("tec")
    cell = tec[plain(hexside), "defender terrain"]
    across = f"may not attack across {'an' if hexside == 'ocean' else 'a'} {plain(hexside)}"
    flown = air_mobile and _is_flown_over(hexside, card)
    ruling = f", ruling {hexside}-attack" if flown else ""
    forbidden = hexside in {"ocean", "sea-line"} and card.ruled(f"{hexside}-attack") != "air-mobile"
    if flown and not forbidden:
        return ""
    if tec.does(cell.reads).get("no_attack"):
        return f"{across}: {cell.text} (tec: {cell.row}{ruling})"
    if _is_prohibited(hexside, card) and not road:
        note = "[3]" if tec.does(cell.reads).get("by_road") else "P"
        return f"{across} but by a road or railroad (tec: {cell.row}, note {note}{ruling})"
    return ""


def _is_prohibited(hexside: Hexside, card: Card) -> bool:
    tec = card.chart("tec")
    return bool(tec.does(tec[plain(hexside), "any"].reads).get("prohibited"))


def _is_flown_over(hexside: Hexside, card: Card) -> bool:
    return hexside == "ferry" or _is_prohibited(hexside, card)


def ignores(unit: Unit, hexside: Hexside, card: Card) -> bool:
    """TEC, note P, ruling ferry-air-mobile: air-mobile units are unaffected by what is prohibited to others."""
    return unit.air_mobile and _is_flown_over(hexside, card)


def _affecting_hexsides(stacks: Sequence[Stack], card: Card) -> Iterator[Hexside | None]:
    """Yield for each attacking unit the hexside that affects its attack, if one does.

    Ruling mixed-crossing: an air-mobile unit unaffected by its hexside counts as an attacker across none, or does not count.
    """
    counts = card.ruled("mixed-crossing") == "not-all"
    for stack in stacks:
        for unit in stack.units:
            if stack.hexside is None or not ignores(unit, stack.hexside, card):
                yield stack.hexside
            elif counts:
                yield None


def _terrain(terrain: Terrain, stacks: Sequence[Stack], card: Card) -> tuple[Line, ...]:
    """TEC, note [2]: the hex, or hexsides that all attacking units attack across."""
    tec = card.chart("tec")
    cell = tec[plain(terrain), "defender terrain"]
    if tec.does(cell.reads).get("counts"):
        return (Line(f"defender in {plain(terrain)}", "terrain", f"tec: {cell.row}"),)
    crossed = list(_affecting_hexsides(stacks, card))
    rows = dict.fromkeys(tec[plain(hexside), "defender terrain"].row for hexside in crossed if hexside)
    ignored = _ignored(stacks, card)
    if not rows:
        return ignored
    source = f"tec: {', '.join(rows)}, note [2]{', ruling mixed-crossing' if ignored else ''}"
    if None in crossed:
        return (*ignored, Line("not all attack across hexside terrain", "no terrain", source))
    return (*ignored, Line("all attack across hexside terrain", "terrain", source))


def _ignored(stacks: Sequence[Stack], card: Card) -> tuple[Line, ...]:
    """TEC, note P: name the hexsides that air-mobile units attack across without giving the defender terrain."""
    crossed = dict.fromkeys(
        (stack.hexside, _flying_ruling(stack))
        for stack in stacks
        if stack.hexside and any(ignores(unit, stack.hexside, card) for unit in stack.units)
    )
    tec = card.chart("tec")
    return tuple(
        Line(
            "air-mobile units attack across", "no terrain",
            f"tec: {tec[plain(hexside), 'any'].row}, note P{ruling}",
        )
        for hexside, ruling in crossed
    )  # fmt: skip


def _flying_ruling(stack: Stack) -> str:
    """Name the ruling that lets air-mobile units attack across a hexside, if note P alone does not."""
    if stack.hexside == "sea-line" and stack.road:
        return ""
    rulings = {"ocean": "ocean-attack", "sea-line": "sea-line-attack", "ferry": "ferry-air-mobile"}
    return citing(rulings.get(stack.hexside or "", ""))


def _no_retreat(terrain: Terrain, stacks: Sequence[Stack], card: Card) -> tuple[Line, ...]:
    """TEC, 7.2d, ruling no-retreat-hexsides: the hex, or hexsides that bar retreat; empty if none does."""
    tec = card.chart("tec")
    cell = tec[plain(terrain), "no retreat"]
    if tec.does(cell.reads).get("counts"):
        return (Line(f"defender in {plain(terrain)}", "no retreat", f"tec: {cell.row}, 7.2d"),)
    cells = [
        tec[plain(hexside), "no retreat"] if hexside else None
        for hexside in _affecting_hexsides(stacks, card)
    ]
    barring = [cell for cell in cells if cell and tec.does(cell.reads).get("counts")]
    all_across = card.ruled("no-retreat-hexsides") == "all-across"
    if not barring or (all_across and len(barring) < len(cells)):
        return ()
    rows = ", ".join(dict.fromkeys(cell.row for cell in barring))
    who = "all attack" if len(barring) == len(cells) else "some attack"
    return (Line(f"{who} across", "no retreat", f"tec: {rows}, 7.2d, ruling no-retreat-hexsides"),)
