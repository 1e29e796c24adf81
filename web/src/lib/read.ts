// SPDX-License-Identifier: Apache-2.0
// How far the talk at each table has been read in this browser.
import { keepOne, keptAll } from "./kept";

const NAME = "grognard-read";
const MOST = 100;

/** The number of the last remark that was read at a table; 0 for none. */
export function readAt(table: string, store: Storage = localStorage): number {
  const number = keptAll<unknown>(NAME, store)[table];
  return typeof number === "number" ? number : 0;
}

export function keepRead(table: string, number: number, store: Storage = localStorage): void {
  keepOne(NAME, table, number, MOST, store);
}
