// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { anchor, phaseOf, rulesOf } from "../src/lib/rules";

test("a paragraph goes by the name that the server gives it", () => {
  expect(anchor("phase", "air attack")).toBe("phase-air-attack");
  expect(anchor("state", "stun +1")).toBe("state-stun-1");
  expect(anchor("state", "DM")).toBe("state-dm");
  expect(rulesOf("g", "ruling", "odds-rounding")).toBe("/rules/g#ruling-odds-rounding");
});

test("of phases that begin alike the longest that fits is meant", () => {
  const sequence: [string, string][] = [
    ["fire", ""],
    ["fire and move", ""],
  ];
  expect(phaseOf(sequence, "fire and move, first round")).toBe("fire and move");
  expect(phaseOf(sequence, "fire")).toBe("fire");
  expect(phaseOf(sequence, "setting up")).toBe("setting up");
});
