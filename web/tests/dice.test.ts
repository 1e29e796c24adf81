// SPDX-License-Identifier: Apache-2.0
/// <reference types="vite/client" />
import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import cases from "./dice-cases.json";
import page from "../../docs/dice.md?raw";
import opened from "../../docs/example-dice-open.jsonl?raw";
import seats from "../../docs/example-dice-seats.jsonl?raw";
import save from "../../docs/example-dice.jsonl?raw";
import { canonical, checkSave, commitment, diceKey, headOf, linkBefore, LINKS, roll, topOf } from "../src/lib/dice";
import { keptDice, nextLink, noteHead, noted, seatDice, takeSeed } from "../src/lib/dice-seat";

const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const RULES = "5f".repeat(32);
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const [red, blue] = [...page.matchAll(/nonce.*?`([0-9a-f]{64})`/g)].map(([, nonce]) => nonce!) as [string, string];
const [first] = page.split("### A second table") as [string];
const chain = [...first.matchAll(/^\| \d+ \| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$/gm)];

test("the pieces are those of the page about dice", () => {
  expect(page).toContain(commitment("0123456789abcdef", SECRET));
  const key = diceKey(SECRET, [hexToBytes(blue), hexToBytes(red)], RULES);
  expect(page).toContain(hex(key));
  expect(chain.length).toBe(13);
  for (const [, hash, head] of chain) expect(headOf(SECRET, hexToBytes(hash!))).toBe(head);
  const rolls = [...first.matchAll(/^\| (\d) \| (\d+) \| `(.*)` \| `[0-9a-f]{64}` \| ([\d, ]+) \|$/gm)];
  expect(rolls.length).toBe(2);
  for (const [, index, event, purpose, faces] of rolls) {
    const before = hexToBytes(chain[Number(event) - 1]![1]!);
    const found = roll(key, Number(index), purpose!, before, purpose!.split(" ")[0]!);
    expect(found.join(", ")).toBe(faces);
  }
});

test("a byte that would favour low faces is passed over", () => {
  const key = diceKey(SECRET, [], RULES);
  expect(page).toContain(hex(key));
  expect(roll(key, 76, '1d6 {"type":"x"}', new Uint8Array(32), "1d6")).toEqual([3]);
});

test("what a roll is for is written as the server writes it", () => {
  expect(canonical({ b: [1, { z: null, a: true }], a: 'Höhe \n"' })).toBe(
    '{"a":"Höhe \\n\\"","b":[1,{"a":true,"z":null}]}',
  );
});

test("the example holds, against every head that was shown", () => {
  const heads = chain.map(([, , head]) => head!.slice(0, 16));
  const found = checkSave(save, { nonce: red, heads });
  expect(found).toEqual({ fault: "", tier: "each-roll", events: 12, rolls: 2, sealed: 0, copied: 0, heads: 13 });
});

test("the second table holds when it is over, and amid reveals", () => {
  expect(checkSave(seats)).toMatchObject({ fault: "", tier: "each-roll", events: 13, rolls: 2, sealed: 0 });
  expect(checkSave(opened)).toMatchObject({ fault: "", tier: "each-roll", events: 11, rolls: 0, sealed: 1 });
  expect(checkSave(opened, { over: true }).fault).toBe("The save does not hold the secret of its dice.");
});

/** What a fault is laid to, as the cases name it. */
function placeOf(fault: string): string {
  if (!fault) return "";
  if (/^The (record|secret)/.test(fault)) return "record";
  return /^Event \d+/.exec(fault)?.[0].toLowerCase() ?? "end";
}

