// SPDX-License-Identifier: Apache-2.0
// Where several pieces of a stack can go together.

import type { Cost, Order, Reachable } from "./types";

/** Combine where each can go: what all of them reach, at the cost of the slowest; elsewhere why one of them cannot. */
export function joined(reaches: Reachable[]): Reachable {
  const [first, ...others] = reaches;
  if (!first || !others.length) return first!;
  const reachedByAll = Object.keys(first.steps).filter((hex) => others.every((each) => each.steps[hex]));
  const slowest = (hex: string) =>
    reaches
      .map((each) => each.steps[hex]!)
      .reduce((one, other) => (points(other.cost) > points(one.cost) ? other : one));
  const refusals = reaches.toReversed().flatMap((each) => Object.entries(each.refusals));
  const paragraphs = reaches
    .toReversed()
    .flatMap((each) =>
      Object.keys(each.refusals).map((hex): [string, string] => [hex, each.paragraphs[hex] ?? each.paragraph]),
    );
  return {
    piece: first.piece,
    allowed: slowestOf(reaches).allowed,
    left: slowestOf(reaches).left,
    steps: Object.fromEntries(reachedByAll.map((hex) => [hex, slowest(hex)])),
    refusals: Object.fromEntries(refusals.filter(([hex]) => !reachedByAll.includes(hex))),
    paragraph: first.paragraph,
    paragraphs: Object.fromEntries(paragraphs),
    actions: [],
  };
}

/** The one order by which several go where one of them is offered to go; null if each goes by an order of its own. */
export function asOne(order: Order, units: string[]): Order | null {
  return "units" in order ? { ...order, units } : null;
}

/** The one with the fewest points left; without a number it has as many as it likes. */
function slowestOf(reaches: Reachable[]): Reachable {
  return reaches.reduce((one, other) => (points(other.left) < points(one.left) ? other : one));
}

/** Movement points as a number, to compare. */
const points = (cost: Cost | null): number => (cost ? cost.parts / cost.of : Infinity);
