// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { differing, likeliest, sideBySide } from "../src/lib/compare";
import { freshFaces } from "../src/lib/desk-dice";
import { fromQuery, toQuery } from "../src/lib/forms";
import type { Field, Preview } from "../src/lib/types";

const odds = (...outcomes: [string, string][]): Preview =>
  ({ outcomes: outcomes.map(([says, chance]) => ({ result: "", says, chance, decimal: 0 })) }) as unknown as Preview;
const field = (name: string): Field => ({ name, asks: name, kind: "text" }) as unknown as Field;

test("outcomes of two situations stand side by side, also those that only one has", () => {
  expect(sideBySide(odds(["held", "1/3"], ["lost", "2/3"]), odds(["held", "1/2"], ["taken", "1/2"]))).toEqual([
    { says: "held", was: 1 / 3, is: 0.5 },
    { says: "taken", was: 0, is: 0.5 },
    { says: "lost", was: 2 / 3, is: 0 },
  ]);
});

test("what differs is named", () => {
  expect(differing([field("a"), field("b")], { a: "1", b: "2" }, { a: "1", b: "3" })).toEqual([
    { field: field("b"), was: "2", is: "3" },
  ]);
});

test("in short the likeliest are told", () => {
  const many = odds(["a", "1/6"], ["b", "3/6"], ["c", "2/6"]);
  expect(likeliest(many, 2)).toEqual([
    { says: "b", share: 0.5 },
    { says: "c", share: 2 / 6 },
  ]);
});

test("the address carries what is compared with, and the situation comes back without it", () => {
  const versus = toQuery({ attackers: "6,6" }, "errata", {}).slice(1);
  const address = toQuery({ attackers: "6" }, "card", { halving: "down" }, versus);
  expect(fromQuery(address)).toEqual({ typed: { attackers: "6" }, profile: "card", rulings: { halving: "down" } });
  const kept = new URLSearchParams(address).get("versus");
  expect(fromQuery(`?${kept}`)).toEqual({ typed: { attackers: "6,6" }, profile: "errata", rulings: {} });
});

test("dice of the desk have the faces that such dice have", () => {
  const thrown = Array.from({ length: 300 }, () => freshFaces("2d10"));
  expect(thrown.every((faces) => faces.length === 2 && faces.every((face) => face >= 1 && face <= 10))).toBe(true);
  expect(new Set(thrown.flat()).size).toBe(10);
});
