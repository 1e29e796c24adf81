// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from "vitest";
import type { MapWindow } from "../src/board/window";
import { Keyboard } from "../src/state/keyboard.svelte";
import { boardOf, piece } from "./board_fixtures";

function keyboardOf(view: Parameters<typeof boardOf>[0]) {
  const status = { phase: "movement", side: "Red", worth: {}, held: {}, exits: {} };
  const board = boardOf({ ...view, status } as unknown as typeof view);
  Object.assign(board.table, {
    reach: (id: string) =>
      Promise.resolve({
        piece: id,
        allowed: "",
        left: null,
        steps: {},
        refusals: {},
        paragraph: "",
        paragraphs: {},
        actions: [],
      }),
    preview: () => Promise.resolve(null),
  });
  const revealed: string[] = [];
  const window: MapWindow = {
    show: () => undefined,
    zoomBy: () => undefined,
    reveal: (hex) => revealed.push(hex),
    revealAll: () => undefined,
    revealOne: () => undefined,
    nearest: (hexes) => hexes.at(-1),
    focus: () => undefined,
  };
  return { board, revealed, keyboard: new Keyboard(board, () => window) };
}

test("the next piece that can act is taken up, round and round, and said aloud", () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0102", "5-4"), piece("c", "0103", "4-4")];
  const { board, revealed, keyboard } = keyboardOf({ pieces, offers: { a: "", b: "", c: "it has moved" } });
  const taken = [1, 1, 1, -1].map((by) => {
    keyboard.next(by as 1 | -1);
    return board.hand.selected;
  });
  expect([taken, revealed]).toEqual([
    ["a", "b", "a", "b"],
    ["0101", "0102", "0101", "0102"],
  ]);
  expect([board.pointer.cursor, keyboard.spoken]).toEqual(["0102", "Red b, infantry division, 5-4, can act"]);
});

test("where no piece can act the nearest hex that can be attacked is taken, and where none can that is said", () => {
  const battle = (target: string) => ({
    type: "attack",
    title: "",
    target,
    pieces: [],
    options: [],
    settled: false,
    does: "attack",
    done: "attacked",
    in_hand: false,
  });
  const { board, keyboard } = keyboardOf({ battles: ["0101", "0102"].map(battle) });
  keyboard.next(1);
  expect([board.aim.battle?.target, board.pointer.cursor]).toEqual(["0102", "0102"]);
  const other = keyboardOf({});
  other.keyboard.next(1);
  expect([other.keyboard.spoken, other.board.forbidden]).toEqual(Array(2).fill("no piece can act in this phase"));
});

test("the whole stack is taken along, or left behind again", () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0101", "5-4")];
  const { board, keyboard } = keyboardOf({ pieces, offers: { a: "", b: "" } });
  board.pointer.cursor = "0101";
  keyboard.wholeStack();
  expect([board.hand.selected, board.hand.along, keyboard.spoken]).toEqual(["a", ["b"], "b and a in hand, together."]);
  keyboard.wholeStack();
  expect([board.hand.selected, board.hand.along]).toEqual(["a", []]);
});

test("a key opens the rules where they say why not: of the hex or the unit pointed at, or of what was said last", () => {
  const opened: string[] = [];
  vi.stubGlobal("open", (address: string) => opened.push(address));
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0102", "5-4")];
  const paragraphs = { b: "state-disrupted" };
  const { board, keyboard } = keyboardOf({ game: "g", pieces, offers: { a: "", b: "b is disrupted" }, paragraphs });
  keyboard.readRule();
  expect([opened, keyboard.spoken]).toEqual([[], "nothing is refused there"]);
  board.pointer.hovered = "0102";
  keyboard.readRule();
  board.hand.selected = "a";
  board.hand.reach = {
    piece: "a",
    allowed: "4 MP",
    left: null,
    steps: {},
    refusals: { "0102": "0102 is full", "0103": "there is no way to 0103" },
    paragraph: "order-move",
    paragraphs: { "0102": "chapter-stacking" },
    actions: [],
  };
  keyboard.readRule();
  board.pointer.hovered = null;
  board.pointer.cursor = "0103";
  keyboard.readRule();
  expect(opened).toEqual(["/rules/g#state-disrupted", "/rules/g#chapter-stacking", "/rules/g#order-move-in-movement"]);
  vi.unstubAllGlobals();
});
