// SPDX-License-Identifier: Apache-2.0
// How much room the letters on counters take: known beforehand, since the page brings its fonts along.

import WIDTHS from "../fonts/widths.json";

/** A sign not in the list is taken to be as wide as a broad letter. */
const BROAD = 0.75;
const widths: Record<string, number> = WIDTHS;

/** How wide a text is in bold narrow letters, in parts of their size. */
export function width(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (widths[letter] ?? BROAD), 0);
}

/**
 * How a text is set to fit: as large as is wanted, otherwise smaller, and if it would be too small to read,
 * in compressed letters. It has the length given here in any font, even one that replaces the page's own.
 */
export function setting(
  text: string,
  wanted: number,
  room: number,
  least = wanted * 0.8,
): { size: number; length: number } {
  const wide = width(text);
  const size = Math.max(Math.min(wanted, room / wide), least);
  return { size: rounded(size), length: rounded(Math.min(room, wide * size)) };
}

/** To a hundredth, rounded down so that what fits still fits. */
function rounded(value: number): number {
  return Math.floor(value * 100 + 1e-6) / 100;
}
