// SPDX-License-Identifier: Apache-2.0
// The dice of a table, recomputed: the same check as `grognard verify` makes, to the byte as docs/dice.md has it.
// The hashes come from a package, since those of the browser are missing on pages without HTTPS.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { isObject, isText, isWhole, OddNumber, readLine, type Data } from "./strict-json";

export type Tier = "server" | "players" | "each-roll";

/** How many links the hash chain of a seat has: as many rolls as a game can have if each is shared. */
export const LINKS = 10_000;

const TAG = utf8ToBytes("grognard dice 1");
const HEAD = utf8ToBytes("grognard head 1");
const DIGITS = 16;

// The pieces of the protocol

export const commitment = (table: string, secret: Uint8Array): string =>
  bytesToHex(sha256(concatBytes(TAG, utf8ToBytes(table), secret)));

export const diceKey = (secret: Uint8Array, nonces: Uint8Array[], rules: string): Uint8Array =>
  hmac(sha256, secret, concatBytes(...nonces, utf8ToBytes(rules)));

export const headOf = (secret: Uint8Array, chain: Uint8Array): string =>
  bytesToHex(hmac(sha256, secret, concatBytes(HEAD, chain)));

const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** JSON without blanks, members sorted by name: as the server writes what a roll is for. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => byBytes(one, other));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}

/** The faces of roll `index`, for a purpose, after the event with the hash `before`. */
export function roll(key: Uint8Array, index: number, purpose: string, before: Uint8Array, dice: string): number[] {
  const [count, sides] = dice.split("d").map(Number) as [number, number];
  const fair = 256 - (256 % sides);
  const faces: number[] = [];
  for (let block = 0; faces.length < count; block++) {
    const numbers = new DataView(new ArrayBuffer(12));
    numbers.setBigUint64(0, BigInt(index));
    numbers.setUint32(8, block);
    const message = concatBytes(new Uint8Array(numbers.buffer), before, utf8ToBytes(purpose));
    for (const byte of hmac(sha256, key, message))
      if (byte < fair && faces.length < count) faces.push((byte % sides) + 1);
  }
  return faces;
}

/** The nonce at the top of a hash chain that begins with a seed. */
export function topOf(seed: Uint8Array): string {
  let link = seed;
  for (let at = 0; at < LINKS; at++) link = sha256(link);
  return bytesToHex(link);
}

/** The link whose hash is `last`; null if the chain of this seed does not have it, or is used up. */
export function linkBefore(seed: Uint8Array, last: string): string | null {
  let link = seed;
  for (let at = 0; at < LINKS; at++) {
    const next = sha256(link);
    if (bytesToHex(next) === last) return bytesToHex(link);
    link = next;
  }
  return null;
}

// A whole save

/** What this browser can check a save against: its nonce, the commitment and the heads it was shown, and that it is over. */
export interface Noted {
  over?: boolean;
  nonce?: string;
  commitment?: string;
  heads?: string[];
}

export interface Verdict {
  fault: string;
  tier: Tier;
  events: number;
  rolls: number;
  sealed: number;
  copied: number;
  heads: number;
}

interface Seat {
  sides: string[];
  nonce: string;
  link: string;
  ready: boolean;
}
interface End {
  events: number;
  hashes: string[];
  head: string;
  secret: string;
}

class Fault extends Error {}

/** Check a save, byte for byte, and say what is wrong with the first event that cannot stand where it does. */
export function checkSave(save: Uint8Array | string, noted: Noted = {}): Verdict {
  const check = new Check();
  try {
    check.run(typeof save === "string" ? utf8ToBytes(save) : save, noted);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    check.found.fault = error.message;
  }
  return check.found;
}

class Check {
  found: Verdict = { fault: "", tier: "server", events: 0, rolls: 0, sealed: 0, copied: 0, heads: 0 };
  #persons: string[] = [];
  #seats: Seat[] = [];
  #header: Data = {};
  #secret: Uint8Array | null = null;
  #key: Uint8Array | null = null;
  #begun = false;
  #lost = false;

