// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { counterOf, numberless, parseUnits, sidesOf, sought, toggled, unitsTyped } from "../src/lib/picks";
import type { UnitPick } from "../src/lib/types";

const counter = (name: string, side: string, word: string) => ({ word, piece: { name, side, kind: "tank", size: "" } });
const PICK = {
  field: "attackers",
  counters: [counter("Ram", "Red", "ram"), counter("Ox", "Blue", "ox"), counter("Mule", "either", "mule")],
  states: [{ code: "slope", says: "from a slope" }],
  number: "@",
  number_says: "hexes away",
  stacked: false,
} as unknown as UnitPick;
const STACKS = { ...PICK, number: "", stacked: true };

test("what is typed is taken apart, and put together as it was", () => {
  for (const [text, pick] of [
    ["ram@5:slope,ox", PICK],
    ["ram@5/1,ram", PICK],
    ["12/2+8/2:river:oos,6", STACKS],
    ["6,6,5", STACKS],
    ["", PICK],
  ] as const)
    expect(unitsTyped(parseUnits(text, pick), pick)).toBe(text);
  expect(parseUnits("ram@5:slope", PICK)).toEqual([{ word: "ram", number: "5", states: ["slope"], joined: false }]);
});

test("states are switches", () => {
  const [ram] = parseUnits("ram:slope", PICK);
  expect(unitsTyped([toggled(ram!, "slope")], PICK)).toBe("ram");
  expect(unitsTyped([toggled(ram!, "dug-in")], PICK)).toBe("ram:slope:dug-in");
});

test("counters are found by side and words", () => {
  expect(sidesOf(PICK.counters)).toEqual(["Red", "Blue"]);
  expect(sought(PICK.counters, "Red", "").map(({ word }) => word)).toEqual(["ram", "mule"]);
  expect(sought(PICK.counters, "", "tank o").map(({ word }) => word)).toEqual(["ox"]);
  expect(counterOf("ox", PICK)?.piece.name).toBe("Ox");
  expect(counterOf("cow", PICK)).toBeUndefined();
});

test("of counters that are written alike the one that was picked is shown, and none where nobody picked one", () => {
  const [tank, guards] = [counter("Ram", "Red", "5"), counter("Guards", "Blue", "5")] as unknown as [
    UnitPick["counters"][number],
    UnitPick["counters"][number],
  ];
  const pick = { ...PICK, counters: [tank, guards] };
  expect(counterOf("5", pick)).toBeUndefined();
  expect(counterOf("5", pick, guards)?.piece.name).toBe("Guards");
  expect(counterOf("6", pick, guards)).toBeUndefined();
});

test("a unit that is known and has no number is named; what is not known, or needs none, is not", () => {
  expect(numberless("ram:slope,ox@2,ram,cow", PICK)).toEqual(["Ram"]);
  expect(numberless("ram", STACKS)).toEqual([]);
});
