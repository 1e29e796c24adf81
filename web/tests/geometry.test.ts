// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import {
  apart,
  around,
  beside,
  corners,
  covering,
  fitted,
  hexAt,
  opening,
  sideBetween,
  stacked,
  through,
  walk,
  fanned,
} from "../src/lib/geometry";
import type { MapSheet } from "../src/lib/types";

// Three columns of flat hexes of side 10; the middle column stands half a hex lower.
const HALF = (Math.sqrt(3) / 2) * 10;
const spot = (x: number, y: number) => ({ x, y, terrain: "clear", names: [] });
const sheet: MapSheet = {
  title: "Three columns",
  width: 60,
  height: 80,
  side: 10,
  orientation: "flat",
  hexes: {
    "0101": spot(0, 0),
    "0102": spot(0, 2 * HALF),
    "0201": spot(15, HALF),
    "0202": spot(15, 3 * HALF),
    "0301": spot(30, 0),
    "0302": spot(30, 2 * HALF),
  },
};

test("a map opens on everybody, or on the middle of them where they would be too small to read", () => {
  const hexes = ["0101", "0102", "0301"];
  // With their margins, 2.4 sides each, these three take 203 by 190.
  expect(opening({ ...sheet, side: 36 }, hexes, { width: 400, height: 400 })).toMatchObject({ k: 1.5 });
  expect(opening({ ...sheet, side: 36 }, hexes, { width: 100, height: 100 })).toEqual({
    k: expect.closeTo(0.9) as number,
    x: 50,
    y: 50,
  });
  expect(opening({ ...sheet, side: 36 }, [], { width: 30, height: 40 })).toMatchObject({ k: 0.5 });
});

test("the hexside between two neighbours is where they meet, as long as any", () => {
  const [from, to] = sideBetween(sheet, sheet.hexes["0101"]!, sheet.hexes["0102"]!);
  expect([from.y, to.y]).toEqual([expect.closeTo(HALF), expect.closeTo(HALF)]);
  expect([from.x, to.x].sort((a, b) => a - b)).toEqual([expect.closeTo(-5), expect.closeTo(5)]);
});

test("a map that is larger than its window leaves little bare table beside it", () => {
  const window = { width: 100, height: 400 };
  // Ten times as large it is 600 wide and 800 high: pulled too far right and too far up.
  expect(covering(sheet, { k: 10, x: 300, y: -700 }, window)).toEqual({ k: 10, x: 56, y: -456 });
  expect(covering(sheet, { k: 1, x: 20, y: 90 }, window)).toEqual({ k: 1, x: 20, y: 90 });
});

test("a point lies in the hex whose middle is nearest, or in none", () => {
  expect(hexAt(sheet, { x: 1, y: 2 })).toBe("0101");
  expect(hexAt(sheet, { x: 14, y: 9 })).toBe("0201");
  expect(hexAt(sheet, { x: 60, y: 60 })).toBeNull();
});

describe("the arrow keys", () => {
  test("walk straight across shoved columns", () => {
    const first = walk(sheet, { x: 0, y: 2 * HALF }, "right")!;
    expect(first.hex).toBe("0201");
    const second = walk(sheet, first.point, "right")!;
    expect(second.hex).toBe("0302");
    expect(walk(sheet, second.point, "left")!.hex).toBe("0201");
  });
  test("walk up and down a column and stay at the edge", () => {
    expect(walk(sheet, { x: 0, y: 0 }, "down")!.hex).toBe("0102");
    expect(walk(sheet, { x: 0, y: 0 }, "up")).toBeNull();
    expect(walk(sheet, { x: 30, y: 0 }, "right")).toBeNull();
  });
});

test("a flat hex has a corner to the right, a pointy one at the bottom right", () => {
  expect(corners(sheet, { x: 0, y: 0 }).split(" ")[0]).toBe("10.0,0.0");
  expect(corners({ ...sheet, orientation: "pointy" }, { x: 0, y: 0 }).split(" ")[0]).toBe("8.7,5.0");
});

