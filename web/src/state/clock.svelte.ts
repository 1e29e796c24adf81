// SPDX-License-Identifier: Apache-2.0
// The clocks of a table as they go: told by the server when the wait passes on, and counted on here.

import { secondsLeft } from "../lib/clock";
import type { ClockTold } from "../lib/types";
import type { BesideTable } from "./beside.svelte";

const TICK = 250;

/** To be made where effects may be. */
export class TableClock {
  #now = $state(0);

  constructor(private readonly beside: () => BesideTable) {
    $effect(() => {
      // What is told anew is shown at once.
      this.#now = performance.now();
      if (!this.told?.runs) return;
      const ticking = setInterval(() => (this.#now = performance.now()), TICK);
      return () => clearInterval(ticking);
    });
  }

  get told(): ClockTold | null {
    return this.beside().told?.clock ?? null;
  }

  /** The seconds that a side has left. */
  left(side: string): number {
    const { told } = this;
    return told ? secondsLeft(told, side, Math.max(0, this.#now - this.beside().toldAt) / 1000) : 0;
  }

  /** The side whose time is up; "" where nobody's is. */
  get up(): string {
    const { told } = this;
    return told?.runs && this.left(told.runs) <= 0 ? told.runs : "";
  }
}
