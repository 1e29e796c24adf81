// SPDX-License-Identifier: Apache-2.0
// The symbol of a counter: by its kind and size, by its kind alone, or an empty frame.

import drawn from "../symbols.json";
import type { Piece } from "../lib/types";

interface Drawn {
  view: string;
  body: string;
}
const SYMBOLS = drawn as Record<string, Drawn>;
const EMPTY: Drawn = {
  view: "21 46 158 108",
  body: '<path d="M25,50 l150,0 0,100 -150,0 z" stroke-width="6" stroke="currentColor" fill="none"></path>',
};

export function symbolKey(piece: Pick<Piece, "kind" | "size">): string {
  const kind = piece.kind.toLowerCase();
  const whole = `${kind}/${piece.size.toLowerCase()}`;
  return whole in SYMBOLS ? whole : kind in SYMBOLS ? kind : "";
}

/** A symbol's key as an id in the page. */
export function symbolId(piece: Pick<Piece, "kind" | "size">): string {
  return symbolKey(piece).replaceAll(" ", "_").replaceAll("/", "--") || "none";
}

export function symbolOf(id: string): Drawn {
  return SYMBOLS[id.replaceAll("--", "/").replaceAll("_", " ")] ?? EMPTY;
}
