// SPDX-License-Identifier: Apache-2.0
// Whether a list that grows keeps its newest line in sight.

/** The state of a list: how far it is scrolled, the height of its window, its full height. */
export interface Scroll {
  top: number;
  window: number;
  whole: number;
}

/** This near to the end counts as the end. */
const NEAR = 40;

/**
 * Whether a list goes on following its end after a scroll. Only the reader's own scroll leaves the end: if the window
 * or the list has changed as well, as when a panel opens beside it, the scroll was not the reader's.
 */
export function follows(did: boolean, was: Scroll, now: Scroll): boolean {
  const atEnd = now.whole - now.top - now.window < NEAR;
  const changed = now.window !== was.window || now.whole !== was.whole;
  return atEnd || (changed && did);
}
