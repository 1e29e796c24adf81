// SPDX-License-Identifier: Apache-2.0
// What others did since this seat's last act.

import type { MapSheet, View } from "../lib/types";
import { type Happened, happenedSince, heldAgainst, lastAct, movedSince } from "./since";
import type { Table } from "./table.svelte";

export class Account {
  /** Which pieces were moved, and from where: by others since this seat's last act, or at the moment looked back at. */
  moved = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What became of this seat's units; null if no one else has acted. */
  happened = $state.raw<Happened[] | null>(null);
  #seen: View | null = null;
  #since: View | null = null;
  /** The moment looked at last. */
  #past: View | null = null;

  constructor(
    private readonly table: Table,
    private readonly sheet: MapSheet,
  ) {}

  /** Take one more view into account. A seat that comes late asks the server how things stood at its last act. */
  async take(now: View): Promise<void> {
    this.#since = heldAgainst(this.#since, this.#seen, now);
    this.#seen = now;
    if (!this.#since) {
      const then = await this.table.at(lastAct(now) ?? 0).catch(() => now);
      if (this.#seen !== now) return;
      this.#since = then;
    }
    if (this.table.past) return;
    const others = now.you.length > 0 && now.log.length > this.#since.log.length;
    this.#tell(this.#since, now, others);
  }

  /** Return what one moment of the past brought. */
  async lookBack(past: View): Promise<void> {
    const seqs = [0, ...(this.table.now?.log ?? []).map((entry) => entry.seq)];
    const before = seqs.findLast((seq) => seq < past.seq) ?? 0;
    if (this.#past?.seq !== before) {
      [this.moved, this.happened] = [new Map(), null];
      this.#past = await this.table.at(before).catch(() => past);
    }
    if (this.table.past !== past) return;
    this.#tell(this.#past, past, true);
    // A moment that brought nothing needs no account.
    if (!this.happened?.length) this.happened = null;
    this.#past = past;
  }

  #tell(then: View, now: View, news: boolean): void {
    this.moved = movedSince(then, now);
    this.happened = news ? happenedSince(then, now, this.sheet.hexes) : null;
  }
}
