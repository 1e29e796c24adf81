// SPDX-License-Identifier: Apache-2.0
// The pieces in hand, and where they can go.

import { sentence } from "../lib/client";
import { asOne, joined } from "../lib/together";
import type { Order, Reachable } from "../lib/types";
import type { Offers } from "./offers";
import type { Scene } from "./scene.svelte";

export class Hand {
  selected = $state<string | null>(null);
  /** The pieces that go along with the piece in hand. */
  along = $state.raw<string[]>([]);
  reach = $state.raw<Reachable | null>(null);
  /** Why it is not known where they can go. */
  refused = $state("");
  /** An order against the rules that waits for confirmation: only in free play. */
  against = $state.raw<{ why: string; paragraph: string; order: Order } | null>(null);
  #asked = 0;
  /** The answer to where they can go, while it is on its way; and the press that waits for it. */
  #coming: Promise<void> | null = null;
  #waiting = 0;
  /** Whether several are on their way one after the other. */
  isMarching = false;

  constructor(
    private readonly scene: Scene,
    private readonly offers: Offers,
  ) {}

  /** Take a piece, and others along with it, or none; and ask where they can go. */
  async take(id: string | null, along: string[] = []): Promise<void> {
    const { view, table } = this.scene;
    this.selected = id;
    this.along = along;
    this.reach = null;
    this.refused = "";
    this.#coming = null;
    this.#waiting++;
    this.#asked++;
    const piece = this.scene.piece(id);
    // Even for one that can go nowhere: the answer gives the reason hex by hex, and what else it can do.
    if (!piece || !table.mine || view.question || piece.side !== view.to_act) return;
    const coming = (this.#coming = this.#learnReach(piece.id, along));
    await coming;
    if (this.#coming === coming) this.#coming = null;
  }

  async #learnReach(id: string, along: string[]): Promise<void> {
    const asked = ++this.#asked;
    try {
      const reach = joined(await Promise.all([id, ...along].map(this.scene.table.reach)));
      if (asked === this.#asked && this.selected === id) this.reach = reach;
    } catch (error) {
      if (asked === this.#asked) this.refused = sentence(error);
    }
  }

  /** Whether the answer to where the piece in hand can go is on its way. */
  get isReachComing(): boolean {
    return this.#coming !== null;
  }

  /** Do something when it is known where the piece in hand can go, unless another is picked up or something else is chosen first. */
  whenReached(then: () => void): void {
    const waiting = ++this.#waiting;
    void this.#coming?.then(() => waiting === this.#waiting && then());
  }

  /** Whether a piece is in hand, by itself or with others. */
  has(id: string): boolean {
    return this.selected === id || this.along.includes(id);
  }

  /** Those in hand who can go together, from the bottom. */
  get ready(): string[] {
    const places = [this.selected, ...this.along].map((each) => this.scene.piece(each)?.at ?? "");
    const at = places.find((each) => this.scene.isOnMap(each)) ?? "";
    return this.offers
      .together(at)
      .map((each) => each.id)
      .filter((each) => this.has(each));
  }

  /** Whether friends of the piece in hand are somewhere. */
  hasFriends(at: string): boolean {
    const side = this.scene.piece(this.selected)?.side;
    return this.scene.stacks.get(at)?.some((each) => each.side === side) ?? false;
  }

  /** Whether a press on a hex picks up a friend there; friends that cannot go anywhere are joined. */
  picksUp(at: string): boolean {
    const side = this.scene.piece(this.selected)?.side;
    return this.scene.stacks.get(at)?.some((each) => each.side === side && this.offers.canGo(each)) ?? false;
  }

  /** The pieces in hand if one more is taken along, or left behind if it is in hand: the leading one last. */
  withOrWithout(id: string): string[] {
    const now = [...this.along, this.selected].filter((each) => each !== null);
    return this.has(id) ? now.filter((each) => each !== id) : [id, ...now];
  }

  /** The pieces that stay in hand: those that can still go, the leading one last; if none can, the former leader, if it is still there. */
  get staying(): string[] {
    const { ready } = this;
    const lead = ready.find((each) => each === this.selected) ?? ready.at(-1) ?? this.scene.piece(this.selected)?.id;
    return lead ? [...ready.filter((each) => each !== lead), lead] : [];
  }

  /**
   * Send the pieces in hand to a hex: several by one order, if the game has one for them, otherwise one after the other, as
   * they lie. A piece that cannot follow stays, with the reason; null if none had to follow.
   */
  async go(hex: string): Promise<string | null> {
    const step = this.reach?.steps[hex];
    if (!step) return null;
    this.against = null;
    const order = this.along.length ? asOne(step.order, this.ready.toReversed()) : step.order;
    if (order) {
      await this.scene.table.order(order);
      return null;
    }
    this.isMarching = true;
    let stays = "";
    for (const id of this.ready) {
      stays = await this.#follow(id, hex);
      if (stays || this.scene.view.question) break;
    }
    this.isMarching = false;
    return stays;
  }

  /** Send one to where others went; return why it stays, if it does. Those before it may have closed the way. */
  async #follow(id: string, hex: string): Promise<string> {
    const { table } = this.scene;
    const name = this.scene.piece(id)?.name ?? id;
    try {
      const reach = await table.reach(id);
      const step = reach.steps[hex];
      if (!step) return `${name} stays: ${reach.refusals[hex] ?? reach.allowed}`;
      return (await table.order(step.order)) ? "" : `${name} stays`;
    } catch (error) {
      return sentence(error);
    }
  }

  /** In free play, the order to a hex that no rule allows: like the order to an allowed hex. */
  orderAgainst(hex: string): Order | null {
    const [to, step] = Object.entries(this.reach?.steps ?? {})[0] ?? [];
    if (!this.scene.view.free || !step) return null;
    const order = (this.along.length ? asOne(step.order, this.ready.toReversed()) : null) ?? step.order;
    return Object.fromEntries(Object.entries(order).map(([name, value]) => [name, value === to ? hex : value]));
  }

  /** Why the piece in hand cannot go to a hex; empty if it can, or nothing is in hand. */
  whyNot(hex: string): string {
    if (!this.reach || this.reach.steps[hex]) return "";
    // A piece that may not move at all is refused every hex for the same reason.
    return (
      this.reach.refusals[hex] ?? (this.scene.isOnMap(hex) ? (this.scene.view.offers[this.reach.piece] ?? "") : "")
    );
  }

  /** Where the rules tell why the piece in hand cannot go to a hex; empty if it can, or they do not. */
  paragraphAt(hex: string): string {
    const { reach } = this;
    if (!reach || !this.whyNot(hex)) return "";
    if (!(hex in reach.refusals)) return this.scene.view.paragraphs[reach.piece] ?? "";
    return reach.paragraphs[hex] ?? reach.paragraph;
  }
}
