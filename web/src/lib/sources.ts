// Where a number of a worksheet came from: "crt: Combat Odds, ruling odds-rounding" names a chart, a place on it, a ruling.

import type { Chart, Line, NamedTitle } from "./types";

export interface Source { chart: string | null; place: string[]; rulings: string[] }
export interface Lit { row: number | null; column: number | null }

/** Read a source. Only charts that the game has are taken for charts. */
export function parseSource(text: string, charts: NamedTitle[]): Source {
  const rulings = Array.from(text.matchAll(/\bruling ([\w-]+)/g), (found) => found[1]!);
  const [, name, rest] = /^([\w-]+)(?:: (.*))?$/.exec(text) ?? [];
  const chart = charts.some((each) => each.name === name) ? name! : null;
  const place = chart && rest ? rest.split(", ").filter((part) => !part.startsWith("ruling ")) : [];
  return { chart, place, rulings };
}

/** The charts that a worksheet names, the one the die is read on first: the results table, else the first named. */
export function chartsOf(lines: Line[], charts: NamedTitle[]): string[] {
  const named = new Set(lines.map((line) => parseSource(line.source, charts).chart).filter((each) => each !== null));
  return [...named].sort((a, b) => Number(b.startsWith("crt")) - Number(a.startsWith("crt")));
}

/** The labels of the columns as printed: where a chart has several column axes, every pair of theirs. */
export function columnLabels(chart: Chart): string[] {
  return chart.columns.reduce<string[]>(
    (soFar, axis) => (soFar.length ? soFar.flatMap((a) => axis.labels.map((b) => `${a} ${b}`)) : [...axis.labels]),
    [],
  );
}

/** Find what lines of a worksheet point at on a chart: the last that names a row, the last that names a column. */
export function litBy(chart: Chart, lines: Line[], charts: NamedTitle[]): Lit {
  const lit: Lit = { row: null, column: null };
  for (const line of lines) {
    const source = parseSource(line.source, charts);
    if (source.chart !== chart.chart) continue;
    // A line that names an axis has the label for its value; otherwise the labels themselves are named.
    for (const word of [...source.place, line.value]) {
      const row = labelled(chart.rows.labels, word, chart.rows.means);
      const column = labelled(columnLabels(chart), word);
      if (row !== null && word !== line.value) lit.row = row;
      if (column !== null) lit.column = column;
    }
    if (source.place[0]?.toLowerCase() === chart.rows.name.toLowerCase()) {
      lit.row = labelled(chart.rows.labels, line.value) ?? lit.row;
    }
  }
  return lit;
}

/** The row that a rolled total lands on; outside the printed range the nearest. */
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
