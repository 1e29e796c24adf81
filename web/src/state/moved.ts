// What others moved since this seat's last act, so that the machine's turn leaves a trace on the map.

import type { View } from "../lib/types";

/**
 * Who was moved by others, and where from, after one more view: what this seat does itself ends the account. A watcher
 * plays no side; for him it ends when another side acts.
 */
export function movedSince(before: View | null, now: View, soFar: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const last = now.log.at(-1);
  const fresh = now.you.length ? !!last && now.you.includes(last.side) : last?.side !== before?.log.at(-1)?.side;
  if (!before || !last || now.log.length < before.log.length || (fresh && now.you.length)) return new Map();
  const found = new Map(fresh ? [] : soFar);
  const was = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
  for (const { id, at } of now.pieces) {
    const from = was.get(id);
    if (from !== undefined && from !== at && !found.has(id)) found.set(id, from);
  }
  return found;
}
