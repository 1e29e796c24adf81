// SPDX-License-Identifier: Apache-2.0
// Where the rules of a game explain something: a phase, a state of a counter, a kind of marker, a ruling.

export type Topic = "phase" | "state" | "marker" | "ruling";

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The name of its paragraph, as the server gives it. */
export const anchor = (kind: Topic, name: string): string => `${kind}-${plain(name)}`;

/** The address of its paragraph. */
export const rulesOf = (game: string, kind: Topic, name: string): string => `/rules/${game}#${anchor(kind, name)}`;

/** The phase as the sequence of play has it; its name in a status may say more. */
export const phaseOf = (status: { phase: string; step: string }): string => status.step || status.phase;

interface Now {
  game: string;
  status: { phase: string; step: string };
}

/** The address of the paragraph that tells of a refusal: of an order, the one that tells of it in this phase, if there is one. */
export function ruleOf(view: Now, paragraph: string): string {
  const when = paragraph.startsWith("order-") ? `${IN}${plain(phaseOf(view.status))}` : "";
  return `/rules/${view.game}#${paragraph}${when}`;
}

/** The paragraph that an order which is refused is told of in. */
export const ofOrder = (order: { type: string }): string => `order-${order.type}`;

/** The paragraph of the phase. */
export const ofPhase = (status: Now["status"]): string => anchor("phase", phaseOf(status));

const IN = "-in-";

/** The section that an address names by its id, or by a refusal that the section explains. */
export function sectionAt<T extends { id: string; explains: readonly string[] }>(
  sections: readonly T[],
  here: string,
): T | undefined {
  const explaining = (refusal: string) => sections.find((each) => each.explains.includes(refusal));
  return sections.find((each) => each.id === here) ?? explaining(here) ?? explaining(here.split(IN)[0]!);
}
