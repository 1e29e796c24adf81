// What lies on the map and beside it, as the table is shown: pieces in their stacks, and what is known of others.

import { grouped } from "../lib/groups";
import type { MapSheet, Marker, Piece, View } from "../lib/types";
import { hasPips, SEEN_BEFORE, UNSEEN } from "../lib/words";
import type { Table } from "./table.svelte";

export class Scene {
  constructor(
    readonly table: Table,
    readonly sheet: MapSheet,
  ) {}

  get view(): View {
    return this.table.shown!;
  }

  /** The pieces by place; on the map in the order they lie, the top one last: the strongest, where the game leaves it open. */
  stacks: Map<string, Piece[]> = $derived.by(() => {
    const stacks = grouped(this.view.pieces, (piece) => piece.at);
    if (!this.view.stacked)
      for (const [at, pieces] of stacks) if (this.isOnMap(at)) pieces.sort((a, b) => weight(a) - weight(b));
    return stacks;
  });

  /** Units that are not seen, by the hex they are in. */
  forces: Map<string, Marker> = $derived(
    new Map(
      this.view.markers.filter((each) => each.kind === "force" && each.count !== 0).map((each) => [each.at, each]),
    ),
  );

  /** Who rides on a piece. */
  riders: Map<string, Piece> = $derived(
    new Map(this.view.pieces.filter((each) => each.on).map((each) => [each.on, each])),
  );

  isOnMap(at: string): boolean {
    return at in this.sheet.hexes;
  }

  piece(id: string | null): Piece | undefined {
    return this.view.pieces.find((each) => each.id === id);
  }

  /** How many more are in a hex than are seen: "+2", or "+?" where that is not known. */
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

  /** Whether a side has units of which it is not seen where they are. */
  hidesSome(side: string): boolean {
    return this.view.pieces.some(
      (each) => each.side === side && (each.at === UNSEEN || each.at.startsWith(SEEN_BEFORE)),
    );
  }
}

/**
 * How a piece ranks in its stack: by the first number printed on it, of guns by all of them; who rides, and what does not
 * fight, lies at the bottom, a leader under those he leads, and who is broken under both.
 */
function weight(piece: Piece): number {
  if (piece.on || piece.states.includes("broken")) return -1;
  if (piece.kind === "leader") return 0;
  if (/^[\d-]+(\/[\d-]+)+$/.test(piece.values))
    return piece.values.split("/").reduce((sum, each) => sum + (Number(each) || 0), 0);
  return /^(supply|air|headquarters|fort)$/i.test(piece.kind)
    ? -2
    : Number.parseInt(hasPips(piece) ? piece.values : piece.above || piece.values, 10) || 0;
}
