// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { describeHex, untold } from "../src/board/describe";
import type { View } from "../src/lib/types";
import { beneath, statesOf } from "../src/lib/states";
import { boardOf, piece, STATES } from "./board_fixtures";

test("who ranks highest lies on top of its stack", () => {
  const pieces = [
    piece("a", "0101", "6-4", { rank: 6 }),
    piece("b", "0101", "10-2", { rank: 10 }),
    piece("s", "0101", "12-2", { rank: -1 }),
  ];
  expect(
    boardOf({ pieces })
      .stacks.get("0101")!
      .map((each) => each.id),
  ).toEqual(["s", "a", "b"]);
});

test("where a game says who lies on top, the strongest is not put there", () => {
  const pieces = [piece("strong", "0101", "9-7", { rank: 9 }), piece("weak", "0101", "2-3", { rank: 2 })];
  expect(
    boardOf({ pieces, stacked: true })
      .stacks.get("0101")!
      .map((each) => each.id),
  ).toEqual(["strong", "weak"]);
});

test("it is known who rides on a piece", () => {
  const pieces = [piece("rider", "0101", "8-1", { on: "carrier" }), piece("carrier", "0101", "4-10")];
  expect(boardOf({ pieces }).scene.riders.get("carrier")?.id).toBe("rider");
});

test("the signs of counters beneath are told, alike ones together; what the top one shows of all is not told again", () => {
  const states = (...all: string[]) => statesOf({ states: all }, STATES);
  expect(
    beneath([
      states("broken", "DM"),
      states("pinned", "melee"),
      states("broken", "DM", "moved"),
      states("CX", "on a truck"),
      states("melee"),
    ]),
  ).toEqual([
    { says: "2BD", hurt: true },
    { says: "P", hurt: true },
    { says: "X", hurt: false },
  ]);
});

test("who is seen of a force is told once, with what is known of it", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: 1,
    side: "Blue",
    since: 1,
    says: "Blue force: b 5-5 (turn 1)",
    beside: "",
    tells_of: ["b"],
  };
  const pieces = [piece("b", "0102", "5-5", { side: "Blue" }), piece("c", "0102", "5-5", { side: "Blue" })];
  expect(untold("0102", boardOf({ pieces: [pieces[0]!], markers: [force] }))).toEqual([]);
  expect(untold("0102", boardOf({ pieces })).map((each) => each.id)).toEqual(["b", "c"]);
  expect(
    describeHex(
      "0102",
      boardOf({
        pieces: [pieces[0]!],
        markers: [force],
        status: { worth: {}, held: {}, exits: {} },
      } as unknown as Partial<View>),
    ).match(/b 5-5|5-5/g),
  ).toHaveLength(1);
});
