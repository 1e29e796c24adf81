"""What can be rolled for or declared now, with everyone who might take part, as the board shows it."""

from collections.abc import Callable, Iterable, Iterator

from grognard.games.asl_sk import fire_plan, melee, rallying
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.position import Phase
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate
from grognard.procedures.forms import Field
from grognard.rules.naming import names


def battles(ground: Ground) -> Iterator[Battle]:
    """Run through what can be rolled for or declared now."""
    shown = SHOWN.get(ground.position.phase)
    return shown(ground) if shown else iter(())


def _rallies(ground: Ground) -> Iterator[Battle]:
    for at in rallying.hexes(ground):
        for unit in ground.units_at(at, ground.side):
            if not rallying.why_not(ground, unit):
                yield _settled(ground, "rally", f"Rally {unit.name} in", at, [unit], does="roll")


def _fires(ground: Ground) -> Iterator[Battle]:
    aimed = ground.position.aimed
    if aimed:
        under = fire_plan.under_fire(ground)
        what = f"{aimed.fire} falls on"
        yield _settled(ground, "fall", what, aimed.at, under, does="roll", in_hand=True)
    for at, fires in fire_plan.targets(ground).items():
        for fire in fires:
            units = fire_plan.fired_at(ground, fire, at)
            field = Field("fire", "which fire", "choice", (fire,), fire)
            yield _settled(ground, "fire", f"{fire} at", at, units, does="aim", options=(field,))


def _close_combats(ground: Ground) -> Iterator[Battle]:
    for at in melee.hexes(ground):
        own = ground.units_at(at, ground.side)
        yield _settled(ground, "close-combat", "Close combat in", at, own, does="begin")
    if ground.position.combat:
        yield from _in_hand(ground)


SHOWN: dict[Phase, Callable[[Ground], Iterator[Battle]]] = {
    "rally": _rallies,
    "fire": _fires,
    "defensive fire": _fires,
    "close combat": _close_combats,
}


def _settled(  # noqa: PLR0913 - a battle is all this
    ground: Ground,
    kind: str,
    what: str,
    at: HexId,
    units: Iterable[Unit],
    *,
    does: str,
    options: tuple[Field, ...] = (),
    in_hand: bool = False,
) -> Battle:
    """Show what is settled but for the dice: all of some units have a part in it."""
    return Battle(
        type=kind,
        title=f"{what} {ground.theatre.named.place(at)}",
        target=ground.grid.hex_name(at),
        pieces=tuple(Candidate(unit.id) for unit in units),
        options=options,
        settled=True,
        does=does,
        in_hand=in_hand,
    )


def _in_hand(ground: Ground) -> Iterator[Battle]:
    """Run through what the side can do in the close combat in hand: the best pairing first, as a hint."""
    at = melee.in_hand(ground).at
    if melee.in_hand(ground).stage == "resolve":
        own = ground.units_at(at, ground.side)
        yield _settled(ground, "resolve", "Roll the attacks in", at, own, does="roll", in_hand=True)
        return
    if not melee.why_not_best(ground, at):
        units = melee.best_units(ground)
        yield _settled(ground, "best-pairing", "The best pairing in", at, units, does="declare", in_hand=True)
    for whom, foes in melee.groups(ground).items():
        yield from _attack(ground, whom, foes)


def _attack(ground: Ground, whom: str, foes: list[Unit]) -> Iterator[Battle]:
    """Show the attack on one enemy team, if anybody can make it."""
    combat = melee.in_hand(ground)
    own = ground.units_at(combat.at, ground.side)
    barred = {unit.id: melee.why_not_attack(ground, [unit], combat.at, whom) for unit in own}
    able = [unit for unit in own if not barred[unit.id]]
    if not able:
        return
    # A leader who does not attack alone may attack with those he fights with.
    joining = [
        unit
        for unit in own
        if unit not in able and not melee.why_not_attack(ground, [*able, unit], combat.at, whom)
    ]
    barred |= {unit.id: "" for unit in joining}
    asked = _asked(ground, [*able, *joining], whom, foes)
    yield Battle(
        type="attack",
        title=f"Attack {'all: ' if whom == melee.ALL else ''}{names(foes)}",
        target=ground.grid.hex_name(combat.at),
        pieces=tuple(Candidate(unit.id, barred[unit.id], aside=unit not in asked) for unit in own),
        options=(Field("at", "whom", "choice", (whom,), whom),),
        does="attack" if combat.stage == "turns" else "declare",
        in_hand=True,
    )


def _asked(ground: Ground, able: list[Unit], whom: str, foes: list[Unit]) -> list[Unit]:
    """Return who attacks unless it is said otherwise: all who can; where not all may, those of the best pairing."""
    if not melee.why_not_attack(ground, able, melee.in_hand(ground).at, whom):
        return able
    best = (melee.named(ground, own) for own, team in melee.best(ground) if melee.named(ground, team) == foes)
    return next(best, able[:1])
