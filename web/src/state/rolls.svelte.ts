// SPDX-License-Identifier: Apache-2.0
// The roll on display: one's own, with the odds it was rolled on, or the last one of another player.

import type { LogEntry } from "../lib/types";
import type { Rolled, Table } from "./table.svelte";

export class Rolls {
  /** The roll just seen. */
  rolled = $state.raw<Rolled | null>(null);
  #putAway = $state(0);

  constructor(private readonly table: Table) {
    this.rolled = table.left.rolled;
  }

  get #log(): LogEntry[] {
    return this.table.shown!.log;
  }

  /** The entry of the log that describes the roll just seen. */
  get entry(): LogEntry | undefined {
    return this.#log.find((entry) => entry.seq > (this.rolled?.after ?? Infinity));
  }

  /** The entry of the last roll, for the other players, until they act themselves or close it; while looking back, of that moment. */
  get last(): LogEntry | undefined {
    const { you } = this.table.shown!;
    if (this.table.past) return this.#log.slice(-1).find((entry) => entry.rolls.length > 0);
    const at = this.#log.findLastIndex((entry) => entry.rolls.length > 0);
    const since = this.#log.slice(at + 1).some((entry) => you.includes(entry.side));
    return at < 0 || since || this.#log[at]!.seq === this.#putAway ? undefined : this.#log[at];
  }

  putAway(): void {
    this.#putAway = (this.entry ?? this.last)?.seq ?? 0;
    this.rolled = this.table.left.rolled = null;
  }
}
