// SPDX-License-Identifier: Apache-2.0
import { beforeEach, expect, test, vi } from "vitest";

const KEY = btoa("the key of the server");

interface Sent {
  path: string;
  key: string | undefined;
  body: unknown;
}

/** A browser that allows notices, with a push service. */
function browser({ push = KEY, key = KEY, has = false, secret = "", fails = false } = {}) {
  const done: string[] = [];
  const sent: Sent[] = [];
  const subscription = {
    endpoint: "https://push.example.org/1",
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: "https://push.example.org/1", keys: { p256dh: "a+b/c==", auth: "de" } }),
    unsubscribe: () => Promise.resolve(done.push("unsubscribed")),
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(has ? subscription : null),
    subscribe: () =>
      fails ? Promise.reject(new Error("no service")) : Promise.resolve((done.push("subscribed"), subscription)),
  };
  const kept = new Map([
    ["grognard-notices", "yes"],
    ["grognard-me", secret],
  ]);
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null });
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {
    serviceWorker: {
      register: (path: string) => Promise.resolve(done.push(path)),
      ready: Promise.resolve({ pushManager }),
      getRegistration: () => Promise.resolve({ pushManager }),
    },
  });
  vi.stubGlobal("fetch", (path: string, init: { headers: Record<string, string>; body?: string }) => {
    if (path !== "/api/notices")
      sent.push({ path, key: init.headers.Authorization, body: JSON.parse(init.body ?? "null") });
    return Promise.resolve(new Response(JSON.stringify(path === "/api/notices" ? { push, mail: false } : null)));
  });
  return { done, sent };
}

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});
const module = () => import("../src/lib/push");
const seat = { table: "t", key: "seat" };

test("a seat is told by its key, and whoever has a name by his secret", async () => {
  const { done, sent } = browser();
  expect(await (await module()).reachHere(seat)).toBe(true);
  expect(done).toEqual(["/notices.js", "subscribed"]);
  expect(sent).toEqual([
    {
      path: "/api/tables/t/browsers",
      key: "Bearer seat",
      body: { endpoint: "https://push.example.org/1", p256dh: "a-b_c", auth: "de" },
    },
  ]);
  expect(await (await module()).reachHere(null)).toBe(false);
  // A panel that is shown again has nothing new to tell.
  expect(await (await module()).reachHere(seat)).toBe(true);
  expect(sent.length).toBe(1);
  const named = browser({ secret: "me", has: true });
  expect(await (await module()).reachHere(seat)).toBe(true);
  expect(named.done).toEqual(["/notices.js"]);
  expect(named.sent).toMatchObject([{ path: "/api/me/browsers", key: "Bearer me" }]);
});

test("a browser that subscribed by another key subscribes anew", async () => {
  const { done } = browser({ has: true, key: btoa("another key") });
  expect(await (await module()).reachHere(seat)).toBe(true);
  expect(done).toEqual(["/notices.js", "unsubscribed", "subscribed"]);
});

test("where the browser has no service, or the server sends nothing, the page says so", async () => {
  browser({ fails: true });
  expect(await (await module()).reachHere(seat)).toBe(false);
  vi.resetModules();
  const { done } = browser({ push: "" });
  expect(await (await module()).reachHere(seat)).toBe(false);
  expect(done).toEqual([]);
});

test("whoever leaves is told there no more", async () => {
  const { done, sent } = browser({ has: true, secret: "me" });
  await (await module()).leaveHere(seat);
  expect(done).toEqual(["unsubscribed"]);
  expect(sent).toEqual([
    { path: "/api/me/browsers/leave", key: "Bearer me", body: { endpoint: "https://push.example.org/1" } },
  ]);
});
