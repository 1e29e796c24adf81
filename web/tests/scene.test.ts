import { expect, test } from "vitest";
import { describeHex, untold } from "../src/board/describe";
import type { View } from "../src/lib/types";
import { beneath } from "../src/lib/words";
import { boardOf, piece } from "./board_fixtures";

test("the strongest that fights lies on top of its stack, and supply at the bottom", () => {
  const pieces = [
    piece("a", "0101", "6-4"),
    piece("b", "0101", "10-2"),
    piece("s", "0101", "12-2", { kind: "supply" }),
  ];
  expect(
    boardOf({ pieces })
      .stacks.get("0101")!
      .map((each) => each.id),
  ).toEqual(["s", "a", "b"]);
});

test("where a game says who lies on top, the strongest is not put there", () => {
  const pieces = [piece("strong", "0101", "9-7"), piece("weak", "0101", "2-3")];
  expect(
    boardOf({ pieces, stacked: true })
      .stacks.get("0101")!
      .map((each) => each.id),
  ).toEqual(["strong", "weak"]);
});

test("leaders lie under those they lead, the broken under both, and an AFV on top", () => {
  const squad = (id: string, ...states: string[]) => piece(id, "0101", "4-6-7", { states });
  const pieces = [
    piece("afv", "0101", "3/5/-"),
    squad("a"),
    squad("b", "broken"),
    piece("lt", "0101", "9-1", { kind: "leader" }),
  ];
  const board = boardOf({ pieces });
  expect(board.stacks.get("0101")!.map((each) => each.id)).toEqual(["b", "lt", "a", "afv"]);
});

test("who rides and what shelters lie at the bottom of a stack", () => {
  const pieces = [
    piece("rider", "0101", "8-1", { above: "9 I 6", on: "carrier" }),
    piece("fort", "0101", "40-0", { kind: "fort" }),
    piece("carrier", "0101", "4-10", { above: "2 C 4" }),
    piece("gun", "0101", "2-0", { above: "13 A 6" }),
  ];
  const board = boardOf({ pieces });
  expect(board.stacks.get("0101")!.map((each) => each.id)).toEqual(["fort", "rider", "carrier", "gun"]);
  expect(board.scene.riders.get("carrier")?.id).toBe("rider");
});

test("the signs of counters beneath are told, alike ones together; what the top one shows of all is not told again", () => {
  const states = (...all: string[]) => piece("x", "0101", "4-6-7", { states: all });
  expect(
    beneath([
      states("broken", "DM"),
      states("pinned", "melee"),
      states("broken", "DM", "moved"),
      states("CX"),
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
