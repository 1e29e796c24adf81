// What a press on a hex or on a piece means, by mouse, finger or key alike.

import type { Board } from "./board.svelte";

export function press(board: Board, hex: string | null, piece: string | null): void {
  if (board.question) return answer(board, hex, piece);
  const step = hex ? board.reach?.steps[hex] : undefined;
  if (step && board.table.mine) {
    board.openStack = null;
    board.against = null;
    void board.table.order(step.order);
    return;
  }
  if (!hex) return board.putDown();
  const order = board.whyNot(hex) ? board.orderAgainst(hex) : null;
  if (order && !board.stacks.has(hex)) {
    board.against = { why: board.whyNot(hex), order };
    return;
  }
  if (board.battle && join(board, hex, piece)) return;
  const battles = board.targets.get(hex);
  if (battles?.[0] && board.battle?.target !== hex) return board.fight(battles[0]);
  pick(board, hex, piece);
}

/** Answer by the hex or the piece, where it leaves no doubt which option is meant; else light the first of them. */
function answer(board: Board, hex: string | null, piece: string | null): void {
  const byPiece = piece ? board.optionsOf(piece) : [];
  const found = byPiece.length ? byPiece : hex ? board.optionsAt(hex) : [];
  if (found.length === 1) void board.table.answer(found[0]!.value);
  else if (found.length) board.litOption = board.question!.options.indexOf(found[0]!);
  else if (hex && (board.stacks.get(hex)?.length ?? 0) > 1) board.openStack = board.openStack === hex ? null : hex;
}

/** With a battle open, a press on somebody who may take part adds or removes him. */
function join(board: Board, hex: string, piece: string | null): boolean {
  const able = board.battle!.pieces.filter((each) => !each.why_not).map((each) => each.piece);
  const here = (board.stacks.get(hex) ?? []).filter((each) => able.includes(each.id));
  const one = here.find((each) => each.id === piece) ?? (here.length === 1 ? here[0] : undefined);
  if (here.length > 1 && board.openStack !== hex) board.openStack = hex;
  else if (one) board.toggle(one.id);
  return here.length > 0;
}

/** Pick up a piece; of a stack, open it first, and then the one that is meant. */
function pick(board: Board, hex: string, piece: string | null): void {
  const here = board.stacks.get(hex) ?? [];
  const onMap = hex in board.sheet.hexes;
  if (!here.length) return board.putDown();
  board.battle = null;
  if (here.length === 1 || (piece && (board.openStack === hex || !onMap))) {
    void board.select(piece ?? here[0]!.id);
  } else {
    board.openStack = board.openStack === hex && !piece ? null : hex;
    // By keys there is no counter to point at: the first that can act is taken.
    const able = here.find((each) => board.canAct(each));
    if (able) void board.select(able.id);
  }
}
