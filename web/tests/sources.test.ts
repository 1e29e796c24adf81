// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { cellsRolled, chartsOf, columnLabels, litBy, modifierOf, rolledOn, rowRolled } from "../src/lib/sources";
import { footnotes, letter, letters } from "../src/lib/footnotes";
import type { Chart, Doubt, Source } from "../src/lib/types";

/** What the server sends of a source such as "crt: Combat Odds"; a rule in words names no chart. */
function source(text: string): Source {
  const [, chart = "", place = ""] = /^(crt|tec)(?:: (.*))?$/.exec(text) ?? [];
  return { says: text, chart, place: place.split(", ").filter(Boolean), rulings: [] };
}
const cell = (text: string) => ({ text, printed: text, reads: text, mark: "" });
const plain = {
  game: "g",
  title: "",
  source: "",
  profile: "card",
  rulings: {},
  codes: {},
  notes: [],
  repairs: [],
  errata: [],
  doubts: [],
};
const crt: Chart = {
  ...plain,
  chart: "crt",
  rows: { name: "Die Roll", labels: ["-1", "0", "1", "2-3", "4"], kind: "die", dice: "1d6" },
  columns: [{ name: "Combat Odds", labels: ["1-2", "1-1", "4-1 5-1"], kind: "odds" }],
  cells: [[cell("Ae"), cell("Ar"), cell("De")]],
};
const tec: Chart = {
  ...plain,
  chart: "tec",
  rows: {
    name: "Terrain",
    labels: ["Clear", "River Hexside", "Forest Hex"],
    kind: "named",
    means: { "River Hexside": ["river"] },
  },
  columns: [{ name: "column", labels: ["MP COST TO ENTER", "EFFECT ON COMBAT"], kind: "named" }],
  cells: [],
};

describe("the cell lit", () => {
  test("is in the column that lines of faces name", () => {
    const nuclear: Chart = {
      ...crt,
      chart: "tec",
      columns: [{ name: "column", labels: ["Strike", "Entry"], kind: "named" }],
    };
    const line = (what: string) => ({ what, value: "Step", sources: [source("tec: Apply one Step Loss.")] });
    expect(litBy(nuclear, [line("4-5 on Entry"), line("6 on Entry")])).toMatchObject({ row: null, column: 1 });
    expect(litBy(nuclear, [line("losses on Entry")]).column).toBeNull();
  });
  test("is in the column that the odds came to", () => {
    const line = { what: "odds 9-2", value: "4-1 5-1", sources: [source("crt: Combat Odds")] };
    expect(litBy(crt, [line])).toMatchObject({ row: null, column: 2 });
  });
  test("a column by difference is lit where it is after shifts, and no modifier is taken for one", () => {
    const difference = { ...crt, columns: [{ name: "Difference", labels: ["-1", "0", "1-2"], kind: "band" as const }] };
    const lines = [
      { what: "difference 2", value: "1-2", sources: [source("crt: Difference")] },
      { what: "die modifier", value: "-1", sources: [source("crt")], modifier: true },
    ];
    expect(litBy(difference, lines)).toMatchObject({ row: null, column: 2 });
    const shifted = { what: "after shifts", value: "0", sources: [source("as far as the table goes")], table: "crt" };
    expect(litBy(difference, [lines[0]!, shifted, lines[1]!])).toMatchObject({ row: null, column: 1 });
  });
  test("is named by its row and column, by label or by part of it", () => {
    const line = { what: "attack across a river", value: "-2", sources: [source("tec: River Hexside, combat")] };
    expect(litBy(tec, [line])).toMatchObject({ row: 1, column: 1 });
  });
  test("is found where a line names two charts, and says what stands in the cell", () => {
    const line = {
      what: "Panther at 5",
      value: "8",
      sources: [source("crt: 0, 1-1"), source("tec: river, combat")],
    };
    expect(chartsOf([line])).toEqual(["crt", "tec"]);
    expect(litBy(crt, [line])).toMatchObject({ row: 1, column: 1 });
    expect(litBy(tec, [line])).toMatchObject({ row: 1, column: 1 });
  });
  test("moves with odds that are shifted", () => {
    const odds = { what: "odds 3-3", value: "1-1", sources: [source("crt: Combat Odds")] };
    const up = { what: "one column up", value: "4-1 5-1", sources: [source("ruling overrun")] };
    expect(litBy(crt, [odds, up])).toMatchObject({ row: null, column: 2 });
  });
  test("is not lit by lines of another chart", () => {
    const line = { what: "x", value: "1-1", sources: [source("tec: Clear, combat")] };
    expect(litBy(crt, [line])).toMatchObject({ row: null, column: null });
  });
  test("is every one that a line names by row and column", () => {
    const losses: Chart = {
      ...tec,
      columns: [{ name: "column", labels: ["Attacker", "Defender", "None", "1 hex"], kind: "named" }],
      rows: { name: "Odds", labels: ["2:1", "1:1"], kind: "odds" },
    };
    const line = (what: string, from: string) => ({ what, value: "on 1-3", sources: [source(from)] });
    const lines = [
      line("attackers", "tec: 1:1, Attacker"),
      line("defenders", "tec: 1:1, Defender"),
      line("retreat", "tec: 1:1"),
    ];
    const lit = litBy(losses, lines);
    expect(lit.cells).toEqual([
      [1, 0],
      [1, 1],
    ]);
    // A row that shares out the die: the heading that came up.
    expect(
      cellsRolled(losses, lit, [
        { total: 2, meaning: "loss" },
        { total: 3, meaning: "1 hex" },
      ]),
    ).toEqual([[1, 3]]);
  });
  test("is that of every roll that is read in the column; other rolls are read elsewhere", () => {
    const nuclear: Chart = {
      ...crt,
      rows: { ...crt.rows, labels: ["1-2", "3", "4-6"] },
      cells: [[cell("-")], [cell("Step")], [cell("Elim")]],
    };
    const lit = { row: null, column: 0, cells: [] };
    const rolls = [
      { total: 6, meaning: "Elim" },
      { total: 3, meaning: "Step" },
      { total: 1, meaning: "retreat" },
    ];
    expect(cellsRolled(nuclear, lit, rolls)).toEqual([
      [2, 0],
      [1, 0],
    ]);
    expect(cellsRolled(nuclear, { ...lit, column: null }, rolls)).toEqual([]);
  });
  test("has the row of the roll, at the edge beyond the print", () => {
    expect([3, 4, 9, -4].map((total) => rowRolled(crt, total))).toEqual([3, 4, 4, 0]);
    expect(rowRolled(tec, 3)).toBeNull();
  });
});

