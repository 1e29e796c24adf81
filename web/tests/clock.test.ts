// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { giftInWords, secondsLeft, settingInWords, timeShown, timeSpoken } from "../src/lib/clock";
import type { ClockTold } from "../src/lib/types";

const told: ClockTold = {
  setting: { days: 0, minutes: 10, increment: 5 },
  left: { Red: 90.5, Blue: 600 },
  runs: "Red",
  opposes: true,
};

test("the page counts on what the server said, for the side whose clock runs", () => {
  expect(secondsLeft(told, "Red", 30)).toBe(60.5);
  expect(secondsLeft(told, "Blue", 30)).toBe(600);
  expect(secondsLeft(told, "Red", 100)).toBe(-9.5);
  expect(secondsLeft({ ...told, runs: null }, "Red", 30)).toBe(90.5);
});

test.each([
  [0, "0:00"],
  [-5, "0:00"],
  [0.2, "0:01"],
  [59.1, "1:00"],
  [754, "12:34"],
  [3600, "1:00:00"],
  [7384, "2:03:04"],
  [86_400, "1 d 0 h"],
  [183_000, "2 d 2 h"],
])("%d seconds are shown as %s", (seconds, says) => expect(timeShown(seconds)).toBe(says));

test.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [61, "1 minute"],
  [7384, "2 hours 3 minutes"],
  [90_000, "1 day 1 hour"],
])("%d seconds are read as %s", (seconds, says) => expect(timeSpoken(seconds)).toBe(says));

test("a clock in words", () => {
  expect(settingInWords({ days: 1, minutes: 0, increment: 0 })).toBe("1 day for each turn");
  expect(settingInWords({ days: 3, minutes: 0, increment: 0 })).toBe("3 days for each turn");
  expect(settingInWords({ days: 0, minutes: 60, increment: 0 })).toBe("60 min each");
  expect(settingInWords({ days: 0, minutes: 60, increment: 15 })).toBe("60 min each, and 15 s for each act");
  expect(giftInWords({ days: 1, minutes: 0, increment: 0 })).toBe("one more day");
  expect(giftInWords({ days: 0, minutes: 9, increment: 0 })).toBe("five more minutes");
});
