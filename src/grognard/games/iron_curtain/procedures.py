# SPDX-License-Identifier: Apache-2.0
"""The chart procedures by name, in the order of the card."""

from functools import partial

from grognard.games.iron_curtain import air_strike, combat_1945, combat_1962, desk_text, overrun, weapons
from grognard.games.iron_curtain.combat import combat
from grognard.games.iron_curtain.terms import Period
from grognard.procedures.procedure import Procedure
from grognard.rules.step_outcomes import EVENTS, tell

_procedure = partial(Procedure, label=desk_text.label)
_attack = partial(_procedure, tell=tell, parts=desk_text.ATTACK_PARTS, events=EVENTS)
_weapon = partial(_procedure, worksheet=weapons.worksheet, rule=weapons.weapon, tell=desk_text.tell_strike)

COMBAT: dict[Period, Procedure] = {
    "1962-1989": _attack(
        "combat-1962", "Combat, 1962-1989", combat_1962.Combat, combat_1962.worksheet, combat_1962.combat
    ),
    "1945": _attack(
        "combat-1945", "Combat, 1945", combat_1945.Combat, combat_1945.worksheet, combat_1945.combat
    ),
}
OVERRUN = _procedure(
    "overrun", "Overrun", overrun.Overrun, overrun.worksheet, combat,
    desk_text.tell_overrun, desk_text.OVERRUN_PARTS, events=EVENTS,
)  # fmt: skip
AIR_STRIKE = _procedure(
    "air-strike", "Air strike", air_strike.AirStrike, air_strike.worksheet, air_strike.air_strike,
    desk_text.tell_strike, events=desk_text.STRUCK,
)  # fmt: skip
_strike, _entry = partial(_weapon, events=desk_text.STRUCK), partial(_weapon, events=desk_text.ENTERED)
NUCLEAR_STRIKE = _strike("nuclear-strike", "Nuclear strike", weapons.NuclearStrike)
NUCLEAR_ENTRY = _entry("nuclear-entry", "Entry of a nuclear hex", weapons.NuclearEntry)
CHEMICAL_STRIKE = _strike("chemical-strike", "Chemical strike", weapons.ChemicalStrike)
CHEMICAL_ENTRY = _entry("chemical-entry", "Entry of a chemical hex", weapons.ChemicalEntry)
PROCEDURES = (
    *COMBAT.values(), OVERRUN, AIR_STRIKE, NUCLEAR_STRIKE, NUCLEAR_ENTRY, CHEMICAL_STRIKE, CHEMICAL_ENTRY,
)  # fmt: skip
