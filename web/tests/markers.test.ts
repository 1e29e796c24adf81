// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { lookOf } from "../src/lib/markers";

test("a marker looks as the game says of its kind, and is written out where it says nothing", () => {
  const broken = { kind: "broken-bridge", says: "a broken bridge", sign: "bridge", strokes: 1, covers: false };
  expect(lookOf("broken-bridge", [broken])).toBe(broken);
  expect(lookOf("bunker", [broken])).toMatchObject({ kind: "bunker", sign: "", strokes: 0, covers: false });
});
