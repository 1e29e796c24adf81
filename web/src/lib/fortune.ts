// SPDX-License-Identifier: Apache-2.0
// How high a side has rolled, exactly: where the sum of its dice lies among all sums that such dice can have.

import type { LogEntry } from "./types";

export interface Fortune {
  side: string;
  rolls: number;
  /** The mean face, and what fair dice average in the long run. */
  mean: number;
  fair: number;
  /** Of all ways these dice could have come up, the share with a lower sum and the share with a higher one. */
  lower: number;
  higher: number;
}

/** The chance of every sum of some dice, from the lowest sum, which is 1 a die. */
export function sums(sides: number[]): number[] {
  let chances = [1];
  for (const faces of sides) {
    const next = new Array<number>(chances.length + faces - 1).fill(0);
    chances.forEach((chance, at) => {
      for (let face = 0; face < faces; face++) next[at + face]! += chance / faces;
    });
    chances = next;
  }
  return chances;
}

/** How each side has rolled; a roll belongs to the side whose order it came from. */
export function fortunes(log: Pick<LogEntry, "side" | "rolls">[], sides: string[]): Fortune[] {
  return sides.flatMap((side) => {
    const rolls = log.filter((entry) => entry.side === side).flatMap((entry) => entry.rolls);
    const dice = rolls.flatMap((roll) => roll.faces.map(() => facesOf(roll.dice)));
    if (!dice.length) return [];
    const sum = rolls.flatMap((roll) => roll.faces).reduce((all, face) => all + face, 0);
    const chances = sums(dice);
    const at = sum - dice.length;
    const share = (part: number[]) => part.reduce((all, chance) => all + chance, 0);
    const fair = share(dice.map((faces) => (faces + 1) / 2)) / dice.length;
    return [
      {
        side,
        rolls: rolls.length,
        mean: sum / dice.length,
        fair,
        lower: share(chances.slice(0, at)),
        higher: share(chances.slice(at + 1)),
      },
    ];
  });
}

const facesOf = (dice: string): number => Number(/d(\d+)$/.exec(dice)?.[1] ?? 6);
