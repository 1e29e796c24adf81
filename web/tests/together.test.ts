// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { asOne, joined } from "../src/lib/together";
import type { Cost, Reachable } from "../src/lib/types";
import { cost } from "./board_fixtures";

const step = (spent: Cost, unit: string) => ({ cost: spent, path: [], order: { type: "move", unit }, note: "" });
const reach = (
  piece: string,
  left: Cost | null,
  steps: Reachable["steps"],
  refusals: Record<string, string> = {},
): Reachable => ({
  piece,
  allowed: left ? `${left.text} MP` : "any number of hexes",
  left,
  steps,
  refusals,
  paragraph: "order-move",
  paragraphs: piece === "foot" ? { "0103": "chapter-stacking" } : {},
  actions: [{ says: "dig in", order: { type: "dig" }, pieces: [] }],
});

test("together they go where all can, at the cost of the slowest", () => {
  const tank = reach(
    "tank",
    cost(84, 12),
    { "0102": step(cost(18, 12), "tank"), "0103": step(cost(36, 12), "tank") },
    { "0104": "too far" },
  );
  const foot = reach(
    "foot",
    cost(48, 12),
    { "0102": step(cost(24, 12), "foot") },
    { "0103": "0103 costs too much for foot", "0104": "no" },
  );
  const both = joined([tank, foot]);
  expect([both.allowed, both.left?.text]).toEqual(["4 MP", "4"]);
  expect(both.steps).toEqual({ "0102": step(cost(24, 12), "foot") });
  expect(both.refusals).toEqual({ "0103": "0103 costs too much for foot", "0104": "too far" });
  expect(both.paragraphs).toEqual({ "0103": "chapter-stacking", "0104": "order-move" });
  expect(both.actions).toEqual([]);
});

test("a cost of two and a third is more than two, however it is written", () => {
  const third = cost(28, 12, "2 1/3");
  const [one, other] = [
    reach("a", cost(2), { "0102": step(cost(2), "a") }),
    reach("b", third, { "0102": step(third, "b") }),
  ];
  for (const pair of [
    [one, other],
    [other, one],
  ]) {
    expect(joined(pair).steps["0102"]!.cost.text).toBe("2 1/3");
    expect(joined(pair).allowed).toBe("2 MP");
  }
});

test("who may go any number of hexes holds nobody up", () => {
  const free = reach("free", null, { "0102": step(cost(1), "free") });
  expect(joined([free, reach("foot", cost(4), { "0102": step(cost(1), "foot") })]).allowed).toBe("4 MP");
});

test("one alone goes as it can", () => {
  const tank = reach("tank", cost(7), { "0102": step(cost(1), "tank") });
  expect(joined([tank])).toBe(tank);
});

test("by one order go those whose orders name units; others each by its own", () => {
  expect(asOne({ type: "move", units: ["a"], to: "0102" }, ["b", "a"])).toEqual({
    type: "move",
    units: ["b", "a"],
    to: "0102",
  });
  expect(asOne({ type: "move", unit: "a", to: "0102" }, ["b", "a"])).toBeNull();
});
