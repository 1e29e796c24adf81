// SPDX-License-Identifier: Apache-2.0
// The luck of a game that is over, fetched some orders at a time.

import { call, sentence } from "../lib/client";
import type { LuckLine, LuckTold } from "../lib/types";

export class Luck {
  lines = $state.raw<LuckLine[]>([]);
  /** Whether all of it is there. */
  whole = $state(false);
  trouble = $state("");
  #begun = false;

  constructor(
    private readonly table: string,
    private readonly key: string,
  ) {}

  async fetch(): Promise<void> {
    if (this.#begun) return;
    this.#begun = true;
    this.trouble = "";
    try {
      // After a failure it goes on where it broke off.
      for (let after: number | null = this.lines.at(-1)?.seq ?? 0; after !== null;) {
        const told: LuckTold = await call<LuckTold>(
          `/api/tables/${encodeURIComponent(this.table)}/luck?after=${after}`,
          {
            key: this.key,
          },
        );
        this.lines = [...this.lines, ...told.lines];
        after = told.next;
      }
      this.whole = true;
    } catch (error) {
      this.trouble = sentence(error);
      this.#begun = false;
    }
  }

  at(seq: number): LuckLine | undefined {
    return this.lines.find((line) => line.seq === seq);
  }
}
