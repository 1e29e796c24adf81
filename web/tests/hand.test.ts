// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from "vitest";
import type { Reachable } from "../src/lib/types";
import { press } from "../src/state/press";
import { boardOf, cost, piece } from "./board_fixtures";

/** A board with three friends in 0101, of whom one cannot act, and every order given; the second that goes to 0102 finds it full. */
function stackOfThree(full = false) {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0101", "7-4"), piece("c", "0101", "8-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "", c: "c is disrupted" }, log: [], you: [] });
  const orders: { goes: string }[] = [];
  const reach = (id: string): Promise<Reachable> => {
    const steps =
      full && orders.length ? {} : { "0102": { cost: cost(2), path: ["0102"], order: { goes: id }, note: "" } };
    return Promise.resolve({
      piece: id,
      allowed: "4 MP",
      left: cost(4),
      steps,
      refusals: { "0102": "three are there" },
      paragraph: "order-move",
      paragraphs: {},
      actions: [],
    });
  };
  Object.assign(board.table, {
    reach,
    order: (order: { goes: string }) => (orders.push(order), Promise.resolve(true)),
  });
  return { board, orders };
}

test("a press on a stack picks up all who can act, and they go one after the other as they lie", async () => {
  const { board, orders } = stackOfThree();
  press(board, "0101", "c");
  await vi.waitUntil(() => board.hand.reach);
  expect(["a", "b", "c"].map((id) => board.hand.has(id))).toEqual([true, true, false]);
  press(board, "0102", null);
  await vi.waitUntil(() => orders.length === 2);
  expect(orders).toEqual([{ goes: "a" }, { goes: "b" }]);
});

test("who presses before it is known where a stack can go is not lost: they go when it is, unless they were put down", async () => {
  const { board, orders } = stackOfThree();
  press(board, "0101", null);
  press(board, "0102", null);
  await vi.waitUntil(() => orders.length === 2);
  const other = stackOfThree();
  press(other.board, "0101", null);
  press(other.board, "0102", null);
  other.board.putDown();
  await new Promise((done) => setTimeout(done));
  expect([other.board.hand.selected, other.orders]).toEqual([null, []]);
});

test("a piece that was put down leaves no word of why it is not known where it could go", async () => {
  const { board } = stackOfThree();
  Object.assign(board.table, { reach: () => Promise.reject(new Error("the server is not answering")) });
  press(board, "0101", "a");
  board.putDown();
  await new Promise((done) => setTimeout(done));
  expect(board.hand.refused).toBe("");
});

test("who finds no room where the others went stays, and it is said why", async () => {
  const { board, orders } = stackOfThree(true);
  press(board, "0101", null);
  await vi.waitUntil(() => board.hand.reach);
  press(board, "0102", null);
  await vi.waitUntil(() => board.forbidden);
  expect([orders, board.forbidden]).toEqual([[{ goes: "a" }], "b stays: three are there"]);
});

test("one of an opened stack is picked up alone, and Shift takes another along or leaves it behind", () => {
  const { board } = stackOfThree();
  press(board, "0101", null);
  press(board, "0101", "a");
  expect([board.hand.selected, board.hand.along]).toEqual(["a", []]);
  press(board, "0101", "a", true);
  expect([board.openStack, board.hand.selected, board.hand.along]).toEqual(["0101", "a", []]);
  press(board, "0101", "b", true);
  expect([board.hand.selected, board.hand.along]).toEqual(["a", ["b"]]);
  press(board, "0101", "a", true);
  expect([board.hand.selected, board.hand.along]).toEqual(["b", []]);
});

test("an opened stack closes when one of it is picked who can go, for it would lie over where", () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0101", "5-4"), piece("c", "0101", "4-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "", c: "it has moved" } });
  Object.assign(board.table, {
    reach: () =>
      Promise.resolve({
        piece: "b",
        allowed: "",
        left: null,
        steps: {},
        refusals: {},
        paragraph: "",
        paragraphs: {},
        actions: [],
      }),
  });
  press(board, "0101", null);
  expect([board.openStack, board.hand.selected, board.hand.along]).toEqual(["0101", "a", ["b"]]);
  // Who only looks at one that stays, or takes one more along, goes on looking.
  press(board, "0101", "c");
  expect([board.openStack, board.hand.selected]).toEqual(["0101", "c"]);
  press(board, "0101", "b");
  expect([board.openStack, board.hand.selected]).toEqual([null, "b"]);
});

