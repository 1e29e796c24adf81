// Pieces and hexes in words, for those who hear the board.

import type { Piece } from "../lib/types";
import { listed } from "../lib/words";
import type { Board } from "../state/board.svelte";

export function describe(piece: Piece, board: Board): string {
  const what = [piece.kind, piece.size].filter(Boolean).join(" ");
  const parts = [`${piece.side} ${piece.name}, ${what}, ${piece.values}`, ...piece.states];
  const why = board.table.mine && !board.view.question ? board.view.offers[piece.id] : undefined;
  if (why === "") parts.push("can act");
  else if (why) parts.push(why);
  return parts.join(", ");
}

/** A hex: number, names, terrain, who is there, and what may be done with it now. */
export function describeHex(hex: string, board: Board): string {
  const spot = board.sheet.hexes[hex];
  if (!spot) return hex;
  const parts = [`Hex ${hex}${spot.names.length ? `, ${listed(spot.names)}` : ""}, ${spot.terrain}`];
  const pieces = board.stacks.get(hex) ?? [];
  if (pieces.length) parts.push(pieces.map((piece) => describe(piece, board)).join("; "));
  const step = board.reach?.steps[hex];
  if (step) parts.push(`can be reached for ${step.cost}`);
  else if (board.whyNot(hex)) parts.push(board.whyNot(hex));
  if (board.targets.has(hex)) parts.push("can be attacked");
  const options = board.optionsAt(hex);
  if (options.length) parts.push(listed(options.map((each) => each.says)));
  if (board.overlay === "threat" && board.threat[hex]) parts.push(board.threat[hex]);
  return `${parts.join(". ")}.`;
}