  run(save: Uint8Array, noted: Noted): void {
    const lines = linesOf(save);
    const end = endOf(lines.pop()!);
    let chain = sha256(lines[0] ?? new Uint8Array());
    if (!begins(chain, end.hashes[0])) throw new Fault("The record is not the one that the events follow.");
    this.#record(lines[0]!, end, noted);
    const chains = [chain];
    for (let number = 1; number < Math.max(lines.length, end.hashes.length); number++) {
      const body = lines[number];
      if (body === undefined) throw new Fault(`Event ${number} is missing.`);
      if (number >= end.hashes.length) throw new Fault(`Event ${number} is one too many.`);
      const before = chain;
      chain = sha256(concatBytes(chain, body));
      if (!begins(chain, end.hashes[number]))
        throw new Fault(`Event ${number} is not the one that was written down there.`);
      const wrong = this.#event(readLine(body), before);
      if (wrong) throw new Fault(`Event ${number}: ${wrong}.`);
      chains.push(chain);
      this.found.events = number;
    }
    const count = lines.length - 1;
    if (end.events !== count) throw new Fault(`The save has ${count} events, and its end says ${end.events}.`);
    const secret = this.#secret;
    if (secret && this.#waits())
      throw new Fault("The game is over, and the last links were revealed for a roll that is missing.");
    const heads = secret ? chains.map((each) => headOf(secret, each)) : [end.head];
    if (end.head !== heads.at(-1)) throw new Fault(`The head at the end is not that of event ${count}.`);
    this.#compare(heads, noted);
  }

  #record(line: Uint8Array, end: End, noted: Noted): void {
    const header = readLine(line)?.header;
    if (!isObject(header)) throw new Fault("The record cannot be read.");
    const { table, commitment: bound, dice = "server", seats = {}, rules = "", copy_of = "" } = header;
    if (![table, rules, copy_of].every(isText) || !isNumber(bound)) throw new Fault("The record has no dice.");
    if (!isObject(seats) || !Object.values(seats).every(isText)) throw new Fault("The record has no seats.");
    if (!["server", "players", "each-roll"].includes(dice as string) || (copy_of && dice !== "server"))
      throw new Fault(`The record cannot be of the tier ${String(dice)}.`);
    if (noted.over && !end.secret) throw new Fault("The save does not hold the secret of its dice.");
    this.#header = { rules };
    this.#secret = end.secret ? hexToBytes(end.secret) : null;
    if (this.#secret && commitment(table as string, this.#secret) !== bound)
      throw new Fault("The secret is not the one the server was committed to.");
    if (noted.commitment && noted.commitment !== bound)
      throw new Fault("The commitment is not the one that this browser was shown.");
    this.found.tier = dice as Tier;
    if (dice !== "server")
      this.#persons = Object.keys(seats)
        .filter((side) => seats[side] === "person")
        .sort(byBytes);
  }

  /** Check one event against what came before it; say what is wrong. */
  #event(event: Data | null, before: Uint8Array): string {
    if (!event) return "it cannot be read in one way only";
    const kind = event.type;
    if (this.#lost) return "it comes after the game was lost";
    if (kind === "lost") return this.#lose(event.side, event.how);
    if (kind === "copy") return this.#copy(event);
    this.#begun = true;
    if (kind === "join") return this.#join(event.sides, event.nonce);
    const missing = this.#missing();
    if (missing.length) return `it comes before ${missing[0]} has joined`;
    if (kind === "reveal") return this.#reveal(event.sides, event.link);
    if (kind === "roll") return this.#roll(event, before);
    if (kind !== "order" && kind !== "answer" && kind !== "undo") return `there is no event ${String(kind)}`;
    const { why = "" } = kind === "undo" ? event : {};
    if (!isText(why)) return "why is no text";
    if (why) this.#useLinks();
    return this.#waits() ? "it comes between the links for a roll and the roll" : "";
  }

  #lose(side: unknown, how: unknown): string {
    if (!isText(side) || (how !== "resigned" && how !== "time")) return "it does not say who lost, and how";
    this.#lost = true;
    // No roll follows any more.
    this.#useLinks();
    return "";
  }

