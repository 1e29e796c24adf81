// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { follows } from "../src/lib/follow";

const atEnd = { top: 400, window: 200, whole: 600 };

test("who scrolls up himself is left where he reads, and follows again when he comes back", () => {
  const up = { ...atEnd, top: 250 };
  expect(follows(true, atEnd, up)).toBe(false);
  expect(follows(false, up, atEnd)).toBe(true);
});

test("a window that shrinks, or a line that comes, is nobody's scrolling", () => {
  expect(follows(true, atEnd, { ...atEnd, window: 90 })).toBe(true);
  expect(follows(true, atEnd, { ...atEnd, whole: 680 })).toBe(true);
  expect(follows(false, { ...atEnd, top: 0 }, { top: 0, window: 90, whole: 600 })).toBe(false);
  // But a window that grows down to the end shows the end.
  expect(follows(false, { ...atEnd, top: 250 }, { top: 250, window: 350, whole: 600 })).toBe(true);
});
