// SPDX-License-Identifier: Apache-2.0
// The stream of what happens at a table: server-sent events by fetch, so that the key travels in a header.

import { pause, refusal, type Wire, wire } from "./client";

/** An event with data is the table as it stands; one with only a name says that there is something to ask for. */
export interface StreamEvent {
  id: string;
  name: string;
  data: string;
}

/** Cuts a stream of text into events, however it arrives in pieces. */
export class EventReader {
  #rest = "";

  feed(text: string): StreamEvent[] {
    this.#rest = (this.#rest + text).replaceAll("\r\n", "\n");
    const blocks = this.#rest.split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.map(event).filter((each) => each.data !== "" || each.name !== "");
  }
}

function event(block: string): StreamEvent {
  const said = { id: "", name: "", data: [] as string[] };
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (field === "id") said.id = value ?? "";
    if (field === "event") said.name = value ?? "";
    if (field === "data") said.data.push(value ?? "");
  }
  return { id: said.id, name: said.name, data: said.data.join("\n") };
}

export type Connection = "connecting" | "live" | "lost";

export interface Follow {
  path: string;
  key: string;
  signal: AbortSignal;
  onEvent: (data: string) => void;
  /** A person has come to the table, or left it. */
  onPresence: () => void;
  /** What is beside the game has changed. */
  onBeside: (data: string) => void;
  onConnection: (state: Connection) => void;
  /** The table is not to be followed: the status, and what the server says of it. */
  onRefused: (status: number, why: string) => void;
  on?: Wire;
}

// The server sends a sign of life every 15 seconds; a stream silent for longer than this is dead.
const SILENCE = 40_000;

/** Follow a table until the signal says stop. A broken stream is resumed where it broke. */
export async function follow(what: Follow): Promise<void> {
  const on = what.on ?? wire;
  let last = "";
  let failures = 0;
  const isStopped = () => what.signal.aborted;
  what.onConnection("connecting");
  while (!isStopped()) {
    try {
      const connected = () => {
        failures = 0;
        what.onConnection("live");
      };
      for await (const each of stream(what, last, connected, on)) {
        last = each.id || last;
        if (each.name === "presence") what.onPresence();
        else if (each.name === "beside") what.onBeside(each.data);
        else what.onEvent(each.data);
      }
    } catch (error) {
      if (error instanceof Refused) {
        what.onRefused(error.status, error.message);
        return;
      }
    }
    if (isStopped()) return;
    failures += 1;
    what.onConnection("lost");
    await on.sleep(pause(failures));
  }
}

class Refused extends Error {
  constructor(
    readonly status: number,
    why: string,
  ) {
    super(why);
  }
}

async function told(reply: Response): Promise<string> {
  const said: unknown = await reply.json().catch(() => null);
  return refusal(reply.status, said).message;
}

async function* stream(what: Follow, last: string, connected: () => void, on: Wire): AsyncGenerator<StreamEvent> {
  const headers: Record<string, string> = { Accept: "text/event-stream", Authorization: `Bearer ${what.key}` };
  if (last) headers["Last-Event-ID"] = last;
  const silent = new AbortController();
  const reply = await on.fetch(what.path, { headers, signal: AbortSignal.any([what.signal, silent.signal]) });
  if ([401, 403, 404, 410].includes(reply.status)) throw new Refused(reply.status, await told(reply));
  if (!reply.ok || !reply.body) throw new Error("no stream");
  connected();
  const events = new EventReader();
  const text = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let watch = setTimeout(() => silent.abort(), SILENCE);
  try {
    for (;;) {
      const { value, done } = await text.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), SILENCE);
      yield* events.feed(value);
    }
  } finally {
    clearTimeout(watch);
    void text.cancel().catch(() => undefined);
  }
}
