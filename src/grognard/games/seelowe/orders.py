"""What a side may order. Hexes go by their printed numbers, units by their ids."""

from grognard.rules.orders import Arrive, Attack, EndPhase, Move, UnitsAgainst


class AirAttack(UnitsAgainst, frozen=True, tag="air-attack"):
    """10.0 Attack a hex from the air."""


Order = Move | Arrive | AirAttack | Attack | EndPhase
