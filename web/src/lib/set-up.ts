// SPDX-License-Identifier: Apache-2.0
// The choices for a new table, kept as long as the window is open: on coming back they are as they were left.

import type { Clock, Game, NewTable } from "./types";

/** Against a program, two at one screen, each at his own, or every seat by itself. */
export type Company = "machine" | "together" | "apart" | "each";

export interface SetUp {
  /** The scenario, as game/scenario. */
  picked: string;
  company: Company;
  /** The side played by the person setting up; the first of the scenario if there is no such side. */
  mine: string;
  /** Who plays each side, if every seat is chosen by itself. */
  players: Record<string, string>;
  /** Whether persons whose seats are chosen by themselves share a screen. */
  hotseat: boolean;
  profile: string;
  rulings: Record<string, string>;
  free: boolean;
  dice: NonNullable<NewTable["dice"]>;
  /** Days for each turn, minutes for the whole game, or no clock; the figures of both are kept. */
  clock: "none" | "days" | "minutes";
  days: number;
  minutes: number;
  increment: number;
}

const NAME = "grognard-set-up";
const FRESH: SetUp = {
  picked: "",
  company: "machine",
  mine: "",
  players: {},
  hotseat: true,
  profile: "card",
  rulings: {},
  free: false,
  dice: "players",
  clock: "none",
  days: 3,
  minutes: 60,
  increment: 15,
};

/** The choices before any are made. */
export const freshSetUp = (): SetUp => ({ ...FRESH });

export function keptSetUp(store: Storage = sessionStorage): SetUp {
  try {
    const found = (JSON.parse(store.getItem(NAME) ?? "{}") ?? {}) as Record<string, unknown>;
    const kept = Object.entries(FRESH).filter(
      ([key, usual]) => typeof found[key] === typeof usual && found[key] !== null,
    );
    return { ...FRESH, ...Object.fromEntries(kept.map(([key]) => [key, found[key]])) };
  } catch {
    return { ...FRESH };
  }
}

export function keepSetUp(chosen: SetUp, store: Storage = sessionStorage): void {
  store.setItem(NAME, JSON.stringify(chosen));
}

/** The game to begin with: the one whose teaching scenario, which comes first, is the shortest. */
export function gameToBeginWith(games: Game[]): Game | undefined {
  return games
    .filter((game) => game.scenarios.length)
    .toSorted((a, b) => a.scenarios[0]!.minutes - b.scenarios[0]!.minutes)[0];
}

/** The side played by the person setting up. */
export const mySide = (chosen: SetUp, sides: readonly string[]): string =>
  sides.includes(chosen.mine) ? chosen.mine : sides[0]!;

/** Who plays a side: a person, or a program by its name. */
export function playerOf(chosen: SetUp, sides: readonly string[], side: string): string {
  if (chosen.company === "together" || chosen.company === "apart") return "person";
  const usual = side === mySide(chosen, sides) ? "person" : "greedy";
  return chosen.company === "each" ? (chosen.players[side] ?? usual) : usual;
}

/** How many persons play. */
export const personsOf = (chosen: SetUp, sides: readonly string[]): number =>
  sides.filter((side) => playerOf(chosen, sides, side) === "person").length;

/** The clock that is asked for: only where two play against each other, since no program claims a game. */
export function clockOf({ clock, days, minutes, increment }: SetUp, persons: number): Clock | null {
  if (clock === "none" || persons < 2) return null;
  return clock === "days" ? { days, minutes: 0, increment: 0 } : { days: 0, minutes, increment };
}

/** What the server is asked for. */
export function newTable(chosen: SetUp, game: Game, scenario: Game["scenarios"][number]): NewTable {
  const { sides } = scenario;
  const seats = Object.fromEntries(sides.map((side) => [side, playerOf(chosen, sides, side)]));
  const persons = personsOf(chosen, sides);
  const shared = chosen.company === "together" || (chosen.company === "each" && chosen.hotseat);
  return {
    game: game.name,
    scenario: scenario.name,
    profile: chosen.profile,
    rulings: chosen.rulings,
    free: chosen.free,
    hotseat: persons > 1 && shared,
    seats,
    dice: persons ? chosen.dice : null,
    clock: clockOf(chosen, persons),
  };
}

/** A table for a guided first turn: against the machine, by the card as it is printed. */
export function guidedTable(game: Game, scenario: Game["scenarios"][number]): NewTable {
  const seats = Object.fromEntries(
    scenario.sides.map((side) => [side, side === scenario.guided ? "person" : "greedy"]),
  );
  return {
    game: game.name,
    scenario: scenario.name,
    profile: "card",
    rulings: {},
    free: false,
    hotseat: false,
    seats,
    dice: "players",
    clock: null,
  };
}
