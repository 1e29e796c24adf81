"""Air Reconnaissance Table: what an aircraft sees of a hex."""

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted
from grognard.games import Card
from grognard.games.jarama.anti_air import ABORTED, Fire, fire_at, flown
from grognard.games.jarama.random_loss import check_stack
from grognard.games.jarama.recon import ReconOutcome, Report, learned, report_lines, reports, tell
from grognard.games.jarama.stacks import Words, ordinal
from grognard.games.jarama.terms import CARD, Side, enemy
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.procedures.reading import faces_of
from grognard.umpire import Reading, Roll, Rule

TABLE = "air-recon"
NOTHING = Report(strength=False, types=False, states=False, shows="nothing", failed=True)


class AirRecon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One aircraft over one hex."""

    units: Annotated[int, Meta(description="how many units are in the hex")]
    aa: Annotated[int, Meta(description="AA factors that cover the hex")] = 0
    side: Annotated[Side, Meta(description="whose aircraft it is")] = "Nationalist"


class AirSheet(Worksheet, frozen=True):
    """What one mission rolls on, by whom counters are chosen, and `told` nothing but that.

    On a map `now` is the position in which they are.
    """

    told: str
    fire: Fire
    reading: Reading[str]
    chooser: Side
    names: Words
    now: object = None


@lru_cache(maxsize=4096)
def worksheet(recon: AirRecon, card: Card = CARD) -> AirSheet:
    """Air Reconnaissance Table: what each result tells."""
    if recon.units < 1:
        raise NotAllowed(f"there are at least 1 and at most 10 units in the hex, not {recon.units}")
    check_stack(recon.units)
    names = tuple(f"{ordinal(place)} unit" for place in range(1, recon.units + 1))
    return sheet_of(names, recon.side, recon.aa, card)


def sheet_of(names: Words, side: Side, aa: int, card: Card, *, on_map: bool = False) -> AirSheet:
    """Work a mission over units out, known by their places in the stack or by name.

    On a map the dice for antiair fire are rolled even if there is none.
    """
    under_fire = card.ruled("aa-recon") == "all"
    # The aircraft has no points to lose: only A counts.
    fire = fire_at(1, aa if under_fire else 0, card, "antiair fire", always=on_map and under_fire)
    lines = report_lines(TABLE, len(names), card)
    if aa:
        lines.insert(0, _fire_line(fire, aa))
    by_owner = card.ruled("air-recon-half") == "owner"
    chooser = enemy(side) if by_owner else side
    lines.append(Line("50% of the counters", f"{chooser} chooses", "ruling air-recon-half"))
    return AirSheet(tuple(lines), "air reconnaissance", fire, reports(TABLE, card), chooser, names)


def _fire_line(fire: Fire, aa: int) -> Line:
    """Ruling aa-recon: say on which faces the mission is aborted, if on any."""
    aborted = faces_of(fire.roll.read).get(ABORTED) if fire.roll else None
    if aborted:
        return Line(f"antiair fire: {aborted} of {aa} AA", "mission aborted", "anti-air: A, ruling aa-recon")
    return Line(counted(aa, "AA factor"), "no effect", "ruling aa-recon")


def air_recon(sheet: AirSheet) -> Rule[ReconOutcome]:
    """Fire at the aircraft if it is fired at; roll; show what must be shown."""
    fired = yield from flown(sheet.fire)
    if fired == ABORTED:
        return ReconOutcome(NOTHING, len(sheet.names), ())
    result: str = yield Roll("air reconnaissance", sheet.reading)
    return (yield from learned(result, sheet.chooser, sheet.names, sheet.now))


PROCEDURE = Procedure("air-recon", "Air reconnaissance", AirRecon, worksheet, air_recon, tell)
