// SPDX-License-Identifier: Apache-2.0
// The links to tables that were set up in this browser: the server gives them only once, and they never leave it except to
// the persons invited. A seat's key is kept until its player has come.

import { keepOne, keptAll } from "./kept";
import type { MadeTable, Present, Side, View } from "./types";

/** `seats` has "" for a seat whose player has come, and null for one that a program plays; `anew` are sides with a new link. */
export type Links = Pick<MadeTable, "seats" | "watch" | "maker"> & { anew?: Side[] };

const NAME = "grognard-links";
const MOST = 24;

export function keepLinks(table: string, links: Links, store: Storage = localStorage): void {
  const { seats, watch, maker, anew = [] } = links;
  keepOne(NAME, table, { seats, watch, maker, anew }, MOST, store);
}

export function keptLinks(table: string, store: Storage = localStorage): Links | null {
  return keptAll<Links>(NAME, store)[table] ?? null;
}

/** The links with another key for some sides: a new one, or none if the player has come. */
export function withKey(links: Links, sides: readonly Side[], key: string): Links {
  const seats = { ...links.seats, ...Object.fromEntries(sides.map((side) => [side, key])) };
  const anew = (links.anew ?? []).filter((side) => !sides.includes(side));
  return { ...links, seats, anew: key ? [...anew, ...sides] : anew };
}

/** Whether the player of a seat has come by the link it has now. */
export function hasCome({ sides, here, minutes }: Present, links: Links | null, dice: View["dice"]): boolean {
  if (here || minutes !== null) return true;
  // What he added to the dice he added before the link was replaced.
  const isNew = sides.some((side) => links?.anew?.includes(side));
  return !isNew && dice.tier !== "server" && !sides.some((side) => dice.joins.includes(side));
}

export const linkTo = (table: string, key: string): string => `${location.origin}/t/${table}#${key}`;
