import { expect, test } from "vitest";
import { asOne, joined } from "../src/lib/together";
import type { Reachable } from "../src/lib/types";

const step = (cost: string, unit: string) => ({ cost, path: [], order: { type: "move", unit }, note: "" });
const reach = (
  piece: string,
  allowed: string,
  steps: Reachable["steps"],
  refusals: Record<string, string> = {},
): Reachable => ({ piece, allowed, steps, refusals, deeds: [{ says: "dig in", order: { type: "dig" }, pieces: [] }] });

test("together they go where all can, at the cost of the slowest", () => {
  const tank = reach("tank", "7 MP", { "0102": step("1.5", "tank"), "0103": step("3", "tank") }, { "0104": "too far" });
  const foot = reach(
    "foot",
    "4 MP",
    { "0102": step("2", "foot") },
    { "0103": "0103 costs too much for foot", "0104": "no" },
  );
  const both = joined([tank, foot]);
  expect(both.allowed).toBe("4 MP");
  expect(both.steps).toEqual({ "0102": step("2", "foot") });
  expect(both.refusals).toEqual({ "0103": "0103 costs too much for foot", "0104": "too far" });
  expect(both.deeds).toEqual([]);
});

test("one alone goes as it can", () => {
  const tank = reach("tank", "7 MP", { "0102": step("1", "tank") });
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
