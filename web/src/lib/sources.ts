// SPDX-License-Identifier: Apache-2.0
// Where a number of a worksheet came from, on a chart: the chart that is rolled on, and the rows, columns and cells that lines name.

import type { Chart, Line } from "./types";

export type Cell = [row: number, column: number];
/** What is lit on a chart: a row, a column, and every cell that is read. */
export interface Lit {
  row: number | null;
  column: number | null;
  cells: Cell[];
}

/** The chart that is rolled on first, as a line says; if none does, the first that a line names. */
export function rolledOn(lines: Line[]): string {
  return lines.find((line) => typeof line.table === "string")?.table ?? chartsOf(lines)[0] ?? "";
}

/** What is added to the dice of the first roll: the first modifier that is a number. */
export function modifierOf(lines: Line[]): number {
  return Number(lines.find((line) => line.modifier && /^[+-]?\d+$/.test(line.value))?.value ?? 0);
}

/** Every chart that lines of a worksheet name. */
export function chartsOf(lines: Line[]): string[] {
  return [...new Set(lines.flatMap((line) => line.sources).map((source) => source.chart))].filter(Boolean);
}

/** The labels of the columns as printed: if a chart has several column axes, every pair of theirs. */
export function columnLabels(chart: Chart): string[] {
  return chart.columns.reduce<string[]>(
    (soFar, axis) => (soFar.length ? soFar.flatMap((a) => axis.labels.map((b) => `${a} ${b}`)) : [...axis.labels]),
    [],
  );
}

/**
 * Find what lines of a worksheet point at on a chart: the last that names a row, the last that names a column, and the cell
 * of every line that names both.
 */
export function litBy(chart: Chart, lines: Line[]): Lit {
  const lit: Lit = { row: null, column: null, cells: [] };
  for (const line of lines) {
    const source = line.sources.find((each) => each.chart === chart.chart);
    // A shifted column stands in a line of its own, which need not name the chart.
    if (
      line.sources.every((each) => !each.chart) &&
      (chart.columns[0]?.kind === "odds" || line.table === chart.chart) &&
      columnLabels(chart).includes(line.value)
    ) {
      lit.column = columnLabels(chart).indexOf(line.value);
    }
    if (!source) continue;
    const named: [number | null, number | null] = [null, null];
    // A line that names an axis has the label as its value; otherwise the labels themselves are named. A modifier is no label.
    const words = line.modifier ? source.place : [...source.place, line.value];
    for (const word of words) {
      const row = labelled(chart.rows.labels, word, chart.rows.means);
      const column = labelled(columnLabels(chart), word, chart.columns.length === 1 ? chart.columns[0]!.means : {});
      if (row !== null && word !== line.value) named[0] = lit.row = row;
      if (column !== null) named[1] = lit.column = column;
    }
    if (named[0] !== null && named[1] !== null) lit.cells.push([named[0], named[1]]);
    // "4-5 on Strike": rows with the same result, in the column that is rolled in.
    const rolledIn = columnLabels(chart).indexOf(/^[\d-]+ on (.+)$/.exec(line.what)?.[1] ?? "");
    if (rolledIn >= 0) lit.column = rolledIn;
    if (source.place[0]?.toLowerCase() === chart.rows.name.toLowerCase()) {
      lit.row = labelled(chart.rows.labels, line.value) ?? lit.row;
    }
  }
  return lit;
}

/**
 * The cells that rolls were read in. If every row is a roll it is that of the total; if a row divides up the die, that
 * of the column whose heading came up. Of several rolls the later ones may be for something else.
 */
export function cellsRolled(chart: Chart, lit: Lit, rolls: { total: number; meaning: string }[]): Cell[] {
  return rolls.flatMap(({ total, meaning }, at): Cell[] => {
    const row = rowRolled(chart, total);
    if (row === null) {
      const column = columnLabels(chart).indexOf(meaning);
      return lit.row !== null && column >= 0 ? [[lit.row, column]] : [];
    }
    if (lit.column === null) return [];
    return at === 0 || chart.cells[row]?.[lit.column]?.reads === meaning ? [[row, lit.column]] : [];
  });
}

/** The row of a rolled total; outside the printed range the nearest. */
export function rowRolled(chart: Chart, total: number): number | null {
  const spans = chart.rows.labels.map(span);
  if (chart.rows.kind !== "die" || spans.some((each) => each === null)) return null;
  const low = Math.min(...spans.map((each) => each![0]));
  const high = Math.max(...spans.map((each) => each![1]));
  const inside = Math.max(low, Math.min(high, total));
  return spans.findIndex((each) => each![0] <= inside && inside <= each![1]);
}

function span(label: string): [number, number] | null {
  const [, from, to] = /^(-?\d+)(?:-(\d+))?$/.exec(label) ?? [];
  return from === undefined ? null : [Number(from), Number(to ?? from)];
}

function labelled(labels: string[], word: string, means: Record<string, string[]> = {}): number | null {
  const wanted = word.toLowerCase();
  const exact = labels.findIndex((each) => each.toLowerCase() === wanted || means[each]?.includes(wanted));
  if (exact >= 0) return exact;
  const part = wanted.length > 3 ? labels.findIndex((each) => each.toLowerCase().includes(wanted)) : -1;
  return part >= 0 ? part : null;
}
