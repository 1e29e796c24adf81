// SPDX-License-Identifier: Apache-2.0
// Small questions of wording.

import { grouped } from "./groups";

/** A fraction such as "5/36" as a number between 0 and 1. */
export function decimal(fraction: string): number {
  const [top, bottom] = fraction.split("/").map(Number);
  return (top ?? 0) / (bottom ?? 1);
}

/** A share as a percentage: one decimal, and never 0 or 100 for what is possible or not certain. */
export function percent(share: number): string {
  const shown = (share * 100).toFixed(1);
  if (shown === "0.0" && share > 0) return "<0.1%";
  if (shown === "100.0" && share < 1) return ">99.9%";
  return `${shown.replace(/\.0$/, "")}%`;
}

/** A share as a whole percentage, for plain words: never 0 or 100 for what is possible or not certain. */
export function roundly(share: number): string {
  const shown = Math.round(share * 100);
  if (shown === 0 && share > 0) return "<1%";
  if (shown === 100 && share < 1) return ">99%";
  return `${shown}%`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why a unit had better stay out: what is rolled on without it, and how likely things are then and now. */
export function hintInWords(
  hint: { was: string; becomes: string; changes: readonly { says: string; was: number; becomes: number }[] },
  names: string[],
): string {
  const short = (told: string) => told.replaceAll("\n", ", ");
  const rolled = hint.becomes === hint.was ? [] : [`${short(hint.becomes)} instead of ${short(hint.was)}`];
  const changes = hint.changes.map(
    ({ says, was, becomes }) => `${roundly(becomes)} instead of ${roundly(was)} that ${says}`,
  );
  return `Without ${listed(names)}: ${[...rolled, ...changes].join("; ")}.`;
}

/** A table's name; a copy is called one. */
export function named(table: { title: string; copy_of: string }): string {
  return table.copy_of ? `What if: ${table.title}` : table.title;
}

/** How long ago, roughly. */
export function ago(then: number, now: number): string {
  const minutes = Math.round((now - then) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}

/** Outcomes in few words, with their chances: those that differ only after a semicolon are merged. */
export function inShort(
  outcomes: readonly { result: string; says: string; decimal: number }[],
): [says: string, chance: number][] {
  const found = grouped([...outcomes], (each) => each.result || capital(each.says.split("; ")[0]!));
  return [...found].map(([says, alike]) => [says, alike.reduce((sum, each) => sum + each.decimal, 0)]);
}

/** How long a game takes, roughly: in hours if the minutes would be too many to grasp. */
export function lasting(minutes: number): string {
  return minutes < 100 ? `${minutes} minutes` : `${Math.round(minutes / 30) / 2} hours`;
}

/** Games in their order, playable ones first. */
export function playableFirst<T extends { scenarios: unknown[] }>(games: T[]): T[] {
  return [...games.filter((game) => game.scenarios.length), ...games.filter((game) => !game.scenarios.length)];
}

/** "a, b and c" */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** An answer to a question, with what is known about it: "Dover 2610, city". */
export function optionInWords(option: { says: string; about: string }): string {
  return [option.says, option.about].filter(Boolean).join(", ");
}

/** Whether a counter has pips, one for every step it has left or lost: "●○". */
export function hasPips({ above }: { above: string }): boolean {
  return /^[●○]+$/.test(above);
}

/** How many steps a counter has left; 0 if its game has no steps. */
export function steps(piece: { above: string }): number {
  return hasPips(piece) ? piece.above.replaceAll("○", "").length : 0;
}

/** What the pips of a game stand for, by its legend of what is printed on counters: "steps", "Troop points". */
export function pipsOf(legend: [string, string][]): string {
  return legend.find(([above]) => hasPips({ above }))?.[1].split(":")[0] ?? "steps";
}

/** All that is printed on a counter: "15 A 8, 10-11"; pips in words: "1 of 2 steps, 5-4-7". */
export function printed(piece: { above: string; values: string }, legend: [string, string][] = []): string {
  const { above } = piece;
  const what = pipsOf(legend);
  const left = `${steps(piece)} of ${above.length} ${above.length === 1 ? what.replace(/s$/, "") : what}`;
  return [hasPips(piece) ? left : above, piece.values].filter(Boolean).join(", ");
}

/** The counter to show beside a legend: one printed as the legend has it, otherwise one with as much print as possible. */
export function exampleOf<T extends { above: string; values: string }>(
  pieces: readonly T[],
  legend: string[],
): T | undefined {
  const alike = (piece: T) => legend.filter((like) => like === piece.above || like === piece.values).length;
  return pieces.toSorted((a, b) => alike(b) - alike(a) || printed(b).length - printed(a).length)[0];
}