test.each(cases)("$name is decided as everywhere", ({ save: bytes, place }) => {
  const { fault } = checkSave(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  expect([placeOf(fault), fault]).toEqual([place, fault]);
});

test("what this browser was shown otherwise is noticed", () => {
  expect(checkSave(save, { heads: ["0000"] }).fault).toContain("No event of this save has the head 0000");
  expect(checkSave(save, { nonce: "0".repeat(64) }).fault).toContain("No seat joined with the nonce");
  expect(checkSave(save, { commitment: "0".repeat(64) }).fault).toContain("not the one that this browser was shown");
});

/** Every single character of a line changed to another, one at a time, some of them; and what is said of each. */
test("whatever is changed in a save, the first event that is not what it was is named", () => {
  const lines = save.trimEnd().split("\n");
  for (let at = 0; at < lines.length - 1; at++)
    for (let place = 3; place < lines[at]!.length; place += 7) {
      const line = lines[at]!;
      const other = line[place] === "7" ? "8" : "7";
      const forged = [...lines];
      forged[at] = line.slice(0, place) + other + line.slice(place + 1);
      const fault = checkSave(`${forged.join("\n")}\n`).fault;
      expect(fault).toMatch(at ? new RegExp(`^Event ${at} `) : /^The record /);
    }
});

test("events left out, doubled and moved are noticed, and so are a wrong end, head and secret", () => {
  const lines = save.trimEnd().split("\n");
  const check = (changed: string[]) => checkSave(`${changed.join("\n")}\n`).fault;
  for (let at = 1; at < lines.length - 1; at++) {
    expect(check(lines.toSpliced(at, 1))).toMatch(new RegExp(`^Event ${at} `));
    expect(check(lines.toSpliced(at, 0, lines[at]!))).toMatch(new RegExp(`^Event ${at + 1} `));
  }
  expect(check(lines.toSpliced(3, 2, lines[4]!, lines[3]!))).toMatch(/^Event 3 /);
  const end = (change: (text: string) => string) => check(lines.toSpliced(-1, 1, change(lines.at(-1)!)));
  expect(end((text) => text.replace('"events":12', '"events":11'))).toContain("its end says 11");
  expect(end((text) => text.replace('"head":"f', '"head":"0'))).toContain("The head at the end");
  expect(end((text) => text.replace('"secret":"00', '"secret":"01'))).toContain("The secret is not the one");
  expect(end(() => "")).toContain("no end");
});

/** As localStorage is. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage;
}

test("the numbers of a seat are made once and kept", () => {
  const store = storage();
  const made = seatDice("t", ["Red"], "players", store);
  expect(made.nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(seatDice("t", ["Red"], "players", store)).toEqual(made);
  expect(seatDice("t", ["Blue"], "players", store).nonce).not.toBe(made.nonce);
  noteHead("t", ["Red"], { commitment: "c", head: "a".repeat(64) }, store);
  noteHead("t", ["Red"], { commitment: "other", head: "b".repeat(64) }, store);
  expect(noted("t", ["Red"], store)).toEqual({
    nonce: made.nonce,
    commitment: "c",
    heads: ["a".repeat(16), "b".repeat(16)],
  });
});

test("where each roll is shared the nonce is the top of a chain, and its links go down to the seed", () => {
  const store = storage();
  const { nonce, seed } = seatDice("t", ["Red"], "each-roll", store);
  expect(topOf(hexToBytes(seed))).toBe(nonce);
  const first = nextLink("t", ["Red"], nonce, store)!;
  expect(linkBefore(hexToBytes(seed), nonce)).toBe(first);
  expect(nextLink("t", ["Red"], first, store)).not.toBe(first);
  expect(nextLink("t", ["Red"], seed, store)).toBeNull();
  expect(LINKS).toBe(10_000);
  const elsewhere = storage();
  expect(nextLink("t", ["Red"], nonce, elsewhere)).toBeNull();
  expect(takeSeed("t", ["Red"], "0".repeat(64), nonce, elsewhere)).toBe(false);
  expect(takeSeed("t", ["Red"], ` ${seed} `, nonce, elsewhere)).toBe(true);
  expect(nextLink("t", ["Red"], nonce, elsewhere)).toBe(first);
  expect(keptDice("t", ["Red"], elsewhere)?.nonce).toBe(nonce);
});
