// SPDX-License-Identifier: Apache-2.0
// The battle being put together: the hex attacked, the pieces, the options, and its odds.

import { paragraphOf, sentence } from "../lib/client";
import { blank, values, type Typed } from "../lib/forms";
import type { Battle, Hint, Order, Preview } from "../lib/types";
import type { Offers } from "./offers";
import type { Scene } from "./scene.svelte";

export class Aim {
  battle = $state.raw<Battle | null>(null);
  attackers = $state.raw<string[]>([]);
  choices = $state<Typed>({});
  preview = $state.raw<Preview | null>(null);
  /** Who of the attackers had better stay out; null where nobody is known to. */
  hint = $state.raw<Hint | null>(null);
  /** Why the battle as it is put together may not be fought. */
  refused = $state("");
  /** Where the rules tell why not; empty if they do not. */
  refusedBy = $state("");
  /** The odds of the other ways to attack the same hex, or why they may not be taken. */
  others = $state.raw<Map<Battle, Preview | string>>(new Map());
  /** The hex attacked last, and those that could be attacked then. */
  #last = { hex: "", among: [] as string[] };
  #asked = 0;
  /** How many battles were begun so far: which of them it is. */
  taken = 0;

  constructor(
    private readonly scene: Scene,
    private readonly offers: Offers,
  ) {}

  /** Begin with all pieces that may take part. */
  take(battle: Battle): void {
    this.battle = battle;
    this.taken += 1;
    this.#last = { hex: battle.target, among: [...this.offers.targets.keys()] };
    this.choices = blank(battle.options);
    this.attackers = unasked(battle);
    this.preview = null;
    void this.weigh();
    void this.#compare();
  }

  drop(): void {
    this.battle = null;
    this.preview = null;
  }

  toggle(piece: string): void {
    if (this.battle?.settled) return;
    this.attackers = this.attackers.includes(piece)
      ? this.attackers.filter((each) => each !== piece)
      : [...this.attackers, piece];
    void this.weigh();
  }

  /** Leave some of the attackers out. */
  leaveOut(pieces: readonly string[]): void {
    this.attackers = this.attackers.filter((each) => !pieces.includes(each));
    void this.weigh();
  }

  /** The order to fight it as it is put together now. */
  get order(): Order | null {
    const { battle, attackers } = this;
    return battle && attackers.length ? orderOf(battle, attackers, this.choices) : null;
  }

  /** Whether the battle is settled, so that nothing else can be done first, and its odds cannot be had. */
  get isWithoutOdds(): boolean {
    return Boolean(this.battle?.settled && this.refused);
  }

  /** Ask for the odds of the battle as it is put together now. */
  async weigh(): Promise<void> {
    const asked = ++this.#asked;
    const { order } = this;
    this.hint = null;
    this.refused = order ? "" : "Choose who takes part.";
    this.refusedBy = "";
    if (!order) {
      this.preview = null;
      return;
    }
    try {
      const preview = await this.scene.table.preview(order);
      if (asked !== this.#asked) return;
      this.preview = preview;
      if (preview?.headline.length && this.attackers.length > 1 && !this.battle?.settled)
        void this.#improve(order, asked);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.preview = null;
      this.refused = sentence(error);
      this.refusedBy = paragraphOf(error);
    }
  }

  /** Ask who had better stay out. Where that takes too long, or is refused, nothing is said. */
  async #improve(order: Order, asked: number): Promise<void> {
    const hint = await this.scene.table.hint(order).catch(() => null);
    if (asked === this.#asked && hint?.without.length) this.hint = hint;
  }

  /** Ask for the odds of the other ways to attack the same hex, each with all pieces that may take part. */
  async #compare(): Promise<void> {
    const { battle } = this;
    this.others = new Map();
    const others = (this.offers.targets.get(battle?.target ?? "") ?? []).filter((each) => each !== battle);
    const odds = await Promise.all(
      others.map(async (other) => {
        const order = orderOf(other, unasked(other), blank(other.options));
        return [other, (await this.scene.table.preview(order).catch(sentence)) ?? ""] as const;
      }),
    );
    if (this.battle === battle) this.others = new Map(odds);
  }

  /** After the view has changed: the battle as it can be fought now, keeping what was chosen as far as possible. */
  refresh(): void {
    const before = this.battle;
    if (!before) return;
    const alike = this.offers.targets.get(before.target)?.filter((each) => each.type === before.type);
    const still = alike?.find((each) => !each.settled || isSame(each, before));
    this.battle = still ?? null;
    if (!still) return;
    const able = new Set(still.pieces.filter((each) => !each.why_not).map((each) => each.piece));
    this.choices = stillOpen(still, this.choices);
    this.attackers = this.attackers.filter((each) => able.has(each));
    void this.weigh();
    void this.#compare();
  }

  get lastTarget(): string {
    return this.#last.hex;
  }

  /** The hex to attack after the last one, in a cycle; even if that one has been dealt with. */
  get nextTarget(): string | undefined {
    const { hex, among } = this.#last;
    const { targets } = this.offers;
    const after = [...among.slice(among.indexOf(hex) + 1), ...among.slice(0, among.indexOf(hex) + 1)];
    return after.find((each) => targets.has(each)) ?? targets.keys().next().value;
  }

  /** The hexes of the battle: of the target, of all pieces that may take part, of their ways. */
  get hexes(): string[] {
    if (!this.battle) return [];
    const able = this.battle.pieces.filter((each) => !each.why_not);
    return [this.battle.target, ...able.flatMap((each) => [this.scene.piece(each.piece)?.at ?? "", ...each.path])];
  }
}

/** The pieces that take part in a battle by default. */
function unasked(battle: Battle): string[] {
  return battle.pieces.filter((each) => !each.why_not && !each.aside).map((each) => each.piece);
}

function orderOf(battle: Battle, units: string[], choices: Typed): Order {
  return { type: battle.type, units, target: battle.target, ...values(battle.options, choices) };
}

/** What was chosen, as far as it is still possible. */
function stillOpen(battle: Battle, choices: Typed): Typed {
  const open = battle.options.filter(
    ({ name, kind, options }) => name in choices && (kind !== "choice" || options.includes(choices[name]!)),
  );
  return { ...blank(battle.options), ...Object.fromEntries(open.map(({ name }) => [name, choices[name]!])) };
}

/** Whether two battles are of the same pieces. */
function isSame(one: Battle, other: Battle): boolean {
  return one.pieces.map((each) => each.piece).join() === other.pieces.map((each) => each.piece).join();
}
