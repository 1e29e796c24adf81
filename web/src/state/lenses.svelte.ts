// SPDX-License-Identifier: Apache-2.0
// The lenses over the map: supply, command, threat, sight. Only for the present, since the server knows no other.

import { sentence } from "../lib/client";
import type { Lens, Piece, Sight, Trace } from "../lib/types";
import type { Scene } from "./scene.svelte";

export type Overlay = "none" | Lens;

export class Lenses {
  overlay = $state<Overlay>("none");
  supply = $state.raw<Record<string, Trace>>({});
  threat = $state.raw<Record<string, string>>({});
  /** The side whose attacks the lens of threat shows. */
  threatBy = $state("");
  sight = $state.raw<Sight | null>(null);
  /** Whether the lens is still being worked out. */
  looking = $state(false);

  constructor(private readonly scene: Scene) {}

  /** The lens over the map. */
  get shown(): Overlay {
    return this.scene.table.past ? "none" : this.overlay;
  }

  /** The lines of the lens over the map: of supply or of command, by piece. */
  get lines(): Record<string, Trace> {
    if (this.shown === "supply") return this.supply;
    if (this.shown !== "command") return {};
    return Object.fromEntries(
      Object.entries(this.supply).flatMap(([id, trace]) => (trace.command ? [[id, trace.command]] : [])),
    );
  }

  /** Show a lens, or hide it if it is shown; `from` is where sight begins. */
  async show(overlay: Overlay, from: string): Promise<void> {
    if (this.scene.table.past) return;
    this.overlay = this.overlay === overlay ? "none" : overlay;
    await this.refresh(from);
  }

  /** Ask for the shown lens again. */
  async refresh(from: string): Promise<void> {
    const { table } = this.scene;
    const enemy = this.#enemy();
    if (enemy && enemy !== this.threatBy) [this.threat, this.threatBy] = [{}, enemy];
    this.looking = true;
    try {
      if (this.overlay !== "sight") this.sight = null;
      else if (this.scene.isOnMap(from)) await this.lookFrom(from);
      if (this.overlay === "supply" || this.overlay === "command") this.supply = await table.supply();
      if (this.overlay === "threat" && enemy) this.threat = await table.threat(enemy);
    } catch (error) {
      table.trouble = sentence(error);
      this.overlay = "none";
    } finally {
      this.looking = false;
    }
  }

  #enemy(): string | undefined {
    const { you, status, pieces } = this.scene.view;
    const sides = [...new Set(pieces.map((piece) => piece.side))];
    const mine = status.side && you.includes(status.side) ? status.side : you[0];
    return sides.find((side) => side !== mine) ?? sides[0];
  }

  /** The pieces that could attack a hex, as far as is seen, in the lens of threat; empty if none could. */
  threatTo(hex: string): string {
    const strength = this.shown === "threat" && this.threat[hex];
    if (!strength) return "";
    return `${strength} strength${this.scene.hidesSome(this.threatBy) ? " that is seen" : ""} could attack here`;
  }

  /** Look from a hex. */
  async lookFrom(hex: string): Promise<void> {
    try {
      this.sight = await this.scene.table.sight(hex);
    } catch (error) {
      this.scene.table.trouble = sentence(error);
    }
  }

  /** What the lens of sight says of a hex. */
  sightOf(hex: string): string {
    const { sight } = this;
    if (this.shown !== "sight" || !sight || hex === sight.start) return "";
    const [why, far, cover] = [sight.hidden[hex], sight.seen[hex], sight.unspotted[hex]];
    if (why) return `${sight.start} does not see ${hex}: ${why}`;
    return [`${sight.start} sees ${hex}: ${far} ${far === 1 ? "hex" : "hexes"}`, cover].filter(Boolean).join(", but ");
  }

  lacks(piece: Piece, what: "supply" | "command"): boolean {
    return !this.scene.table.past && this.scene.statesOf(piece).some((state) => state.lacks === what);
  }

  /** For a piece that lacks supply or command, ask where its line is cut. */
  async learnSupply(piece: Piece): Promise<void> {
    if (!this.lacks(piece, "supply") && !this.lacks(piece, "command")) return;
    try {
      this.supply = await this.scene.table.supply();
    } catch (error) {
      this.scene.table.trouble = sentence(error);
    }
  }
}
