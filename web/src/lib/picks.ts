// SPDX-License-Identifier: Apache-2.0
// Units of a situation as chips: what is typed in a field, taken apart into units with their states, and put together again.

import type { DeskCounter, UnitPick } from "./types";

export interface Unit {
  /** How the counter is written, without its number and states. */
  word: string;
  number: string;
  states: string[];
  /** Whether it lies with the unit before it. */
  joined: boolean;
}

/** Read what is typed; what cannot be taken apart stays a word of its own. */
export function parseUnits(text: string, pick: UnitPick): Unit[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)
    .flatMap((stack) => {
      const [units = "", ...states] = stack.split(":");
      const words = pick.stacked ? units.split("+") : [units];
      return words.map((each, at) => {
        const [word = "", ...number] = pick.number ? each.split(pick.number) : [each];
        // The states of a stack stand behind its last unit, and are kept by its first.
        return { word, number: number.join(pick.number), states: at ? [] : states, joined: at > 0 };
      });
    });
}

/** Write units as they are typed. */
export function unitsTyped(units: readonly Unit[], pick: UnitPick): string {
  const stacks: { words: string[]; states: string[] }[] = [];
  for (const { word, number, states, joined } of units) {
    const written = number && pick.number ? `${word}${pick.number}${number}` : word;
    const last = stacks.at(-1);
    if (joined && last) last.words.push(written);
    else stacks.push({ words: [written], states });
  }
  return stacks.map(({ words, states }) => [words.join("+"), ...states].join(":")).join(",");
}

/** The unit with one state more, or less. */
export const toggled = (unit: Unit, code: string): Unit => ({
  ...unit,
  states: unit.states.includes(code) ? unit.states.filter((each) => each !== code) : [...unit.states, code],
});

/** The counter that is written so: the one that was picked; of several that are written alike none without that. */
export function counterOf(word: string, pick: UnitPick, picked?: DeskCounter): DeskCounter | undefined {
  const found = picked?.word === word ? [picked] : pick.counters.filter((each) => each.word === word);
  return found.length === 1 ? found[0] : undefined;
}

/** The units that are known and lack their number, by their counters or as they are written. */
export function numberless(text: string, pick: UnitPick): string[] {
  const lacking = parseUnits(text, pick).filter(
    ({ word, number }) => !number && pick.counters.some((each) => each.word === word),
  );
  return pick.number ? [...new Set(lacking.map(({ word }) => counterOf(word, pick)?.piece.name ?? word))] : [];
}

/** The counters of a side that have all the words searched for. */
export function sought(counters: readonly DeskCounter[], side: string, words: string): DeskCounter[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return counters.filter(({ piece, word }) => {
    if (side && piece.side !== side && sidesOf(counters).includes(piece.side)) return false;
    const line = [piece.name, piece.kind, piece.side, piece.size, word].join(" ").toLowerCase();
    return wanted.every((each) => line.includes(each));
  });
}

/** The sides whose counters there are. */
export const sidesOf = (counters: readonly DeskCounter[]): string[] => [
  ...new Set(counters.map(({ piece }) => piece.side).filter((side) => side !== "either")),
];
