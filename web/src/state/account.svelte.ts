// SPDX-License-Identifier: Apache-2.0
// The account of what others did since this seat's last act.

import type { MapSheet, View } from "../lib/types";
import { type Happened, happenedSince, heldAgainst, lastAct, movedSince } from "./since";
import type { Table } from "./table.svelte";

export class Account {
  /** Who was moved by others, and where from. */
  moved = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What became of this seat's units; null where nobody else has acted. */
  happened = $state.raw<Happened[] | null>(null);
  #seen: View | null = null;
  #since: View | null = null;

  constructor(
    private readonly table: Table,
    private readonly sheet: MapSheet,
  ) {}

  /** Take one more view into account. Who comes late asks the server how things stood at his last act. */
  async take(now: View): Promise<void> {
    this.#since = heldAgainst(this.#since, this.#seen, now);
    this.#seen = now;
    if (!this.#since) {
      const then = await this.table.at(lastAct(now) ?? 0).catch(() => now);
      if (this.#seen !== now) return;
      this.#since = then;
    }
    this.moved = movedSince(this.#since, now);
    const others = now.you.length > 0 && now.log.length > this.#since.log.length;
    this.happened = others ? happenedSince(this.#since, now, this.sheet.hexes) : null;
  }
}
