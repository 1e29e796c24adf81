// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../src/lib/types";
import { Table } from "../src/state/table.svelte";

/** A server with one table that counts its orders; it can be told to lag behind. */
class Server {
  seq = 0;
  orders: unknown[] = [];
  answers: (() => void)[] = [];
  lag = false;
  breaks = false;

  dice = { tier: "players", commitment: "c", head: "h", rolled: 0, seats: [], joins: [], reveals: [] };

  view = (): View =>
    ({ seq: this.seq, title: "A table", you: ["Red"], to_act: "Red", dice: this.dice }) as unknown as View;

  fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    if (path.endsWith("/events")) {
      const text = `id: ${this.seq}\ndata: ${JSON.stringify(this.view())}\n\n`;
      const start = (stream: ReadableStreamDefaultController): void => {
        stream.enqueue(new TextEncoder().encode(text));
        if (this.breaks) stream.close();
      };
      return new Response(new ReadableStream({ start }));
    }
    if (/(copy|log)$/.test(path)) return Response.json({ detail: "this game hides things" }, { status: 403 });
    if (!init?.body) return Response.json(this.view());
    const body = JSON.parse(init.body as string) as { expect: number; order: unknown };
    if ((body.order as { type: string }).type === "stack")
      return Response.json({ detail: "it is full", paragraph: "chapter-stacking" }, { status: 422 });
    if (this.lag) await new Promise<void>((go) => this.answers.push(go));
    if (body.expect !== this.seq) return Response.json({ detail: "moved on", seq: this.seq }, { status: 409 });
    this.orders.push(body.order);
    return Response.json({ seq: ++this.seq });
  };
}

const server = { now: new Server() };

beforeEach(() => {
  server.now = new Server();
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => server.now.fetch(path, init));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

async function opened(): Promise<Table> {
  const table = new Table("t", "k");
  table.open();
  await vi.waitUntil(() => table.now !== null);
  return table;
}

test("an order is given upon the board as it is seen, and the board follows", async () => {
  const table = await opened();
  expect(table.mine).toBe(true);
  expect(await table.order({ type: "end" })).toBe(true);
  expect(table.now!.seq).toBe(1);
  table.close();
});

test("an order that is refused says why, and where the rules tell of it; the next one leaves nothing of that", async () => {
  const table = await opened();
  expect(await table.order({ type: "stack" })).toBe(false);
  expect([table.trouble, table.troubleBy]).toEqual(["it is full", "chapter-stacking"]);
  expect(await table.order({ type: "end" })).toBe(true);
  expect([table.trouble, table.troubleBy]).toEqual(["", ""]);
  table.close();
});

test("of two quick presses on the same board the second does nothing", async () => {
  const table = await opened();
  server.now.lag = true;
  const both = [table.order({ type: "end" }), table.order({ type: "end" })];
  await vi.waitUntil(() => server.now.answers.length === 1);
  server.now.answers[0]!();
  expect(await Promise.all(both)).toEqual([true, false]);
  expect(server.now.orders).toEqual([{ type: "end" }]);
  table.close();
});

test("what went wrong while the connection was broken is said no more when it is back", async () => {
  server.now.breaks = true;
  const table = await opened();
  await vi.waitUntil(() => table.connection === "lost");
  server.now.breaks = false;
  table.trouble = "The server cannot be reached just now.";
  await vi.waitUntil(() => table.connection === "live", { timeout: 5000 });
  expect(table.trouble).toBe("");
  table.close();
});

test("where somebody acted meanwhile nothing is done, and that is said", async () => {
  const table = await opened();
  server.now.seq = 5;
  expect(await table.order({ type: "end" })).toBe(false);
  expect(table.trouble).toContain("nothing was done");
  expect(table.now!.seq).toBe(5);
  table.close();
});

test("at one screen, where a game hides things, nothing is shown before the screen is handed over", () => {
  const table = new Table("t", "k");
  const sees = (view: object): string => {
    table.now = { seq: 1, sealed: "it hides things", you: ["Red", "Blue"], to_act: "Red", ...view } as unknown as View;
    return table.handsTo;
  };
  expect(sees({})).toBe("Red");
  table.takeScreen();
  expect(sees({})).toBe("");
  // Also where the other side is asked something in the midst of an order, and on the way back.
  table.past = table.now;
  expect(sees({ to_act: "Blue" })).toBe("Blue");
  table.takeScreen();
  expect([table.past, sees({ to_act: "Blue" }), sees({ to_act: "Red" })]).toEqual([null, "", "Red"]);
  // Not where nothing is hidden, the game is over, somebody plays one side alone, or a watcher looks on.
  expect([sees({ sealed: "" }), sees({ to_act: null }), sees({ you: ["Red"] }), sees({ you: [] })]).toEqual([
    "",
    "",
    "",
    "",
  ]);
});

test("each player at one screen finds the map and the roll he looks at as he has left them", () => {
  const table = new Table("t", "k");
  const acts = (side: string): void => {
    table.now = { seq: 1, sealed: "it hides things", you: ["Red", "Blue"], to_act: side } as unknown as View;
    table.takeScreen();
  };
  acts("Red");
  table.left.place = { k: 2, x: 10, y: 20 };
  acts("Blue");
  expect(table.left).toEqual({ place: null, rolled: null });
  acts("Red");
  expect(table.left.place).toEqual({ k: 2, x: 10, y: 20 });
});

test("a copy or a log that is refused is said, and nothing is thrown", async () => {
  const table = await opened();
  expect(await table.copy(null)).toBeNull();
  expect(table.trouble).toBe("this game hides things");
  table.trouble = "";
  await table.save();
  expect(table.trouble).toBe("this game hides things");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  await table.save();
  expect(table.trouble).toBe("The server cannot be reached just now.");
  table.close();
});
