// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { below, helped, likely, luckOf, summary, turning } from "../src/lib/luck";
import type { LuckLine } from "../src/lib/types";

const line = (seq: number, red: number, variance = 1, decimal = 0.5): LuckLine => ({
  seq,
  side: "Red",
  order: {
    luck: { Red: red, Blue: -red },
    variance,
    rolls: [{ chance: "1/2", decimal, luck: { Red: red, Blue: -red } }],
  },
});
const SIDES = ["Red", "Blue"];

test("half of all games are less lucky than the mean, and as many more", () => {
  expect(below(0)).toBeCloseTo(0.5, 6);
  expect(below(1)).toBeCloseTo(0.841345, 5);
  expect(below(-1.96)).toBeCloseTo(0.024998, 5);
});

test("luck is summed up against how much such dice vary", () => {
  const [red, blue] = luckOf([line(1, 3, 4), line(2, -1, 5), { seq: 3, side: "Red", order: null }], SIDES);
  expect(red).toEqual({ side: "Red", sum: 2, share: 0.75, percent: 75 });
  expect(blue).toEqual({ side: "Blue", sum: -2, share: 0.25, percent: 25 });
  expect(luckOf([], SIDES)).toEqual([]);
});

test("it is said in a sentence", () => {
  expect(summary([])).toBe("No roll of this game made a difference.");
  expect(summary(luckOf([line(1, 0.1)], SIDES))).toBe("The dice favoured neither side.");
  expect(summary(luckOf([line(1, -1.5)], SIDES))).toBe(
    "The dice favoured the Blue side clearly: with the same decisions it would have been less lucky in about 93 of 100 games, the Red side in 7.",
  );
  expect(summary(luckOf([line(1, 9)], SIDES))).toContain("overwhelmingly: with the same decisions it would");
});

test("the rolls that mattered come first, and those that did not are left out", () => {
  const lines = [line(1, 0.01), line(2, -2), line(3, 1), { seq: 4, side: "Red", order: null }];
  expect(turning(lines, 2).map(({ seq }) => seq)).toEqual([2, 3]);
  expect(helped(lines[1]!, lines)).toEqual({ side: "Blue", share: 2 / 3.01 });
  expect(helped(lines[0]!, lines)).toBeNull();
  expect(likely(line(1, 1, 1, 0.25))).toBe(0.25);
});
