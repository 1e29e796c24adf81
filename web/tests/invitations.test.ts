// SPDX-License-Identifier: Apache-2.0
import { beforeEach, expect, test } from "vitest";
import { hasCome, keepLinks, keptLinks, type Links, withKey } from "../src/lib/invitations";
import type { View } from "../src/lib/types";

const LINKS: Links = { seats: { Red: "r", Blue: "b", Green: null }, watch: "w", maker: "m" };
const dice = (tier: string, ...joins: string[]) => ({ tier, joins }) as View["dice"];
const seat = (here: boolean, minutes: number | null = null) => ({ sides: ["Blue"], here, minutes, name: "" });

let kept: Record<string, string>;
let store: Storage;
beforeEach(() => {
  kept = {};
  store = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => (kept[name] = value),
  } as unknown as Storage;
});

test("links are kept table by table, and the oldest make room", () => {
  for (let table = 0; table < 30; table++) keepLinks(`t${table}`, { ...LINKS, watch: `w${table}` }, store);
  expect(keptLinks("t29", store)).toEqual({ ...LINKS, watch: "w29", anew: [] });
  expect(keptLinks("t6", store)?.watch).toBe("w6");
  expect(keptLinks("t5", store)).toBeNull();
});

test("what cannot be read is no link", () => {
  for (const text of ["", "{", "null"]) {
    kept["grognard-links"] = text;
    expect(keptLinks("t", store)).toBeNull();
  }
});

test("a link is waited for until somebody has come by it", () => {
  expect(hasCome(seat(false), LINKS, dice("players", "Blue"))).toBe(false);
  expect(hasCome(seat(false), LINKS, dice("players"))).toBe(true);
  // Where nobody joins, being there is all that is known.
  expect(hasCome(seat(false), LINKS, dice("server"))).toBe(false);
  expect(hasCome(seat(false, 5), LINKS, dice("server"))).toBe(true);
});

test("a link that was made anew waits for its player, who joined by the old one", () => {
  const anew = withKey(withKey(LINKS, ["Blue"], ""), ["Blue"], "new");
  expect(anew.seats).toEqual({ Red: "r", Blue: "new", Green: null });
  expect(hasCome(seat(false), anew, dice("players"))).toBe(false);
  expect(hasCome(seat(true), anew, dice("players"))).toBe(true);
  expect(withKey(anew, ["Blue"], "").anew).toEqual([]);
});
