// SPDX-License-Identifier: Apache-2.0
// The person at this browser, if a name has been taken: a secret that was made here, by which the server knows the tables. It leaves
// the browser only in a header, and in the link that carries it to another device.

import { ApiError, call, send } from "./client";
import { keptTables } from "./resume";
import type { Me } from "./types";

const NAME = "grognard-me";
/** One that is to take its place, until the server has said so. */
const NEXT = "grognard-me-next";
const BYTES = 32;

/** The secret of the person at this browser; empty if no name has been taken here. */
export function mySecret(store: Storage = localStorage): string {
  return store.getItem(NAME) ?? "";
}

/** A secret that nobody can guess, fit for a link. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The address of the page of a table, with the key that opens it; one's own secret is never in it. */
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

/** Take a name, or another one. The tables that were opened in this browser go on the list. */
export async function takeName(name: string): Promise<Me> {
  const secret = mySecret() || newSecret();
  const me = await call<Me>("/api/me", { key: secret, body: { name } });
  adopt(secret);
  await bringTables();
  return (await whoAmI(secret)) ?? me;
}

/** Store the secret that this browser goes by from now on. */
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
