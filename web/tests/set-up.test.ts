// SPDX-License-Identifier: Apache-2.0
import { beforeEach, expect, test } from "vitest";
import {
  clockOf,
  gameToBeginWith,
  keepSetUp,
  keptSetUp,
  mySide,
  newTable,
  personsOf,
  playerOf,
  type SetUp,
} from "../src/lib/set-up";
import type { Game } from "../src/lib/types";

const scenario = (name: string, minutes: number, sides = ["Red", "Blue"]) =>
  ({ name, minutes, sides }) as Game["scenarios"][number];
const game = (name: string, ...scenarios: Game["scenarios"]) => ({ name, scenarios }) as Game;

let kept: Record<string, string>;
let store: Storage;
let fresh: SetUp;
beforeEach(() => {
  kept = {};
  store = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => (kept[name] = value),
  } as unknown as Storage;
  fresh = keptSetUp(store);
});

test("one begins with the game whose teaching scenario is the shortest", () => {
  const games = [
    game("none"),
    game("long", scenario("a", 30), scenario("b", 5)),
    game("short", scenario("c", 20), scenario("d", 200)),
  ];
  expect(gameToBeginWith(games)?.name).toBe("short");
  expect(gameToBeginWith([game("none")])).toBeUndefined();
});

test("a clock is asked for where two persons play, and kept where it is not", () => {
  const chosen: SetUp = { ...fresh, clock: "days", days: 5, company: "apart" };
  expect(clockOf(chosen, 2)).toEqual({ days: 5, minutes: 0, increment: 0 });
  expect(clockOf({ ...chosen, clock: "minutes" }, 2)).toEqual({ days: 0, minutes: 60, increment: 15 });
  expect(clockOf({ ...chosen, clock: "none" }, 2)).toBeNull();
  expect(clockOf(chosen, 1)).toBeNull();
  expect(personsOf(chosen, ["Red", "Blue"])).toBe(2);
  expect(personsOf({ ...chosen, company: "machine" }, ["Red", "Blue"])).toBe(1);
});

test("what was chosen is there again, also what is switched off", () => {
  const chosen: SetUp = { ...fresh, picked: "g/s", company: "each", mine: "Blue", hotseat: false, dice: "server" };
  keepSetUp(chosen, store);
  expect(keptSetUp(store)).toEqual(chosen);
});

test.each(["", "{", "null", "3", '{"picked": 3, "players": null, "mine": []}'])(
  "what cannot be read is left: %s",
  (text) => {
    kept["grognard-set-up"] = text;
    expect(keptSetUp(store)).toEqual(fresh);
  },
);

test("against the machine one plays the side one chose, or else the first", () => {
  const sides = ["Red", "Blue"];
  expect(sides.map((side) => playerOf(fresh, sides, side))).toEqual(["person", "greedy"]);
  const blue = { ...fresh, mine: "Blue" };
  expect(sides.map((side) => playerOf(blue, sides, side))).toEqual(["greedy", "person"]);
  expect(mySide({ ...fresh, mine: "Green" }, sides)).toBe("Red");
});

test("what the server is asked for", () => {
  const [of, played] = [game("g", scenario("s", 10)), scenario("s", 10)];
  const asked = (chosen: Partial<SetUp>) => newTable({ ...fresh, ...chosen }, of, played);
  const persons = { Red: "person", Blue: "person" };
  expect(asked({})).toMatchObject({ seats: { Red: "person", Blue: "greedy" }, hotseat: false, dice: "players" });
  expect(asked({ company: "together" })).toMatchObject({ seats: persons, hotseat: true });
  expect(asked({ company: "apart" })).toMatchObject({ seats: persons, hotseat: false });
  const each: Partial<SetUp> = { company: "each", players: { Red: "random", Blue: "greedy" } };
  expect(asked(each)).toMatchObject({ seats: each.players, hotseat: false, dice: null });
  expect(asked({ company: "each", players: persons, hotseat: false })).toMatchObject({ hotseat: false });
});
