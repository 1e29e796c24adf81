// SPDX-License-Identifier: Apache-2.0
// Answers that come late: of two questions the later one counts, whichever is answered first.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Remark } from "../src/lib/types";
import { BesideTable } from "../src/state/beside.svelte";
import type { Desk } from "../src/state/desk.svelte";
import { Guide } from "../src/state/guide.svelte";
import { Luck } from "../src/state/luck.svelte";
import { Table } from "../src/state/table.svelte";

/** Requests that wait for their answers, by their paths. */
const open = new Map<string, (body: unknown, status?: number) => void>();

beforeEach(() => {
  open.clear();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  vi.stubGlobal("history", { replaceState: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.resetModules();
  vi.stubGlobal(
    "fetch",
    (path: string) =>
      new Promise((done) => open.set(path, (body, status = 200) => done(Response.json(body, { status })))),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function answer(path: string, body: unknown, status = 200): Promise<void> {
  await vi.waitUntil(() => open.has(path));
  const give = open.get(path)!;
  open.delete(path);
  give(body, status);
  await new Promise((done) => setTimeout(done));
}

test("whoever has come back to the present is not thrown into the past by a late answer", async () => {
  const table = new Table("t", "k");
  const [early, late] = [table.lookAt(3), table.lookAt(5)];
  await answer("/api/tables/t?at=5", { seq: 5 });
  await answer("/api/tables/t?at=3", { seq: 3 });
  await Promise.all([early, late]);
  expect(table.past?.seq).toBe(5);
  const slow = table.lookAt(3);
  void table.lookAt(null);
  await answer("/api/tables/t?at=3", { seq: 3 });
  await slow;
  expect(table.past).toBeNull();
});

test("the guide shows how far one has come by the answer to the last question", async () => {
  const answers: ((shown: unknown) => void)[] = [];
  const table = { id: "t", past: null, guide: () => new Promise((done) => answers.push(done)) };
  const guide = new Guide({ table } as never, {} as never, {} as never);
  guide.on = true;
  const both = [guide.refresh(), guide.refresh()];
  answers[1]!({ steps: [{ state: "done" }] });
  answers[0]!({ steps: [{ state: "open" }] });
  await Promise.all(both);
  expect(guide.shown?.steps[0]?.state).toBe("done");
});

test("luck that could not be fetched to the end goes on where it broke off", async () => {
  const luck = new Luck("t", "k");
  void luck.fetch();
  await answer("/api/tables/t/luck?after=0", { lines: [{ seq: 4 }], next: 4 });
  await answer("/api/tables/t/luck?after=4", { detail: "too much is being worked out" }, 400);
  expect(luck.trouble).toBe("too much is being worked out");
  void luck.fetch();
  await answer("/api/tables/t/luck?after=4", { lines: [{ seq: 9 }], next: null });
  expect([luck.lines.map((line) => line.seq), luck.whole, luck.trouble]).toEqual([[4, 9], true, ""]);
});

const remark = (number: number): Remark => ({ number, at: 0, sides: ["Red"], kind: "said", text: "x" });

test("a remark that comes while earlier ones are fetched stays, and what was said is not said again", async () => {
  const beside = new BesideTable("t", "k");
  beside.take({ remarks: [remark(2)] } as never);
  const earlier = beside.earlier();
  beside.take({ remarks: [remark(3)] } as never);
  await answer("/api/tables/t/talk?after=0", { remarks: [remark(1), remark(2)] });
  await earlier;
  expect(beside.remarks.map((each) => each.number)).toEqual([1, 2, 3]);
  const said = beside.say("so");
  await answer("/api/tables/t/talk", { number: 4 });
  await answer("/api/tables/t/talk?after=3", { detail: "x" }, 500);
  expect(await said).toBe(true);
});

async function atTheDesk(): Promise<Desk> {
  // It reads the address as it is loaded.
  const { Desk } = await import("../src/state/desk.svelte");
  const desk = new Desk();
  const games = [{ name: "g", title: "G", procedures: [{ name: "p" }, { name: "q" }], charts: [] }];
  const both = [desk.open(games as never, "g", "p"), desk.open(games as never, "g", "q")];
  const fields = [{ name: "a", asks: "a", kind: "text", required: true, options: [] }];
  await answer("/api/games/g/procedures/q", { name: "q", fields });
  await answer("/api/games/g/procedures/p", { name: "p", fields });
  await Promise.all(both);
  return desk;
}

test("at the desk the procedure opened last is shown, and dice thrown for another situation are not", async () => {
  const desk = await atTheDesk();
  expect(desk.form?.name).toBe("q");
  const rolling = desk.rollAll(() => [6]);
  desk.typed = { a: "2" };
  desk.changed();
  await answer("/api/games/g/procedures/q/roll", { wants: "1d6" });
  await rolling;
  expect([desk.rolled, open.has("/api/games/g/procedures/q/roll")]).toEqual([null, false]);
});

test("at the desk nothing is awaited any more once a field is empty", async () => {
  const desk = await atTheDesk();
  desk.typed = { a: "2" };
  const reckoned = desk.reckon();
  expect(desk.busy).toBe(true);
  desk.typed = { a: "" };
  await desk.reckon();
  await answer("/api/games/g/procedures/q/odds", { lines: [] });
  await reckoned;
  expect([desk.busy, desk.preview]).toEqual([false, null]);
});
