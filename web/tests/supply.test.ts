import { expect, test } from "vitest";
import { lineOf, supplyInWords, supplySentence } from "../src/board/supply";
import type { Piece, Trace } from "../src/lib/types";

const brigade = { id: "35b", name: "35th Brigade", side: "British" } as Piece;
const stacks = new Map([["2311", [brigade]]]);
const says = (trace: Trace) => supplyInWords(trace, "German", stacks);

test("a way is said by its length in hexes, the unit's own not counted", () => {
  expect(says({ state: "supplied", path: ["2312"], cut: [] })).toBe("supplied: at a source");
  expect(says({ state: "supplied", path: ["2211", "2312"], cut: [] })).toBe("supplied: 1 hex");
  expect(says({ state: "isolated", path: Array<string>(19).fill("0101"), cut: [] })).toBe("isolated: 18 hexes");
});

test("where there is no way, who cuts it is named, or else where", () => {
  expect(says({ state: "isolated", path: [], cut: ["2310", "2311"] })).toBe("isolated: cut by 35th Brigade");
  expect(says({ state: "isolated", path: [], cut: ["2310", "2309"] })).toBe("isolated: cut at 2310 and 2309");
  expect(says({ state: "isolated", path: [], cut: [] })).toBe("isolated: no way to a source");
});

test("each state has a line of its own", () => {
  expect(["supplied", "unsupplied", "isolated"].map((state) => lineOf({ state, path: ["0101"], cut: [] }))).toEqual([
    "well",
    "short",
    "none",
  ]);
});

test("where supply is a matter of yes or no, the good word is in supply", () => {
  expect(lineOf({ state: "in supply", path: ["0101"], cut: [] })).toBe("well");
  expect(lineOf({ state: "out of supply", path: [], cut: ["0102"] })).toBe("none");
});

test("in the panel it is a sentence, with the hexes where the way is cut", () => {
  const sentence = (trace: Trace) => supplySentence(trace, "German", stacks);
  expect(sentence({ state: "isolated", path: [], cut: ["2312", "2211", "2410"] })).toBe(
    "Isolated: the way is cut at 2312, 2211 and 2410.",
  );
  expect(sentence({ state: "unsupplied", path: Array<string>(8).fill("0101"), cut: [] })).toBe("Unsupplied: 7 hexes.");
});
