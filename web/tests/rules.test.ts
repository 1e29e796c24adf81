// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { anchor, phaseOf, ruleOf, rulesOf, sectionAt } from "../src/lib/rules";

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

test("a refusal leads to the section that explains it, of an order to that of the phase if there is one", () => {
  const sections = [
    { id: "movement", explains: ["order-move", "order-move-in-movement", "chapter-movement"] },
    { id: "pursuit", explains: ["order-move-in-pursuit"] },
    { id: "stacking", explains: ["chapter-stacking"] },
  ];
  const found = (paragraph: string, phase: string) =>
    sectionAt(sections, ruleOf({ game: "g", status: { phase, step: "" } }, paragraph).split("#")[1]!)?.id;
  expect(found("order-move", "movement")).toBe("movement");
  expect(found("order-move", "pursuit")).toBe("pursuit");
  expect(found("order-move", "night march")).toBe("movement");
  expect(found("chapter-stacking", "pursuit")).toBe("stacking");
  expect(sectionAt(sections, "pursuit")?.id).toBe("pursuit");
  expect(sectionAt(sections, "order-dig")).toBeUndefined();
});
