// SPDX-License-Identifier: Apache-2.0
// What lies on the map besides counters, and how it looks: as the game defines each kind.

import type { MarkerKind } from "./types";

/** How a kind of marker looks; an undefined one is written out. */
export function lookOf(kind: string, marks: MarkerKind[]): MarkerKind {
  return marks.find((each) => each.kind === kind) ?? { kind, says: kind, sign: "", strokes: 0, covers: false };
}

/** Whether a marker is drawn with a sign. */
export const hasSign = (marker: { kind: string }, sign: string, marks: MarkerKind[]): boolean =>
  lookOf(marker.kind, marks).sign === sign;
