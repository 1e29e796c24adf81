// SPDX-License-Identifier: Apache-2.0
// Who sits at this browser, if he has told a name: a secret that was made here, by which the server knows his tables. It leaves
// the browser in a header alone, and in the link by which he carries it to another device himself.

import { ApiError, call, send } from "./client";
import { keptTables } from "./resume";
import type { Me } from "./types";

const NAME = "grognard-me";
/** One that is to take its place, until the server has said so. */
const NEXT = "grognard-me-next";
const BYTES = 32;

/** The secret of whoever sits at this browser; "" where nobody has told a name. */
export function mySecret(store: Storage = localStorage): string {
  return store.getItem(NAME) ?? "";
}

/** A secret that nobody can guess, fit for a link. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Where the page of a table is, for whoever opens it by a key; one's own secret stands in no address. */
export const tableAt = (table: string, key: string): string =>
  `/t/${table}${key && key !== mySecret() ? `#${key}` : ""}`;

export const linkOfMe = (secret: string): string => `${location.origin}/me#${secret}`;

/** Return who one is and one's tables; null where the server knows nobody by this secret, or no longer. */
export async function whoAmI(secret: string): Promise<Me | null> {
  try {
    return await call<Me>("/api/me", { key: secret });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Take a name, or another one. Whoever is new brings the tables along that he has sat at in this browser. */
export async function takeName(name: string): Promise<Me> {
  const secret = mySecret() || newSecret();
  const me = await call<Me>("/api/me", { key: secret, body: { name } });
  adopt(secret);
  await bringTables();
  return (await whoAmI(secret)) ?? me;
}

/** Be whoever has this secret, at this browser from now on. */
export function adopt(secret: string): void {
  localStorage.setItem(NAME, secret);
}

export function dropMe(): void {
  localStorage.removeItem(NAME);
}

/** Put the tables of this browser on one's list. One that cannot be stays where it is. */
export async function bringTables(): Promise<void> {
  for (const { table, key, side } of keptTables()) if (side) await sitAt(table, key);
}

export async function sitAt(table: string, key: string): Promise<void> {
  const secret = mySecret();
  if (!secret || !key || key === secret) return;
  await call("/api/me/tables", { key: secret, body: { table, key } }).catch(() => undefined);
}

/** Change the secret: every other device loses it. The new one is kept first, so that a broken connection loses nothing. */
export async function renewMe(): Promise<void> {
  const [old, secret] = [mySecret(), newSecret()];
  localStorage.setItem(NEXT, secret);
  await send<Me>("/api/me/secret", old, { secret });
  adopt(secret);
  localStorage.removeItem(NEXT);
}

/** Find out whether a change of the secret was done whose answer never came. */
export async function settle(): Promise<void> {
  const next = localStorage.getItem(NEXT);
  if (!next) return;
  if (await whoAmI(next)) adopt(next);
  localStorage.removeItem(NEXT);
}

export async function forgetMe(): Promise<void> {
  await call("/api/me/forget", { key: mySecret(), body: {} });
  dropMe();
}
