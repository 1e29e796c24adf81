// SPDX-License-Identifier: Apache-2.0
// The chart that is rolled on: whether it is shown, and where over the map it hides nothing of the battle.

import { around, beside, type Box, type Point, type Strip } from "../lib/geometry";
import type { MapSheet } from "../lib/types";

/** How the map lies in the window, by its scale and its upper left corner, and its part of the window. */
export interface Stage {
  k: number;
  x: number;
  y: number;
  room: Box;
}

const CHART = "grognard-chart";
/** The height of the bar by which a chart is moved. */
const HEAD = 56;
const isChartShut = (): boolean => typeof localStorage !== "undefined" && localStorage.getItem(CHART) === "shut";

export class ChartPlace {
  /** Where the map lies in the window; null if there is no room for anything over it. */
  stage = $state.raw<Stage | null>(null);
  /** Whether the chart is hidden until it is asked for. */
  shut = $state(isChartShut());
  /** Whether a chart lies over the map just now. */
  over = $state(false);
  /** Where in the window it was moved to, by its upper left corner; null while it avoids the battle by itself. */
  moved = $state.raw<Point | null>(null);

  constructor(private readonly sheet: MapSheet) {}

  /** Hide the chart until it is asked for, or show it again. */
  show(shown: boolean): void {
    this.shut = !shown;
    this.moved = null;
    if (shown) localStorage.removeItem(CHART);
    else localStorage.setItem(CHART, "shut");
  }

  /** Move it by so much, keeping its bar in the window. */
  moveBy(right: number, down: number, from: Box, window: { width: number; height: number }): void {
    const x = Math.min(Math.max(from.left + right, 0), Math.max(0, window.width - (from.right - from.left)));
    const y = Math.min(Math.max(from.top + down, 0), window.height - HEAD);
    this.moved = { x, y };
  }

  /** The part of the window that a chart may lie over without hiding one of some hexes; null if there is none. */
  roomBeside(hexes: string[]): Strip | null {
    if (!this.stage || !hexes.some((hex) => hex in this.sheet.hexes)) return null;
    const { k, x, y, room } = this.stage;
    // With the adjacent hexes, where the losers go.
    const { left, top, right, bottom } = around(this.sheet, hexes, this.sheet.side * 2.75);
    return beside(room, { left: x + left * k, top: y + top * k, right: x + right * k, bottom: y + bottom * k });
  }
}
