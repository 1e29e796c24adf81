// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { actOf, HELP } from "../src/lib/keys";

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const board = { typing: false, board: true };

describe("a key", () => {
  test("acts at the board", () => {
    expect(actOf(press("ArrowLeft"), board)).toEqual({ do: "walk", way: "left" });
    expect(actOf(press("E"), board)).toEqual({ do: "endPhase" });
    expect(actOf(press("3"), board)).toEqual({ do: "option", number: 3 });
    expect(actOf(press("0"), board)).toEqual({ do: "fit" });
  });
  test("is left to the browser with a modifier", () => {
    expect(actOf(press("r", { ctrlKey: true }), board)).toBeNull();
    expect(actOf(press("l", { metaKey: true }), board)).toBeNull();
  });
  test("is left to a field that is being typed in, but for Escape", () => {
    expect(actOf(press("e"), { typing: true, board: false })).toBeNull();
    expect(actOf(press("Escape"), { typing: true, board: false })).toEqual({ do: "escape" });
  });
  test("Enter and the arrows are left to buttons and lists", () => {
    const elsewhere = { typing: false, board: false };
    expect(actOf(press("Enter"), elsewhere)).toBeNull();
    expect(actOf(press("ArrowDown"), elsewhere)).toBeNull();
    expect(actOf(press("u"), elsewhere)).toEqual({ do: "undo" });
  });
});

test("every key that the help names does something", () => {
  const arrows: Record<string, string> = {
    "←": "ArrowLeft",
    "↑": "ArrowUp",
    "→": "ArrowRight",
    "↓": "ArrowDown",
    Esc: "Escape",
    "−": "-",
  };
  for (const key of HELP.flatMap((each) => each.keys).filter((each) => each !== "…")) {
    expect(actOf(press(arrows[key] ?? key), board), key).not.toBeNull();
  }
});
