# SPDX-License-Identifier: Apache-2.0
"""Which attacks of a round affect each other, by the leaders they may create (ruling new-leader).

A new leader defends the unit that created him against the units he attacked, and is lost with it. So
an attack and the enemy attack on the unit that may create its leader are rolled together, and so on.
"""

from grognard.games.asl_sk.attack import Ambush, AttackSheet, against_new_leaders, without_leader
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.pairing import Attacks, Team
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.simultaneous_attacks import LinkedAttack, LinkedAttacks, Mode
from grognard.games.asl_sk.stacks import infantry
from grognard.games.asl_sk.terms import Side

# The side of an attack, its attackers and its targets.
SideAttack = tuple[Side, Team, Team]


def sheet_in(mode: Mode, side: Side, attack: tuple[Team, Team], ambush: Ambush = "none") -> AttackSheet:
    """Return the worksheet of an attack in a round."""
    sheet = attack_sheet(*attack, ambush, mode.card)
    return without_leader(sheet) if side in mode.leaderless else sheet


def one_by_one(attacks: Attacks, side: Side, ambush: Ambush, mode: Mode) -> tuple[tuple[LinkedAttacks], ...]:
    """Link attacks of one side that are not answered at the same time: leaders they create join later."""
    sheets = [sheet_in(mode, side, attack, ambush) for attack in attacks]
    linked = [LinkedAttack(side, (sheet,), base_unit(infantry(sheet.attackers))) for sheet in sheets]
    return tuple((LinkedAttacks((attack,), mode, later=True),) for attack in linked)


def at_once(ours: Attacks, theirs: Attacks, mode: Mode) -> tuple[tuple[LinkedAttacks], ...]:
    """Link simultaneous attacks of both sides, each with those that affect it."""
    attacks: list[SideAttack] = [
        *(("ATTACKER", *attack) for attack in ours), *(("DEFENDER", *attack) for attack in theirs)
    ]  # fmt: skip
    on_base = _on_bases(attacks)
    # Whether an attack is on any attacker of the one that hits its base unit.
    defends = [
        hit is not None and any(piece in attacks[hit][1] for piece in attacks[at][2])
        for at, hit in enumerate(on_base)
    ]
    told = mode.leaders != "untold"
    links = [hit if told or counts else None for hit, counts in zip(on_base, defends, strict=True)]
    return tuple((_linked(attacks, group, links, defends, mode),) for group in _groups(links))


def _on_bases(attacks: list[SideAttack]) -> list[int | None]:
    """Return for each attack the one on the unit that may create its leader; of like units preferably one that answers it."""
    on_base: list[int | None] = [None] * len(attacks)
    free = [list(targets) for _, _, targets in attacks]
    for must_answer in (True, False):
        for at, (side, own, _) in enumerate(attacks):
            base = base_unit(infantry(own))
            upon = [n for n, attack in enumerate(attacks) if attack[0] != side and base in free[n]]
            able = [n for n in upon if not must_answer or _answers(attacks[n], attacks[at])]
            if base and able and on_base[at] is None:
                on_base[at] = able[0]
                free[able[0]].remove(base)
    return on_base


def _answers(one: SideAttack, other: SideAttack) -> bool:
    """Return whether the unit that may create a leader in one attack is attacked by the other."""
    return base_unit(infantry(one[1])) in other[2]


def _groups(links: list[int | None]) -> list[list[int]]:
    """Return the attacks that affect each other, each followed by the one on the unit that may create its leader."""
    group: list[int] = list(range(len(links)))
    for one, link in enumerate(links):
        if link is not None:
            old, new = group[one], group[link]
            group = [new if number == old else number for number in group]
    groups: dict[int, list[int]] = {}
    for start in range(len(links)):
        ordered = groups.setdefault(group[start], [])
        at: int | None = start
        while not (at is None or at in ordered):
            ordered.append(at)
            at = links[at]
    return list(groups.values())


def _linked(
    attacks: list[SideAttack], group: list[int], links: list[int | None], defends: list[bool], mode: Mode
) -> LinkedAttacks:
    """Link one group of attacks."""
    number = {at: here for here, at in enumerate(group)}
    linked = []
    for at in group:
        side, own, targets = attacks[at]
        makers = [maker for maker in group if links[maker] == at]
        plain = sheet_in(mode, side, (own, targets))
        most = sum(defends[maker] for maker in makers)
        sheets = tuple(against_new_leaders(plain, count) for count in range(most + 1))
        link = links[at]
        on_base = None if link is None else number[link]
        waits = max(number[other] for other in (at, *makers))
        linked.append(LinkedAttack(side, sheets, base_unit(infantry(own)), on_base, defends[at], waits))
    return LinkedAttacks(tuple(linked), mode)
