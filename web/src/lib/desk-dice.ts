// SPDX-License-Identifier: Apache-2.0
// Dice that the page throws at the desk. They are nobody's proof: a game on a table of the server has dice of its own.

/** Fair faces of dice such as 2d6; each way as likely as any other. */
export function freshFaces(dice: string): number[] {
  const [count = 1, sides = 6] = dice.split("d").map(Number);
  return Array.from({ length: count }, () => face(sides));
}

function face(sides: number): number {
  // What would make some faces a little likelier is thrown again.
  const most = 256 - (256 % sides);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < most) return (byte % sides) + 1;
  }
}