test("the chart rolled on is the one that a line says, or else the first that one names", () => {
  const terrain = { what: "forest", value: "-2", sources: [source("tec: forest")] };
  const odds = { what: "odds", value: "1-1", sources: [source("crt: Combat Odds")] };
  expect(rolledOn([terrain])).toBe("tec");
  expect(rolledOn([terrain, odds])).toBe("tec");
  expect(rolledOn([terrain, { ...odds, table: "crt" }])).toBe("crt");
  expect(rolledOn([{ what: "mines", value: "2-1", sources: [source("roster: Mines")], table: "crt" }])).toBe("crt");
  expect(rolledOn([])).toBe("");
  // Of several rolls the first; and a worksheet may say that its dice are read on no chart.
  const recon = { what: "1-4 on 1d10", value: "success", sources: [source("tec: Report")], table: "tec" };
  expect(rolledOn([recon, { ...odds, table: "crt" }])).toBe("tec");
  expect(rolledOn([{ ...terrain, table: "" }])).toBe("");
});

test("the modifier is the first that is a number, whatever it is called", () => {
  const line = (what: string, value: string, modifier = false) => ({
    what,
    value,
    sources: [source("their sum")],
    modifier,
  });
  expect(modifierOf([line("river", "-2"), line("DR", "-3", true), line("the other side: DR", "+1", true)])).toBe(-3);
  expect(modifierOf([line("modifier of something else", "+4")])).toBe(0);
  expect(modifierOf([line("effectiveness", "+1 on 1-4", true), line("dice", "+2", true)])).toBe(2);
  expect(modifierOf([])).toBe(0);
});

test("several column axes make every pair of their labels", () => {
  const two: Chart = {
    ...crt,
    columns: [
      { name: "a", labels: ["x", "y"], kind: "" },
      { name: "b", labels: ["1", "2"], kind: "" },
    ],
  };
  expect(columnLabels(two)).toEqual(["x 1", "x 2", "y 1", "y 2"]);
});

describe("footnotes", () => {
  const doubt = (row: string, column: string, kind: string, reason: string, ruling: string): Doubt => ({
    row,
    column,
    kind,
    reason,
    ruling,
    printed: "",
    proposal: "",
  });
  test("are one for a lost column and all its cells, and one for each other reason", () => {
    const chart: Chart = {
      ...crt,
      doubts: [
        doubt("", "1-1", "heading", "the card names 1-1; the column was lost", "lost"),
        doubt("0", "1-1", "hole", "the column was lost", "lost"),
        doubt("1", "1-1", "hole", "the column was lost", "lost"),
        doubt("1", "1-2", "order", "out of order", "other"),
      ],
    };
    const notes = footnotes(chart);
    expect(notes.map((each) => [each.letter, each.doubts.length])).toEqual([
      ["a", 3],
      ["b", 1],
    ]);
    expect(letters(notes).get("1|1-1")).toBe("a");
    expect(letters(notes).get("1|1-2")).toBe("b");
  });
  test("go on after z", () => {
    expect([0, 25, 26, 51, 52].map(letter)).toEqual(["a", "z", "aa", "az", "ba"]);
  });
});
