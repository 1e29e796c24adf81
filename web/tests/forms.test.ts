// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { blank, counterSays, fromQuery, labelOf, said, toQuery, values, wanting, withWord } from "../src/lib/forms";
import { parseRoute } from "../src/lib/paths";
import { keepTable, keptKey, keptTables, forgetTable } from "../src/lib/resume";
import type { Field } from "../src/lib/types";
import { ago, decimal, lasting, listed, optionInWords, percent } from "../src/lib/words";

const FIELDS: Field[] = [
  { name: "attackers", asks: "", kind: "numbers", options: [], default: null, required: true },
  {
    name: "attack-supply",
    asks: "",
    kind: "choice",
    options: ["supplied", "isolated"],
    default: "supplied",
    required: false,
  },
  { name: "river", asks: "", kind: "flag", options: [], default: false, required: false },
];

test("a form begins with its defaults and says only what differs", () => {
  const typed = { ...blank(FIELDS), attackers: "6,5", river: "yes" };
  expect(blank(FIELDS)).toEqual({ attackers: "", "attack-supply": "supplied", river: "no" });
  expect(said(FIELDS, typed)).toEqual({ attackers: "6,5", river: "yes" });
  expect(wanting(FIELDS, blank(FIELDS)).map((field) => field.name)).toEqual(["attackers"]);
});

test("numbers are read as people write them", () => {
  for (const text of ["6,5", "6 5", "6;5", " 6, 5 "]) {
    expect(said(FIELDS, { attackers: text }).attackers).toBe("6,5");
    expect(values(FIELDS, { attackers: text }).attackers).toEqual([6, 5]);
  }
});

test("a number left out is left for the server to refuse, as the command line does", () => {
  expect(said(FIELDS, { attackers: "6,,5" }).attackers).toBe("6,,5");
  // Whoever types 6,5 comes by 6, on the way.
  expect(said(FIELDS, { attackers: "6," }).attackers).toBe("6");
});

test("an order takes values, not texts", () => {
  const words: Field = { name: "weapons", asks: "", kind: "words", options: ["A", "H"], default: [], required: false };
  expect(values([words], { weapons: "A, H" })).toEqual({ weapons: ["A", "H"] });
  expect(values(FIELDS, { attackers: "6,5", river: "yes" })).toEqual({
    attackers: [6, 5],
    attack_supply: "supplied",
    river: true,
  });
});

test("a link to the desk says everything and is read back", () => {
  const link = toQuery({ attackers: "6,5", terrain: "rough hill" }, "errata", { rounding: "nearest" });
  expect(link).toBe("?attackers=6,5&terrain=rough+hill&profile=errata&ruling.rounding=nearest");
  expect(fromQuery(link)).toEqual({
    typed: { attackers: "6,5", terrain: "rough hill" },
    profile: "errata",
    rulings: { rounding: "nearest" },
  });
  expect(toQuery({}, "card", {})).toBe("");
});

test("names are shown in words", () => {
  expect(labelOf({ name: "attackers-in-city", asks: "" })).toBe("Attackers in city");
  const asks = "the attacker's AA factors against them";
  expect(["aa", "attacking-aa", "the-cas"].map((name) => labelOf({ name, asks }))).toEqual([
    "AA",
    "Attacking AA",
    "The cas",
  ]);
});

test("addresses name pages", () => {
  expect(parseRoute("/")).toEqual({ page: "home", parts: [] });
  expect(parseRoute("/t/abc")).toEqual({ page: "table", parts: ["abc"] });
  expect(parseRoute("/desk/seelowe/combat")).toEqual({ page: "desk", parts: ["seelowe", "combat"] });
  expect(parseRoute("/charts")).toEqual({ page: "charts", parts: [] });
  expect(parseRoute("/elsewhere").page).toBe("nowhere");
});

test("chances are shown without claiming more than is so", () => {
  expect(percent(decimal("5/36"))).toBe("13.9%");
  expect(percent(decimal("1/2"))).toBe("50%");
  expect(percent(1)).toBe("100%");
  expect(percent(0.9999)).toBe(">99.9%");
  expect(percent(0.0001)).toBe("<0.1%");
});

test("small words", () => {
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(ago(0, 3 * 3_600_000)).toBe("3 hours ago");
});

test("tables are kept newest first, once each, and survive a spoilt store", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  } as Storage;
  const one = { table: "a", key: "1", title: "A", side: "German", when: 1 };
  keepTable(one, store);
  keepTable({ ...one, table: "b" }, store);
  keepTable({ ...one, when: 2 }, store);
  expect(keptTables(store).map((each) => [each.table, each.when])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(keptKey("a", store)).toBe("1");
  forgetTable("a", store);
  expect(keptKey("a", store)).toBeNull();
  store.setItem("grognard-tables", "{spoilt");
  expect(keptTables(store)).toEqual([]);
});

test("a short game is told in minutes, a long one in hours and halves", () => {
  expect([20, 90, 150, 180].map(lasting)).toEqual(["20 minutes", "90 minutes", "2.5 hours", "3 hours"]);
});

test("an option is told with what is to be known of it", () => {
  expect(optionInWords({ says: "Dover 2610", about: "city" })).toBe("Dover 2610, city");
  expect(optionInWords({ says: "nobody", about: "" })).toBe("nobody");
});

test("a counter is found by any words of its line, and goes to the end of a list", () => {
  const panther = { id: "panther", side: "German", name: "Panther", kind: "tank", factors: "16 A 12 / 12 10" };
  expect(["", "PANTH", "tank german", "16 a"].map((sought) => counterSays(panther, sought))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(counterSays(panther, "soviet tank")).toBe(false);
  expect(["", "pz4", "pz4,", " pz4 , "].map((text) => withWord(text, "panther"))).toEqual([
    "panther",
    "pz4,panther",
    "pz4,panther",
    "pz4 ,panther",
  ]);
});
