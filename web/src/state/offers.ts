// SPDX-License-Identifier: Apache-2.0
// What may be done now, as the server offers it: pieces that can act, targets, questions, whether the phase can end.

import { grouped } from "../lib/groups";
import type { Battle, Option, Piece, View } from "../lib/types";
import { isDone } from "../lib/states";
import { capital, listed } from "../lib/words";
import type { Scene } from "./scene.svelte";

export class Offers {
  constructor(private readonly scene: Scene) {}

  get #view(): View {
    return this.scene.view;
  }

  get #mine(): boolean {
    return this.scene.table.mine;
  }

  /** The question this seat must answer now. */
  get question() {
    const { question } = this.#view;
    return question && this.#mine ? question : null;
  }

  optionsAt(hex: string): Option[] {
    return this.question?.options.filter((each) => each.hexes.includes(hex)) ?? [];
  }

  optionsOf(piece: string): Option[] {
    return this.question?.options.filter((each) => each.pieces.includes(piece)) ?? [];
  }

  /** Whether a piece that goes to a hex offered by a question is eliminated by it. */
  isFatal(hex: string): boolean {
    const options = this.optionsAt(hex);
    return options.length > 0 && options.every((each) => each.fatal);
  }

  /** The hexes that can be attacked, each with the ways to do it. */
  get targets(): Map<string, Battle[]> {
    return this.#mine && !this.#view.question ? grouped(this.#view.battles, (each) => each.target) : new Map();
  }

  get battles(): Battle[] {
    return [...this.targets.values()].flat();
  }

  canAct(piece: Piece): boolean {
    return this.#mine && !this.#view.question && this.#view.offers[piece.id] === "";
  }

  /** Whether a piece can act, or take part in what can be done to a hex. */
  canTakePart(piece: Piece): boolean {
    const isAble = (battle: Battle) => battle.pieces.some((one) => one.piece === piece.id && !one.why_not);
    return this.canAct(piece) || this.battles.some(isAble);
  }

  /** Whether a piece can do more than a phase would not wait for, such as being put on top of its stack. */
  canGo(piece: Piece): boolean {
    return this.canAct(piece) && !this.#view.spent.includes(piece.id);
  }

  get movable(): Piece[] {
    return this.#view.pieces.filter((piece) => this.canGo(piece));
  }

  /** The hexes where there is something to do: with pieces that can act, otherwise targets. */
  get places(): string[] {
    const able = this.movable.map((piece) => piece.at).filter((at) => this.scene.isOnMap(at));
    return able.length ? able : [...this.targets.keys()].filter((at) => this.scene.isOnMap(at));
  }

  /** The pieces in a hex that can be picked up together, from the bottom: a rider goes with its carrier. */
  together(at: string): Piece[] {
    const here = this.scene.isOnMap(at) ? (this.scene.stacks.get(at) ?? []) : [];
    return here.filter((each) => this.canGo(each) && !each.on);
  }

  /** Why the phase cannot be ended yet; empty if it can, or if others act. */
  get unended(): string {
    if (this.#view.can_end || !this.#mine || this.question) return "";
    const [first] = this.battles;
    return first ? `the phase cannot end yet. First: ${first.title}` : "the phase cannot end yet";
  }

  /** What to ask before the phase ends; empty if it may simply end. */
  get doubt(): string {
    const end = this.#view.can_end;
    if (!end || end.lightly) return "";
    const { left } = this;
    return left || end.ends_turn ? [left, end.follows, `${capital(end.does)}?`].filter(Boolean).join(" ") : "";
  }

  /** What the end of the phase leaves undone, in sentences. */
  get left(): string {
    const idle = this.movable.filter((piece) => !isDone(this.scene.statesOf(piece)));
    const waiting = idle.filter((piece) => !this.scene.isOnMap(piece.at)).length;
    const parts = [];
    if (waiting) parts.push(`${units(waiting)} not come onto the map`);
    if (idle.length > waiting) parts.push(`${units(idle.length - waiting)} not moved`);
    const undone = this.#view.can_end?.undone ?? [];
    return [...undone, ...(parts.length ? [listed(parts)] : [])].map((each) => `${capital(each)}.`).join(" ");
  }
}

const units = (count: number): string => (count === 1 ? "1 unit has" : `${count} units have`);
