"""TEC: whether the defender has terrain, whether he may retreat, and who may attack across which hexside."""

from collections.abc import Iterator, Sequence

import msgspec

from grognard.games import Card
from grognard.games.iron_curtain.stacks import Stack, Unit
from grognard.games.iron_curtain.terms import Hexside, Terrain, plain
from grognard.rules.procedure import Line, NotAllowed

FORBIDDEN = "Attack Not Allowed"


class Ground(msgspec.Struct, frozen=True):
    """What the ground does in one attack, and why: it shifts the odds once, or not; it bars retreat, or not."""

    terrain: bool
    shifts: tuple[Line, ...]
    bars_retreat: tuple[Line, ...]

    @property
    def no_retreat(self) -> bool:
        """7.2d Say whether the defender does not retreat."""
        return bool(self.bars_retreat)


def ground(terrain: Terrain, stacks: Sequence[Stack], card: Card) -> Ground:
    """TEC: the defender's hex, and the hexsides that are attacked across; refuse what the card forbids."""
    for stack in stacks:
        check_crossing(stack, card)
    shifts = _terrain(terrain, stacks, card)
    has = any(line.value == "terrain" for line in shifts)
    return Ground(has, shifts, _no_retreat(terrain, stacks, card))


def check_crossing(stack: Stack, card: Card) -> None:
    """TEC, notes P and [3]: refuse who may not attack across this hexside."""
    if stack.hexside is None:
        return
    cell = card.chart("tec")[plain(stack.hexside), "defender terrain"]
    across = f"across {'an' if stack.hexside == 'ocean' else 'a'} {plain(stack.hexside)}"
    for unit in stack.units:
        free = ignores(unit, stack.hexside, card)
        nobody = stack.hexside == "ocean" and card.ruled("ocean-attack") == "nobody"
        if cell.reads.startswith(FORBIDDEN) and (nobody or not free):
            ruling = ", ruling ocean-attack" if free else ""
            raise NotAllowed(f"{unit.called} may not attack {across}: {cell.text} (tec: {cell.row}{ruling})")
        if _prohibited(stack.hexside, card) and not (free or stack.road):
            note = "[3]" if "3" in cell.reads else "P"
            raise NotAllowed(
                f"{unit.called} may not attack {across} but by a road or railroad (tec: {cell.row}, note {note})"
            )


def _prohibited(hexside: Hexside, card: Card) -> bool:
    return card.chart("tec")[plain(hexside), "any"].reads == "P"


def ignores(unit: Unit, hexside: Hexside, card: Card) -> bool:
    """TEC, note P, ruling ferry-air-mobile: air-mobile units are unaffected by what is prohibited to others."""
    return unit.air_mobile and (hexside == "ferry" or _prohibited(hexside, card))


def _bearing(stacks: Sequence[Stack], card: Card) -> Iterator[Hexside | None]:
    """Name for each attacking unit the hexside that bears on its attack, if one does."""
    for stack in stacks:
        for unit in stack.units:
            bears = stack.hexside is not None and not ignores(unit, stack.hexside, card)
            yield stack.hexside if bears else None


def _terrain(terrain: Terrain, stacks: Sequence[Stack], card: Card) -> tuple[Line, ...]:
    """TEC, note [2]: the hex, or hexsides that all attacking units attack across."""
    tec = card.chart("tec")
    cell = tec[plain(terrain), "defender terrain"]
    if cell.reads == "Yes":
        return (Line(f"defender in {plain(terrain)}", "terrain", f"tec: {cell.row}"),)
    found = list(_bearing(stacks, card))
    rows = dict.fromkeys(tec[plain(each), "defender terrain"].row for each in found if each)
    free = _ignored(stacks, card)
    if not rows:
        return free
    source = f"tec: {', '.join(rows)}, note [2]"
    if None in found:
        return (*free, Line("not all attack across hexside terrain", "no terrain", source))
    return (*free, Line("all attack across hexside terrain", "terrain", source))


def _ignored(stacks: Sequence[Stack], card: Card) -> tuple[Line, ...]:
    """TEC, note P: name the hexsides that air-mobile units attack across without giving the defender terrain."""
    rulings = {"ocean": ", ruling ocean-attack", "ferry": ", ruling ferry-air-mobile"}
    hexsides = dict.fromkeys(
        stack.hexside
        for stack in stacks
        if stack.hexside and any(ignores(unit, stack.hexside, card) for unit in stack.units)
    )
    tec = card.chart("tec")
    return tuple(
        Line(
            "air-mobile units attack across", "no terrain",
            f"tec: {tec[plain(each), 'any'].row}, note P{rulings.get(each, '')}",
        )
        for each in hexsides
    )  # fmt: skip


def _no_retreat(terrain: Terrain, stacks: Sequence[Stack], card: Card) -> tuple[Line, ...]:
    """TEC, 7.2d, ruling no-retreat-hexsides: the hex, or hexsides that bar retreat; no line where nothing does."""
    tec = card.chart("tec")
    cell = tec[plain(terrain), "no retreat"]
    if cell.reads == "Yes":
        return (Line(f"defender in {plain(terrain)}", "no retreat", f"tec: {cell.row}, 7.2d"),)
    cells = [tec[plain(each), "no retreat"] if each else None for each in _bearing(stacks, card)]
    barring = [cell for cell in cells if cell and cell.reads == "Yes"]
    all_across = card.ruled("no-retreat-hexsides") == "all-across"
    if not barring or (all_across and len(barring) < len(cells)):
        return ()
    rows = ", ".join(dict.fromkeys(cell.row for cell in barring))
    who = "all attack" if len(barring) == len(cells) else "some attack"
    return (Line(f"{who} across", "no retreat", f"tec: {rows}, 7.2d, ruling no-retreat-hexsides"),)
