// SPDX-License-Identifier: Apache-2.0
// A small board for tests, with a table that does nothing by itself.

import type { Box, Cost, MapSheet, Piece, State, View } from "../src/lib/types";
import { Board } from "../src/state/board.svelte";
import type { Table } from "../src/state/table.svelte";

export const spot = (terrain: string) => ({ x: 0, y: 0, terrain, names: [] });
export const sheet = {
  side: 36,
  hexes: { "0101": spot("clear"), "0102": spot("forest"), "0103": spot("sea") },
} as unknown as MapSheet;

export const state = (id: string, effect: State["effect"] = "none", more: Partial<State> = {}): State => ({
  id,
  label: id,
  mark: id.charAt(0).toUpperCase(),
  effect,
  meaning: id,
  lacks: "",
  ...more,
});
/** What is said of counters, and places off the map, as servers have them. */
export const STATES = [
  state("moved", "done"),
  state("broken", "hurt"),
  state("DM", "hurt"),
  state("pinned", "hurt"),
  state("melee"),
  state("CX", "none", { mark: "X" }),
  state("on a truck", "none", { mark: "" }),
  state("dispersed", "hurt"),
];
export const BOXES: Box[] = [
  { name: "eliminated", kind: "lost", turn: 0, label: "" },
  { name: "not seen", kind: "unseen", turn: 0, label: "" },
  { name: "last seen at 0102 in turn 1", kind: "last-seen", turn: 1, label: "at 0102 in turn 1" },
  { name: "France, turn 3", kind: "later", turn: 3, label: "" },
];
export const cost = (parts: number, of = 1, text = `${parts / of}`): Cost => ({ parts, of, text });

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
    rank: Number.parseInt(values, 10),
    leads: false,
    ...more,
  };
}

export function boardOf(view: Partial<View>): Board {
  const whole = {
    pieces: [],
    markers: [],
    states: STATES,
    boxes: BOXES,
    lines: [],
    marks: [{ kind: "force", says: "units that are not seen", sign: "force", strokes: 0, covers: false }],
    plans: [],
    lenses: [],
    printed: [],
    actions: [],
    to_act: "Red",
    offers: {},
    paragraphs: {},
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
