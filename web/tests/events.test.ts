// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import type { Wire } from "../src/lib/client";
import { type Connection, EventReader, follow } from "../src/lib/events";

describe("the reader", () => {
  test("puts events together from any pieces", () => {
    const text = 'id: 3\ndata: {"seq":3}\n\n: breath\n\nevent: presence\n\nid: 4\r\ndata: one\r\ndata: two\r\n\r\n';
    for (let cut = 0; cut <= text.length; cut++) {
      const reader = new EventReader();
      const events = [...reader.feed(text.slice(0, cut)), ...reader.feed(text.slice(cut))];
      expect(events).toEqual([
        { id: "3", name: "", data: '{"seq":3}' },
        { id: "", name: "presence", data: "" },
        { id: "4", name: "", data: "one\ntwo" },
      ]);
    }
  });
  test("waits for the end of an event", () => {
    expect(new EventReader().feed("id: 3\ndata: half\n")).toEqual([]);
  });
});

const streamOf = (...texts: string[]) => new Response(new Blob(texts).stream(), { status: 200 });

async function followed(answers: (Response | Error)[], enough: number) {
  const stop = new AbortController();
  const heard: string[] = [];
  const states: Connection[] = [];
  const resumed: (string | undefined)[] = [];
  let refused: [number, string] = [0, ""];
  let comings = 0;
  const on: Wire = {
    fetch: (_, init) => {
      resumed.push((init!.headers as Record<string, string>)["Last-Event-ID"]);
      const next = answers.shift();
      if (!next) stop.abort();
      return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error("no more"));
    },
    sleep: () => Promise.resolve(),
  };
  await follow({
    path: "/events",
    key: "k",
    signal: stop.signal,
    onEvent: (data) => {
      heard.push(data);
      if (heard.length === enough) stop.abort();
    },
    onPresence: () => (comings += 1),
    onBeside: () => undefined,
    onConnection: (state) => states.push(state),
    onRefused: (...why) => (refused = why),
    on,
  });
  return { heard, states, resumed, refused, comings };
}

describe("following a table", () => {
  test("takes a broken stream up where it broke", async () => {
    const { heard, resumed, states } = await followed(
      [streamOf("id: 1\ndata: a\n\n", "id: 2\ndata: b\n\n"), new Error("away"), streamOf("id: 3\ndata: c\n\n")],
      3,
    );
    expect(heard).toEqual(["a", "b", "c"]);
    expect(resumed).toEqual([undefined, "2", "2"]);
    expect(states).toEqual(["connecting", "live", "lost", "lost", "live"]);
  });
  test("tells apart who has come and what has happened", async () => {
    const { heard, resumed, comings } = await followed(
      [streamOf("id: 1\ndata: a\n\n", "event: presence\n\n"), streamOf("id: 2\ndata: b\n\n")],
      2,
    );
    expect([heard, comings]).toEqual([["a", "b"], 1]);
    expect(resumed).toEqual([undefined, "1"]);
  });
  test("stops where the key opens nothing", async () => {
    const { refused, resumed } = await followed([new Response("", { status: 401 })], 1);
    expect(refused[0]).toBe(401);
    expect(resumed).toHaveLength(1);
  });
  test("says why a table cannot be followed", async () => {
    const why = JSON.stringify({ detail: "this table was damaged" });
    const { refused } = await followed([new Response(why, { status: 410 })], 1);
    expect(refused).toEqual([410, "this table was damaged"]);
  });
});
