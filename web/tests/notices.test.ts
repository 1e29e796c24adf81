// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test, vi } from "vitest";
import {
  askForNotices,
  canNotify,
  notifies,
  notifyOfTime,
  notifyOfTurn,
  stopNotices,
  turnCame,
} from "../src/lib/notices";
import type { View } from "../src/lib/types";

const view = (acting: string | null, you = ["Red"], joins: string[] = []): View =>
  ({
    table: "t",
    title: "Lane",
    to_act: acting,
    you,
    dice: { joins },
    status: { turn: 2, phase: "walk" },
  }) as unknown as View;

class Store {
  kept = new Map<string, string>();
  getItem = (name: string) => this.kept.get(name) ?? null;
  setItem = (name: string, text: string) => void this.kept.set(name, text);
  removeItem = (name: string) => void this.kept.delete(name);
}

function browser(permission: string, { hidden = true, secure = true } = {}) {
  const shown: { title: string; body?: string; tag?: string }[] = [];
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- the browser's own has no more
  class Notice {
    static permission = "default";
    static requestPermission = () => Promise.resolve((Notice.permission = permission));
    constructor(title: string, options: { body?: string; tag?: string }) {
      shown.push({ title, ...options });
    }
  }
  const store = new Store();
  vi.stubGlobal("Notification", Notice);
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("localStorage", store);
  vi.stubGlobal("document", { hidden, hasFocus: () => !hidden });
  return { shown, store: store as unknown as Storage };
}

afterEach(() => vi.unstubAllGlobals());

test("it becomes one's turn when others have acted, and not by one's own acts", () => {
  expect(turnCame(view("Blue"), view("Red"))).toBe(true);
  expect(turnCame(view("Red"), view("Red"))).toBe(false);
  expect(turnCame(null, view("Red"))).toBe(false);
  expect(turnCame(view("Blue"), view(null))).toBe(false);
  // Two at one screen see that for themselves; a watcher has no turn.
  expect(turnCame(view("Blue", ["Red", "Blue"]), view("Red", ["Red", "Blue"]))).toBe(false);
  expect(turnCame(view("Blue", []), view("Red", []))).toBe(false);
  // The first turn begins when the last has joined.
  expect(turnCame(view("Red", ["Red"], ["Blue"]), view("Red"))).toBe(true);
});

test("an opponent's time that is up is told like a turn", async () => {
  const { shown, store } = browser("granted");
  await askForNotices(store);
  notifyOfTime(view("Blue"), "Blue");
  expect(shown).toEqual([
    { title: "Time is up", body: "Lane: the time of the Blue side is up", tag: "grognard-t", icon: "/icon.svg" },
  ]);
});

test("notices come to whoever asked for them, and where nobody looks", async () => {
  const { shown, store } = browser("granted");
  notifyOfTurn(view("Red"));
  expect(shown).toEqual([]);
  expect(await askForNotices(store)).toBe(true);
  notifyOfTurn(view("Red"));
  expect(shown).toMatchObject([{ title: "Your turn", body: "Lane: turn 2, walk", tag: "grognard-t" }]);
  vi.stubGlobal("document", { hidden: false, hasFocus: () => true });
  notifyOfTurn(view("Red"));
  stopNotices(store);
  vi.stubGlobal("document", { hidden: true, hasFocus: () => false });
  notifyOfTurn(view("Red"));
  expect(shown.length).toBe(1);
});

test("a browser that says no is asked for nothing more", async () => {
  const { store } = browser("denied");
  expect(await askForNotices(store)).toBe(false);
  expect(notifies(store)).toBe(false);
  browser("granted", { secure: false });
  expect(canNotify()).toBe(false);
});
