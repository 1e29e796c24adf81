// Where several pieces of a stack can go together.

import type { Order, Reachable } from "./types";

/** Join where each can go: what all of them reach, at the cost of the slowest; elsewhere why one of them cannot. */
export function joined(reaches: Reachable[]): Reachable {
  const [first, ...others] = reaches;
  if (!first || !others.length) return first!;
  const reachedByAll = Object.keys(first.steps).filter((hex) => others.every((each) => each.steps[hex]));
  const slowest = (hex: string) =>
    reaches
      .map((each) => each.steps[hex]!)
      .reduce((one, other) => (number(other.cost) > number(one.cost) ? other : one));
  const refusals = reaches.toReversed().flatMap((each) => Object.entries(each.refusals));
  return {
    piece: first.piece,
    allowed: reaches.reduce((one, other) => (number(other.allowed) < number(one.allowed) ? other : one)).allowed,
    steps: Object.fromEntries(reachedByAll.map((hex) => [hex, slowest(hex)])),
    refusals: Object.fromEntries(refusals.filter(([hex]) => !reachedByAll.includes(hex))),
    deeds: [],
  };
}

/** The one order by which several go where one of them is offered to go; null where each goes by an order of its own. */
export function asOne(order: Order, units: string[]): Order | null {
  return "units" in order ? { ...order, units } : null;
}

const number = (text: string): number => Number.parseFloat(text) || 0;
