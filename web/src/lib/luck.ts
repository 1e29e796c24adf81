// SPDX-License-Identifier: Apache-2.0
// How lucky each side was over a whole game, in plain words. What each roll was worth the server works out, by exact odds.

import type { LuckLine, Side } from "./types";

export interface SideLuck {
  side: Side;
  /** Of all that the dice gave to any side in this game, the share that they gave to this one. */
  share: number;
  /** The sum over all rolls, by the measure that the machine plays by. */
  sum: number;
  /** Of a hundred games with the same decisions and other dice, in how many this side would have been less lucky. */
  percent: number;
}

/** The share of a normal distribution below so many standard deviations. */
export function below(deviations: number): number {
  // Abramowitz and Stegun 26.2.17; to seven digits.
  const x = Math.abs(deviations);
  const t = 1 / (1 + 0.2316419 * x);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const share = 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * tail;
  return deviations < 0 ? 1 - share : share;
}

const weighed = (lines: readonly LuckLine[]) => lines.flatMap(({ order }) => (order ? [order] : []));

/** How far an order's dice moved the game, whichever side they helped. */
const swing = ({ order }: LuckLine): number => (order ? Math.max(0, ...Object.values(order.luck)) : 0);
const total = (lines: readonly LuckLine[]): number => lines.reduce((all, line) => all + swing(line), 0);

/** The luck of each side; none where nothing was rolled, or nothing that mattered. */
export function luckOf(lines: readonly LuckLine[], sides: readonly Side[]): SideLuck[] {
  const orders = weighed(lines);
  const deviation = Math.sqrt(orders.reduce((all, { variance }) => all + variance, 0));
  if (!deviation) return [];
  return sides.map((side) => {
    const sum = orders.reduce((all, { luck }) => all + (luck[side] ?? 0), 0);
    const gained = orders.reduce((all, { luck }) => all + Math.max(0, luck[side] ?? 0), 0);
    return { side, sum, share: gained / (total(lines) || 1), percent: Math.round(100 * below(sum / deviation)) };
  });
}

/** The luck of a whole game in a sentence. */
export function summary([first, second]: SideLuck[]): string {
  if (!first || !second) return "No roll of this game made a difference.";
  const [lucky, other] = first.sum >= second.sum ? [first, second] : [second, first];
  if (lucky.percent < 60) return "The dice favoured neither side.";
  const much = lucky.percent >= 98 ? "overwhelmingly" : lucky.percent >= 85 ? "clearly" : "a little";
  const rare = Math.min(99, lucky.percent);
  return `The dice favoured the ${lucky.side} side ${much}: with the same decisions it would have been less lucky in about ${rare} of 100 games, the ${other.side} side in ${100 - rare}.`;
}

/** The orders whose dice mattered most, the greatest first; `most` at most, and none that made next to no difference. */
export function turning(lines: readonly LuckLine[], most: number): LuckLine[] {
  return lines
    .filter((line) => swing(line) >= 0.05)
    .toSorted((a, b) => swing(b) - swing(a))
    .slice(0, most);
}

/** Whom the dice of an order helped, and which share that is of all that the dice did in the game. */
export function helped({ order }: LuckLine, lines: readonly LuckLine[]): { side: Side; share: number } | null {
  const [best] = Object.entries(order?.luck ?? {}).toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= 0.05 ? { side: best[0], share: best[1] / total(lines) } : null;
}

/** How likely what fell was: all rolls of the order together. */
export const likely = ({ order }: LuckLine): number =>
  (order?.rolls ?? []).reduce((all, { decimal }) => all * decimal, 1);
