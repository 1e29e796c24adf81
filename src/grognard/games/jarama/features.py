# SPDX-License-Identifier: Apache-2.0
"""The condition of roads, railroads and bridges, and what is laid and dug: frozen data that movement reads.

Ruling damaged-features: bombardment harms the roads and railroads of a hex, and bridges by their hexsides. What is
damaged does not help movement, but foot units can pick their way over a damaged bridge; what is destroyed does not exist.
Ruling repairs: engineers mend one level in a turn. Ruling pontoon-laying: pontoons beside a river are laid over one of
its hexsides and are a bridge there until they are taken up.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId, Hexside, Map

FeatureKind = Literal["road", "railroad", "bridge"]
State = Literal["whole", "damaged", "destroyed"]
Harm = Literal["damaged", "destroyed"]


class Feature(msgspec.Struct, frozen=True, order=True):
    """The roads or the railroad of the hex `at`, or the bridge on the hexside `at`."""

    kind: FeatureKind
    at: int


class Pontoon(msgspec.Struct, frozen=True, order=True):
    """Pontoons on a hexside, and the number of their unit."""

    hexside: Hexside
    unit: int = 0


class Features(msgspec.Struct, frozen=True, cache_hash=True):
    """What differs from the map as printed: what is damaged or destroyed, pontoons, and works that it does not have.

    All are sorted, so that equal features are equal data.
    """

    damaged: tuple[Feature, ...] = ()
    destroyed: tuple[Feature, ...] = ()
    pontoons: tuple[Pontoon, ...] = ()
    positions: tuple[HexId, ...] = ()
    fortifications: tuple[HexId, ...] = ()

    def state(self, feature: Feature) -> State:
        """Return the state of a feature."""
        if feature in self.destroyed:
            return "destroyed"
        return "damaged" if feature in self.damaged else "whole"

    def spanned(self, hexside: Hexside) -> bool:
        """Return whether pontoons lie over a hexside."""
        return any(pontoon.hexside == hexside for pontoon in self.pontoons)

    def hexes(self, board: Map) -> frozenset[HexId]:
        """Return every hex from or to which some step may differ from the map as printed."""
        sides = [pontoon.hexside for pontoon in self.pontoons]
        hexes = {*self.positions, *self.fortifications}
        for feature in (*self.damaged, *self.destroyed):
            if feature.kind == "bridge":
                sides.append(Hexside(feature.at))
            else:
                hexes.add(HexId(feature.at))
        return frozenset(hexes.union(*(board.grid.beside(side) for side in sides)))


WHOLE = Features()


def features_at(board: Map, hex_id: HexId) -> Iterator[Feature]:
    """Yield what a bombardment of a hex can harm: its roads, its railroad, the bridges on its hexsides."""
    sides = board.grid.hexsides(hex_id)
    kinds = {kind for side in sides for kind in board.roads_at(side)}
    if kinds - {"railroad"}:
        yield Feature("road", hex_id)
    if "railroad" in kinds:
        yield Feature("railroad", hex_id)
    yield from (Feature("bridge", side) for side in sides if "bridge" in board.features_at(side))


@lru_cache(maxsize=256)
def bridge_hexes(board: Map, features: Features) -> frozenset[HexId]:
    """Return the hexes beside bridges that are not destroyed."""
    sides = (side for side, kinds in board.features.items() if "bridge" in kinds)
    return frozenset(
        at
        for side in sides
        if features.state(Feature("bridge", side)) != "destroyed"
        for at in board.grid.beside(side)
    )


def feature_name(board: Map, feature: Feature) -> str:
    """Name a feature in words: `the Pindoque bridge`, `the road in 2310`."""
    if feature.kind != "bridge":
        return f"the {feature.kind} in {board.grid.hex_name(HexId(feature.at))}"
    bridges = (chain for chain in board.hexsides if chain.kind == "bridge" and feature.at in chain.hexsides)
    named = next((chain.name for chain in bridges), "")
    return f"the {named}" if named else f"the bridge at {board.grid.hexside_name(Hexside(feature.at))}"


# Harm and repair


def after_harm(features: Features, feature: Feature, harm: Harm) -> Features:
    """Bombardment Table: damage or destroy a feature; what is damaged twice is destroyed."""
    was = features.state(feature)
    becomes: State = "damaged" if harm == "damaged" and was == "whole" else "destroyed"
    return _in_state(features, feature, becomes)


def repaired(features: Features, feature: Feature) -> Features:
    """Ruling repairs: mend one level: what is destroyed becomes damaged, what is damaged whole."""
    return _in_state(features, feature, "damaged" if features.state(feature) == "destroyed" else "whole")


def _in_state(features: Features, feature: Feature, state: State) -> Features:
    damaged = {*features.damaged} - {feature} | ({feature} if state == "damaged" else set())
    destroyed = {*features.destroyed} - {feature} | ({feature} if state == "destroyed" else set())
    return replace(features, damaged=tuple(sorted(damaged)), destroyed=tuple(sorted(destroyed)))


def is_at(board: Map, feature: Feature, hex_id: HexId) -> bool:
    """Return whether a hex has a feature: a road or railroad through it, or a bridge on one of its hexsides."""
    if feature.kind == "bridge":
        return hex_id in board.grid.beside(Hexside(feature.at))
    return feature.at == hex_id


def why_not_repair(board: Map, features: Features, feature: Feature, engineers: HexId) -> str:
    """Ruling repairs: say why engineers in a hex cannot repair a feature; empty if they can."""
    name = feature_name(board, feature)
    if features.state(feature) == "whole":
        return f"{name} is whole"
    if not is_at(board, feature, engineers):
        return f"engineers repair what is in their own hex or on its hexsides, and {name} is not (ruling repairs)"
    return ""


def repairable(board: Map, features: Features, engineers: HexId) -> list[Feature]:
    """Return what engineers in a hex can repair."""
    harms = (*features.damaged, *features.destroyed)
    return sorted(feature for feature in harms if is_at(board, feature, engineers))


# Pontoons


def why_not_lay(
    board: Map, features: Features, pontoons: HexId, hexside: Hexside, enemies: Collection[HexId] = ()
) -> str:
    """Ruling pontoon-laying: say why pontoons in a hex cannot be laid over a hexside; empty if they can."""
    name = board.grid.hexside_name(hexside)
    beside = board.grid.beside(hexside)
    if pontoons not in beside:
        return f"pontoons are laid over a hexside of their own hex, and {name} is none of {board.grid.hex_name(pontoons)}"
    if "river" not in board.features_at(hexside):
        return f"there is no river at {name}"
    if features.spanned(hexside):
        return f"pontoons lie over {name} already"
    for at in beside:
        if at in enemies:
            return f"enemy units are in {board.grid.hex_name(at)}, beyond the river (ruling pontoon-laying)"
    return ""


def with_pontoons(features: Features, hexside: Hexside, unit: int) -> Features:
    """Ruling pontoon-laying: lay a unit of pontoons over a hexside."""
    return replace(features, pontoons=tuple(sorted((*features.pontoons, Pontoon(hexside, unit)))))


def without_pontoons(features: Features, unit: int) -> Features:
    """Ruling pontoon-laying: take up a unit of pontoons, or lose it."""
    return replace(features, pontoons=tuple(pontoon for pontoon in features.pontoons if pontoon.unit != unit))


# Works

Work = Literal["fortification", "position"]


def work_at(board: Map, features: Features, hex_id: HexId) -> Work | None:
    """TEC: return the works in a hex, on the map or of the scenario; a fortification counts before a position."""
    printed = {place.name for place in board.places_at(hex_id) if place.kind == "area"}
    if "Fortification" in printed or hex_id in features.fortifications:
        return "fortification"
    return "position" if "Position" in printed or hex_id in features.positions else None