test("a stack goes by one order, and who has nothing left but to be put on top is not in hand any more", async () => {
  const pieces = [piece("b", "0101", "6-4"), piece("a", "0101", "6-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "" }, stacked: true, log: [], you: [] });
  const orders: unknown[] = [];
  const there = { cost: cost(2), path: ["0102"], order: { type: "move", units: ["a"], to: "0102" }, note: "" };
  const reach = {
    piece: "a",
    allowed: "4 MP",
    left: cost(4),
    steps: { "0102": there },
    refusals: {},
    paragraph: "order-move",
    paragraphs: {},
    actions: [],
  } as Reachable;
  Object.assign(board.table, {
    order: (order: unknown) => orders.push(order),
    reach: () => Promise.resolve(reach),
    at: () => Promise.resolve(board.view),
  });
  await board.select("a", ["b"]);
  await board.go("0102");
  expect(orders).toEqual([{ type: "move", units: ["a", "b"], to: "0102" }]);
  const moved = pieces.map((each) => ({ ...each, at: "0102", states: ["moved"] }));
  const after = { ...board.view, pieces: moved, offers: { a: "a has no movement points left", b: "" }, spent: ["b"] };
  Object.assign(board.table, { shown: after, now: after });
  expect(board.offers.movable).toEqual([]);
  board.refresh();
  expect([board.hand.selected, board.hand.along]).toEqual(["a", []]);
});

test("who can go no farther stays in hand, since it is said why, and is put down when the phase is over", async () => {
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "" }, log: [], you: [] });
  Object.assign(board.table, { reach: () => Promise.reject(new Error()), at: () => Promise.resolve(board.view) });
  const then = (change: object) => {
    const after = { ...board.view, ...change };
    Object.assign(board.table, { shown: after, now: after });
    board.refresh();
    return board.hand.selected;
  };
  await board.select("a");
  const fire = { ...board.view.status, phase: "fire" };
  expect(then({ status: fire })).toBe("a");
  expect(then({ offers: { a: "a has fired" } })).toBe("a");
  expect(then({ to_act: "Blue" })).toBe(null);
});

test("of a stack those are picked up that a guide speaks of, if it speaks of any", () => {
  const { board } = stackOfThree();
  const step = { pieces: ["b", "c"], hexes: ["0102"], state: "open" };
  Object.assign(board.guide, { on: true, read: [-1], shown: { steps: [step] } });
  press(board, "0101", null);
  expect([board.hand.selected, board.hand.along]).toEqual(["b", []]);
  Object.assign(board.guide, { shown: { steps: [{ ...step, pieces: [] }] } });
  board.putDown();
  board.selectAll("0101");
  expect(["a", "b"].map((id) => board.hand.has(id))).toEqual([true, true]);
});

test("who cannot move at all is refused every hex for the same reason", () => {
  const paragraphs = { a: "state-disrupted" };
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "a is disrupted" }, paragraphs });
  board.hand.reach = {
    piece: "a",
    allowed: "a is disrupted",
    left: null,
    steps: {},
    refusals: {},
    paragraph: "",
    paragraphs: {},
    actions: [],
  };
  expect([board.hand.whyNot("0102"), board.hand.whyNot("France")]).toEqual(["a is disrupted", ""]);
  expect([board.hand.paragraphAt("0102"), board.hand.paragraphAt("France")]).toEqual(["state-disrupted", ""]);
});

test("a press on a closed hex says why and keeps the piece in hand", () => {
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "" } });
  board.hand.selected = "a";
  board.hand.reach = {
    piece: "a",
    allowed: "4 MP",
    left: null,
    steps: {},
    refusals: { "0102": "0102 costs too much" },
    paragraph: "order-move",
    paragraphs: {},
    actions: [],
  };
  press(board, "0102", null);
  expect([board.hand.selected, board.forbidden]).toEqual(["a", "0102 costs too much"]);
  expect(board.forbiddenBy).toBe("order-move");
  press(board, "0103", null);
  expect([board.hand.selected, board.forbidden]).toEqual(["a", "a cannot go to 0103, sea"]);
  expect(board.forbiddenBy).toBe("");
});

test("a press on friends picks one of them up; who is to go there says so", () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0102", "6-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "" } });
  const orders: unknown[] = [];
  const reach = {
    piece: "a",
    allowed: "4 MP",
    left: null,
    steps: { "0102": { cost: cost(2), path: ["0102"], order: { type: "go" }, note: "" } },
    refusals: {},
    paragraph: "order-move",
    paragraphs: {},
    actions: [],
  } as Reachable;
  Object.assign(board.table, { order: (order: unknown) => orders.push(order), reach: () => Promise.resolve(reach) });
  board.hand.selected = "a";
  board.hand.reach = reach;
  press(board, "0102", "b");
  expect([board.hand.selected, orders]).toEqual(["b", []]);
  board.hand.selected = "a";
  board.hand.reach = reach;
  press(board, "0102", null, true);
  expect(orders).toEqual([{ type: "go" }]);
});
