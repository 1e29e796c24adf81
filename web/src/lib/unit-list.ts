// SPDX-License-Identifier: Apache-2.0
// The units of a game as a list: side by side, first those who can act, then others on the map, then those off it.

import { grouped } from "./groups";
import type { Piece } from "./types";

/** Units that belong together in the list; of those off the map `box` is where. */
export interface UnitGroup {
  what: "can act" | "on the map" | "off the map";
  box: string;
  pieces: Piece[];
}
export interface SideUnits {
  side: string;
  groups: UnitGroup[];
}

/** List the units of each side that are known, one's own side first. */
export function unitList(
  pieces: readonly Piece[],
  sides: readonly string[],
  own: readonly string[],
  is: { able: (piece: Piece) => boolean; onMap: (at: string) => boolean },
): SideUnits[] {
  const inOrder = [...sides].sort((a, b) => Number(own.includes(b)) - Number(own.includes(a)));
  return inOrder.flatMap((side) => {
    const all = pieces.filter((piece) => piece.side === side);
    const others = all.filter((piece) => !is.able(piece));
    const boxes = grouped(
      others.filter((piece) => !is.onMap(piece.at)),
      (piece) => piece.at,
    );
    const groups: UnitGroup[] = [
      { what: "can act", box: "", pieces: all.filter(is.able) },
      { what: "on the map", box: "", pieces: others.filter((piece) => is.onMap(piece.at)) },
      ...[...boxes].map(([box, there]): UnitGroup => ({ what: "off the map", box, pieces: there })),
    ];
    return all.length ? [{ side, groups: groups.filter((group) => group.pieces.length) }] : [];
  });
}