test("a stack rises over its place, each counter up and to the right of the one below", () => {
  expect(stacked(1)).toEqual([{ x: 0, y: 0 }]);
  expect(stacked(3, 4)).toEqual([
    { x: -4, y: 0 },
    { x: 0, y: -4 },
    { x: 4, y: -8 },
  ]);
});

test("a chart lies beside the battle where it has the most room, and nowhere where it has too little", () => {
  const room = { left: 0, top: 0, right: 1000, bottom: 800 };
  expect(beside(room, { left: 100, top: 300, right: 400, bottom: 500 })).toEqual({ ...room, left: 400, side: "right" });
  expect(beside(room, { left: 600, top: 300, right: 900, bottom: 500 })).toEqual({ ...room, right: 600, side: "left" });
  expect(beside(room, { left: 100, top: 500, right: 900, bottom: 700 })).toEqual({ ...room, bottom: 500, side: "top" });
  expect(beside(room, { left: 200, top: 100, right: 800, bottom: 700 })).toBeNull();
});

test("some hexes are fitted into a window, in its middle", () => {
  const box = around(sheet, ["0101", "0301"], 10);
  expect(box).toEqual({ left: -10, top: -10, right: 40, bottom: 10 });
  const { k, x, y } = fitted(box, { width: 100, height: 100 }, 5);
  expect(k).toBe(2);
  // The middle of the box, 15 right of the corner, comes to the middle of the window.
  expect([15 * k + x, 0 * k + y]).toEqual([50, 50]);
});

test("with no hexes the whole sheet is shown", () => {
  expect(around(sheet, [], 10)).toEqual({ left: 0, top: 0, right: 60, bottom: 80 });
});

test("a path runs through the middles of its hexes and leaves out what is off the map", () => {
  expect(through(sheet, ["France", "0101", "0201"])).toBe("0.0,0.0 15.0,8.7");
});

test("an opened stack is all in sight: above its hex, below at the upper edge, in rows where it is narrow", () => {
  const seen = { left: 100, top: 100, right: 300, bottom: 400 };
  // Two counters of 46 and an edge of 4 on either side are 100 wide and 54 high.
  expect(fanned(2, { x: 200, y: 250 }, 20, 1, seen)).toEqual({
    columns: 2,
    left: 150,
    top: 176,
    right: 250,
    bottom: 230,
  });
  expect(fanned(2, { x: 290, y: 250 }, 20, 1, seen)).toMatchObject({ left: 200, right: 300 });
  expect(fanned(2, { x: 200, y: 120 }, 20, 1, seen)).toMatchObject({ top: 140, bottom: 194 });
  // It goes below rather than over a hex that is to be pressed; between two of them it stays above.
  const [north, south] = [
    { x: 230, y: 215 },
    { x: 200, y: 290 },
  ];
  expect(fanned(2, { x: 200, y: 250 }, 20, 1, seen, [north])).toMatchObject({ top: 270 });
  expect(fanned(2, { x: 200, y: 250 }, 20, 1, seen, [north, south])).toMatchObject({ top: 176 });
  expect(fanned(2, { x: 200, y: 250 }, 20, 1, seen, [south])).toMatchObject({ top: 176 });
  // Six would be 284 wide: four in a row, and two below.
  expect(fanned(6, { x: 200, y: 250 }, 20, 1, seen)).toEqual({
    columns: 4,
    left: 104,
    top: 130,
    right: 296,
    bottom: 230,
  });
});

test("both sides in a hex stand beside each other, the side named first at the left, and one alone in the middle", () => {
  const [ivan, hans] = [{ side: "Russian" }, { side: "German" }];
  expect(apart([hans, ivan, hans], ["Russian", "German"])).toEqual([
    { pieces: [ivan], aside: -16, size: 0.76 },
    { pieces: [hans, hans], aside: 16, size: 0.76 },
  ]);
  expect(apart([hans, hans], ["Russian", "German"])).toEqual([{ pieces: [hans, hans], aside: 0, size: 1 }]);
});
