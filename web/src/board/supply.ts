// SPDX-License-Identifier: Apache-2.0
// The supply or the command of a piece in words, and how it is drawn.

import type { Piece, Trace } from "../lib/types";
import { capital, listed } from "../lib/words";

/** What a line is for. */
export type LineOf = "supply" | "command";

/** "unsupplied: 7 hexes", "isolated: cut by 35th Brigade" or, if no unit is there, "isolated: cut at 2311". */
export function supplyInWords(trace: Trace, of: LineOf, side: string, stacks: Map<string, Piece[]>): string {
  const steps = trace.path.length - 1;
  const [at, to] = of === "command" ? ["with its headquarters", "its headquarters"] : ["at a source", "a source"];
  if (steps === 0) return `${trace.state}: ${at}`;
  if (steps > 0) return `${trace.state}: ${steps} ${steps === 1 ? "hex" : "hexes"}`;
  const { cut } = trace;
  if (!cut.length) return `${trace.state}: no way to ${to}`;
  const enemies = cut.flatMap((hex) => stacks.get(hex) ?? []).filter((each) => each.side !== side);
  const by = enemies.length ? `by ${shortly(enemies.map((each) => each.name))}` : `at ${shortly(cut)}`;
  return `${trace.state}: cut ${by}`;
}

/** "Isolated: the way is cut at 2312, 2211 and 2410." */
export function supplySentence(trace: Trace, of: LineOf, side: string, stacks: Map<string, Piece[]>): string {
  const cut = trace.path.length ? [] : trace.cut;
  return `${capital(cut.length ? `${trace.state}: the way is cut at ${shortly(cut)}` : supplyInWords(trace, of, side, stacks))}.`;
}

const shortly = (names: string[]): string => listed(names.length > 3 ? [...names.slice(0, 3), "others"] : names);
