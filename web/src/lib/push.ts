// SPDX-License-Identifier: Apache-2.0
// Messages of the server that reach this browser when the page is closed, through the push service of its maker, which cannot read
// them. The server gets the browser's address there, for all tables of a player with a name, or else for one seat.

import { call } from "./client";
import { mySecret } from "./me";
import { canNotify, notifies } from "./notices";
import type { Offered } from "./types";

/** A seat at a table, by its key. */
export interface SeatHere {
  table: string;
  key: string;
}

/** The service worker, as vite.config.ts has it built. */
const WORKER = "/notices.js";

/** What this page has told the server already: panels come and go. */
const told = new Set<string>();

let asked: Promise<Offered> | null = null;

/** How this server can tell players of their turn when the page is closed. */
export function offered(): Promise<Offered> {
  asked ??= call<Offered>("/api/notices").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

const canPush = (): boolean => canNotify() && "serviceWorker" in navigator && "PushManager" in globalThis;

/** Where to subscribe: under one's name, or for a seat. */
function whose(seat: SeatHere | null): { path: string; key: string } | null {
  const secret = mySecret();
  if (secret) return { path: "/api/me/browsers", key: secret };
  return seat?.key ? { path: `/api/tables/${seat.table}/browsers`, key: seat.key } : null;
}

/** Subscribe this browser if notices are wanted here; return whether that worked. A refusal of the server is thrown. */
export async function reachHere(seat: SeatHere | null): Promise<boolean> {
  const to = whose(seat);
  if (!to || !notifies() || !canPush()) return false;
  const { push } = await offered();
  const subscription = push ? await subscribed(push) : null;
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return false;
  const name = `${to.path} ${to.key} ${endpoint}`;
  if (!told.has(name)) {
    await call(to.path, { key: to.key, body: { endpoint, p256dh: plain(keys.p256dh), auth: plain(keys.auth) } });
    told.add(name);
  }
  return true;
}

/** Subscribe with the browser's service, by the server's key; null where the browser has none. */
async function subscribed(key: string): Promise<PushSubscription | null> {
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const bytes = fromBase64(key);
    const before = await pushManager.getSubscription();
    const own = before?.options.applicationServerKey;
    if (before && own && isSame(new Uint8Array(own), bytes)) return before;
    // By the key of another server, or of this one before it lost its data.
    await before?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  } catch {
    return null;
  }
}

/** End the subscription of this browser. */
export async function leaveHere(seat: SeatHere | null): Promise<void> {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const to = whose(seat);
  if (to)
    await call(`${to.path}/leave`, { key: to.key, body: { endpoint: subscription.endpoint } }).catch(() => undefined);
  // Messages for other seats come back to the server, which then deletes this browser.
  await subscription.unsubscribe();
  told.clear();
}

const plain = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
