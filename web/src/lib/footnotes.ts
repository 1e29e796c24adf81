// SPDX-License-Identifier: Apache-2.0
// The footnotes of a chart: doubts that say the same about several cells are one note with one letter.

import { grouped } from "./groups";
import type { Chart, Doubt } from "./types";

export interface Footnote {
  letter: string;
  doubts: Doubt[];
}

export function footnotes(chart: Chart): Footnote[] {
  const groups = grouped(chart.doubts, (doubt) =>
    [doubt.ruling, doubt.kind === "heading" ? "" : doubt.reason].join("|"),
  );
  // A heading that was found missing belongs to the cells under it.
  const merged = [...groups.values()].reduce<Doubt[][]>((soFar, doubts) => {
    const same = doubts[0]!.ruling
      ? soFar.find((each) => each[0]!.ruling === doubts[0]!.ruling && each[0]!.kind === "heading")
      : undefined;
    if (same) same.push(...doubts);
    else soFar.push([...doubts]);
    return soFar;
  }, []);
  return merged.map((doubts, at) => ({ letter: letter(at), doubts }));
}

/** a, b … z, aa, ab … */
export function letter(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : letter(Math.floor(at / 26) - 1) + last;
}

/** The letter at a cell (row and column), a row's heading (no column) or a column's (no row). */
export function letters(notes: Footnote[]): Map<string, string> {
  return new Map(
    notes.flatMap(({ letter, doubts }) => doubts.map((doubt) => [place(doubt.row, doubt.column), letter])),
  );
}

export const place = (row: string, column: string): string => `${row}|${column}`;
