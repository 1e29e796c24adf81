// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { ChartPlace } from "../src/state/chart.svelte";
import { sheet } from "./board_fixtures";

test("a chart has no place over the map where there is no window for it, or nothing is fought on the map", () => {
  const chart = new ChartPlace(sheet);
  expect(chart.roomBeside(["0101"])).toBeNull();
  chart.stage = { k: 1, x: 500, y: 400, room: { left: 0, top: 0, right: 1400, bottom: 900 } };
  expect(chart.roomBeside(["France"])).toBeNull();
  const room = chart.roomBeside(["0101"])!;
  // Not over the hex or the hexes around it.
  expect(room.right <= 500 - 36 * 2.75 || room.left >= 500 + 36 * 2.75).toBe(true);
});
