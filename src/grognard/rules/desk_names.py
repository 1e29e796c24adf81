# SPDX-License-Identifier: Apache-2.0
"""The names of what the desk asks of an attack. Each is an option of a command, so that no two may be the same.

A game brings some of them: its flags, a state of supply, the ground on which units stand fast.
"""

from keyword import iskeyword

# What every attack asks.
ASKED = ("attackers", "defenders", "side", "terrain", "attack_supply", "defence_supply")
# What the commands that weigh an attack take besides.
COMMANDS = ("situation", "format", "profile", "ruling", "dice", "seed", "choose", "and", "with", "help")


def field_name(words: str) -> str:
    """Write words as the name of a field.

    >>> field_name("cut off"), field_name("cut-off")
    ('cut_off', 'cut_off')
    """
    return words.replace(" ", "_").replace("-", "_")


def why_no_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """Say why a field cannot have a name; an empty text if it can. Other fields of the game have `taken` some.

    >>> why_no_name("7th"), why_no_name("river")
    ("'7th' must begin with a letter, and have only letters, digits and _ in it", '')
    """
    if not name.isidentifier() or name.startswith("_") or iskeyword(name):
        return f"{name!r} must begin with a letter, and have only letters, digits and _ in it"
    if name in (all_taken := (*ASKED, *taken, *COMMANDS)):
        return f"{name!r} is asked at the desk already; these names are taken: {', '.join(all_taken)}"
    return ""
