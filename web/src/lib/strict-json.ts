// SPDX-License-Identifier: Apache-2.0
// JSON that has only one reading, as docs/dice.md requires of the lines of a save. The browser's own parser takes the last of two
// members of one name, half a surrogate pair, and 1.0 for 1, which other parsers read differently.

export type Data = Record<string, unknown>;

/** A number with a point or an exponent, or of more than 15 characters: none that matters to dice is like that. */
export class OddNumber {
  constructor(readonly text: string) {}
}

const TOKEN =
  /[ \t\n\r]*([{}[\]:,]|true|false|null|"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const BLANK = /[ \t\n\r]*$/y;
const WHOLE = 15;

export const isText = (value: unknown): value is string => typeof value === "string";
export const isWhole = (value: unknown): value is number => typeof value === "number";
export const isObject = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof OddNumber);

/** A JSON object in UTF-8; null if it is something else, or could be read in two ways. */
export function readLine(line: Uint8Array): Data | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    const value = new Reader(text).whole();
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

class Reader {
  #at = 0;
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(this.#token());
    BLANK.lastIndex = this.#at;
    if (!BLANK.test(this.#text)) throw new SyntaxError("something follows");
    return value;
  }

  #token(): string {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) throw new SyntaxError(`no JSON at ${this.#at}`);
    this.#at = TOKEN.lastIndex;
    return found[1]!;
  }

  #value(token: string): unknown {
    if (token === "{") return this.#object();
    if (token === "[") return this.#list();
    if (/^[-\d]/.test(token))
      return /^-?\d+$/.test(token) && token.length <= WHOLE ? Number(token) : new OddNumber(token);
    return token.startsWith('"') ? textOf(token) : JSON.parse(token);
  }

  #object(): Data {
    const found = Object.create(null) as Data;
    for (let token = this.#token(); token !== "}" || Object.keys(found).length; token = this.#token()) {
      const name = textOf(token);
      if (name in found) throw new SyntaxError(`two members ${name}`);
      if (this.#token() !== ":") throw new SyntaxError("no colon");
      found[name] = this.#value(this.#token());
      if (!this.#more("}")) return found;
    }
    return found;
  }

  #list(): unknown[] {
    const found: unknown[] = [];
    for (let token = this.#token(); token !== "]" || found.length; token = this.#token()) {
      found.push(this.#value(token));
      if (!this.#more("]")) return found;
    }
    return found;
  }

  /** Whether a comma follows, or the end of the object or list. */
  #more(end: string): boolean {
    const token = this.#token();
    if (token !== "," && token !== end) throw new SyntaxError(`no ${end}`);
    return token === ",";
  }
}

/** A string of complete characters. */
function textOf(token: string): string {
  const text = token.startsWith('"') ? (JSON.parse(token) as string) : null;
  if (text === null || /\p{Surrogate}/u.test(text)) throw new SyntaxError("no text");
  return text;
}
