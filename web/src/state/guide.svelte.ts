// SPDX-License-Identifier: Apache-2.0
// The guided first turn at a table: which step it is at, and what it marks. What a step is, and whether it is done, comes from the server.

import { sentence } from "../lib/client";
import { currentStep, keepGuide, keptGuide } from "../lib/guide";
import type { Action, Game, GuideShown, GuideStep } from "../lib/types";
import type { Aim } from "./aim.svelte";
import type { Hand } from "./hand.svelte";
import type { Scene } from "./scene.svelte";

/** The briefing counts as the step before the first. */
const BRIEFING = -1;

export class Guide {
  on = $state(false);
  shown = $state.raw<GuideShown | null>(null);
  read = $state.raw<number[]>([]);
  /** What is said of what the player did instead. */
  note = $state("");
  trouble = $state("");
  #asked = 0;

  constructor(
    private readonly scene: Scene,
    private readonly hand: Hand,
    private readonly aim: Aim,
  ) {
    Object.assign(this, keptGuide(scene.table.id));
  }

  /** Ask how far it has come; after every change of the table. */
  async refresh(): Promise<void> {
    if (!this.on || this.scene.table.past) return;
    const asked = ++this.#asked;
    try {
      const now = await this.scene.table.guide();
      if (asked !== this.#asked) return;
      if (this.shown) this.note = this.#otherwise(this.shown, now);
      this.shown = now;
      this.trouble = "";
    } catch (error) {
      if (asked === this.#asked) this.trouble = sentence(error);
    }
  }

  #otherwise(before: GuideShown, now: GuideShown): string {
    const passed = now.steps.filter((each, at) => each.state === "passed" && before.steps[at]?.state === "open");
    return passed.length ? "It went another way than the guide had planned, which is fine." : "";
  }

  get isBriefing(): boolean {
    return !this.read.includes(BRIEFING);
  }

  get at(): number | null {
    return (
      this.shown &&
      currentStep(
        this.shown.steps.map((each) => each.state),
        this.read,
      )
    );
  }

  get step(): GuideStep | null {
    return !this.on || this.isBriefing || this.at === null ? null : (this.shown?.steps[this.at] ?? null);
  }

  /** Go on: the briefing or a step was read, or is passed over. */
  next(): void {
    this.#mark(this.isBriefing ? BRIEFING : (this.at ?? BRIEFING));
  }

  #mark(step: number): void {
    this.read = [...this.read, step];
    this.note = "";
    this.#keep();
  }

  turn(on: boolean): void {
    this.on = on;
    this.note = "";
    this.#keep();
    void this.refresh();
  }

  #keep(): void {
    keepGuide(this.scene.table.id, { on: this.on, read: this.read });
  }

  /** Whether the pieces of this step are in hand: all of them that can act, or one where none can. */
  get #isInHand(): boolean {
    const pieces = this.step?.pieces ?? [];
    const able = pieces.filter((each) => this.scene.view.offers[each] === "");
    return able.length ? able.every((each) => this.hand.has(each)) : pieces.some((each) => this.hand.has(each));
  }

  /** The pieces to pick up: until they are in hand, or the battle is open. */
  get pieces(): string[] {
    return this.aim.battle || this.#isInHand ? [] : (this.step?.pieces ?? []);
  }

  /** Those that this step is about; all, if it is about none of them. */
  meant(pieces: string[]): string[] {
    const found = pieces.filter((each) => this.step?.pieces.includes(each));
    return found.length ? found : pieces;
  }

  /** The hexes to press: when who goes there is in hand. */
  get hexes(): string[] {
    const { step } = this;
    if (!step || (step.pieces.length && !this.#isInHand)) return [];
    return step.hexes.filter((each) => each !== this.aim.battle?.target);
  }

  /** The hexes to look at: those to press, and where the pieces to pick up stand. */
  get places(): string[] {
    const places = [...this.hexes, ...this.pieces.map((id) => this.scene.piece(id)?.at ?? "")];
    return [...new Set(places)].filter((each) => this.scene.isOnMap(each));
  }

  /** Whether the scenario has a guide for this seat. */
  isFor(game: Game): boolean {
    const { view } = this.scene;
    return view.you.includes(game.scenarios.find((each) => each.name === view.scenario)?.guided ?? "?");
  }

  /** Which of the things that can be done without a hex or a piece is meant; null if none is. */
  get action(): Action | null {
    const meant = this.step?.order;
    return this.scene.view.actions.find((each) => meant && isSame(each.order, meant)) ?? null;
  }

  /** The button to press. */
  get button(): GuideStep["button"] {
    const { step } = this;
    if (step?.button === "act" && !this.aim.battle) return "";
    return step?.button ?? "";
  }
}

/** Whether two orders are the same, whatever the sequence of their fields. */
function isSame(one: object, other: object): boolean {
  const plain = (order: object) => JSON.stringify(Object.entries(order).sort());
  return plain(one) === plain(other);
}
