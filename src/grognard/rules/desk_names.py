# SPDX-License-Identifier: Apache-2.0
"""The names of the fields that the desk asks for in an attack. Each is an option of a command, so they must be unique.

A game provides some of them: its flags, a state of supply, the ground on which units stand fast.
"""

from keyword import iskeyword

# The fields of every attack.
ASKED = ("attackers", "defenders", "side", "terrain", "attack_supply", "defence_supply")
# The other options of the commands that evaluate an attack.
COMMANDS = ("situation", "format", "profile", "ruling", "dice", "seed", "choose", "and", "with", "help")


def field_name(words: str) -> str:
    """Write words as the name of a field.

    >>> field_name("cut off"), field_name("cut-off")
    ('cut_off', 'cut_off')
    """
    return words.replace(" ", "_").replace("-", "_")


def why_no_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """Say why a field cannot have a name; empty if it can. `taken` are the names of other fields of the game.

    >>> why_no_name("7th"), why_no_name("river")
    ("'7th' must begin with a letter, and have only letters, digits and _ in it", '')
    """
    if not name.isidentifier() or name.startswith("_") or iskeyword(name):
        return f"{name!r} must begin with a letter, and have only letters, digits and _ in it"
    if name in (all_taken := (*ASKED, *taken, *COMMANDS)):
        return f"{name!r} is asked at the desk already; these names are taken: {', '.join(all_taken)}"
    return ""
