// SPDX-License-Identifier: Apache-2.0
import type { Box } from "../lib/geometry";

/** A pointed-at place in the window: the distance of a hint from it, and the room of the map. */
export interface Pointed {
  x: number;
  y: number;
  reach: number;
  room: Box;
}

/** What the map's window can be asked to do. */
export interface MapWindow {
  /** Show some hexes as large as they fit; without any, the whole map. */
  show(hexes: string[]): void;
  zoomBy(factor: number): void;
  /** Bring a hex into the window if it is not well inside. */
  reveal(hex: string): void;
  revealAll(hexes: string[]): void;
  /** Bring the first of some hexes into the window if none of them is well inside. */
  revealOne(hexes: string[]): void;
  /** Of some hexes, the one nearest to the middle of the window. */
  nearest(hexes: string[]): string | undefined;
  focus(): void;
}
