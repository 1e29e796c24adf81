// SPDX-License-Identifier: Apache-2.0
// Whether a list that grows keeps its newest line in sight.

/** How a list stands: how far it is scrolled, how high its window is, how long it is as a whole. */
export interface Standing {
  top: number;
  window: number;
  whole: number;
}

/** So near to the end is at the end. */
const NEAR = 40;

/**
 * Whether a list goes on following its end after a scroll. Only who scrolls it himself leaves the end: where the window
 * or the list has changed as well, as when a panel opens beside it, the scroll was none of his.
 */
export function follows(did: boolean, was: Standing, now: Standing): boolean {
  const atEnd = now.whole - now.top - now.window < NEAR;
  const changed = now.window !== was.window || now.whole !== was.whole;
  return atEnd || (changed && did);
}
