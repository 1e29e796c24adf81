// SPDX-License-Identifier: Apache-2.0
// A form made from fields: what is typed, as text for a procedure and as values for an order.

import type { Counter, Field } from "./types";
import { capital } from "./words";

export type Typed = Record<string, string>;

/** The initial values of a form. */
export function blank(fields: Field[]): Typed {
  return Object.fromEntries(fields.map((field) => [field.name, asText(field.default, field)]));
}

function asText(value: unknown, field: Field): string {
  if (field.kind === "flag") return value === true ? "yes" : "no";
  if (value === null || value === undefined)
    return field.kind === "choice" && field.required ? (field.options[0] ?? "") : "";
  return Array.isArray(value) ? value.join(",") : `${value as string | number}`;
}

/** What was entered: all fields except those left empty or unchanged. */
export function said(fields: Field[], typed: Typed): Typed {
  const before = blank(fields);
  const told = fields.filter(({ name, required }) => typed[name] && (required || typed[name] !== before[name]));
  return Object.fromEntries(
    told.map(({ name, kind }) => [name, kind === "numbers" ? numbers(typed[name]!).join(",") : typed[name]!]),
  );
}

/** Numbers as people write them: 6,5 or 6 5 or 6;5. A missing one between two commas stays missing, for the server to refuse. */
function numbers(text: string): string[] {
  const whole = text.trim().replace(/\s*[,;]$/, "");
  return whole ? whole.split(/\s*[,;]\s*|\s+/) : [];
}

/** Which required fields are still empty. */
export function wanting(fields: Field[], typed: Typed): Field[] {
  return fields.filter((field) => field.required && !typed[field.name]?.trim());
}

/** The values of fields as an order takes them. */
export function values(fields: Field[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name.replaceAll("-", "_"),
      value(field, typed[field.name] ?? asText(field.default, field)),
    ]),
  );
}

function value(field: Field, text: string): unknown {
  if (field.kind === "flag") return text === "yes";
  if (field.kind === "number") return text === "" ? field.default : Number(text);
  if (field.kind === "numbers") return numbers(text).map((each) => (each ? Number(each) : NaN));
  if (field.kind === "words")
    return text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean);
  return text;
}

/** Whether a counter has all the words searched for. */
export function counterSays(counter: Counter, sought: string): boolean {
  const line = Object.values(counter).join(" ").toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => line.includes(word));
}

/** One more word in a list of words. */
export function withWord(text: string, word: string): string {
  const before = text.trim().replace(/,$/, "");
  return before ? `${before},${word}` : word;
}

/** The name of a field in words, such as attack-supply; what its sentence writes in capitals is written so. */
export function labelOf({ name, asks }: Pick<Field, "name" | "asks">): string {
  const capitals = asks.match(/\b[A-Z]{2,}\b/g) ?? [];
  const words = name.split(/[-_]/).map((word) => capitals.find((each) => each.toLowerCase() === word) ?? word);
  return capital(words.join(" "));
}

/** The name under which the address has what a situation is compared with, as an address of its own. */
export const VERSUS = "versus";

/** The address of a desk with everything that was entered, and back. */
export function toQuery(said: Typed, profile: string, rulings: Record<string, string>, versus = ""): string {
  const query = new URLSearchParams(said);
  if (versus) query.set(VERSUS, versus);
  if (profile !== "card") query.set("profile", profile);
  for (const [name, option] of Object.entries(rulings)) query.set(`ruling.${name}`, option);
  const text = query.toString().replaceAll("%2C", ",");
  return text ? `?${text}` : "";
}

export interface Situation {
  typed: Typed;
  profile: string;
  rulings: Record<string, string>;
}

export function fromQuery(search: string): Situation {
  const typed: Typed = {};
  const rulings: Record<string, string> = {};
  let profile = "card";
  for (const [name, text] of new URLSearchParams(search)) {
    if (name === VERSUS) continue;
    if (name === "profile") profile = text;
    else if (name.startsWith("ruling.")) rulings[name.slice(7)] = text;
    else typed[name] = text;
  }
  return { typed, profile, rulings };
}
