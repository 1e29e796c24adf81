// SPDX-License-Identifier: Apache-2.0
// A saved game as a file: packed for the way to the server, and who sits where at the table that goes on from it.

import { type SetUp, mySide, newTable } from "./set-up";
import type { Game, NewTable, SaveTold } from "./types";

/** The server takes no longer one; what is longer need not travel there. */
export const MOST = 8 * 2 ** 20;

/** What a file is sent as: base64 of gzip. */
export async function packed(file: Blob): Promise<string> {
  if (file.size > MOST) throw new Error(`A saved game has no more than ${MOST / 2 ** 20} MB; this file has more.`);
  const bytes = await bytesOf(file.stream().pipeThrough(new CompressionStream("gzip")));
  let text = "";
  // Not all at once: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

const bytesOf = async (stream: ReadableStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer());

/** Who sits where, as a new table is asked for. */
export function seatsOf(chosen: SetUp, told: SaveTold): Pick<NewTable, "seats" | "hotseat" | "dice" | "clock"> {
  const scenario = { sides: told.sides } as Game["scenarios"][number];
  const { seats = {}, hotseat, dice = null, clock = null } = newTable(chosen, {} as Game, scenario);
  return { seats, hotseat, dice, clock };
}

/** The key for the person who loads it: of his own side, or of any that a person plays. */
export function keyOf(chosen: SetUp, told: SaveTold, seats: Record<string, string | null>, watch: string): string {
  return seats[mySide(chosen, told.sides)] ?? Object.values(seats).find((key) => key !== null) ?? watch;
}

/** Where a saved game stands, in a line. */
export function standingOf({ verdict, turn, turns, phase, to_act: acting }: SaveTold): string {
  if (verdict) return `${verdict}, after ${turn} of ${turns} turns.`;
  return `Turn ${turn} of ${turns}, ${phase}${acting ? `: ${acting} to act` : ""}.`;
}
