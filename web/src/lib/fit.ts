// SPDX-License-Identifier: Apache-2.0
// How much room the letters on counters take: known beforehand, for the page brings them along.

import WIDTHS from "../fonts/widths.json";

/** A sign that is not among them is taken to be as wide as a broad letter. */
const BROAD = 0.75;
const widths: Record<string, number> = WIDTHS;

/** How wide a text is in bold narrow letters, in parts of their size. */
export function width(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (widths[letter] ?? BROAD), 0);
}

/**
 * How a text is set to have room: as large as is wanted, else smaller, and where it would be too small to read,
 * in letters pressed together. It is as long as is said here in any font, also in one that came in place of its own.
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

/** To a hundredth, downwards: what fits must not be rounded to what does not. */
function rounded(value: number): number {
  return Math.floor(value * 100 + 1e-6) / 100;
}
