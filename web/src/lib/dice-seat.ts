// SPDX-License-Identifier: Apache-2.0
// What this browser adds to the dice of a table, and what it was shown of them: made here, kept here, sent once.

import { bytesToHex, hexToBytes, randomBytes } from "@noble/hashes/utils.js";
import { linkBefore, type Noted, topOf, type Tier } from "./dice";
import { keepOne, keptAll } from "./kept";

/** A nonce of 32 bytes; if each roll is shared it is the top of a hash chain, which begins with the seed. */
export interface KeptDice {
  nonce: string;
  seed: string;
  commitment: string;
  heads: string[];
}

const NAME = "grognard-dice";
const MOST_TABLES = 48;
const MOST_HEADS = 200;
// Enough digits of a head to tell it from every other.
const DIGITS = 16;

const keep = (name: string, kept: KeptDice, store: Storage): void => keepOne(NAME, name, kept, MOST_TABLES, store);

/** Where the numbers of a seat are stored: a browser may have several seats at a table. */
const nameOf = (table: string, sides: string[]): string => `${table} ${sides.join(" ")}`;

export function keptDice(table: string, sides: string[], store: Storage = localStorage): KeptDice | null {
  return keptAll<KeptDice>(NAME, store)[nameOf(table, sides)] ?? null;
}

/** The numbers of a seat; made once, by the browser's own random generator. */
export function seatDice(table: string, sides: string[], tier: Tier, store: Storage = localStorage): KeptDice {
  const known = keptDice(table, sides, store);
  if (known?.nonce) return known;
  const seed = randomBytes(32);
  const shared = tier === "each-roll";
  const made = { nonce: shared ? topOf(seed) : bytesToHex(seed), seed: shared ? bytesToHex(seed) : "" };
  const kept = { commitment: "", heads: [], ...known, ...made };
  keep(nameOf(table, sides), kept, store);
  return kept;
}

/** Remember what the server showed, so that the finished game can be checked against it. */
export function noteHead(
  table: string,
  sides: string[],
  shown: { commitment: string; head: string },
  store: Storage = localStorage,
): void {
  const known = keptDice(table, sides, store) ?? { nonce: "", seed: "", commitment: "", heads: [] };
  const head = shown.head.slice(0, DIGITS);
  if (known.commitment && known.heads.at(-1) === head) return;
  const heads = [...known.heads.filter((each) => each !== head), head].slice(-MOST_HEADS);
  keep(nameOf(table, sides), { ...known, commitment: known.commitment || shown.commitment, heads }, store);
}

export function noted(table: string, sides: string[], store: Storage = localStorage): Noted {
  const { nonce = "", commitment = "", heads = [] } = keptDice(table, sides, store) ?? {};
  return { nonce, commitment, heads };
}

/** The next link to reveal; null if this browser does not have the seed it follows from. */
export function nextLink(table: string, sides: string[], last: string, store: Storage = localStorage): string | null {
  const seed = keptDice(table, sides, store)?.seed;
  return seed ? linkBefore(hexToBytes(seed), last) : null;
}

/** Take over the seed of a seat from another browser; return whether it is the one that the seat joined with. */
export function takeSeed(
  table: string,
  sides: string[],
  seed: string,
  nonce: string,
  store: Storage = localStorage,
): boolean {
  const text = seed.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(text) || topOf(hexToBytes(text)) !== nonce) return false;
  const known = keptDice(table, sides, store) ?? { commitment: "", heads: [] };
  keep(nameOf(table, sides), { ...known, nonce, seed: text }, store);
  return true;
}
