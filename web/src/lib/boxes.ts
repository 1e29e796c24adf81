// SPDX-License-Identifier: Apache-2.0
// Places off the map.

import type { Box, View } from "./types";

/** The kind of a box off the map; an unlisted one is a plain box. */
export function boxOf(name: string, view: Pick<View, "boxes">): Box {
  return view.boxes.find((each) => each.name === name) ?? { name, kind: "waiting", turn: 0, label: "" };
}
