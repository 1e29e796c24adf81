// SPDX-License-Identifier: Apache-2.0
// Places off the map.

import type { Box, View } from "./types";

/** What kind of place a box off the map is; one that nothing is said of is a box like any other. */
export function boxOf(name: string, view: Pick<View, "boxes">): Box {
  return view.boxes.find((each) => each.name === name) ?? { name, kind: "waiting", turn: 0, label: "" };
}
