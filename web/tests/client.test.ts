// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { ApiError, call, command, newId, paragraphOf, pause, Unreached, type Wire } from "../src/lib/client";

/** A wire that answers as it is told, one answer a call, and remembers what was sent. */
function scripted(...answers: (Response | Error)[]) {
  const sent: { path: string; init: RequestInit; body: Record<string, unknown> }[] = [];
  const slept: number[] = [];
  const on: Wire = {
    fetch: (path, init) => {
      sent.push({
        path: path as string,
        init: init!,
        body: init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {},
      });
      const next = answers.shift()!;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    sleep: (ms) => (slept.push(ms), Promise.resolve()),
  };
  return { on, sent, slept };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

describe("a call", () => {
  test("bears the key in a header and never in the address", async () => {
    const { on, sent } = scripted(json({ seq: 4 }));
    expect(await call("/api/tables/x", { key: "secret", on })).toEqual({ seq: 4 });
    expect(sent[0]!.path).toBe("/api/tables/x");
    expect((sent[0]!.init.headers as Record<string, string>).Authorization).toBe("Bearer secret");
  });

  test("that is refused says the server's own sentence", async () => {
    const { on } = scripted(json({ detail: "too far (5.1)" }, 422));
    await expect(call("/x", { on })).rejects.toEqual(new ApiError(422, "too far (5.1)"));
  });

  test("that is refused by a rule names its paragraph", async () => {
    const { on } = scripted(json({ detail: "it is full", paragraph: "chapter-stacking" }, 422));
    const refused = await call("/x", { on }).catch((error: unknown) => error);
    expect(paragraphOf(refused)).toBe("chapter-stacking");
    expect(paragraphOf(new Error("something else"))).toBe("");
  });

  test("knows a server that is away from one that refuses", async () => {
    await expect(call("/x", { on: scripted(new TypeError("network")).on })).rejects.toBeInstanceOf(Unreached);
    await expect(call("/x", { on: scripted(new Response("", { status: 503 })).on })).rejects.toBeInstanceOf(Unreached);
    await expect(call("/x", { on: scripted(new Response("half a", { status: 200 })).on })).rejects.toBeInstanceOf(
      Unreached,
    );
  });
});

describe("a command", () => {
  test("is sent again with the same id after a broken connection, longer and longer apart", async () => {
    const { on, sent, slept } = scripted(new TypeError("broken"), new Response("", { status: 502 }), json({ seq: 7 }));
    expect(await command("/orders", "key", { expect: 6, order: { type: "end" } }, on)).toEqual({ seq: 7 });
    const ids = sent.map((each) => each.body.command);
    expect(sent).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(sent.every((each) => each.body.expect === 6)).toBe(true);
    expect(slept).toEqual([500, 1000]);
  });

  test("that is refused is not sent again", async () => {
    const { on, sent } = scripted(json({ detail: "the table has moved on", seq: 9 }, 409));
    await expect(command("/orders", "key", {}, on)).rejects.toMatchObject({ status: 409, seq: 9 });
    expect(sent).toHaveLength(1);
  });

  test("gives up in the end", async () => {
    const { on, sent } = scripted(...Array.from({ length: 6 }, () => new TypeError("away")));
    await expect(command("/orders", "key", {}, on)).rejects.toBeInstanceOf(Unreached);
    expect(sent).toHaveLength(6);
  });
});

test("pauses double and end at eight seconds", () => {
  expect([1, 2, 3, 9].map(pause)).toEqual([500, 1000, 2000, 8000]);
});

test("two ids are never the same", () => {
  expect(newId()).not.toBe(newId());
});
