// SPDX-License-Identifier: Apache-2.0
// Whether a guided first turn is on at a table, and what of it was read: kept in this browser, so that it is left and resumed.

export interface KeptGuide {
  on: boolean;
  /** The steps that were read, or passed over by hand; the briefing is -1. */
  read: number[];
}

const key = (table: string): string => `grognard.guide.${table}`;

export function keptGuide(table: string): KeptGuide {
  try {
    const kept = JSON.parse(localStorage.getItem(key(table)) ?? "null") as Partial<KeptGuide> | null;
    return { on: kept?.on === true, read: (kept?.read ?? []).filter((each) => Number.isInteger(each)) };
  } catch {
    return { on: false, read: [] };
  }
}

export function keepGuide(table: string, kept: KeptGuide): void {
  try {
    localStorage.setItem(key(table), JSON.stringify(kept));
  } catch {
    // Where nothing can be kept it is read again.
  }
}

/** The step to show: the first that is open, or to be read and not behind what was done since; null where all is done. */
export function currentStep(states: readonly string[], read: readonly number[]): number | null {
  const behind = states.findLastIndex((state) => state === "done" || state === "passed");
  const found = states.findIndex(
    (state, at) => !read.includes(at) && (state === "open" || (state === "read" && at > behind)),
  );
  return found < 0 ? null : found;
}
