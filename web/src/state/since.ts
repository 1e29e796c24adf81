// SPDX-License-Identifier: Apache-2.0
// What others did since this seat's last act, so that the program's turn leaves a trace on the map and in words.

import type { MapSheet, Piece, View } from "../lib/types";
import { boxOf } from "../lib/boxes";
import { statesOf } from "../lib/states";
import { pipsOf, steps } from "../lib/words";

/**
 * The view that the acts of others are compared with, after one more view: how things stood after this seat's last act. A
 * watcher plays no side; for him it is how they stood before the acting side began. Null if it is not known:
 * this seat has just come, has taken back its last act, or was overtaken by others before it saw what that led to.
 */
export function heldAgainst(since: View | null, before: View | null, now: View): View | null {
  const last = now.log.at(-1);
  if (!last || now.you.includes(last.side)) return now;
  if (now.you.length) return since?.log.at(-1)?.seq === lastAct(now) ? since : null;
  if (!before || now.log.length < before.log.length) return now;
  return before.log.at(-1)?.side === last.side ? since : before;
}

/** The number of this seat's last act; undefined if it has not acted yet. */
export function lastAct(view: View): number | undefined {
  return view.log.findLast((entry) => view.you.includes(entry.side))?.seq;
}

/** Which pieces were moved, and from where. */
export function movedSince(since: View, now: View): ReadonlyMap<string, string> {
  const was = byId(since);
  const gone = now.pieces.filter((each) => was.has(each.id) && was.get(each.id)!.at !== each.at);
  return new Map(gone.map((each) => [each.id, was.get(each.id)!.at]));
}

export interface Happened {
  what: string;
  which: string[];
}

/** What happened to the units of this seat, and to the ground that counts; for a watcher to all units, with their sides. */
export function happenedSince(since: View, now: View, hexes: MapSheet["hexes"]): Happened[] {
  const was = byId(since);
  const watches = !now.you.length;
  const acted = now.log.at(-1)?.side;
  const mine = now.pieces.filter((each) => (watches || now.you.includes(each.side)) && was.has(each.id));
  const called = (piece: Piece) => (watches ? `${piece.side} ${piece.name}` : piece.name);
  const found = new Map<string, string[]>();
  const lostPips = `lost ${pipsOf(now.printed)}`;
  const add = (what: string, which: string) => found.set(what, [...(found.get(what) ?? []), which]);
  for (const piece of mine) {
    const then = was.get(piece.id)!;
    const isLost = boxOf(piece.at, now).kind === "lost";
    if (isLost && boxOf(then.at, since).kind !== "lost") add("lost", `${called(piece)} at ${then.at}`);
    const lost = isLost ? 0 : steps(then) - steps(piece);
    if (lost > 0) add(lostPips, `${called(piece)} at ${piece.at} (${lost}, ${steps(piece)} left)`);
    for (const state of hurts(piece, now))
      if (!hurts(then, since).includes(state)) add(state, `${called(piece)} at ${piece.at}`);
    // Who moves in his own turn is not driven back.
    if (piece.side !== acted && piece.at !== then.at && piece.at in hexes && then.at in hexes)
      add("driven back", `${called(piece)} from ${then.at} to ${piece.at}`);
  }
  for (const hex of groundLost(since, now))
    add("ground taken by the enemy", [hexes[hex]?.names[0], hex].filter(Boolean).join(" "));
  const worst = ["lost", lostPips];
  const order = [...worst, ...[...found.keys()].filter((what) => !worst.includes(what))];
  return order.flatMap((what) => (found.has(what) ? [{ what, which: found.get(what)! }] : []));
}

/** Ground that this seat has lost, and ground that others have gained. */
function groundLost(since: View, now: View): string[] {
  if (!now.you.length) return [];
  const held = (view: View, ours: boolean) =>
    Object.entries(view.status.held).flatMap(([side, hexes]) => (view.you.includes(side) === ours ? hexes : []));
  const [still, theirs] = [held(now, true), held(since, false)];
  const lost = held(since, true).filter((hex) => !still.includes(hex));
  const taken = held(now, false).filter((hex) => hex in now.status.worth && !theirs.includes(hex));
  return [...new Set([...lost, ...taken])];
}

const byId = (view: View): Map<string, Piece> => new Map(view.pieces.map((piece) => [piece.id, piece]));
const hurts = (piece: Piece, view: View): string[] =>
  statesOf(piece, view.states)
    .filter((each) => each.effect === "hurt")
    .map((each) => each.label);
