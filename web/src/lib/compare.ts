// SPDX-License-Identifier: Apache-2.0
// Two situations of one procedure, held side by side.

import type { Typed } from "./forms";
import type { Expected, Field, Preview } from "./types";
import { decimal } from "./words";

export interface Row {
  says: string;
  was: number;
  is: number;
}

/** How likely each outcome is in one and in the other: the likeliest of the present first, then those that are gone. */
export function sideBySide(before: Preview | null, now: Preview | null): Row[] {
  const [was, is] = [shares(before?.outcomes ?? []), shares(now?.outcomes ?? [])];
  const all = [...new Set([...is.keys(), ...was.keys()])];
  const rows = all.map((says) => ({ says, was: was.get(says) ?? 0, is: is.get(says) ?? 0 }));
  return rows.toSorted((a, b) => b.is - a.is || b.was - a.was);
}

function shares(outcomes: readonly Expected[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { says, chance } of outcomes) found.set(says, (found.get(says) ?? 0) + decimal(chance));
  return found;
}

/** The fields in which two situations differ. */
export function differing(
  fields: readonly Field[],
  before: Typed,
  now: Typed,
): { field: Field; was: string; is: string }[] {
  return fields
    .map((field) => ({ field, was: before[field.name] ?? "", is: now[field.name] ?? "" }))
    .filter(({ was, is }) => was !== is);
}

/** The likeliest outcomes in a line, for where there is little room. */
export function likeliest(preview: Preview, most = 3): { says: string; share: number }[] {
  return preview.outcomes
    .map(({ result, says, chance }) => ({ says: result || says, share: decimal(chance) }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most);
}
