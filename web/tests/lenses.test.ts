// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { Piece } from "../src/lib/types";
import { press } from "../src/state/press";
import { boardOf, piece } from "./board_fixtures";

test("the view of threat says that it counts only what is seen, where the enemy has units that are not", () => {
  const seen = piece("b", "0102", "5-5", { side: "Blue" });
  const threatened = (...pieces: Piece[]) => {
    const board = boardOf({ pieces });
    Object.assign(board.lenses, { overlay: "threat", threat: { "0101": "5" }, threatBy: "Blue" });
    return [board.scene.hidesSome("Blue"), board.lenses.threatTo("0101"), board.lenses.threatTo("0103")];
  };
  expect(threatened(seen, piece("r", "not seen", "5-5"))).toEqual([false, "5 strength could attack here", ""]);
  for (const at of ["not seen", "last seen at 0102 in turn 1"])
    expect(threatened(seen, { ...seen, id: "c", at })).toEqual([true, "5 strength that is seen could attack here", ""]);
});

test("in the view of sight a finger first points at a hex and then looks from it", () => {
  const board = boardOf({});
  const looked: string[] = [];
  board.lenses.overlay = "sight";
  board.lenses.sight = {
    start: "0101",
    seen: { "0102": 1 },
    hidden: { "0103": "blocked by a hill" },
    by: { "0103": ["0102"] },
    unspotted: {},
  };
  board.lenses.lookFrom = (hex) => (looked.push(hex), Promise.resolve());
  press(board, "0103", null);
  expect([board.pointer.cursor, board.forbidden, looked]).toEqual([
    "0103",
    "0101 does not see 0103: blocked by a hill",
    [],
  ]);
  press(board, "0103", null);
  expect(looked).toEqual(["0103"]);
});

test("a view is put away where it is shown already, and is not there for those who look back", async () => {
  const board = boardOf({
    you: ["Red"],
    pieces: [piece("a", "0101", "6-4"), piece("b", "0102", "6-4", { side: "Blue" })],
  });
  const asked: string[] = [];
  const threat = (side: string) => (asked.push(side), Promise.resolve({ "0101": "6" }));
  Object.assign(board.table, { threat });
  await board.show("threat");
  expect([asked, board.lenses.shown, board.lenses.threatTo("0101")]).toEqual([
    ["Blue"],
    "threat",
    "6 strength could attack here",
  ]);
  Object.assign(board.table, { past: board.view });
  expect([board.lenses.shown, board.lenses.lines]).toEqual(["none", {}]);
  Object.assign(board.table, { past: null });
  await board.show("threat");
  expect(board.lenses.shown).toBe("none");
});

test("the view of command has the lines of those whose command is known", () => {
  const board = boardOf({});
  const line = { state: "in command", path: ["0101"], cut: [], command: null, line: "full" };
  Object.assign(board.lenses, {
    overlay: "command",
    supply: { a: { ...line, state: "in supply", command: line }, b: { ...line, state: "in supply" } },
  });
  expect(board.lenses.lines).toEqual({ a: line });
});
