// SPDX-License-Identifier: Apache-2.0
// What is beside the game at one table: the talk, and what the players ask of each other.

import { call, command, sentence } from "../lib/client";
import { keepRead, readAt } from "../lib/read";
import type { Beside, Remark } from "../lib/types";

export class BesideTable {
  told = $state.raw<Beside | null>(null);
  remarks = $state.raw<Remark[]>([]);
  /** The number of the last remark that was read here. */
  read = $state(0);
  trouble = $state("");
  /** When the clocks were told, by the browser's own time, in milliseconds. */
  toldAt = 0;
  readonly #path: string;

  constructor(
    readonly id: string,
    readonly key: string,
  ) {
    this.#path = `/api/tables/${encodeURIComponent(id)}`;
    this.read = readAt(id);
  }

  /** How many remarks came since the talk was last looked at. */
  get unread(): number {
    return this.remarks.filter((each) => each.number > this.read).length;
  }

  /** Whether there are remarks before those that are here. */
  get hasEarlier(): boolean {
    return (this.remarks[0]?.number ?? 1) > 1;
  }

  take(told: Beside): void {
    this.toldAt = performance.now();
    this.told = told;
    const last = this.remarks.at(-1)?.number ?? 0;
    const fresh = told.remarks.filter((each) => each.number > last);
    if (fresh.length) this.remarks = [...this.remarks, ...fresh];
  }

  /** All that is here has been read. */
  look(): void {
    const last = this.remarks.at(-1)?.number ?? 0;
    if (last <= this.read) return;
    this.read = last;
    keepRead(this.id, last);
  }

  async earlier(): Promise<void> {
    try {
      const { remarks } = await call<Beside>(`${this.#path}/talk?after=0`, { key: this.key });
      const first = this.remarks[0]?.number ?? Infinity;
      // Others may have come meanwhile.
      this.remarks = [...remarks.filter((each) => each.number < first), ...this.remarks];
    } catch (error) {
      this.trouble = sentence(error);
    }
  }

  say = (text: string): Promise<boolean> => this.#do("/talk", { text });
  /** Ask to take back the last act; against a program and at one screen it is done at once. */
  askBack = (): Promise<boolean> => this.#do("/takeback", {});
  answerBack = (agrees: boolean): Promise<boolean> => this.#do("/takeback/answer", { agrees });
  resign = (): Promise<boolean> => this.#do("/resign", {});
  /** End the game by the clock, when the opponent's time is up. */
  claim = (): Promise<boolean> => this.#do("/claim", {});
  giveTime = (): Promise<boolean> => this.#do("/time", {});
  rematch = (swap: boolean): Promise<boolean> => this.#do("/rematch", { swap });

  /** See what came of it; if that cannot be asked, the stream tells it later. */
  async #look(): Promise<void> {
    const after = this.remarks.at(-1)?.number ?? 0;
    const told = await call<Beside>(`${this.#path}/talk?after=${after}`, { key: this.key }).catch(() => null);
    if (told) this.take(told);
  }

  async #do(rest: string, body: object): Promise<boolean> {
    this.trouble = "";
    try {
      await command(this.#path + rest, this.key, body);
    } catch (error) {
      this.trouble = sentence(error);
      return false;
    }
    await this.#look();
    return true;
  }
}
