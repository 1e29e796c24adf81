// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { setting, width } from "../src/lib/fit";

describe("what is printed on counters", () => {
  it("has figures of one width", () => {
    expect(new Set(Array.from("0123456789").map(width)).size).toBe(1);
    expect(width("10-10-7")).toBeCloseTo(5 * width("0") + 2 * width("-"));
  });

  it("is as large as is wanted where there is room", () => {
    expect(setting("6-4", 12, 36).size).toBe(12);
    expect(setting("6-4", 12, 36).length).toBeCloseTo(12 * width("6-4"), 1);
  });

  it("is smaller where there is less, and never longer than its room", () => {
    const { size, length } = setting("10-10-7", 14, 36);
    expect(size).toBeLessThan(14);
    expect(size).toBeGreaterThan(11);
    expect(length).toBeLessThanOrEqual(36);
    expect(size * width("10-10-7")).toBeCloseTo(length, 1);
  });

  it("is pressed together before it is too small to read", () => {
    const { size, length } = setting("100-100-100-100", 12, 36);
    expect(size).toBeCloseTo(9.6);
    expect(length).toBe(36);
    expect(length).toBeLessThan(size * width("100-100-100-100"));
  });

  it("has room for signs that its letters do not have", () => {
    expect(width("★")).toBeGreaterThan(width("0"));
    expect(setting("3★", 10.5, 20).length).toBeLessThanOrEqual(20);
  });

  it("may be nothing", () => {
    expect(setting("", 12, 36)).toEqual({ size: 12, length: 0 });
  });
});
