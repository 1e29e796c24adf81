// SPDX-License-Identifier: Apache-2.0
// What a person has picked up, opened and chosen on the board, part by part. Everything legal comes from the server.

import type { Strip } from "../lib/geometry";
import type { Battle, MapSheet, Piece, View } from "../lib/types";
import { Account } from "./account.svelte";
import { Ahead } from "./ahead.svelte";
import { Aim } from "./aim.svelte";
import { ChartPlace } from "./chart.svelte";
import { Guide } from "./guide.svelte";
import { Hand } from "./hand.svelte";
import { Lenses, type Overlay } from "./lenses.svelte";
import { Offers } from "./offers";
import { Pointer } from "./pointer.svelte";
import { Rolls } from "./rolls.svelte";
import { Scene } from "./scene.svelte";
import type { Table } from "./table.svelte";

export class Board {
  readonly scene: Scene;
  readonly offers: Offers;
  readonly pointer = new Pointer();
  readonly hand: Hand;
  readonly aim: Aim;
  readonly ahead: Ahead;
  readonly lenses: Lenses;
  readonly chart: ChartPlace;
  readonly rolls: Rolls;
  readonly since: Account;
  readonly guide: Guide;
  openStack = $state<string | null>(null);
  /** The phase in which the pieces in hand were taken. */
  #takenIn = "";
  #forbidden = $state.raw({ says: "", paragraph: "" });
  /** What to ask before the phase ends. */
  ending = $state("");

  constructor(
    readonly table: Table,
    readonly sheet: MapSheet,
  ) {
    this.scene = new Scene(table, sheet);
    this.offers = new Offers(this.scene);
    this.hand = new Hand(this.scene, this.offers);
    this.aim = new Aim(this.scene, this.offers);
    this.ahead = new Ahead(this.scene, this.offers);
    this.lenses = new Lenses(this.scene);
    this.chart = new ChartPlace(sheet);
    this.rolls = new Rolls(table);
    this.since = new Account(table, sheet);
    this.guide = new Guide(this.scene, this.hand, this.aim);
  }

  get view(): View {
    return this.scene.view;
  }

  /** Why the hex just pressed is closed to the piece in hand, or what is known of it. */
  get forbidden(): string {
    return this.#forbidden.says;
  }

  set forbidden(says: string) {
    this.forbid(says, "");
  }

  /** Where the rules tell of what is forbidden; empty if they do not. */
  get forbiddenBy(): string {
    return this.#forbidden.paragraph;
  }

  /** Say why not, and where the rules tell of it. */
  forbid(says: string, paragraph: string): void {
    this.#forbidden = { says, paragraph };
  }

  /** Where the rules tell why nothing can be done with a hex: of the piece in hand, of the hex as a target, of a piece there. */
  ruleAt(hex: string | null): string {
    const { paragraphs } = this.view;
    const here = [hex ?? "", ...(this.stacks.get(hex ?? "") ?? []).map((each) => each.id), this.hand.selected ?? ""];
    const inHand = hex ? this.hand.paragraphAt(hex) : "";
    return [inHand, ...here.map((each) => paragraphs[each])].find(Boolean) ?? "";
  }

  /** Which side's phase of which turn it is. */
  get moment(): string {
    const { status, to_act } = this.view;
    return [status.turn, status.phase, to_act].join();
  }

  get stacks(): Map<string, Piece[]> {
    return this.scene.stacks;
  }

  piece(id: string | null): Piece | undefined {
    return this.scene.piece(id);
  }

  /** The piece in hand; of several the leading one. */
  get inHand(): Piece | undefined {
    return this.piece(this.hand.selected);
  }

  /** Whether a piece is one of those that a question or the panel is about. */
  isLit(piece: string): boolean {
    return (
      this.guide.pieces.includes(piece) || this.pointer.lit.includes(piece) || this.offers.optionsOf(piece).length > 0
    );
  }

  /** Pick up a piece, and others with it; or put down what is in hand. */
  async select(id: string | null, along: string[] = []): Promise<void> {
    this.forbidden = "";
    this.#takenIn = this.moment;
    if (id) this.aim.battle = null;
    const piece = this.piece(id);
    if (piece) void this.lenses.learnSupply(piece);
    await this.hand.take(id, along);
  }

  /** Pick up all pieces in a hex that can act, or those of them that a guide speaks of; return whether there were any. */
  selectAll(at: string): boolean {
    const able = this.guide.meant(this.offers.together(at).map((each) => each.id));
    const top = able.pop();
    if (top) void this.select(top, able);
    return top !== undefined;
  }

  /** Take one more of the stack along, or leave one behind. */
  takeAlong(id: string): void {
    const then = this.hand.withOrWithout(id);
    const lead = then.pop();
    if (lead) void this.select(lead, then);
  }

  /** Send the pieces in hand to a hex. */
  async go(hex: string): Promise<void> {
    this.openStack = null;
    const stays = await this.hand.go(hex);
    if (stays === null) return;
    this.#keepInHand();
    this.forbidden = stays;
  }

  /** Open the panel of a battle. */
  fight(battle: Battle): void {
    void this.select(null);
    this.openStack = null;
    this.aim.take(battle);
  }

  /** End the phases before the attack that was asked about, and open its panel. */
  async goAhead(): Promise<void> {
    const battle = await this.ahead.reach();
    if (battle) this.fight(battle);
  }

  /** Open the next step of what was begun, if there is one: nothing else can be done first. */
  goOn(): void {
    const next = this.aim.battle || this.table.past ? undefined : this.offers.battles.find((each) => each.in_hand);
    if (next) this.fight(next);
  }

  putDown(): void {
    this.hand.against = null;
    void this.select(null);
    this.aim.drop();
    this.ahead.drop();
    this.openStack = null;
    this.pointer.litOption = null;
  }

  /** Show a lens over the map, or remove it. */
  show(overlay: Overlay): Promise<void> {
    return this.lenses.show(overlay, this.#eye);
  }

  /** Where sight begins: with the piece in hand, otherwise under the cursor. */
  get #eye(): string {
    return this.inHand?.at ?? this.pointer.cursor ?? "";
  }

  /** The hexes of the battle, or of the roll just seen. */
  get arena(): string[] {
    return this.aim.battle ? this.aim.hexes : (this.rolls.rolled?.hexes ?? []);
  }

  /** The part of the window that a chart may lie over without hiding a hex of the battle; null if there is none. */
  get chartRoom(): Strip | null {
    return this.chart.roomBeside(this.arena);
  }

  /** After the view has changed: keep in hand only what can still be done. */
  refresh(): void {
    const { past } = this.table;
    void this.guide.refresh();
    void (past ? this.since.lookBack(past) : this.since.take(this.view));
    this.pointer.litOption = null;
    this.pointer.lit = [];
    // Messages about the previous board go; while pieces are on their way, what is said of those that stay may remain.
    if (!this.hand.isMarching) this.forbidden = "";
    this.aim.refresh();
    this.ahead.refresh();
    if (this.hand.selected && !this.hand.isMarching) this.#keepInHand();
    this.goOn();
    this.ending = "";
    const { shown } = this.lenses;
    if (shown !== "none" && shown !== "sight") void this.lenses.refresh(this.#eye);
  }

  /** Who cannot go any more is put down only when another phase has begun: his panel says why. */
  #keepInHand(): void {
    const isOver = this.#takenIn !== this.moment && !this.hand.ready.length;
    const along = isOver ? [] : this.hand.staying;
    const lead = along.pop() ?? null;
    void this.select(lead, along);
  }
}
