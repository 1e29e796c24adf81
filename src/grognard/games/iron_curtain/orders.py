# SPDX-License-Identifier: Apache-2.0
"""What a side may order besides the library's orders. Hexes go by their printed numbers, units by their ids."""

from grognard.rules.orders import Attack, Overrun, UnitsAgainst


class AirStrike(UnitsAgainst, frozen=True, tag="air-strike"):
    """Strike a hex from the air; `units` are those visible there: the one on top."""


class NuclearStrike(UnitsAgainst, frozen=True, tag="nuclear-strike"):
    """Use a nuclear warhead on a hex."""


class ChemicalStrike(UnitsAgainst, frozen=True, tag="chemical-strike"):
    """Use a chemical warhead on a hex."""


Strike = AirStrike | NuclearStrike | ChemicalStrike
Battle = Strike | Overrun | Attack
