// SPDX-License-Identifier: Apache-2.0
// What this browser keeps of several tables under one name, read with care: anything may stand in its storage.

/** Everything kept under a name, by table; nothing if it cannot be read. */
export function keptAll<T>(name: string, store: Storage): Record<string, T> {
  try {
    return (JSON.parse(store.getItem(name) ?? "{}") ?? {}) as Record<string, T>;
  } catch {
    return {};
  }
}

/** Keep something of one table as the newest; of more than so many the oldest is forgotten. */
export function keepOne(name: string, table: string, value: unknown, most: number, store: Storage): void {
  const others = Object.entries(keptAll<unknown>(name, store)).filter(([each]) => each !== table);
  store.setItem(name, JSON.stringify(Object.fromEntries([...others.slice(1 - most), [table, value]])));
}
