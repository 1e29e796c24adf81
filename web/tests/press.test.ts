// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from "vitest";
import type { Battle, Reachable } from "../src/lib/types";
import { press } from "../src/state/press";
import { boardOf, cost, piece } from "./board_fixtures";

test("a press on a force that is not seen says what is known of it, and how many more there are than are seen", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: null,
    side: "Blue",
    since: 1,
    says: "Blue force: 2 Tanks (turn 1)",
    beside: "",
    tells_of: [],
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
    tells_of: [],
  };
  const board = boardOf({
    pieces: [piece("a", "0101", "6-4")],
    markers: [force],
    offers: { a: "", "0102": "a has attacked already" },
    paragraphs: { "0102": "phase-combat" },
  });
  press(board, "0102", null);
  expect(board.forbidden).toBe("a has attacked already; Blue force: nothing is known of it");
  expect(board.forbiddenBy).toBe("phase-combat");
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
    paragraph: "",
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

const reachOf = (id: string, ...hexes: string[]): Reachable => ({
  piece: id,
  allowed: "",
  left: null,
  steps: Object.fromEntries(hexes.map((hex) => [hex, { cost: cost(1), path: [hex], order: { to: hex }, note: "" }])),
  refusals: {},
  paragraph: "",
  paragraphs: {},
  actions: [],
});

test("what a press drops is said: the piece in hand, or the battle that was put together", () => {
  const battle = { type: "attack", title: "Attack on 0102", target: "0102", pieces: [], options: [] };
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "" } });
  Object.assign(board.table, { reach: (id: string) => Promise.resolve(reachOf(id)), preview: () => Promise.resolve() });
  press(board, "0101", "a");
  expect(board.forbidden).toBe("");
  press(board, null, null);
  expect([board.hand.selected, board.forbidden]).toEqual([null, "a is put down"]);
  board.aim.take(battle as unknown as Battle);
  press(board, "0101", "a");
  expect([board.hand.selected, board.aim.battle, board.forbidden]).toEqual(["a", null, "dropped: Attack on 0102"]);
  press(board, "0101", "a");
  expect(board.forbidden).toBe("");
});

test("a press on friends who cannot go joins them; one who can is picked up instead", async () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0102", "6-4"), piece("c", "0103", "6-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "it has moved", c: "" }, log: [], you: [] });
  const orders: unknown[] = [];
  Object.assign(board.table, {
    reach: (id: string) => Promise.resolve(reachOf(id, "0102", "0103")),
    order: (order: unknown) => (orders.push(order), Promise.resolve(true)),
  });
  await board.select("a");
  press(board, "0103", "c");
  expect([board.hand.selected, orders]).toEqual(["c", []]);
  await board.select("a");
  press(board, "0102", "b");
  expect(orders).toEqual([{ to: "0102" }]);
});

test("where a guide sends the piece in hand a press leads, also to friends who could be picked up", async () => {
  const pieces = [piece("a", "0101", "6-4"), piece("c", "0103", "6-4")];
  const board = boardOf({ pieces, offers: { a: "", c: "" }, log: [], you: [] });
  const orders: unknown[] = [];
  Object.assign(board.table, {
    reach: (id: string) => Promise.resolve(reachOf(id, "0103")),
    order: (order: unknown) => (orders.push(order), Promise.resolve(true)),
  });
  const step = { pieces: ["a"], hexes: ["0103"], state: "open" };
  Object.assign(board.guide, { on: true, read: [-1], shown: { steps: [step] } });
  await board.select("a");
  press(board, "0103", "c");
  expect([board.hand.selected, orders]).toEqual(["a", [{ to: "0103" }]]);
});

test("what was said of the board before is gone when the board has changed", async () => {
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "" }, log: [], you: [] });
  const lost = new Error("The server cannot be reached just now.");
  Object.assign(board.table, { reach: () => Promise.reject(lost) });
  await board.select("a");
  expect(board.hand.refused).toBe(lost.message);
  board.forbidden = "say which: a or b";
  Object.assign(board.table, { reach: (id: string) => Promise.resolve(reachOf(id, "0102")) });
  board.refresh();
  await vi.waitUntil(() => board.hand.reach);
  expect([board.forbidden, board.hand.refused]).toEqual(["", ""]);
  // Also where nothing is in hand, as after an answer.
  const answered = boardOf({ log: [], you: [] });
  answered.forbidden = "say which: a or b";
  answered.refresh();
  expect(answered.forbidden).toBe("");
});
