// SPDX-License-Identifier: Apache-2.0
// What never changes while the page is open: games, maps, charts. Each is fetched once.

import { call } from "../lib/client";
import type { Chart, Game, MapSheet, Opening, ProcedureForm, RulesText } from "../lib/types";

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const before = asked.get(path) as Promise<T> | undefined;
  if (before) return before;
  const answer = call<T>(path);
  asked.set(path, answer);
  answer.catch(() => asked.delete(path));
  return answer;
}

export const games = (): Promise<Game[]> => once("/api/games");

/** The user's own games that are left out because their files are faulty. */
export const leftOut = (): Promise<string[]> => once("/api/games/left-out");

export async function game(name: string): Promise<Game> {
  const found = (await games()).find((each) => each.name === name);
  if (!found) throw new Error(`There is no game ${name} here.`);
  return found;
}

export const mapSheet = (game: string, map: string): Promise<MapSheet> => once(`/api/games/${game}/maps/${map}`);

export const mapPicture = (game: string, map: string, theme: string): string =>
  `/api/games/${game}/maps/${map}.svg?theme=${theme}`;

export const opening = (game: string): Promise<Opening> => once(`/api/games/${game}/opening`);

export const openingPicture = (game: string, theme: string): string => `/api/games/${game}/opening.svg?theme=${theme}`;

/** The rules of a game as text. */
export const rules = (game: string): Promise<RulesText> => once(`/api/games/${game}/rules`);

export const form = (game: string, procedure: string): Promise<ProcedureForm> =>
  once(`/api/games/${game}/procedures/${procedure}`);

export function chart(
  game: string,
  name: string,
  profile = "card",
  rulings: Record<string, string> = {},
): Promise<Chart> {
  const query = new URLSearchParams({ profile });
  const chosen = Object.entries(rulings).map(([ruling, option]) => `${ruling}=${option}`);
  if (chosen.length) query.set("rulings", chosen.join(","));
  return once(`/api/games/${game}/charts/${name}?${query}`);
}
