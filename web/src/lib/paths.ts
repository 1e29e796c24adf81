// SPDX-License-Identifier: Apache-2.0
// Which page an address names: /, /me, /mail/WHAT/TOKEN, /t/TABLE, /replay/TABLE, /desk/GAME/PROCEDURE, /charts/GAME/CHART and /rules/GAME.

export interface Route {
  page: "home" | "me" | "mail" | "table" | "replay" | "desk" | "charts" | "rules" | "nowhere";
  parts: string[];
}

export function parseRoute(path: string): Route {
  const [first = "", ...parts] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (!first) return { page: "home", parts: [] };
  if (first === "me" && !parts.length) return { page: "me", parts };
  if (first === "mail" && parts.length === 2) return { page: "mail", parts };
  if (first === "t" && parts.length === 1) return { page: "table", parts };
  if (first === "replay" && parts.length === 1) return { page: "replay", parts };
  if ((first === "desk" || first === "charts") && parts.length <= 2) return { page: first, parts };
  if (first === "rules" && parts.length <= 1) return { page: "rules", parts };
  return { page: "nowhere", parts: [] };
}
