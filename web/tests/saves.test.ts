// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { keyOf, MOST, packed, seatsOf, standingOf } from "../src/lib/saves";
import { freshSetUp } from "../src/lib/set-up";
import type { SaveTold } from "../src/lib/types";

const TOLD: SaveTold = {
  game: "lane",
  scenario: "open",
  title: "Open",
  sides: ["Red", "Blue"],
  to_act: "Blue",
  turn: 2,
  turns: 6,
  phase: "walk",
  verdict: "",
  orders: 3,
  hides: false,
  notice: "",
};

test("a file travels as base64 of gzip", async () => {
  const text = "a line\n".repeat(5000);
  const sent = await packed(new Blob([text]));
  expect(sent.length).toBeLessThan(text.length / 10);
  const bytes = Uint8Array.from(atob(sent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(stream).text()).toBe(text);
});

test("a file that is too long stays where it is", async () => {
  const file = { size: MOST + 1 } as Blob;
  await expect(packed(file)).rejects.toThrow("no more than 8 MB");
});

test("who loads a game sits where he chose", () => {
  const chosen = { ...freshSetUp(), mine: "Blue" };
  expect(seatsOf(chosen, TOLD)).toEqual({
    seats: { Red: "greedy", Blue: "person" },
    hotseat: false,
    dice: "players",
    clock: null,
  });
  expect(seatsOf({ ...chosen, company: "together" }, TOLD).hotseat).toBe(true);
  expect(keyOf(chosen, TOLD, { Red: null, Blue: "b" }, "w")).toBe("b");
  expect(keyOf(chosen, TOLD, { Red: null, Blue: null }, "w")).toBe("w");
});

test("a saved game is told by where it stands", () => {
  expect(standingOf(TOLD)).toBe("Turn 2 of 6, walk: Blue to act.");
  expect(standingOf({ ...TOLD, verdict: "Red has won" })).toBe("Red has won, after 2 of 6 turns.");
});
