// SPDX-License-Identifier: Apache-2.0
// What each key does on the board. The help panel is written from the same list.

import type { Way } from "./geometry";
import type { Lens } from "./types";

export type Act =
  | { do: "walk"; way: Way }
  | { do: "enter" | "escape" | "nextPiece" | "lastPiece" | "nextReach" | "nextTarget" | "attack" | "endPhase" | "undo" }
  | {
      do:
        | "chart"
        | "wholeStack"
        | "supply"
        | "command"
        | "known"
        | "units"
        | "threat"
        | "sight"
        | "zoomIn"
        | "zoomOut"
        | "fit"
        | "help"
        | "stack"
        | "log"
        | "replay"
        | "rule";
    }
  | { do: "option"; number: number };

/** A key in the help; one for a lens is listed only in games that have it. */
export interface KeyHelp {
  keys: string[];
  does: string;
  lens?: Lens;
}

export const HELP: KeyHelp[] = [
  { keys: ["←", "↑", "→", "↓"], does: "Walk the cursor over the hexes" },
  {
    keys: ["Enter"],
    does: "Pick up the piece under the cursor, or all of its stack who can act; move there, also to friends; attack that hex",
  },
  { keys: ["Esc"], does: "Put it down, close what is open" },
  { keys: ["N", "P"], does: "Next or previous piece that can act; where none can, the next hex that can be attacked" },
  { keys: ["H"], does: "Next hex that the piece in hand can go to" },
  { keys: ["B"], does: "Next hex that can be attacked" },
  { keys: ["C"], does: "Show the chart that is rolled on, or put it away" },
  { keys: ["K"], does: "Next counter in the stack under the cursor" },
  { keys: ["G"], does: "Take the whole stack along with the piece in hand, or leave it behind again" },
  { keys: ["A"], does: "Attack as the panel shows it" },
  {
    keys: ["1", "…", "9"],
    does: "Answer a question by its number; else what the piece in hand can do besides moving, or your side",
  },
  { keys: ["E"], does: "End the phase; Enter, where it is asked first" },
  { keys: ["U"], does: "Undo" },
  { keys: ["S"], does: "Show which units are supplied, and along which path", lens: "supply" },
  { keys: ["M"], does: "Show which units are in command, and along which path", lens: "command" },
  { keys: ["T"], does: "Show what the enemy can attack", lens: "threat" },
  { keys: ["V"], does: "Show what is seen from the hex under the cursor; Enter looks from another", lens: "sight" },
  { keys: ["+", "−", "0"], does: "Zoom in, zoom out, show everything" },
  { keys: ["I"], does: "Show what is known of the enemy, where something is hidden" },
  { keys: ["O"], does: "List all units, with where they are" },
  { keys: ["W"], does: "What the rules say: why the hex or the unit pointed at is refused" },
  { keys: ["L"], does: "Go to the log" },
  { keys: ["R"], does: "Replay from the start" },
  { keys: ["?"], does: "This help" },
];

const PLAIN: Record<string, Act> = {
  ArrowLeft: { do: "walk", way: "left" },
  ArrowRight: { do: "walk", way: "right" },
  ArrowUp: { do: "walk", way: "up" },
  ArrowDown: { do: "walk", way: "down" },
  Enter: { do: "enter" },
  " ": { do: "enter" },
  Escape: { do: "escape" },
  n: { do: "nextPiece" },
  p: { do: "lastPiece" },
  h: { do: "nextReach" },
  b: { do: "nextTarget" },
  c: { do: "chart" },
  k: { do: "stack" },
  g: { do: "wholeStack" },
  a: { do: "attack" },
  e: { do: "endPhase" },
  u: { do: "undo" },
  s: { do: "supply" },
  m: { do: "command" },
  t: { do: "threat" },
  v: { do: "sight" },
  "+": { do: "zoomIn" },
  "=": { do: "zoomIn" },
  "-": { do: "zoomOut" },
  "0": { do: "fit" },
  i: { do: "known" },
  o: { do: "units" },
  l: { do: "log" },
  r: { do: "replay" },
  w: { do: "rule" },
  "?": { do: "help" },
};

// These belong to the board itself: elsewhere they move the focus, press buttons, or scroll.
const OF_THE_BOARD = new Set(["walk", "enter"]);

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key means, or null if it is left to the browser: in a text field, with a modifier, outside the board. */
export function actOf(pressed: Pressed, where: { typing: boolean; board: boolean }): Act | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (where.typing) return pressed.key === "Escape" ? { do: "escape" } : null;
  if (/^[1-9]$/.test(pressed.key)) return { do: "option", number: Number(pressed.key) };
  const act = PLAIN[pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key];
  if (!act || (OF_THE_BOARD.has(act.do) && !where.board)) return null;
  return act;
}

/** Whether a key belongs to what is being typed or chosen there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea, [contenteditable]")
  );
}
