// SPDX-License-Identifier: Apache-2.0
// What lies on the map and beside it, as the table is shown: pieces in their stacks, and what is known of others.

import { grouped } from "../lib/groups";
import { boxOf } from "../lib/boxes";
import { hasSign } from "../lib/markers";
import { statesOf } from "../lib/states";
import type { Box, MapSheet, Marker, Piece, State, View } from "../lib/types";
import type { Table } from "./table.svelte";

export class Scene {
  constructor(
    readonly table: Table,
    readonly sheet: MapSheet,
  ) {}

  get view(): View {
    return this.table.shown!;
  }

  /** The pieces by place; on the map in their order, the top one last: the strongest, if the game leaves it open. */
  stacks: Map<string, Piece[]> = $derived.by(() => {
    const stacks = grouped(this.view.pieces, (piece) => piece.at);
    if (!this.view.stacked)
      for (const [at, pieces] of stacks) if (this.isOnMap(at)) pieces.sort((a, b) => a.rank - b.rank);
    return stacks;
  });

  /** Unseen units, by the hex they are in. */
  forces: Map<string, Marker> = $derived(
    new Map(
      this.view.markers
        .filter((each) => hasSign(each, "force", this.view.marks) && each.count !== 0)
        .map((each) => [each.at, each]),
    ),
  );

  /** The riders of a piece. */
  riders: Map<string, Piece> = $derived(
    new Map(this.view.pieces.filter((each) => each.on).map((each) => [each.on, each])),
  );

  isOnMap(at: string): boolean {
    return at in this.sheet.hexes;
  }

  piece(id: string | null): Piece | undefined {
    return this.view.pieces.find((each) => each.id === id);
  }

  /** The states of a piece. */
  statesOf(piece: Piece): State[] {
    return statesOf(piece, this.view.states);
  }

  /** The kind of a box off the map. */
  boxOf(name: string): Box {
    return boxOf(name, this.view);
  }

  /** How many more are in a hex than are seen: "+2", or "+?" if that is not known. */
  more(hex: string): string {
    const force = this.forces.get(hex);
    return force ? `+${force.count ?? "?"}` : "";
  }

  /** What is known of what lies in a hex besides counters. */
  knownOf(hex: string): string {
    return this.view.markers
      .filter((each) => each.at === hex && each.side)
      .map((each) => each.says)
      .join("; ");
  }

  /** Whether a side has units whose place is not seen. */
  hidesSome(side: string): boolean {
    const isHidden = (at: string) => ["unseen", "last-seen"].includes(this.boxOf(at).kind);
    return this.view.pieces.some((each) => each.side === side && isHidden(each.at));
  }
}
