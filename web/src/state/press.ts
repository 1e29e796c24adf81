// SPDX-License-Identifier: Apache-2.0
// What a press on a hex or on a piece means, the same by mouse, finger or key.

import type { Board } from "./board.svelte";

/** `go` says that the piece in hand is to go there, even where friends would otherwise be picked up. */
export function press(board: Board, hex: string | null, piece: string | null, go = false): void {
  board.forbidden = "";
  const { inHand, aim } = board;
  const { battle } = aim;
  board.ahead.drop();
  meant(board, hex, piece, go);
  if (aim.battle || board.forbidden) return;
  if (battle) board.forbidden = `dropped: ${battle.title}`;
  else if (inHand && !board.inHand) board.forbidden = `${inHand.name} is put down`;
}

function meant(board: Board, hex: string | null, piece: string | null, go: boolean): void {
  if (board.lenses.shown === "sight" && hex && hex in board.sheet.hexes) return look(board, hex);
  if (board.offers.question) return answer(board, hex, piece);
  // A quick press means where the piece in hand can go, which may not be known yet.
  if (hex && board.hand.isReachComing && !isMeant(board, hex, piece))
    return board.hand.whenReached(() => press(board, hex, piece, go));
  const step = hex ? board.hand.reach?.steps[hex] : undefined;
  if (step && board.table.mine && (go || !isMeant(board, hex!, piece))) {
    void board.go(hex!);
    return;
  }
  if (!hex) return board.putDown();
  const order = board.hand.whyNot(hex) ? board.hand.orderAgainst(hex) : null;
  if (order && !board.stacks.has(hex)) {
    board.hand.against = { why: board.hand.whyNot(hex), paragraph: board.hand.paragraphAt(hex), order };
    return;
  }
  if (board.aim.battle && join(board, hex, piece)) return;
  const battles = board.offers.targets.get(hex);
  if (battles?.[0]) return board.aim.battle?.target === hex ? undefined : board.fight(battles[0]);
  void board.ahead.look(hex);
  if (isClosed(board, hex)) return;
  if (
    go &&
    piece &&
    board.piece(board.hand.selected)?.at === hex &&
    board.offers.together(hex).some((each) => each.id === piece)
  ) {
    if (board.openStack === hex) return board.takeAlong(piece);
    board.openStack = hex;
    return;
  }
  pick(board, hex, piece);
  const why = [board.view.offers[hex], board.scene.knownOf(hex)].filter(Boolean).join("; ");
  board.forbid(why, board.view.paragraphs[hex] ?? "");
}

/** Whether a press means the pieces there, and not the way to them: if one of them can go, unless a guide sends others there; or in a box one of them. */
function isMeant(board: Board, hex: string, piece: string | null): boolean {
  if (board.guide.hexes.includes(hex)) return false;
  return hex in board.sheet.hexes ? board.hand.picksUp(hex) : piece !== null;
}

/** In the lens of sight a press looks from the hex pointed at. A finger points with the first press, and looks with the second. */
function look(board: Board, hex: string): void {
  if (!board.lenses.sight || board.pointer.hex === hex) return void board.lenses.lookFrom(hex);
  board.pointer.cursor = hex;
  board.forbidden = board.lenses.sightOf(hex);
}

/** A hex that the piece in hand cannot go to: say why, and keep it in hand; but another piece of its side is picked up. */
function isClosed(board: Board, hex: string): boolean {
  const inHand = board.piece(board.hand.selected);
  if (!inHand || !board.hand.reach || board.hand.hasFriends(hex) || !(hex in board.sheet.hexes)) return false;
  board.openStack = null;
  const why = board.hand.whyNot(hex) || `${inHand.name} cannot go to ${hex}, ${board.sheet.hexes[hex]!.terrain}`;
  board.forbid(why, board.hand.paragraphAt(hex));
  return true;
}

/** Answer by the hex or the piece, if that leaves no doubt which option is meant; otherwise light the first of them. */
function answer(board: Board, hex: string | null, piece: string | null): void {
  const byPiece = piece ? board.offers.optionsOf(piece) : [];
  const found = byPiece.length ? byPiece : hex ? board.offers.optionsAt(hex) : [];
  if (found.length === 1) void board.table.answer(found[0]!.value);
  else if (found.length) {
    board.pointer.litOption = board.offers.question!.options.indexOf(found[0]!);
    board.forbidden = `say which: ${found.map((each) => each.says).join(" or ")}`;
  } else if (hex && (board.stacks.get(hex)?.length ?? 0) > 1) board.openStack = board.openStack === hex ? null : hex;
}

/** With a battle open, a press on a piece that may take part adds or removes it. */
function join(board: Board, hex: string, piece: string | null): boolean {
  const able = board.aim.battle!.pieces.filter((each) => !each.why_not).map((each) => each.piece);
  const here = (board.stacks.get(hex) ?? []).filter((each) => able.includes(each.id));
  const one = here.find((each) => each.id === piece) ?? (here.length === 1 ? here[0] : undefined);
  if (here.length > 1 && board.openStack !== hex) board.openStack = hex;
  else if (one) board.aim.toggle(one.id);
  return here.length > 0;
}

/** Pick up a piece; of a stack all that can act, and open it; then the one that is meant. */
function pick(board: Board, hex: string, piece: string | null): void {
  const here = board.stacks.get(hex) ?? [];
  const onMap = hex in board.sheet.hexes;
  if (!here.length) return board.putDown();
  board.aim.battle = null;
  if (here.length === 1 || (piece && (board.openStack === hex || !onMap))) {
    const one = board.piece(piece) ?? here[0]!;
    // An opened stack would lie over the hexes that the chosen piece can go to.
    if (board.offers.canGo(one)) board.openStack = null;
    void board.select(one.id);
  } else {
    board.openStack = board.openStack === hex && !piece ? null : hex;
    const able = here.findLast((each) => board.offers.canAct(each));
    if (!board.selectAll(hex) && able) void board.select(able.id);
  }
}
