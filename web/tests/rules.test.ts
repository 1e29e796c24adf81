// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { anchor, phaseOf, rulesOf } from "../src/lib/rules";

test("a paragraph goes by the name that the server gives it", () => {
  expect(anchor("phase", "air attack")).toBe("phase-air-attack");
  expect(anchor("state", "stun +1")).toBe("state-stun-1");
  expect(anchor("state", "DM")).toBe("state-dm");
  expect(rulesOf("g", "ruling", "odds-rounding")).toBe("/rules/g#ruling-odds-rounding");
});

test("a phase goes by what it is in the sequence of play, where a status says more of it", () => {
  expect(phaseOf({ phase: "close combat in 0708", step: "close combat" })).toBe("close combat");
  expect(phaseOf({ phase: "fire", step: "" })).toBe("fire");
});