  #waits(): boolean {
    return this.#seats.some((seat) => seat.ready);
  }

  #useLinks(): void {
    for (const seat of this.#seats) seat.ready = false;
  }

  #missing(): string[] {
    return this.#persons.filter((side) => !this.#seats.some((seat) => seat.sides.includes(side)));
  }

  #awaited(): Seat | undefined {
    return this.found.tier === "each-roll" ? this.#seats.find((seat) => !seat.ready) : undefined;
  }

  #copy(event: Data): string {
    if (this.#begun) return "entries of another game come before all else";
    const { answers = [] } = isObject(event.entry) ? event.entry : { answers: null };
    if (!Array.isArray(answers) || !answers.every((each) => isObject(each) && "question" in each))
      return "its entry cannot be read";
    this.found.copied += (answers as Data[]).filter(({ question, dice }) =>
      isText(question) ? question.startsWith("roll ") : dice,
    ).length;
    return "";
  }

  #join(sides: unknown, nonce: unknown): string {
    const named = Array.isArray(sides) ? (sides as string[]) : [];
    const wanted = this.#missing().filter((side) => named.includes(side));
    if (!wanted.length || !same(wanted, sides)) return `${named.map(String).join(" and ")} cannot join here`;
    if (!isNumber(nonce)) return "the nonce is not 32 bytes";
    if (this.#seats.some((seat) => seat.nonce === nonce)) return "another seat has joined with this very nonce";
    this.#seats.push({ sides: wanted, nonce, link: nonce, ready: false });
    const place = (seat: Seat) => this.#persons.indexOf(seat.sides[0]!);
    this.#seats.sort((one, other) => place(one) - place(other));
    return "";
  }

  #reveal(sides: unknown, link: unknown): string {
    const seat = this.#awaited();
    if (!seat || !same(seat.sides, sides)) return "it is not for this seat to reveal a link now";
    if (!isNumber(link) || hashOf(hexToBytes(link)) !== seat.link) return "it is not the next link";
    Object.assign(seat, { link, ready: true });
    return "";
  }

  #roll(event: Data, before: Uint8Array): string {
    if (this.#awaited()) return `it comes before ${this.#awaited()!.sides.join(" and ")} has revealed a link for it`;
    const { index, question, faces } = event;
    const wanted = this.found.rolls + this.found.sealed + 1;
    if (index !== wanted) return `it is roll ${String(index)}, and should be roll ${wanted}`;
    if (!Array.isArray(faces) || !faces.every(isWhole)) return "its faces are not whole numbers";
    this.#useLinks();
    const dice = isText(question) ? question.split(" ")[1] : event.dice;
    if (!isText(dice) || !/^[1-9]d([1-9][0-9]?|100)$/.test(dice)) return "its dice are none";
    if (!isText(question) && !(isObject(question) && wholly(question))) return "its question has a number not whole";
    if (!this.#secret) {
      this.found.sealed++;
      return "";
    }
    const purpose = isText(question) ? question : `${dice} ${canonical(question)}`;
    this.#key ??= diceKey(this.#secret, this.#nonces(), this.#header.rules as string);
    const given = roll(this.#key, wanted, purpose, before, dice);
    if (!same(given, faces)) return `${purpose} shows ${String(faces)}, and the secret gives ${String(given)}`;
    this.found.rolls++;
    return "";
  }

  #nonces(): Uint8Array[] {
    return this.#persons.map((side) => hexToBytes(this.#seats.find((seat) => seat.sides.includes(side))!.nonce));
  }

  #compare(heads: string[], noted: Noted): void {
    for (const head of noted.heads ?? []) {
      if (!heads.some((each) => each.startsWith(head.toLowerCase())))
        throw new Fault(`No event of this save has the head ${head}, which this browser was shown.`);
      this.found.heads++;
    }
    if (noted.nonce && this.found.tier !== "server" && !this.#seats.some((seat) => seat.nonce === noted.nonce))
      throw new Fault("No seat joined with the nonce that this browser made.");
  }
}

const begins = (chain: Uint8Array, digits: unknown): boolean => bytesToHex(chain).slice(0, DIGITS) === digits;

const isNumber = (text: unknown): text is string => isText(text) && /^[0-9a-f]{64}$/.test(text);

/** Whether two lists are equal, value by value. */
const same = (one: (string | number)[], other: unknown): boolean =>
  Array.isArray(other) && one.length === other.length && one.every((each, at) => each === other[at]);

/** Whether all numbers in a value are whole. */
const wholly = (value: unknown): boolean =>
  !(value instanceof OddNumber) && (typeof value !== "object" || Object.values(value ?? {}).every(wholly));

function byBytes(one: string, other: string): number {
  return bytesToHex(utf8ToBytes(one)) < bytesToHex(utf8ToBytes(other)) ? -1 : 1;
}

/** The lines of a save; the last may lack its line end. */
function linesOf(save: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let begin = 0;
  for (let at = save.indexOf(10); at >= 0; at = save.indexOf(10, begin)) {
    lines.push(save.subarray(begin, at));
    begin = at + 1;
  }
  if (begin < save.length || !lines.length) lines.push(save.subarray(begin));
  return lines;
}

function endOf(line: Uint8Array): End {
  const end = readLine(line)?.end;
  const read =
    isObject(end) &&
    isWhole(end.events) &&
    Array.isArray(end.hashes) &&
    isNumber(end.head) &&
    (end.secret === "" || isNumber(end.secret));
  if (!read) throw new Fault("The save has no end that can be read, and may be cut off.");
  return end as unknown as End;
}
