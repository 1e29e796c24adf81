// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { View } from "../src/lib/types";
import { boardOf } from "./board_fixtures";

test("the last roll is shown to those who did not order it, until they act or put it away", () => {
  const entry = (seq: number, side: string, rolls: unknown[] = []) =>
    ({ seq, side, rolls }) as unknown as View["log"][number];
  const attack = entry(3, "Blue", [{}]);
  const seen = (you: string[], ...log: View["log"]) => boardOf({ you, log }).rolls.last?.seq;
  expect(seen(["Red"], attack)).toBe(3);
  expect(seen(["Red"], attack, entry(4, "Blue"))).toBe(3);
  expect(seen(["Red"], attack, entry(4, "Red"))).toBeUndefined();
  expect(seen([], attack, entry(4, "Red"))).toBe(3);
  // While looking back it is the roll of that moment.
  const back = (...log: View["log"]) => {
    const { table, rolls } = boardOf({ you: [], log });
    table.past = table.now;
    return rolls.last?.seq;
  };
  expect(back(attack)).toBe(3);
  expect(back(attack, entry(4, "Blue"))).toBeUndefined();
  const board = boardOf({ you: ["Red"], log: [attack] });
  board.rolls.putAway();
  expect(board.rolls.last).toBeUndefined();
});
