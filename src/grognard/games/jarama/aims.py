"""What can be done to hexes in each phase, and who might take part, in the words of `play.board`."""

from collections.abc import Callable, Iterator

import msgspec

from grognard.games.jarama import fighting, scouting, shelling
from grognard.games.jarama.field import Field
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.words import Words
from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate
from grognard.play.game import Plain
from grognard.procedures.forms import Field as Asked

# The words for what is done to a hex, and for what becomes of it.
DONE = {"attack": "attacked", "reconnoitre": "reconnoitred", "bomb": "bombed", "fire": "shelled"}

WhyNot = Callable[[Field, Unit, HexId], str]
# Why units may not do to a hex next to them what is done in a phase.
AGAINST: dict[str, WhyNot] = {"recon": scouting.why_not_scout, "combat": fighting.why_not_join}
# How many units say why they may not before the rest are counted.
SAID = 2


def _why_not_attack(field: Field, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex, in combat or on the move; nothing where it may."""
    mobile = field.position.phase == "movement"
    why_not = fighting.why_not_mobile_on if mobile else fighting.why_not_on
    return fighting.why_not_target(field, target) or why_not(field, unit, target)


class Battles(Words, Plain[Position]):
    """The battles that a board offers; nothing here decides anything."""

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be done to hexes now, with everyone who might take part."""
        return [] if position.over else list(self._battles(self.field(position)))

    def _battles(self, field: Field) -> Iterator[Battle]:
        match field.position.phase:
            case "air" | "bombardment":
                for at in shelling.targets(field):
                    yield from self._strikes(field, at)
            case "recon":
                for at in scouting.targets(field):
                    yield from self._patrols(field, at)
            case "movement":
                for at in fighting.targets(field):
                    who = self._candidates(field, at, fighting.why_not_mobile_on)
                    yield self._battle("mobile-attack", f"Mobile attack on {self.place(at)}", at, who)
            case "combat":
                for at in fighting.targets(field):
                    who = self._candidates(field, at, fighting.why_not_on)
                    support = self._support(field, at)
                    yield self._battle("attack", f"Attack on {self.place(at)}", at, (*who, *support))

    def _strikes(self, field: Field, at: HexId) -> Iterator[Battle]:
        """Return what aircraft or batteries can do to a hex: each scout flies by itself, the others bombard together."""
        side, air = field.position.side, field.position.phase == "air"
        for plane in field.waiting_planes(side) if air and at in field.foes(side) else ():
            if plane.recon:
                title = f"Reconnaissance of {self.place(at)} by {plane.name}"
                found = self._battle("air-recon", title, at, (Candidate(plane.id),), "reconnoitre")
                yield msgspec.structs.replace(found, settled=True)
        most = field.missions_left(side) if air else None
        names = shelling.shooters(field, at)
        who = tuple(Candidate(each, aside=each not in names[:most]) for each in names)
        aims = tuple(each for each in shelling.AIMS if not shelling.why_not_aim(field, at, each))
        if who and aims:
            asked = Asked("at", "what is aimed at", "choice", aims, aims[0])
            kind, title, does = ("bomb", "Bombs on", "bomb") if air else ("bombard", "Bombardment of", "fire")
            where = self.aimed(aims[0] if len(aims) == 1 else "units", field.grid.hex_name(at))
            found = self._battle(kind, f"{title} {where}", at, who, does)
            yield msgspec.structs.replace(found, options=(asked,))

    def _patrols(self, field: Field, target: HexId) -> Iterator[Battle]:
        """Return the patrols that may go to a hex: each comes from one hex."""
        for at, able in scouting.scouts_of(field, target).items():
            if able:
                units = [unit for unit in field.units_at(at) if unit.side == field.position.side]
                who = tuple(Candidate(unit.id, scouting.why_not_scout(field, unit, target)) for unit in units)
                title = f"Patrol from {self.place(at)} to {self.place(target)}"
                yield self._battle("ground-recon", title, target, who, "reconnoitre")

    def _candidates(self, field: Field, target: HexId, why_not: WhyNot) -> tuple[Candidate, ...]:
        """Return who stands next to a hex, and why not every one of them may take part."""
        around = [unit for at in field.grid.neighbours(target) for unit in field.units_at(at)]
        return tuple(
            Candidate(unit.id, why_not(field, unit, target))
            for unit in around
            if unit.side == field.position.side
            and not (unit.is_artillery and field.position.phase == "combat")
        )

    def _support(self, field: Field, target: HexId) -> Iterator[Candidate]:
        """Return batteries, which lend their points, and aircraft, which fly only if they are asked to, or why not."""
        side, able = field.position.side, fighting.supporters_of(field, target)
        yield from (Candidate(each) for each in able if each not in self.theatre.planes)
        for plane in self.scenario.air_by_side[side]:
            if plane.cas:
                yield Candidate(plane.id, fighting.why_not_fly(field, plane, side), aside=True)

    def not_against(self, field: Field, unit: Unit) -> dict[str, str]:
        """Return the enemy hexes next to a unit that it may not attack or reconnoitre now, each with the reason."""
        why_not = AGAINST.get(field.position.phase)
        if why_not is None or unit.side != field.position.side or field.at(unit) < 0:
            return {}
        near = [at for at in field.grid.neighbours(field.at(unit)) if at in field.foes(unit.side)]
        reasons = {field.grid.names[at]: why_not(field, unit, at) for at in near}
        return {name: reason for name, reason in reasons.items() if reason}

    def blocked_targets(self, position: Position) -> dict[str, str]:
        """Return the enemy hexes that nobody may attack or reconnoitre in this phase, each with the reason."""
        field = self.field(position)
        if position.over or position.phase not in ("recon", "movement", "combat"):
            return {}
        why_not = scouting.why_not_scout if position.phase == "recon" else _why_not_attack
        aimed = {battle.target for battle in self.battles(position)}
        hexes = {field.grid.names[at]: at for at in sorted(field.foes(position.side))}
        return {name: self._why_nobody(field, at, why_not) for name, at in hexes.items() if name not in aimed}

    def _why_nobody(self, field: Field, target: HexId, why_not: WhyNot) -> str:
        """Say why no unit next to a hex may do anything to it: of each the reason, or that nobody is next to it."""
        side, name = field.position.side, field.grid.names[target]
        around = [unit for at in field.grid.neighbours(target) for unit in field.units_at(at)]
        reasons = list(dict.fromkeys(why_not(field, unit, target) for unit in around if unit.side == side))
        more = [f"nor may {len(reasons) - SAID} more"] if len(reasons) > SAID else []
        return "; ".join([*reasons[:SAID], *more]) or f"no {side} unit is next to {name}"

    def _battle(
        self, kind: str, title: str, at: HexId, who: tuple[Candidate, ...], does: str = "attack"
    ) -> Battle:
        target = self.scenario.map.grid.hex_name(at)
        return Battle(type=kind, title=title, target=target, pieces=who, does=does, done=DONE[does])
