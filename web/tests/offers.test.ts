// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { View } from "../src/lib/types";
import { boardOf, end, piece } from "./board_fixtures";

test("before movement ends it is asked about those who could move and did not", () => {
  const pieces = [
    piece("a", "France", "6-4"),
    piece("b", "France", "6-4"),
    piece("c", "0101", "3-3"),
    piece("d", "0102", "3-3", { states: ["moved"] }),
    piece("e", "0102", "3-3"),
  ];
  const offers = { a: "", b: "", c: "", d: "", e: "no hex is in its reach" };
  expect(boardOf({ pieces, offers, can_end: end(false) }).offers.doubt).toBe(
    "2 units have not come onto the map and 1 unit has not moved. End movement?",
  );
  expect(boardOf({ pieces: pieces.slice(3), offers, can_end: end(false) }).offers.doubt).toBe("");
});

test("units that are set up may stay where they stand, and nothing is asked", () => {
  const pieces = [piece("a", "0101", "3-3")];
  expect(boardOf({ pieces, offers: { a: "" }, can_end: { ...end(true), lightly: true } }).offers.doubt).toBe("");
});

test("before a turn ends it is always asked", () => {
  expect(boardOf({ can_end: end(true) }).offers.doubt).toBe("That ends the Red turn. End movement?");
  expect(boardOf({ can_end: end(true, "1 hex can still be attacked") }).offers.doubt).toBe(
    "1 hex can still be attacked. That ends the Red turn. End movement?",
  );
});

test("what follows is said where the other side acts, and alone it is no reason to ask", () => {
  const follows = "Then the Blue side acts: defensive fire.";
  expect(boardOf({ can_end: { ...end(false), follows } }).offers.doubt).toBe("");
  expect(boardOf({ can_end: { ...end(false, "1 hex can still be attacked"), follows } }).offers.doubt).toBe(
    `1 hex can still be attacked. ${follows} End movement?`,
  );
});

test("before fire is withdrawn by the end of its phase it is asked, and said whose", () => {
  const said = "Panther 1 does not fire: not all in 3008 would be fired at";
  expect(boardOf({ can_end: end(false, said) }).offers.doubt).toBe(`${said}. End movement?`);
});

test("a hex is lit as fatal where every answer that leads there is", () => {
  const option = (hex: string, fatal: boolean) => ({
    value: hex,
    says: hex,
    hexes: [hex],
    pieces: [],
    about: "",
    fatal,
  });
  const question = { side: "Red", options: [option("0101", true), option("0102", true), option("0102", false)] };
  const board = boardOf({ question } as unknown as Partial<View>);
  expect(["0101", "0102", "0103"].map((hex) => board.offers.isFatal(hex))).toEqual([true, false, false]);
});

test("the next step of what was begun opens by itself, and says why the phase cannot end", () => {
  const battle = {
    type: "fall",
    title: "Mortars fall on 0102",
    target: "0102",
    pieces: [],
    options: [],
    settled: true,
    does: "roll",
    done: "attacked",
    in_hand: true,
  };
  const board = boardOf({ battles: [battle], can_end: null });
  Object.assign(board.table, { preview: () => Promise.resolve(null) });
  board.goOn();
  expect(board.aim.battle).toEqual(battle);
  expect(board.offers.unended).toBe("the phase cannot end yet. First: Mortars fall on 0102");
  // It opens also when the view comes in which it can be done.
  const later = boardOf({ battles: [], can_end: null, log: [], you: [] });
  Object.assign(later.table, { preview: () => Promise.resolve(null), now: later.view });
  later.refresh();
  expect(later.aim.battle).toBeNull();
  Object.assign(later.view, { battles: [battle] });
  later.refresh();
  expect(later.aim.battle).toEqual(battle);
  const free = boardOf({ battles: [{ ...battle, in_hand: false }], can_end: end(false) });
  free.goOn();
  expect([free.aim.battle, free.offers.unended]).toEqual([null, ""]);
});

test("there is something to do where somebody can act on the map; where nobody can, at what can be attacked", () => {
  const battle = (target: string) => ({ target, pieces: [] }) as unknown as View["battles"][number];
  const pieces = [piece("a", "France", "6-4"), piece("b", "0102", "6-4"), piece("c", "0103", "6-4")];
  const battles = ["0101", "eliminated"].map(battle);
  const offers = { a: "", b: "", c: "it has moved" };
  expect(boardOf({ pieces, offers, battles }).offers.places).toEqual(["0102"]);
  expect(boardOf({ pieces, offers: { a: "" }, battles }).offers.places).toEqual(["0101"]);
});
