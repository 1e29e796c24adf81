# SPDX-License-Identifier: Apache-2.0
"""Rulings that random play hardly ever comes to, each with the test that holds it to a difference.

A test is named by its file and function, and mentions the ruling, with the option where there are several others.
Examples that a person tells are named by their file alone, and mention both as `ruling=option`.
"""

import ast
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent.parent

HELD: dict[str, dict[str, str]] = {
    "panzerblitz": {
        **dict.fromkeys(
            (
                *("crt-below-minus-1=clamp", "swamp-defense=none", "half-range=up", "mixed-stack=least"),
                *("slope-to-hilltop=full", "dispersed-stack=all", "spa-overrun=allowed"),
                "shift-from-below=shifted",
            ),
            "games/panzerblitz/attacks.txt",
        ),
        "overruns-a-hex=several": "games/panzerblitz/test_limits.py::test_rulings_open_what_the_card_closes",
        "cavalry-swamp=as-foot": "games/panzerblitz/test_moves_on_the_map.py::test_cavalry_rides_into_a_swamp_by_ruling_alone",
        "one-hex-move=mf-1": "games/panzerblitz/test_arrival.py::test_a_hex_dearer_than_a_units_movement_is_entered_by_ruling",
        "blocks-in-stacks=counted": "games/panzerblitz/test_field.py::test_blocks_count_in_a_stack_only_by_ruling",
        "tank-riders=german": "games/panzerblitz/test_transport.py::test_by_a_ruling_only_german_tanks_carry",
    },
    "jarama": {
        **dict.fromkeys(
            (
                *("tec-note-b=corrected", "hill-shift=any-uphill", "mech-slope=once", "stand-still=none"),
                *("reduction-figures=corrected", "crt-7-1-at-5=corrected", "reduction-combined=one-by-one"),
                *("armor-superiority-side=both-sides", "artillery-support=attack", "support-terrain=full"),
                *("attackers-row=ten-attack", "victory-between=whole"),
            ),
            "games/jarama/procedures.txt",
        ),
        **dict.fromkeys(
            ("demoralization-slip=corrected", "victory-more=corrected"),
            "games/jarama/test_river_rulings.py::test_slips_of_the_card_are_shown_as_they_are_printed",
        ),
        "armored-train=runs": "games/jarama/test_valley_movement.py::test_enemies_stop_a_train_and_so_do_their_zones",
        "engineer-help=near-bank": "games/jarama/test_valley_movement.py::test_engineers_on_either_bank_help_over_a_river",
    },
    "iron-curtain": {
        **dict.fromkeys(
            (
                *("odds-above-4-1=shift-first", "shift-below-1-3=stays", "no-retreat-hexsides=any-across"),
                *(
                    "oos-1962=slowed",
                    "defence-strength=one",
                    "ocean-attack=nobody",
                    "sea-line-attack=by-road",
                ),
                "mixed-crossing=others",
            ),
            "games/iron_curtain/attacks.txt",
        ),
        "supply-zone=closed": "games/iron_curtain/test_plain_supply.py::test_a_friend_cancels_a_zone_but_not_the_enemy_in_it",
        "reinforcement-stacking=overstack": "games/iron_curtain/test_heath_turns.py::test_by_ruling_reinforcements_come_into_a_full_hex_and_move_on",
        "tec-slips=corrected": "transcriptions/iron-curtain/words.txt",
    },
    "asl-sk": {
        **dict.fromkeys(
            (
                *("leadership-in-close-combat=forced", "smc-once=twice", "broken-in-group=all-broken"),
                "original-12-v-afv=all",
            ),
            "games/asl_sk/close_combat.txt",
        ),
        **dict.fromkeys(
            (
                *("leader-loss-plus=reversed", "natural-12-first=if-failed", "leader-lost-twice=once"),
                "broken-morale=front",
            ),
            "games/asl_sk/morale.txt",
        ),
        # Of the last three only the words of a chart change, which play does not read.
        **dict.fromkeys(
            (
                *("ambush-afv=larger", "wound-signs=corrected", "squad-note-3=corrected"),
                "leadership-once=corrected",
            ),
            "games/asl_sk/test_asl_at_the_desk.py::test_each_switch_moves_something",
        ),
        "hindering-leader=forced": "games/asl_sk/test_village_phases.py::test_by_ruling_a_hindering_leader_adds_1",
        "best-pairing=fire-power": "games/asl_sk/test_rounds.py::test_a_leader_who_hinders_stays_out_of_the_attack",
    },
}


def why_not_held(words: tuple[str, ...], holder: str) -> str:
    """Say what is wrong with a test that is said to hold something, and must mention its words; nothing where it does."""
    file, _, name = holder.partition("::")
    path = TESTS / file
    if not path.exists():
        return f"there is no file tests/{file}"
    if not name:
        return _why_not_told(path, words[0])
    source = functions(path).get(name)
    if source is None:
        return f"there is no test {name} in tests/{file}"
    missing = [word for word in words if word not in source and word.replace("-", "_") not in source]
    return f"{name} in tests/{file} does not mention {' and '.join(missing)}" if missing else ""


def _why_not_told(path: Path, switched: str) -> str:
    """Examples are held by the test that reads their file."""
    if switched not in path.read_text(encoding="utf-8"):
        return f"tests/{path.relative_to(TESTS)} does not mention {switched}"
    return "" if is_read(path.name) else f"no test reads tests/{path.relative_to(TESTS)}"


@cache
def is_read(name: str) -> bool:
    """Say whether some test names a file."""
    return any(name in each.read_text(encoding="utf-8") for each in TESTS.rglob("test_*.py"))


@cache
def functions(path: Path) -> dict[str, str]:
    """Return the source of every test of a module, with its decorators and the constants that it or they name."""
    text = path.read_text(encoding="utf-8")
    body = ast.parse(text).body
    constants = {
        target.id: ast.get_source_segment(text, node) or ""
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            parts = [ast.get_source_segment(text, each) or "" for each in (*node.decorator_list, node)]
            found[node.name] = "\n".join([*parts, *(constants[each] for each in named & constants.keys())])
    return found
