import { expect, test } from "vitest";
import type { View } from "../src/lib/types";
import { movedSince } from "../src/state/moved";

const view = (you: string[], at: string, ...sides: string[]): View =>
  ({ you, pieces: [{ id: "a", at }], log: sides.map((side) => ({ side })) }) as unknown as View;

test("what the other side moves is kept until this seat acts, from where it first stood", () => {
  const views = [view(["Red"], "0101", "Red"), view(["Red"], "0102", "Red", "Blue"), view(["Red"], "0103", "Red", "Blue", "Blue")];
  let moved = movedSince(null, views[0]!, new Map());
  moved = movedSince(views[0]!, views[1]!, moved);
  moved = movedSince(views[1]!, views[2]!, moved);
  expect([...moved]).toEqual([["a", "0101"]]);
  expect(movedSince(views[2]!, view(["Red"], "0104", "Red", "Blue", "Blue", "Red"), moved).size).toBe(0);
});

test("what is taken back was not moved by others", () => {
  const before = view(["Red"], "0102", "Blue", "Red");
  expect(movedSince(before, view(["Red"], "0101", "Blue"), new Map()).size).toBe(0);
});

test("for a watcher the account begins anew with every side that acts", () => {
  const moved = movedSince(view([], "0101", "Red"), view([], "0102", "Red", "Red"), new Map());
  expect(moved.get("a")).toBe("0101");
  expect(movedSince(view([], "0102", "Red"), view([], "0102", "Red", "Blue"), moved).size).toBe(0);
});
