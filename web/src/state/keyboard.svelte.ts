// SPDX-License-Identifier: Apache-2.0
// The board by keys: a moving cursor, the next piece or target, and what screen readers say of them.

import { describe, describeHex } from "../board/describe";
import type { MapWindow } from "../board/window";
import { walk, type Way } from "../lib/geometry";
import { ofPhase, ruleOf } from "../lib/rules";
import { listed } from "../lib/words";
import type { Piece } from "../lib/types";
import type { Board } from "./board.svelte";
import { press } from "./press";

export class Keyboard {
  /** What screen readers say. */
  spoken = $state("");

  constructor(
    private readonly board: Board,
    private readonly window: () => MapWindow,
  ) {}

  /** Move the cursor one hex; it begins at the piece in hand. */
  walk(way: Way): void {
    const { board } = this;
    const { hexes } = board.sheet;
    const first = board.inHand ?? board.view.pieces.find((each) => each.at in hexes);
    const from = board.pointer.cursor ? board.pointer.walker : (hexes[first?.at ?? ""] ?? board.pointer.walker);
    const step = walk(board.sheet, from, way);
    if (!step) return;
    board.pointer.walker = step.point;
    this.#visit(step.hex);
  }

  /** Move the cursor to a hex of the map. */
  goTo(hex: string): void {
    const spot = this.board.sheet.hexes[hex];
    if (!spot) return;
    this.board.pointer.walker = spot;
    this.#visit(hex);
  }

  /** Pick a unit up, and go to where it is if that is on the map. */
  goToUnit(piece: Piece): void {
    void this.board.select(piece.id);
    this.goTo(piece.at);
    this.spoken = describe(piece, this.board);
  }

  /** Open a list in the panel, and go to it: of what is known of the enemy, or of all units. */
  showList(id: "known" | "units"): void {
    const list = document.querySelector<HTMLDetailsElement>(`#${id}`);
    if (!list) return;
    list.open = true;
    list.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true });
    list.scrollIntoView({ block: "start" });
  }

  #visit(hex: string): void {
    this.board.pointer.cursor = hex;
    // Otherwise Enter would press the button pressed last.
    this.window().focus();
    this.window().reveal(hex);
    this.spoken = describeHex(hex, this.board);
  }

  /** Open the rules where they say why the hex or the unit pointed at is refused. */
  readRule(): void {
    const { board } = this;
    const hex = board.pointer.hex ?? board.piece(board.pointer.fanned)?.at ?? null;
    const paragraph = board.pointer.hovered ? board.ruleAt(hex) : board.forbiddenBy || board.ruleAt(hex);
    if (paragraph) globalThis.open(ruleOf(board.view, paragraph), "_blank");
    else this.spoken = board.forbidden = "nothing is refused there";
  }

  enter(): void {
    press(this.board, this.board.pointer.cursor, null, true);
    this.spoken = this.board.forbidden || this.#inHand() || this.spoken;
  }

  /** Take up the next or the previous piece that can act; if none can, go to what else can be done. */
  next(by: 1 | -1): void {
    const { board } = this;
    const able = board.offers.movable;
    if (!able.length) return this.#nextOther();
    const now = able.findIndex((each) => each.id === board.hand.selected);
    const then = able[(now + by + able.length) % able.length]!;
    void board.select(then.id);
    this.spoken = describe(then, board);
    const spot = board.sheet.hexes[then.at];
    if (spot) {
      board.pointer.walker = spot;
      board.pointer.cursor = then.at;
      this.window().reveal(then.at);
    }
    this.window().focus();
  }

  #nextOther(): void {
    const { board } = this;
    if (board.offers.targets.size) return this.nextTarget();
    if (board.view.actions.length) return document.querySelector<HTMLButtonElement>(".actions button")?.focus();
    if (!board.table.mine || board.view.question) return;
    this.spoken = "no piece can act in this phase";
    board.forbid(this.spoken, ofPhase(board.view.status));
  }

  nextReach(): void {
    const { board } = this;
    const hexes = Object.keys(board.hand.reach?.steps ?? {}).filter((each) => each in board.sheet.hexes);
    const at = hexes.indexOf(board.pointer.cursor ?? "");
    const then = at < 0 ? this.window().nearest(hexes) : hexes[(at + 1) % hexes.length];
    if (then) this.goTo(then);
  }

  nextTarget(): void {
    const { aim, offers } = this.board;
    // The first one is taken in the visible part of the map.
    const nearest = aim.lastTarget ? undefined : this.window().nearest([...offers.targets.keys()]);
    const then = nearest ?? aim.nextTarget;
    if (!then) return;
    this.board.fight(offers.targets.get(then)![0]!);
    this.goTo(then);
  }

  nextInStack(): void {
    const { board } = this;
    const pieces = board.stacks.get(board.pointer.cursor ?? board.openStack ?? "") ?? [];
    const then = pieces[(pieces.findIndex((each) => each.id === board.hand.selected) + 1) % pieces.length];
    if (then) void board.select(then.id).then(() => (this.spoken = describe(then, board)));
  }

  wholeStack(): void {
    const { board } = this;
    const piece = board.inHand;
    if (piece && board.hand.along.length) void board.select(piece.id);
    else board.selectAll(piece?.at ?? board.pointer.cursor ?? "");
    this.spoken = this.#inHand() || (piece ? describe(piece, board) : this.spoken);
  }

  /** The pieces in hand, if there are several. */
  #inHand(): string {
    const { along, selected } = this.board.hand;
    const names = [...along, selected].map((each) => this.board.piece(each)?.name ?? "");
    return names.length > 1 ? `${listed(names)} in hand, together.` : "";
  }
}
