// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { press } from "../src/state/press";
import { boardOf, piece } from "./board_fixtures";

test("who stands aside takes part in a battle only if asked", () => {
  const one = { piece: "a", why_not: "", path: [], aside: false, paragraph: "" };
  const battle = {
    type: "attack",
    title: "",
    target: "0102",
    pieces: [one, { ...one, piece: "b", aside: true }],
    options: [],
    settled: false,
    does: "attack",
    done: "attacked",
    in_hand: false,
  };
  const board = boardOf({ battles: [battle] });
  Object.assign(board.table, { preview: () => Promise.resolve(null) });
  board.fight(battle);
  expect(board.aim.attackers).toEqual(["a"]);
});

test("of the hexes that can be attacked the next one is taken, also after the last was put down or dealt with", () => {
  const battle = (target: string) => ({
    type: "attack",
    title: "",
    target,
    pieces: [],
    options: [],
    settled: false,
    does: "attack",
    done: "attacked",
    in_hand: false,
  });
  const board = boardOf({ battles: ["0101", "0102", "0103"].map(battle) });
  const fight = () => board.fight(board.offers.targets.get(board.aim.nextTarget!)![0]!);
  expect(board.aim.nextTarget).toBe("0101");
  fight();
  board.putDown();
  expect(board.aim.nextTarget).toBe("0102");
  fight();
  Object.assign(board.view, { battles: ["0101", "0103"].map(battle) });
  expect(board.aim.nextTarget).toBe("0103");
  fight();
  expect(board.aim.nextTarget).toBe("0101");
});

test("a choice shows what the odds are for, and what can no longer be chosen gives way", () => {
  const at = (...options: string[]) => ({
    name: "at",
    asks: "",
    kind: "choice" as const,
    options,
    default: options[0]!,
    required: false,
  });
  const battle = (...options: string[]) => ({
    type: "attack",
    title: "",
    target: "0102",
    pieces: [],
    options: [at(...options)],
    settled: false,
    does: "attack",
    done: "attacked",
    in_hand: false,
  });
  const board = boardOf({ battles: [battle("t1", "t2")], log: [], you: [] });
  Object.assign(board.table, { preview: () => Promise.resolve(null) });
  board.fight(board.offers.targets.get("0102")![0]!);
  expect(board.aim.choices).toEqual({ at: "t1" });
  board.aim.choices = { at: "t2" };
  board.refresh();
  expect(board.aim.choices).toEqual({ at: "t2" });
  Object.assign(board.view, { battles: [battle("t1", "t3")] });
  board.refresh();
  expect(board.aim.choices).toEqual({ at: "t1" });
});

test("in a battle that is settled nobody is taken out or put in", () => {
  const battle = {
    type: "resolve",
    title: "",
    target: "0102",
    pieces: [{ piece: "a", why_not: "", path: [], aside: false, paragraph: "" }],
    options: [],
    settled: true,
    does: "roll",
    done: "attacked",
    in_hand: false,
  };
  const board = boardOf({
    pieces: [piece("a", "0101", "3-3"), piece("x", "0102", "3-3", { side: "Blue" })],
    battles: [battle],
  });
  board.aim.battle = battle;
  board.aim.attackers = ["a"];
  press(board, "0101", "a");
  expect(board.aim.attackers).toEqual(["a"]);
});

test("a second press on the hex attacked leaves the battle open", () => {
  const battle = {
    type: "attack",
    title: "",
    target: "0102",
    pieces: [],
    options: [],
    settled: false,
    does: "attack",
    done: "attacked",
    in_hand: false,
  };
  const board = boardOf({ pieces: [piece("x", "0102", "3-3", { side: "Blue" })], battles: [battle] });
  press(board, "0102", null);
  press(board, "0102", null);
  expect(board.aim.battle?.target).toBe("0102");
});
