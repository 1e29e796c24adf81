// SPDX-License-Identifier: Apache-2.0
// Hexes as points on the map's picture, measured from its upper left corner. Plane geometry only.

import type { HexSpot, MapSheet } from "./types";

const GAP = 56;

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The corners of a hex around its centre, as the points of a polygon; `size` 1 is the hex itself. */
export function corners(sheet: MapSheet, at: Point, size = 1): string {
  const first = sheet.orientation === "flat" ? 0 : Math.PI / 6;
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = first + (corner * Math.PI) / 3;
    const x = at.x + sheet.side * size * Math.cos(angle);
    const y = at.y + sheet.side * size * Math.sin(angle);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  }).join(" ");
}

/** The hex whose centre is nearest to a point, within a hex's own reach; of two equally near the upper one. */
export function hexAt(sheet: MapSheet, point: Point, within = sheet.side): string | null {
  let found: string | null = null;
  let best = within * within + 0.5;
  let bestY = Infinity;
  for (const [number, spot] of Object.entries(sheet.hexes)) {
    const far = (spot.x - point.x) ** 2 + (spot.y - point.y) ** 2;
    if (far < best - 0.5 || (far < best + 0.5 && spot.y < bestY)) {
      [found, best, bestY] = [number, far, spot.y];
    }
  }
  return found;
}

/** Hexes by their distance from a point. */
export function nearestFirst(sheet: MapSheet, hexes: string[], to: Point): string[] {
  const far = (hex: string) => Math.hypot(sheet.hexes[hex]!.x - to.x, sheet.hexes[hex]!.y - to.y);
  return hexes.filter((hex) => hex in sheet.hexes).sort((a, b) => far(a) - far(b));
}

export type Way = "left" | "right" | "up" | "down";

/**
 * One step with an arrow key. The cursor is a point that moves straight, so that a row of offset hexes is walked as a
 * straight zigzag; up and down bring it back to the centre of its hex. At the map's edge it stays.
 */
export function walk(sheet: MapSheet, from: Point, way: Way): { hex: string; point: Point } | null {
  const [apart, half] = [sheet.side * Math.sqrt(3), sheet.side * 1.5];
  const flat = sheet.orientation === "flat";
  const [across, down] = flat ? [half, apart] : [apart, half];
  const go = { left: [-across, 0], right: [across, 0], up: [0, -down], down: [0, down] }[way];
  const point = { x: from.x + go[0]!, y: from.y + go[1]! };
  const hex = hexAt(sheet, point, sheet.side * 1.01);
  if (!hex) return null;
  const middle = sheet.hexes[hex]!;
  const keepsRow = (way === "left" || way === "right") === flat;
  return { hex, point: keepsRow ? (flat ? { x: middle.x, y: point.y } : { x: point.x, y: middle.y }) : middle };
}

