// SPDX-License-Identifier: Apache-2.0
// Where the rules of a game explain something: a phase, a state of a counter, a kind of marker, a ruling.

export type Told = "phase" | "state" | "marker" | "ruling";

/** The name of its paragraph, as the server gives it. */
export function anchor(kind: Told, name: string): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return `${kind}-${plain.replace(/^-|-$/g, "")}`;
}

/** The address of its paragraph. */
export const rulesOf = (game: string, kind: Told, name: string): string => `/rules/${game}#${anchor(kind, name)}`;

/** The phase as the sequence of play has it; its name in a status may say more. */
export const phaseOf = (status: { phase: string; step: string }): string => status.step || status.phase;
