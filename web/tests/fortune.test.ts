// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { fortunes, sums } from "../src/lib/fortune";

const roll = (dice: string, ...faces: number[]) => ({
  why: "",
  dice,
  faces,
  total: 0,
  meaning: "",
  index: 1,
  says: "",
});
const entry = (side: string, ...rolls: ReturnType<typeof roll>[]) => ({ side, rolls });

test("two dice come to 7 six times in thirty-six", () => {
  const chances = sums([6, 6]);
  expect(chances).toHaveLength(11);
  expect(chances[7 - 2]).toBeCloseTo(6 / 36, 12);
  expect(chances.reduce((all, each) => all + each)).toBeCloseTo(1, 12);
});

test("a 5 and a 6 are 11 of 12: 33 of 36 throws are lower and one is higher", () => {
  const log = [
    entry("German", roll("1d6", 5)),
    entry("British", roll("1d6", 1)),
    entry("German", roll("1d6", 6)),
    entry("German"),
  ];
  const [german, british] = fortunes(log, ["German", "British"]);
  expect(german).toMatchObject({ side: "German", rolls: 2, mean: 5.5, fair: 3.5 });
  expect(german!.lower).toBeCloseTo(33 / 36, 12);
  expect(german!.higher).toBeCloseTo(1 / 36, 12);
  expect(british).toMatchObject({ rolls: 1, lower: 0 });
  expect(british!.higher).toBeCloseTo(5 / 6, 12);
});

test("a throw of two dice is one roll, and a side without rolls is not told of", () => {
  const found = fortunes([entry("German", roll("2d10", 10, 10))], ["German", "British"]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ rolls: 1, mean: 10, fair: 5.5, higher: 0 });
  expect(found[0]!.lower).toBeCloseTo(0.99, 12);
});
