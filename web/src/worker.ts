// SPDX-License-Identifier: Apache-2.0
// Runs in the browser when no page is open: shows what the server sends, and opens the table that is clicked. It answers no
// request of the page and keeps nothing, so that the page is always the server's own. Built as /notices.js; it imports nothing.

/** What is used here of the place where it runs: TypeScript knows it only where it knows no page. */
interface Later {
  waitUntil(done: Promise<unknown>): void;
}
interface PushCame extends Later {
  data: { json(): unknown } | null;
}
interface Clicked extends Later {
  notification: { close(): void; data?: unknown };
}
interface OpenPage {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
}
interface ServiceWorkerHere {
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  addEventListener(type: "push", hear: (event: PushCame) => void): void;
  addEventListener(type: "notificationclick", hear: (event: Clicked) => void): void;
}
const worker = self as unknown as ServiceWorkerHere;

/** Where a click leads: to the table, which opens by what this browser keeps. */
const pathOf = (table: unknown): string =>
  typeof table === "string" && /^[\w-]{1,100}$/.test(table) ? `/t/${table}` : "/me";

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });
const isAt = (path: string) => (page: OpenPage) => new URL(page.url).pathname === path;

function read(data: PushCame["data"]): Record<string, unknown> {
  try {
    return (data?.json() ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function show(data: PushCame["data"]): Promise<void> {
  const { table, title, side } = read(data);
  const path = pathOf(table);
  // A player who is looking at the table needs no notice.
  if ((await pages()).some((page) => page.focused && isAt(path)(page))) return;
  const names = typeof title === "string" && typeof side === "string";
  await worker.registration.showNotification(!names ? "Grognard" : side ? "Your turn" : "The game is over", {
    body: names ? [title, side].filter(Boolean).join(": ") : "Something has happened at one of your tables.",
    // In place of the page's own notice of the same turn.
    tag: path === "/me" ? "grognard" : `grognard-${String(table)}`,
    icon: "/icon.svg",
    data: path,
  });
}

async function open(path: unknown): Promise<void> {
  if (typeof path !== "string") return;
  const there = (await pages()).find(isAt(path));
  await (there ? there.focus() : worker.clients.openWindow(path));
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

// What is declared here is nobody else's.
export {};
