// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { supplyInWords, supplySentence } from "../src/board/supply";
import type { Piece, Trace } from "../src/lib/types";

const brigade = { id: "35b", name: "35th Brigade", side: "British" } as Piece;
const stacks = new Map([["2311", [brigade]]]);
type Told = Pick<Trace, "state" | "path" | "cut">;
const says = (trace: Told) => supplyInWords({ ...trace, line: "full" }, "supply", "German", stacks);

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

test("of command it is said how far the headquarters is", () => {
  const command = (path: string[]) =>
    supplyInWords({ state: "out of command", path, cut: [], line: "short" }, "command", "German", stacks);
  expect([command(["2312"]), command([])]).toEqual([
    "out of command: with its headquarters",
    "out of command: no way to its headquarters",
  ]);
});

test("in the panel it is a sentence, with the hexes where the way is cut", () => {
  const sentence = (trace: Told) => supplySentence({ ...trace, line: "none" }, "supply", "German", stacks);
  expect(sentence({ state: "isolated", path: [], cut: ["2312", "2211", "2410"] })).toBe(
    "Isolated: the way is cut at 2312, 2211 and 2410.",
  );
  expect(sentence({ state: "unsupplied", path: Array<string>(8).fill("0101"), cut: [] })).toBe("Unsupplied: 7 hexes.");
});
