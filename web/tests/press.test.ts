// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { press } from "../src/state/press";
import { boardOf, piece } from "./board_fixtures";

test("a press on a force that is not seen says what is known of it, and how many more there are than are seen", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: null,
    side: "Blue",
    since: 1,
    says: "Blue force: 2 Tanks (turn 1)",
    beside: "",
  };
  const board = boardOf({ markers: [force, { ...force, at: "0101", count: 2 }] });
  press(board, "0102", null);
  expect(board.forbidden).toBe("Blue force: 2 Tanks (turn 1)");
  expect(["0101", "0102", "0103"].map((hex) => board.scene.more(hex))).toEqual(["+2", "+?", ""]);
});

test("a press on an enemy that nobody may attack says why, and what is known of him", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: null,
    side: "Blue",
    since: 0,
    says: "Blue force: nothing is known of it",
    beside: "",
  };
  const board = boardOf({
    pieces: [piece("a", "0101", "6-4")],
    markers: [force],
    offers: { a: "", "0102": "a has attacked already" },
  });
  press(board, "0102", null);
  expect(board.forbidden).toBe("a has attacked already; Blue force: nothing is known of it");
  board.view.offers = { a: "" };
  press(board, "0102", null);
  expect(board.forbidden).toBe("Blue force: nothing is known of it");
});

test("a press on a hex that several options speak of asks which", () => {
  const option = (id: string) => ({ value: id, says: id, hexes: ["0102"], pieces: [id], about: "", fatal: false });
  const question = {
    side: "Red",
    why: "advance",
    asks: "",
    kind: "choose" as const,
    order_told: "",
    options: [option("a"), option("b")],
  };
  const answers: unknown[] = [];
  const board = boardOf({ pieces: [], question });
  Object.assign(board.table, { answer: (value: unknown) => answers.push(value) });
  press(board, "0102", null);
  expect([board.forbidden, answers]).toEqual(["say which: a or b", []]);
  press(board, "0102", "b");
  expect(answers).toEqual(["b"]);
});
