// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { MapSheet, View } from "../src/lib/types";
import { BOXES, STATES } from "./board_fixtures";
import { happenedSince, heldAgainst, movedSince } from "../src/state/since";

const view = (you: string[], at: string, ...sides: string[]): View =>
  ({ you, pieces: [{ id: "a", at }], log: sides.map((side, at) => ({ side, seq: at + 1 })) }) as unknown as View;

/** The views a seat gets, one after the other; what was moved by others after the last of them. */
function moved(...views: View[]): [string, string][] {
  let since: View | null = null;
  let before: View | null = null;
  for (const now of views) [since, before] = [heldAgainst(since, before, now), now];
  return since ? [...movedSince(since, before!)] : [];
}

test("what the other side moves is kept until this seat acts, from where it first stood", () => {
  const views = [
    view(["Red"], "0101", "Red"),
    view(["Red"], "0102", "Red", "Blue"),
    view(["Red"], "0103", "Red", "Blue", "Blue"),
  ];
  expect(moved(...views)).toEqual([["a", "0101"]]);
  expect(moved(...views, view(["Red"], "0104", "Red", "Blue", "Blue", "Red"))).toEqual([]);
});

test("what is taken back was not moved by others", () => {
  expect(moved(view(["Red"], "0102", "Blue", "Red"), view(["Red"], "0101", "Blue"))).toEqual([]);
});

test("who comes late has to be told how things stood after his last act", () => {
  expect(heldAgainst(null, null, view(["Red"], "0101", "Red", "Blue"))).toBeNull();
  // Of two acts of his own he saw only the first before others acted.
  const first = view(["Red"], "0101", "Red");
  expect(heldAgainst(first, first, view(["Red"], "0102", "Red", "Red", "Blue"))).toBeNull();
});

test("for a watcher the account begins anew with every side that acts", () => {
  const views = [view([], "0101", "Red"), view([], "0102", "Red", "Red")];
  expect(moved(...views)).toEqual([["a", "0101"]]);
  expect(moved(...views, view([], "0102", "Red", "Red", "Blue"))).toEqual([]);
});

test("what became of one's own units is told, the lost first, and the ground that others took", () => {
  const hexes = { "0101": {}, "0102": {}, "0103": { names: ["Ash"] } } as unknown as MapSheet["hexes"];
  const piece = (id: string, side: string, at: string, ...states: string[]) => ({
    id,
    name: id.toUpperCase(),
    side,
    at,
    states,
    above: "",
  });
  const board = (pieces: unknown[], held: Record<string, string[]>) =>
    ({
      you: ["Red"],
      printed: [],
      states: STATES,
      boxes: BOXES,
      pieces,
      log: [],
      status: { held, worth: { "0103": 2 } },
    }) as unknown as View;
  const then = board(
    [piece("a", "Red", "0101"), piece("b", "Red", "0102"), piece("c", "Red", "0101"), piece("x", "Blue", "0102")],
    {},
  );
  const now = board(
    [
      piece("a", "Red", "0102", "moved"),
      piece("b", "Red", "0102", "dispersed"),
      piece("c", "Red", "eliminated"),
      piece("x", "Blue", "eliminated"),
    ],
    { Blue: ["0103", "0102"] },
  );
  expect(happenedSince(then, now, hexes)).toEqual([
    { what: "lost", which: ["C at 0101"] },
    { what: "driven back", which: ["A from 0101 to 0102"] },
    { what: "dispersed", which: ["B at 0102"] },
    { what: "ground taken by the enemy", which: ["Ash 0103"] },
  ]);
  // A watcher, who plays no side, is told of all units, each with its side.
  const watched = happenedSince({ ...then, you: [] }, { ...now, you: [] }, hexes);
  expect(watched[0]).toEqual({ what: "lost", which: ["Red C at 0101", "Blue X at 0102"] });
  // Who moves in his own turn is not driven back.
  expect(watched[1]?.what).toBe("driven back");
  const log = [{ side: "Red" }] as View["log"];
  const own = happenedSince({ ...then, you: [] }, { ...now, log, you: [] }, hexes);
  expect(own.map(({ what }) => what)).not.toContain("driven back");
});

test("a unit that lost steps where it stands, by a strike or in battle, is told of, and one that is gone is lost alone", () => {
  const board = (...above: string[]) =>
    ({
      you: ["Red"],
      printed: [],
      states: STATES,
      boxes: BOXES,
      pieces: above.map((pips, at) => ({
        id: `${at}`,
        name: `Unit ${at}`,
        side: "Red",
        at: pips.startsWith("●") ? "0101" : "eliminated",
        states: [],
        above: pips,
      })),
      log: [],
      status: { held: {}, worth: {} },
    }) as unknown as View;
  expect(happenedSince(board("●●●", "●●", "●○", "●○"), board("●○○", "●○", "●○", "○○"), {})).toEqual([
    { what: "lost", which: ["Unit 3 at 0101"] },
    { what: "lost steps", which: ["Unit 0 at 0101 (2, 1 left)", "Unit 1 at 0101 (1, 1 left)"] },
  ]);
});
