// SPDX-License-Identifier: Apache-2.0
// What the clocks of a table show between two words of the server: it says what is left, and the page counts on.

import type { Clock, ClockTold } from "./types";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** The seconds a side has left, so many after the server said so; less than none where its time is up. */
export function secondsLeft(told: ClockTold, side: string, since: number): number {
  return (told.left[side] ?? 0) - (told.runs === side ? since : 0);
}

/** What is shown: whole seconds where they matter, else its two largest units. */
export function timeShown(seconds: number): string {
  // A second that has begun is still there.
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number) => String(n).padStart(2, "0");
  const [days, hours, minutes] = [
    Math.floor(whole / DAY),
    Math.floor(whole / HOUR) % 24,
    Math.floor(whole / MINUTE) % 60,
  ];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % MINUTE)}` : `${minutes}:${two(whole % MINUTE)}`;
}

/** The same to be read aloud. */
export function timeSpoken(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const of = (n: number, unit: string) => `${n} ${unit}${n === 1 ? "" : "s"}`;
  if (whole >= DAY) return `${of(Math.floor(whole / DAY), "day")} ${of(Math.floor(whole / HOUR) % 24, "hour")}`;
  if (whole >= HOUR) return `${of(Math.floor(whole / HOUR), "hour")} ${of(Math.floor(whole / MINUTE) % 60, "minute")}`;
  return whole >= MINUTE ? of(Math.floor(whole / MINUTE), "minute") : of(whole, "second");
}

/** How a clock is set, in a few words. */
export function settingInWords({ days, minutes, increment }: Clock): string {
  if (days) return `${days} ${days === 1 ? "day" : "days"} for each turn`;
  return `${minutes} min each${increment ? `, and ${increment} s for each act` : ""}`;
}

/** What an opponent gives at a time. */
export const giftInWords = ({ days }: Clock): string => (days ? "one more day" : "five more minutes");
