// A small board for tests, with a table that does nothing by itself.

import type { MapSheet, Piece, View } from "../src/lib/types";
import { Board } from "../src/state/board.svelte";
import type { Table } from "../src/state/table.svelte";

export const spot = (terrain: string) => ({ x: 0, y: 0, terrain, names: [] });
export const sheet = {
  side: 36,
  hexes: { "0101": spot("clear"), "0102": spot("forest"), "0103": spot("sea") },
} as unknown as MapSheet;

export function piece(id: string, at: string, values: string, more: Partial<Piece> = {}): Piece {
  return {
    id,
    name: id,
    side: "Red",
    kind: "infantry",
    size: "division",
    values,
    above: "",
    at,
    on: "",
    states: [],
    ...more,
  };
}

export function boardOf(view: Partial<View>): Board {
  const whole = {
    pieces: [],
    markers: [],
    plans: [],
    lenses: [],
    printed: [],
    deeds: [],
    to_act: "Red",
    offers: {},
    spent: [],
    battles: [],
    question: null,
    free: false,
    status: { phase: "movement", side: "Red" },
    ...view,
  };
  return new Board({ shown: whole, now: whole, past: null, mine: true, left: {} } as unknown as Table, sheet);
}

export const end = (ends_turn: boolean, ...undone: string[]) => ({
  order: { type: "end" },
  says: "",
  does: "end movement",
  lightly: false,
  ends_turn,
  follows: ends_turn ? "That ends the Red turn." : "",
  undone,
});
