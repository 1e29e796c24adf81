// SPDX-License-Identifier: Apache-2.0
// Pieces and hexes in words, for screen readers.

import type { Battle, Marker, Piece } from "../lib/types";
import { listed, optionInWords, printed } from "../lib/words";
import type { Board } from "../state/board.svelte";
import { supplyInWords } from "./supply";

export function describe(piece: Piece, board: Board): string {
  const what = [piece.kind, piece.size].filter(Boolean).join(" ");
  const trace = board.lenses.lines[piece.id];
  // The lens of supply or command says more of it than the counter does.
  const said = board.scene.statesOf(piece).map((state) => state.label);
  const states = trace ? said.filter((label) => label !== trace.state) : said;
  const parts = [
    [`${piece.side} ${piece.name}`, what, printed(piece, board.view.printed)].filter(Boolean).join(", "),
    ...states,
  ];
  const why = board.table.mine && !board.view.question ? board.view.offers[piece.id] : undefined;
  if (why === "") parts.push("can act");
  else if (why) parts.push(why.startsWith(`${piece.name} `) ? why.slice(piece.name.length + 1) : why);
  if (trace)
    parts.push(supplyInWords(trace, board.lenses.shown === "command" ? "command" : "supply", piece.side, board.stacks));
  return parts.join(", ");
}

/** A hex by its number, its names, each once, and its terrain: "2312 Hythe, Romney Marsh, beach". */
export function placeInWords(hex: string, board: Board): string {
  const spot = board.sheet.hexes[hex];
  const [first = "", ...others] = new Set(spot?.names);
  return [`${hex} ${first}`.trim(), ...others, spot?.terrain].filter(Boolean).join(", ");
}

/** What a hex counts for victory, and its holder; and what a unit counts that leaves the map there. Empty if it counts nothing. */
export function worthInWords(hex: string, board: Board): string {
  const { worth, held, exits } = board.view.status;
  const holder = Object.keys(held).find((side) => held[side]!.includes(hex));
  const ground = worth[hex] ? [`counts ${inPoints(worth[hex])}`, holder ? `held by the ${holder} side` : ""] : [];
  const ways = Object.entries(exits).flatMap(([side, hexes]) =>
    hexes[hex] ? [`a ${side} unit that leaves the map here counts ${inPoints(hexes[hex])}`] : [],
  );
  return [...ground, ...ways].filter(Boolean).join(", ");
}

const inPoints = (count: number): string => `${count} ${count === 1 ? "point" : "points"}`;

/** "mines", "a block", "2 wrecks", "nuclear contamination"; for a force what is known of it. */
export function markerInWords({ kind, count, says }: Pick<Marker, "kind" | "count" | "says">): string {
  if (says) return says;
  if ((count ?? 1) > 1) return `${count} ${kind}s`;
  const words = kind.replace("-", " ");
  return kind.endsWith("s") ? words : `a ${words}`;
}

/** The units in a hex, from the bottom, without those that a marker there already describes: what is known of a force names its seen units. */
export function untold(hex: string, board: Board): Piece[] {
  const told = new Set(board.view.markers.filter((each) => each.at === hex).flatMap((each) => each.tells_of));
  return (board.stacks.get(hex) ?? []).filter((piece) => !told.has(piece.id));
}

/** What can be done to hexes: "attacked", "bombed or reconnoitred". */
export function doneTo(battles: Battle[]): string {
  return [...new Set(battles.map((each) => each.done))].sort().join(" or ");
}

/** A hex: number, names, terrain, units, and what may be done with it now. */
export function describeHex(hex: string, board: Board): string {
  if (!(hex in board.sheet.hexes)) return hex;
  const parts = [`Hex ${placeInWords(hex, board)}`];
  const pieces = untold(hex, board);
  if (pieces.length) parts.push(pieces.map((piece) => describe(piece, board)).join("; "));
  const step = board.hand.reach?.steps[hex];
  if (step) parts.push([`can be reached for ${step.cost.text}`, step.note].filter(Boolean).join(", "));
  else if (board.hand.whyNot(hex)) parts.push(board.hand.whyNot(hex));
  const targets = board.offers.targets.get(hex);
  if (targets) parts.push(`can be ${doneTo(targets)}`);
  const options = board.offers.optionsAt(hex);
  if (options.length) parts.push(listed(options.map(optionInWords)));
  if (board.lenses.threatTo(hex)) parts.push(board.lenses.threatTo(hex));
  if (worthInWords(hex, board)) parts.splice(1, 0, worthInWords(hex, board));
  const markers = board.view.markers.filter((each) => each.at === hex);
  if (markers.length) parts.splice(1, 0, markers.map(markerInWords).join("; "));
  if (board.lenses.sightOf(hex)) parts.splice(1, 0, board.lenses.sightOf(hex));
  return `${parts.join(". ")}.`;
}
