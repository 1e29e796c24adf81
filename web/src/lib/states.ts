// SPDX-License-Identifier: Apache-2.0
// The states of counters, as the server explains them.

import { grouped } from "./groups";
import type { Piece, State } from "./types";

/** The states of a piece, of all those in its game. */
export function statesOf(piece: Pick<Piece, "states">, known: readonly State[]): State[] {
  return piece.states.flatMap((id) => known.filter((each) => each.id === id));
}

/** States that the counter shows by a sign. */
export const signed = (states: readonly State[]): State[] => states.filter((each) => each.mark !== "");

export const isHurt = (states: readonly State[]): boolean => states.some((each) => each.effect === "hurt");

export const isDone = (states: readonly State[]): boolean => states.some((each) => each.effect === "done");

/**
 * The signs of the counters under the top one of a stack, which is the last: each counter's together, like ones counted.
 * Harmless states are shown only if the top one does not show them.
 */
export function beneath(counters: readonly State[][]): { says: string; hurt: boolean }[] {
  const [top = [], ...others] = counters.toReversed();
  const isTold = (state: State) =>
    state.effect === "hurt" || (state.effect === "none" && !top.some((each) => each.id === state.id));
  const told = others.reverse().map((states) => signed(states).filter(isTold));
  const alike = grouped(
    told.filter((states) => states.length),
    (states) => states.map((each) => each.mark).join(""),
  );
  return [...alike].map(([says, [first, ...more]]) => ({
    says: more.length ? `${more.length + 1}${says}` : says,
    hurt: isHurt(first!),
  }));
}

/** The signs on counters, each with the states it stands for. */
export function signsOf(states: readonly State[]): [string, State[]][] {
  return [...grouped(signed(states), (each) => each.mark)];
}
