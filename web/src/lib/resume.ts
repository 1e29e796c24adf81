// SPDX-License-Identifier: Apache-2.0
// The tables this browser has joined, newest first. Keys never leave it except in a header.
import { keptAll } from "./kept";

export interface Kept {
  table: string;
  key: string;
  title: string;
  side: string;
  when: number;
}

const NAME = "grognard-tables";
const MOST = 24;

export function keptTables(store: Storage = localStorage): Kept[] {
  try {
    const found: unknown = JSON.parse(store.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keepTable(kept: Kept, store: Storage = localStorage): void {
  const others = keptTables(store).filter((each) => each.table !== kept.table || each.key !== kept.key);
  store.setItem(NAME, JSON.stringify([kept, ...others].slice(0, MOST)));
}

export function forgetTable(table: string, store: Storage = localStorage): void {
  store.setItem(NAME, JSON.stringify(keptTables(store).filter((each) => each.table !== table)));
}

/** A key to a table opened before, for a link without one. */
export function keptKey(table: string, store: Storage = localStorage): string | null {
  return keptTables(store).find((each) => each.table === table)?.key ?? null;
}

function isKept(each: unknown): each is Kept {
  const kept = each as Partial<Kept> | null;
  return typeof kept?.table === "string" && typeof kept.key === "string" && typeof kept.title === "string";
}

const WATCH = "grognard-watch";

/** The key to watch a table that was set up here before all its links were kept (invitations.ts); empty if there is none. */
export function watchKey(table: string, store: Storage = localStorage): string {
  return keptAll<string>(WATCH, store)[table] ?? "";
}
