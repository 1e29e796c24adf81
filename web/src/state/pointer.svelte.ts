// SPDX-License-Identifier: Apache-2.0
// Where a person points, by mouse or by keys, and what the panel points at on the map.

import type { Point } from "../lib/geometry";

export class Pointer {
  cursor = $state<string | null>(null);
  /** The point the cursor moves by; slightly beside the hex's centre on a zigzag. */
  walker: Point = { x: 0, y: 0 };
  hovered = $state<string | null>(null);
  /** The counter pointed at in an opened stack. */
  fanned = $state<string | null>(null);
  /** The answer to a question that is pointed at in the panel. */
  litOption = $state<number | null>(null);
  /** The pieces concerned by what is pointed at in the panel. */
  lit = $state.raw<string[]>([]);

  /** The hex pointed at, by mouse or by keys. */
  get hex(): string | null {
    return this.hovered ?? this.cursor;
  }
}
