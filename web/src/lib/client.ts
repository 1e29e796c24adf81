// SPDX-License-Identifier: Apache-2.0
// Calls to the server. A refusal is an ApiError that carries the server's own sentence.

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly seq: number | null = null,
    /** Where the rules tell of what is refused; empty if they do not. */
    readonly paragraph = "",
  ) {
    super(message);
  }
}

/** What went wrong, as a sentence for the person at the page. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Where the rules tell of what was refused; empty if nothing was, or they do not. */
export const paragraphOf = (error: unknown): string => (error instanceof ApiError ? error.paragraph : "");

/** The connection broke, or the server failed: the same call may be made again. */
export class Unreached extends Error {}

/** A request with plain headers, so that one can be added. */
type Init = Omit<RequestInit, "headers"> & { headers: Record<string, string> };

export interface Wire {
  fetch: typeof fetch;
  sleep: (ms: number) => Promise<void>;
}

export const wire: Wire = {
  fetch: (input, init) => fetch(input, init),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
};

export async function call<T>(path: string, options: { key?: string; body?: unknown; on?: Wire } = {}): Promise<T> {
  const { key, body, on = wire } = options;
  const headers: Record<string, string> = { Accept: "application/json" };
  const init: Init = { headers };
  if (body !== undefined) {
    init.method = "POST";
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  return (await read(await reach(path, key, init, on))) as T;
}

/** Fetch a file. */
export async function download(path: string, key: string, on: Wire = wire): Promise<Blob> {
  return (await reach(path, key, { headers: {} }, on)).blob();
}

/** Ask the server; throw an error response as its sentence. */
async function reach(path: string, key: string | undefined, init: Init, on: Wire): Promise<Response> {
  let reply: Response;
  try {
    reply = await on.fetch(
      path,
      key ? { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } } : init,
    );
  } catch {
    throw new Unreached("The server cannot be reached just now.");
  }
  if (reply.status >= 502 && reply.status <= 504) throw new Unreached("The server is not answering just now.");
  if (!reply.ok) throw refusal(reply.status, await read(reply));
  return reply;
}

async function read(reply: Response): Promise<unknown> {
  try {
    return await reply.json();
  } catch {
    if (reply.ok) throw new Unreached("The answer broke off on its way.");
    return null;
  }
}

/** What an answer refuses, and why. */
export function refusal(status: number, said: unknown): ApiError {
  const body = (said ?? {}) as { detail?: unknown; seq?: unknown; paragraph?: unknown };
  const detail = typeof body.detail === "string" && body.detail ? body.detail : `The server refused (${status}).`;
  const paragraph = typeof body.paragraph === "string" ? body.paragraph : "";
  return new ApiError(status, detail, typeof body.seq === "number" ? body.seq : null, paragraph);
}

const TRIES = 6;

/**
 * Give a command that must be done exactly once. Its id is made once, so that after a broken connection
 * the same command can be sent again without being done twice.
 */
export async function command<T>(path: string, key: string, body: object, on: Wire = wire): Promise<T> {
  return send<T>(path, key, { ...body, command: newId() }, on);
}

/** Send a request that is safe to repeat, again and again while the connection is broken. */
export async function send<T>(path: string, key: string, body: object, on: Wire = wire): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call<T>(path, { key, body, on });
    } catch (error) {
      if (!(error instanceof Unreached) || attempt === TRIES) throw error;
      await on.sleep(pause(attempt));
    }
  }
}

/** How long to wait before the next attempt: twice as long each time, never more than eight seconds. */
export function pause(attempt: number): number {
  return Math.min(8000, 250 * 2 ** attempt);
}

/** A unique id. (randomUUID exists only on secure pages; a table at home is served without HTTPS.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
