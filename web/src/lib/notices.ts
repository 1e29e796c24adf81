// SPDX-License-Identifier: Apache-2.0
// The page's own notice that it is one's turn: asked for, kept for this browser, and shown only where nobody looks at the page.

import type { View } from "./types";

const NAME = "grognard-notices";

/** Whether this browser can show notices on this page; a page that is not served securely may not. */
export const canNotify = (): boolean => "Notification" in globalThis && globalThis.isSecureContext;

/** Whether notices are wanted here, and allowed. */
export const notifies = (store: Storage = localStorage): boolean =>
  canNotify() && Notification.permission === "granted" && store.getItem(NAME) === "yes";

/** Ask the browser for leave to show notices; whether it gave it. */
export async function askForNotices(store: Storage = localStorage): Promise<boolean> {
  if (!canNotify() || (await Notification.requestPermission()) !== "granted") return false;
  store.setItem(NAME, "yes");
  return true;
}

export function stopNotices(store: Storage = localStorage): void {
  store.removeItem(NAME);
}

/** Whether it has become this seat's turn by one more view: others acted before, and now it is for this seat to act. */
export function turnCame(before: View | null, now: View): boolean {
  if (!before || now.dice.joins.length) return false;
  const mine = ({ to_act: acting, you }: View) => acting !== null && you.includes(acting);
  return mine(now) && (!mine(before) || before.dice.joins.length > 0);
}

/** Tell that it is this seat's turn, where nobody looks. */
export function notifyOfTurn({ table, title, status }: View): void {
  notify(table, "Your turn", `${title}: turn ${status.turn}, ${status.phase}`);
}

/** Tell that an opponent's time is up, where nobody looks. */
export function notifyOfTime({ table, title }: View, side: string): void {
  notify(table, "Time is up", `${title}: the time of the ${side} side is up`);
}

/** One notice for a table, the newest. */
function notify(table: string, what: string, body: string): void {
  if (!notifies() || (!document.hidden && document.hasFocus())) return;
  try {
    const notice = new Notification(what, {
      body,
      tag: `grognard-${table}`,
      icon: "/icon.svg",
    });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some browsers of phones take notices from a service worker alone.
  }
}
