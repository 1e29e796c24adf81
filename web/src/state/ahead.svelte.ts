// SPDX-License-Identifier: Apache-2.0
// A hex pressed before the phase in which it can be attacked: what would have to be ended first, and the way there.

import type { Battle, Ahead as AheadTold } from "../lib/types";
import type { Offers } from "./offers";
import type { Scene } from "./scene.svelte";

export class Ahead {
  hex = $state("");
  /** What the attack is called, and the phases that end before it; null where nothing is known of one. */
  told = $state.raw<AheadTold | null>(null);
  /** Whether phases are being ended. */
  isUnderWay = $state(false);
  #asked = 0;

  constructor(
    private readonly scene: Scene,
    private readonly offers: Offers,
  ) {}

  /** Ask whether a hex where others stand can be attacked later in this turn. */
  async look(hex: string): Promise<void> {
    this.drop();
    const { view, table } = this.scene;
    const others = this.scene.stacks.get(hex)?.some((each) => each.side !== view.to_act) ?? false;
    if (!others || !table.mine || view.question || !view.can_end || this.offers.targets.has(hex)) return;
    const asked = this.#asked;
    // Where it cannot be known, nothing is said.
    const told = await table.ahead(hex).catch(() => null);
    if (asked !== this.#asked || !told?.title || !told.phases.length) return;
    this.hex = hex;
    this.told = told;
  }

  drop(): void {
    this.#asked++;
    this.told = null;
  }

  /** After the view has changed: what was told was of another board. */
  refresh(): void {
    if (!this.isUnderWay) this.drop();
  }

  /** End the phases that are named, and no other; return the battle that can then be fought. */
  async reach(): Promise<Battle | undefined> {
    const { hex, told } = this;
    if (!told || this.isUnderWay) return;
    this.isUnderWay = true;
    for (const phase of told.phases) if (!(await this.#end(phase))) break;
    this.isUnderWay = false;
    this.drop();
    return this.offers.targets.get(hex)?.[0];
  }

  async #end(phase: string): Promise<boolean> {
    const { view, table } = this.scene;
    return view.status.phase === phase && !!view.can_end && (await table.order(view.can_end.order));
  }
}
