// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { hasSign, lookOf } from "../src/lib/markers";

test("a marker looks as the game says of its kind, and is written out where it says nothing", () => {
  const broken = { kind: "broken-bridge", says: "a broken bridge", sign: "bridge", strokes: 1, covers: false };
  expect(lookOf("broken-bridge", [broken])).toBe(broken);
  expect(lookOf("bunker", [broken])).toMatchObject({ kind: "bunker", sign: "", strokes: 0, covers: false });
});

test("what a marker is goes by its sign, and not by what a game calls its kind", () => {
  const camp = { kind: "camp", says: "a camp", sign: "force", strokes: 0, covers: false };
  expect(hasSign({ kind: "camp" }, "force", [camp])).toBe(true);
  expect(hasSign({ kind: "force" }, "force", [camp])).toBe(false);
});