/** The smallest box around some hexes, with a margin. */
export function around(sheet: MapSheet, hexes: string[], margin: number): Box {
  const spots = hexes.map((each) => sheet.hexes[each]).filter((each): each is HexSpot => each !== undefined);
  if (!spots.length) {
    return { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
  }
  const xs = spots.map((each) => each.x);
  const ys = spots.map((each) => each.y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** A part of a box at one of its sides. */
export interface Strip extends Box {
  side: "left" | "right" | "top" | "bottom";
}

/** Less room than this is too little for a chart, and more is of no use to it. */
const LEAST = { width: 300, height: 170 };
const MOST = { width: 620, height: 420 };

/** The part of a room beside a box that shows the most of a chart; null if it would show too little. */
export function beside(room: Box, box: Box): Strip | null {
  const strips: Strip[] = [
    { ...room, side: "left", right: Math.min(box.left, room.right) },
    { ...room, side: "right", left: Math.max(box.right, room.left) },
    { ...room, side: "top", bottom: Math.min(box.top, room.bottom) },
    { ...room, side: "bottom", top: Math.max(box.bottom, room.top) },
  ];
  const holds = ({ left, right, top, bottom }: Box): number => {
    const [width, height] = [right - left, bottom - top];
    return width < LEAST.width || height < LEAST.height
      ? 0
      : Math.min(width, MOST.width) * Math.min(height, MOST.height);
  };
  const best = strips.reduce((one, other) => (holds(other) > holds(one) ? other : one));
  return holds(best) ? best : null;
}

/** The zoom and shift that show a box in the centre of a window. */
export function fitted(box: Box, window: { width: number; height: number }, most: number) {
  const k = Math.min(window.width / (box.right - box.left), window.height / (box.bottom - box.top), most);
  const x = window.width / 2 - ((box.left + box.right) / 2) * k;
  const y = window.height / 2 - ((box.top + box.bottom) / 2) * k;
  return { k, x, y };
}

/** The least zoom at which the print on a counter is just readable, and one at which it is easily readable; by the side of a hex. */
const READABLE = 0.7 * 36;
const EASY = 0.9 * 36;

/** How a map is opened: all pieces visible or, if they would be too small to read, the centre of where they stand. */
export function opening(sheet: MapSheet, hexes: string[], window: { width: number; height: number }) {
  const whole = fitted(around(sheet, hexes, sheet.side * 2.4), window, 1.5);
  const k = EASY / sheet.side;
  const spots = hexes.map((each) => sheet.hexes[each]).filter((each): each is HexSpot => each !== undefined);
  if (whole.k >= READABLE / sheet.side || !spots.length) return whole;
  const median = (all: number[]): number => all.sort((a, b) => a - b)[all.length >> 1]!;
  const [x, y] = [median(spots.map((each) => each.x)), median(spots.map((each) => each.y))];
  return { k, x: window.width / 2 - x * k, y: window.height / 2 - y * k };
}

/** Where each counter of a stack lies: each a little up and to the right, so that none hides the name below. */
export function stacked(height: number, by = 3.5): Point[] {
  const start = ((height - 1) * by) / 2;
  return Array.from({ length: height }, (_, at) => ({ x: at * by - start, y: 0 - at * by }));
}

/** The counters of a hex by side: if both sides are there, beside each other and smaller. */
export function apart<T extends { side: string }>(
  pieces: T[],
  sides: string[],
): { pieces: T[]; aside: number; size: number }[] {
  const there = sides.filter((side) => pieces.some((piece) => piece.side === side));
  if (there.length < 2) return [{ pieces, aside: 0, size: 1 }];
  return there.map((side, at) => ({
    pieces: pieces.filter((piece) => piece.side === side),
    aside: (at - (there.length - 1) / 2) * 32,
    size: 0.76,
  }));
}

/** The layout of an opened stack: its place, and how many counters stand in a row. */
export interface Fan extends Box {
  columns: number;
}

/** A counter in an opened stack with its room, and the frame around them all. */
export const FANNED = { counter: 46, edge: 4 };

/**
 * Lay out an opened stack so that all of it is visible: above its hex, or below if there is no room, in as many rows as
 * the visible part of the map requires. What is to be pressed next stays `clear` of it, if one of the two places leaves it so.
 */
export function fanned(count: number, at: Point, side: number, size: number, seen: Box, clear: Point[] = []): Fan {
  const { counter, edge } = FANNED;
  const columns = Math.max(1, Math.min(count, Math.floor(((seen.right - seen.left) / size - 2 * edge) / counter)));
  const [width, height] = [
    (columns * counter + 2 * edge) * size,
    (Math.ceil(count / columns) * counter + 2 * edge) * size,
  ];
  const [above, below] = [at.y - side - height, at.y + side];
  const within = (wanted: number, least: number, most: number) => Math.max(Math.min(wanted, most), least);
  const left = within(at.x - width / 2, seen.left, seen.right - width);
  const covers = (top: number) =>
    clear.some(({ x, y }) => x > left - side && x < left + width + side && y > top - side && y < top + height + side);
  const isAbove = above >= seen.top && (!covers(above) || covers(below));
  const top = within(isAbove ? above : below, seen.top, seen.bottom - height);
  return { columns, left, top, right: left + width, bottom: top + height };
}

/** The ends of the hexside between two adjacent hexes. */
export function sideBetween(sheet: MapSheet, one: Point, other: Point): [Point, Point] {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const half = sheet.side / 2 / Math.hypot(dx, dy);
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  return [
    { x: middle.x - dy * half, y: middle.y + dx * half },
    { x: middle.x + dy * half, y: middle.y - dx * half },
  ];
}

/** The zoom and shift that leave little bare table beside a map that could cover it: enough for the buttons there. */
export function covering(
  sheet: MapSheet,
  at: { k: number; x: number; y: number },
  window: { width: number; height: number },
) {
  const within = (shift: number, length: number, room: number) =>
    length > room ? Math.min(GAP, Math.max(room - length - GAP, shift)) : shift;
  return {
    k: at.k,
    x: within(at.x, sheet.width * at.k, window.width),
    y: within(at.y, sheet.height * at.k, window.height),
  };
}

/** A line through the centres of hexes, as the points of a polyline. */
export function through(sheet: MapSheet, path: string[]): string {
  return path
    .map((each) => sheet.hexes[each])
    .filter((each) => each !== undefined)
    .map((each) => `${each.x.toFixed(1)},${each.y.toFixed(1)}`)
    .join(" ");
}
