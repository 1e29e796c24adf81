// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { exampleOf, hintInWords, inShort, playableFirst, printed, roundly } from "../src/lib/words";

test("pips are said in words, and other values as they are printed", () => {
  expect(printed({ above: "●○", values: "5-4-7" })).toBe("1 of 2 steps, 5-4-7");
  expect(printed({ above: "●", values: "1-3-4" })).toBe("1 of 1 step, 1-3-4");
  expect(printed({ above: "15 A 8", values: "10-11" })).toBe("15 A 8, 10-11");
  expect(printed({ above: "", values: "6-4" })).toBe("6-4");
  expect(printed({ above: "●○", values: "5-7" }, [["●●", "Troop points: a full one is left"]])).toBe(
    "1 of 2 Troop points, 5-7",
  );
});

test("the counter beside a legend is printed as the legend has it, where there is one", () => {
  const pieces = [
    { above: "●●", values: "10-10-7" },
    { above: "●○", values: "9-7-7" },
    { above: "●●", values: "9-7-7" },
  ];
  expect(exampleOf(pieces, ["9-7-7", "●○"])).toBe(pieces[1]);
  expect(exampleOf(pieces, ["6-4"])).toBe(pieces[0]);
});

test("games that can be played come first, else in their order", () => {
  const games = [
    { name: "a", scenarios: [] },
    { name: "b", scenarios: [1] },
    { name: "c", scenarios: [] },
    { name: "d", scenarios: [2, 3] },
  ];
  expect(playableFirst(games).map((game) => game.name)).toEqual(["b", "d", "a", "c"]);
});

test("outcomes that differ only after a semicolon are told as one", () => {
  const outcome = (says: string, decimal: number, result = "") => ({ result, says, decimal });
  expect(inShort([outcome("hit; a leader made", 0.25), outcome("hit", 0.25), outcome("no effect", 0.5)])).toEqual([
    ["Hit", 0.5],
    ["No effect", 0.5],
  ]);
  expect(inShort([outcome("Ar: retreat", 1, "Ar")])).toEqual([["Ar", 1]]);
});

test("plain words round a chance, but never to what it is not", () => {
  expect([0, 0.001, 0.334, 0.999, 1].map(roundly)).toEqual(["0%", "<1%", "33%", ">99%", "100%"]);
});

test("why somebody had better stay out is told by what is rolled on and what changes", () => {
  const changes = [{ says: "you take the hex", was: 0.5, becomes: 2 / 3 }];
  expect(hintInWords({ was: "3-1, die -2", becomes: "3-1", changes }, ["Guards"])).toBe(
    "Without Guards: 3-1 instead of 3-1, die -2; 67% instead of 50% that you take the hex.",
  );
  expect(hintInWords({ was: "3-1", becomes: "3-1", changes }, ["A", "B"])).toBe(
    "Without A and B: 67% instead of 50% that you take the hex.",
  );
});
