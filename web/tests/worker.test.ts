// SPDX-License-Identifier: Apache-2.0
import { beforeEach, expect, test, vi } from "vitest";

interface Shown extends NotificationOptions {
  title: string;
}
type Hear = (event: object) => void;

/** A browser with some pages open, in which the service worker runs. */
async function browser(...pages: { url: string; focused?: boolean }[]) {
  const [hears, shown, opened] = [new Map<string, Hear>(), [] as Shown[], [] as string[]];
  const open = pages.map(({ url, focused = false }) => ({
    url: `https://board.example.org${url}`,
    focused,
    focus: () => Promise.resolve(opened.push(`focus ${url}`)),
  }));
  vi.stubGlobal("self", {
    addEventListener: (name: string, hear: Hear) => hears.set(name, hear),
    registration: {
      showNotification: (title: string, options: NotificationOptions) =>
        Promise.resolve(shown.push({ title, ...options })),
    },
    clients: {
      matchAll: () => Promise.resolve(open),
      openWindow: (path: string) => Promise.resolve(opened.push(path)),
    },
  });
  await import("../src/worker");
  async function happen(name: string, event: object): Promise<void> {
    const done: Promise<unknown>[] = [];
    hears.get(name)!({ ...event, waitUntil: (each: Promise<unknown>) => done.push(each) });
    await Promise.all(done);
  }
  const push = (told: unknown) => happen("push", { data: told === undefined ? null : { json: () => told } });
  const click = (data: unknown) => happen("notificationclick", { notification: { data, close: () => undefined } });
  return { shown, opened, push, click, hears };
}

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

test("a message is shown, and its click opens the table without a key", async () => {
  const { shown, opened, push, click, hears } = await browser();
  await push({ table: "a-table", title: "Lane", side: "Red" });
  expect(shown).toMatchObject([{ title: "Your turn", body: "Lane: Red", tag: "grognard-a-table", data: "/t/a-table" }]);
  await click(shown[0]!.data);
  expect(opened).toEqual(["/t/a-table"]);
  await push({ table: "a-table", title: "Lane", side: "" });
  expect(shown[1]).toMatchObject({ title: "The game is over", body: "Lane" });
  // It stands between the page and nothing.
  expect([...hears.keys()].sort()).toEqual(["notificationclick", "push"]);
});

test("whoever looks at the table needs no notice, and an open page of it is brought to the front", async () => {
  const { shown, opened, push, click } = await browser({ url: "/me" }, { url: "/t/here#key", focused: true });
  await push({ table: "here", title: "Lane", side: "Red" });
  expect(shown).toEqual([]);
  await push({ table: "there", title: "Lane", side: "Red" });
  expect(shown.length).toBe(1);
  await click("/t/here");
  await click("/t/there");
  expect(opened).toEqual(["focus /t/here#key", "/t/there"]);
});

test("what is no message of the server leads nowhere else", async () => {
  const { shown, push, opened, click } = await browser();
  for (const told of [undefined, null, 7, { table: "//evil.example", title: "Lane", side: "Red" }, { table: "../x" }])
    await push(told);
  expect(shown.map(({ data }) => data as unknown)).toEqual(["/me", "/me", "/me", "/me", "/me"]);
  expect(shown[0]).toMatchObject({ title: "Grognard", tag: "grognard" });
  await click({ far: "away" });
  expect(opened).toEqual([]);
});
