// SPDX-License-Identifier: Apache-2.0
// The hint beside the hex or the counter that the mouse points at.

import type { Step } from "../lib/types";
import { capital, optionInWords } from "../lib/words";
import type { Board } from "../state/board.svelte";
import { describe, markerInWords, placeInWords, untold, worthInWords } from "./describe";

export function hintOf(board: Board): string {
  const fanned = board.openStack ? board.piece(board.pointer.fanned) : undefined;
  if (fanned) return describe(fanned, board);
  const hex = board.pointer.hovered;
  // An opened stack needs no hint.
  if (!hex || hex === board.openStack) return "";
  const seen = board.lenses.sightOf(hex);
  if (seen) return seen;
  if (board.hand.reach && hex !== board.inHand?.at) return wayThere(hex, board);
  const threat = board.lenses.threatTo(hex);
  if (threat) return threat;
  const options = board.offers.optionsAt(hex);
  return options.length ? options.map(optionInWords).join("\n") : whatLies(hex, board);
}

/** How the piece in hand goes to a hex, or why it cannot. */
function wayThere(hex: string, board: Board): string {
  const step = board.hand.reach?.steps[hex];
  if (!step) {
    const rule = board.hand.paragraphAt(hex) ? "W: what the rules say" : "";
    return [board.hand.whyNot(hex), board.scene.knownOf(hex), rule].filter(Boolean).map(capital).join("\n");
  }
  const told = stepInWords(hex, step, board.hand.along.length + 1);
  return board.hand.picksUp(hex) ? `${told}\nShift-click, or press its cost; a click picks up who is there` : told;
}

function stepInWords(hex: string, step: Step, units: number): string {
  const move = `${units > 1 ? `${units} units move` : "Move"} to ${hex}`;
  return [[move, step.cost.text].filter(Boolean).join(": "), step.note].filter(Boolean).join("\n");
}

/** Everything in a hex: a stack hides the print of its lower counters. */
function whatLies(hex: string, board: Board): string {
  const pieces = untold(hex, board).toReversed();
  const markers = board.view.markers.filter((each) => each.at === hex);
  const here = [
    capital(worthInWords(hex, board)),
    ...pieces.map((each) => describe(each, board)),
    ...markers.map((each) => capital(markerInWords(each))),
  ].filter(Boolean);
  return here.length ? [placeInWords(hex, board), ...here].join("\n") : "";
}
