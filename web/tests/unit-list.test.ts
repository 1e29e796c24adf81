// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { Piece } from "../src/lib/types";
import { unitList } from "../src/lib/unit-list";

const piece = (id: string, side: string, at: string): Piece =>
  ({ id, name: id, side, kind: "infantry", size: "", values: "", at, states: [] }) as unknown as Piece;
const PIECES = [
  piece("a", "Red", "0101"),
  piece("b", "Red", "lost"),
  piece("c", "Blue", "0202"),
  piece("d", "Red", "0102"),
  piece("e", "Red", "France"),
  piece("f", "Red", "lost"),
];
const is = { able: (one: Piece) => "de".includes(one.id), onMap: (at: string) => /^\d+$/.test(at) };
const told = (sides: string[], own: string[]) =>
  unitList(PIECES, sides, own, is).map(({ side, groups }) => [
    side,
    ...groups.map(({ what, box, pieces }) => `${box || what}: ${pieces.map((each) => each.id).join(" ")}`),
  ]);

test("one's own side comes first, who can act before who cannot, and who is off the map by boxes", () => {
  expect(told(["Blue", "Red"], ["Red"])).toEqual([
    ["Red", "can act: d e", "on the map: a", "lost: b f"],
    ["Blue", "on the map: c"],
  ]);
});

test("a side of which no unit is known is not listed", () => {
  expect(told(["Blue", "Green"], [])).toEqual([["Blue", "on the map: c"]]);
});
