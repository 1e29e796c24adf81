// SPDX-License-Identifier: Apache-2.0
// How far the talk at each table has been read in this browser.

const NAME = "grognard-read";
const MOST = 100;

function all(store: Storage): Record<string, number> {
  try {
    return (JSON.parse(store.getItem(NAME) ?? "{}") ?? {}) as Record<string, number>;
  } catch {
    return {};
  }
}

/** The number of the last remark that was read at a table; 0 for none. */
export function readAt(table: string, store: Storage = localStorage): number {
  const number = all(store)[table];
  return typeof number === "number" ? number : 0;
}

export function keepRead(table: string, number: number, store: Storage = localStorage): void {
  const others = Object.entries(all(store)).filter(([each]) => each !== table);
  store.setItem(NAME, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [table, number]])));
}
