import { expect, test, vi } from "vitest";
import type { MapSheet, Piece, Reachable, View } from "../src/lib/types";
import { Board } from "../src/state/board.svelte";
import { describeHex, untold } from "../src/board/describe";
import { beneath } from "../src/lib/words";
import { press } from "../src/state/press";
import type { Table } from "../src/state/table.svelte";

const spot = (terrain: string) => ({ x: 0, y: 0, terrain, names: [] });
const sheet = {
  side: 36,
  hexes: { "0101": spot("clear"), "0102": spot("forest"), "0103": spot("sea") },
} as unknown as MapSheet;

function piece(id: string, at: string, values: string, more: Partial<Piece> = {}): Piece {
  return {
    id,
    name: id,
    side: "Red",
    kind: "infantry",
    size: "division",
    values,
    above: "",
    at,
    on: "",
    states: [],
    ...more,
  };
}

function boardOf(view: Partial<View>): Board {
  const whole = {
    pieces: [],
    markers: [],
    plans: [],
    lenses: [],
    printed: [],
    deeds: [],
    to_act: "Red",
    offers: {},
    spent: [],
    battles: [],
    question: null,
    free: false,
    status: { phase: "movement", side: "Red" },
    ...view,
  };
  return new Board({ shown: whole, now: whole, past: null, mine: true, left: {} } as unknown as Table, sheet);
}

const end = (ends_turn: boolean, ...undone: string[]) => ({
  order: { type: "end" },
  says: "",
  does: "end movement",
  lightly: false,
  ends_turn,
  follows: ends_turn ? "That ends the Red turn." : "",
  undone,
});

test("the strongest that fights lies on top of its stack, and supply at the bottom", () => {
  const pieces = [
    piece("a", "0101", "6-4"),
    piece("b", "0101", "10-2"),
    piece("s", "0101", "12-2", { kind: "supply" }),
  ];
  expect(
    boardOf({ pieces })
      .stacks.get("0101")!
      .map((each) => each.id),
  ).toEqual(["s", "a", "b"]);
});

test("before movement ends it is asked about those who could move and did not", () => {
  const pieces = [
    piece("a", "France", "6-4"),
    piece("b", "France", "6-4"),
    piece("c", "0101", "3-3"),
    piece("d", "0102", "3-3", { states: ["moved"] }),
    piece("e", "0102", "3-3"),
  ];
  const offers = { a: "", b: "", c: "", d: "", e: "no hex is in its reach" };
  expect(boardOf({ pieces, offers, can_end: end(false) }).doubt).toBe(
    "2 units have not come onto the map and 1 unit has not moved. End movement?",
  );
  expect(boardOf({ pieces: pieces.slice(3), offers, can_end: end(false) }).doubt).toBe("");
});

test("a hex is lit as fatal where every answer that leads there is", () => {
  const option = (hex: string, fatal: boolean) => ({
    value: hex,
    says: hex,
    hexes: [hex],
    pieces: [],
    about: "",
    fatal,
  });
  const question = { side: "Red", options: [option("0101", true), option("0102", true), option("0102", false)] };
  const board = boardOf({ question } as unknown as Partial<View>);
  expect(["0101", "0102", "0103"].map((hex) => board.isFatal(hex))).toEqual([true, false, false]);
});

test("units that are set up may stay where they stand, and nothing is asked", () => {
  const pieces = [piece("a", "0101", "3-3")];
  expect(boardOf({ pieces, offers: { a: "" }, can_end: { ...end(true), lightly: true } }).doubt).toBe("");
});

test("a press on a force that is not seen says what is known of it, and how many more there are than are seen", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: null,
    side: "Blue",
    since: 1,
    says: "Blue force: 2 Tanks (turn 1)",
    beside: "",
  };
  const board = boardOf({ markers: [force, { ...force, at: "0101", count: 2 }] });
  press(board, "0102", null);
  expect(board.forbidden).toBe("Blue force: 2 Tanks (turn 1)");
  expect(["0101", "0102", "0103"].map((hex) => board.more(hex))).toEqual(["+2", "+?", ""]);
});

test("the view of threat says that it counts only what is seen, where the enemy has units that are not", () => {
  const seen = piece("b", "0102", "5-5", { side: "Blue" });
  const threatened = (...pieces: Piece[]) => {
    const board = boardOf({ pieces });
    Object.assign(board, { overlay: "threat", threat: { "0101": "5" }, threatBy: "Blue" });
    return [board.hidesSome("Blue"), board.threatTo("0101"), board.threatTo("0103")];
  };
  expect(threatened(seen, piece("r", "not seen", "5-5"))).toEqual([false, "5 strength could attack here", ""]);
  for (const at of ["not seen", "last seen at 0102 in turn 1"])
    expect(threatened(seen, { ...seen, id: "c", at })).toEqual([true, "5 strength that is seen could attack here", ""]);
});

test("who is seen of a force is told once, with what is known of it", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: 1,
    side: "Blue",
    since: 1,
    says: "Blue force: b 5-5 (turn 1)",
    beside: "",
  };
  const pieces = [piece("b", "0102", "5-5", { side: "Blue" }), piece("c", "0102", "5-5", { side: "Blue" })];
  expect(untold("0102", boardOf({ pieces: [pieces[0]!], markers: [force] }))).toEqual([]);
  expect(untold("0102", boardOf({ pieces })).map((each) => each.id)).toEqual(["b", "c"]);
  expect(
    describeHex(
      "0102",
      boardOf({
        pieces: [pieces[0]!],
        markers: [force],
        status: { worth: {}, held: {}, exits: {} },
      } as unknown as Partial<View>),
    ).match(/b 5-5|5-5/g),
  ).toHaveLength(1);
});

test("an opened stack closes when one of it is picked who can go, for it would lie over where", () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0101", "5-4"), piece("c", "0101", "4-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "", c: "it has moved" } });
  Object.assign(board.table, {
    reach: () => Promise.resolve({ piece: "b", allowed: "", steps: {}, refusals: {}, deeds: [] }),
  });
  press(board, "0101", null);
  expect([board.openStack, board.selected, board.along]).toEqual(["0101", "a", ["b"]]);
  // Who only looks at one that stays, or takes one more along, goes on looking.
  press(board, "0101", "c");
  expect([board.openStack, board.selected]).toEqual(["0101", "c"]);
  press(board, "0101", "b");
  expect([board.openStack, board.selected]).toEqual([null, "b"]);
});

test("who stands aside takes part in a battle only if asked", () => {
  const one = { piece: "a", why_not: "", path: [], aside: false };
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
  expect(board.attackers).toEqual(["a"]);
});

test("before a turn ends it is always asked", () => {
  expect(boardOf({ can_end: end(true) }).doubt).toBe("That ends the Red turn. End movement?");
  expect(boardOf({ can_end: end(true, "1 hex can still be attacked") }).doubt).toBe(
    "1 hex can still be attacked. That ends the Red turn. End movement?",
  );
});

test("what follows is said where the other side acts, and alone it is no reason to ask", () => {
  const follows = "Then the Blue side acts: defensive fire.";
  expect(boardOf({ can_end: { ...end(false), follows } }).doubt).toBe("");
  expect(boardOf({ can_end: { ...end(false, "1 hex can still be attacked"), follows } }).doubt).toBe(
    `1 hex can still be attacked. ${follows} End movement?`,
  );
});

test("the next step of what was begun opens by itself, and says why the phase cannot end", () => {
  const battle = {
    type: "fall",
    title: "Mortars fall on 0102",
    target: "0102",
    pieces: [],
    options: [],
    settled: true,
    does: "roll",
    done: "attacked",
    in_hand: true,
  };
  const board = boardOf({ battles: [battle], can_end: null });
  Object.assign(board.table, { preview: () => Promise.resolve(null) });
  board.goOn();
  expect(board.battle).toEqual(battle);
  expect(board.unended).toBe("the phase cannot end yet. First: Mortars fall on 0102");
  const free = boardOf({ battles: [{ ...battle, in_hand: false }], can_end: end(false) });
  free.goOn();
  expect([free.battle, free.unended]).toEqual([null, ""]);
});

test("leaders lie under those they lead, the broken under both, and an AFV on top", () => {
  const squad = (id: string, ...states: string[]) => piece(id, "0101", "4-6-7", { states });
  const pieces = [
    piece("afv", "0101", "3/5/-"),
    squad("a"),
    squad("b", "broken"),
    piece("lt", "0101", "9-1", { kind: "leader" }),
  ];
  const board = boardOf({ pieces });
  expect(board.stacks.get("0101")!.map((each) => each.id)).toEqual(["b", "lt", "a", "afv"]);
});

test("the signs of counters beneath are told, alike ones together; what the top one shows of all is not told again", () => {
  const states = (...all: string[]) => piece("x", "0101", "4-6-7", { states: all });
  expect(
    beneath([
      states("broken", "DM"),
      states("pinned", "melee"),
      states("broken", "DM", "moved"),
      states("CX"),
      states("melee"),
    ]),
  ).toEqual([
    { says: "2BD", hurt: true },
    { says: "P", hurt: true },
    { says: "X", hurt: false },
  ]);
});

test("before fire is withdrawn by the end of its phase it is asked, and said whose", () => {
  const said = "Panther 1 does not fire: not all in 3008 would be fired at";
  expect(boardOf({ can_end: end(false, said) }).doubt).toBe(`${said}. End movement?`);
});

test("a press on friends picks one of them up; who is to go there says so", () => {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0102", "6-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "" } });
  const orders: unknown[] = [];
  const reach = {
    piece: "a",
    allowed: "4 MP",
    steps: { "0102": { cost: "2", path: ["0102"], order: { type: "go" }, note: "" } },
    refusals: {},
    deeds: [],
  } as Reachable;
  Object.assign(board.table, { order: (order: unknown) => orders.push(order), reach: () => Promise.resolve(reach) });
  board.selected = "a";
  board.reach = reach;
  press(board, "0102", "b");
  expect([board.selected, orders]).toEqual(["b", []]);
  board.selected = "a";
  board.reach = reach;
  press(board, "0102", null, true);
  expect(orders).toEqual([{ type: "go" }]);
});

/** A board with three friends in 0101, of whom one cannot act, and every order given; the second that goes to 0102 finds it full. */
function stackOfThree(full = false) {
  const pieces = [piece("a", "0101", "6-4"), piece("b", "0101", "7-4"), piece("c", "0101", "8-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "", c: "c is disrupted" }, log: [], you: [] });
  const orders: { goes: string }[] = [];
  const reach = (id: string): Promise<Reachable> => {
    const steps = full && orders.length ? {} : { "0102": { cost: "2", path: ["0102"], order: { goes: id }, note: "" } };
    return Promise.resolve({ piece: id, allowed: "4 MP", steps, refusals: { "0102": "three are there" }, deeds: [] });
  };
  Object.assign(board.table, {
    reach,
    order: (order: { goes: string }) => (orders.push(order), Promise.resolve(true)),
  });
  return { board, orders };
}

test("a press on a stack picks up all who can act, and they go one after the other as they lie", async () => {
  const { board, orders } = stackOfThree();
  press(board, "0101", "c");
  await vi.waitUntil(() => board.reach);
  expect(["a", "b", "c"].map((id) => board.isInHand(id))).toEqual([true, true, false]);
  press(board, "0102", null);
  await vi.waitUntil(() => orders.length === 2);
  expect(orders).toEqual([{ goes: "a" }, { goes: "b" }]);
});

test("who presses before it is known where a stack can go is not lost: they go when it is, unless they were put down", async () => {
  const { board, orders } = stackOfThree();
  press(board, "0101", null);
  press(board, "0102", null);
  await vi.waitUntil(() => orders.length === 2);
  const other = stackOfThree();
  press(other.board, "0101", null);
  press(other.board, "0102", null);
  other.board.putDown();
  await new Promise((done) => setTimeout(done));
  expect([other.board.selected, other.orders]).toEqual([null, []]);
});

test("who finds no room where the others went stays, and it is said why", async () => {
  const { board, orders } = stackOfThree(true);
  press(board, "0101", null);
  await vi.waitUntil(() => board.reach);
  press(board, "0102", null);
  await vi.waitUntil(() => board.forbidden);
  expect([orders, board.forbidden]).toEqual([[{ goes: "a" }], "b stays: three are there"]);
});

test("one of an opened stack is picked up alone, and Shift takes another along or leaves it behind", () => {
  const { board } = stackOfThree();
  press(board, "0101", null);
  press(board, "0101", "a");
  expect([board.selected, board.along]).toEqual(["a", []]);
  press(board, "0101", "a", true);
  expect([board.openStack, board.selected, board.along]).toEqual(["0101", "a", []]);
  press(board, "0101", "b", true);
  expect([board.selected, board.along]).toEqual(["a", ["b"]]);
  press(board, "0101", "a", true);
  expect([board.selected, board.along]).toEqual(["b", []]);
});

test("where a game says who lies on top, the strongest is not put there", () => {
  const pieces = [piece("strong", "0101", "9-7"), piece("weak", "0101", "2-3")];
  expect(
    boardOf({ pieces, stacked: true })
      .stacks.get("0101")!
      .map((each) => each.id),
  ).toEqual(["strong", "weak"]);
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
  const fight = () => board.fight(board.targets.get(board.nextTarget!)![0]!);
  expect(board.nextTarget).toBe("0101");
  fight();
  board.putDown();
  expect(board.nextTarget).toBe("0102");
  fight();
  Object.assign(board.view, { battles: ["0101", "0103"].map(battle) });
  expect(board.nextTarget).toBe("0103");
  fight();
  expect(board.nextTarget).toBe("0101");
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
  board.fight(board.targets.get("0102")![0]!);
  expect(board.choices).toEqual({ at: "t1" });
  board.choices = { at: "t2" };
  board.refresh();
  expect(board.choices).toEqual({ at: "t2" });
  Object.assign(board.view, { battles: [battle("t1", "t3")] });
  board.refresh();
  expect(board.choices).toEqual({ at: "t1" });
});

test("a press on a closed hex says why and keeps the piece in hand", () => {
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "" } });
  board.selected = "a";
  board.reach = {
    piece: "a",
    allowed: "4 MP",
    steps: {},
    refusals: { "0102": "0102 costs too much" },
    deeds: [],
  };
  press(board, "0102", null);
  expect([board.selected, board.forbidden]).toEqual(["a", "0102 costs too much"]);
  press(board, "0103", null);
  expect([board.selected, board.forbidden]).toEqual(["a", "a cannot go to 0103, sea"]);
});

test("a press on an enemy that nobody may attack says why, and what is known of him", () => {
  const force = {
    kind: "force",
    at: "0102",
    count: null,
    side: "Blue",
    since: 0,
    says: "Blue force: nothing is known of it",
    beside: "",
  };
  const board = boardOf({
    pieces: [piece("a", "0101", "6-4")],
    markers: [force],
    offers: { a: "", "0102": "a has attacked already" },
  });
  press(board, "0102", null);
  expect(board.forbidden).toBe("a has attacked already; Blue force: nothing is known of it");
  board.view.offers = { a: "" };
  press(board, "0102", null);
  expect(board.forbidden).toBe("Blue force: nothing is known of it");
});

test("who rides and what shelters lie at the bottom of a stack", () => {
  const pieces = [
    piece("rider", "0101", "8-1", { above: "9 I 6", on: "carrier" }),
    piece("fort", "0101", "40-0", { kind: "fort" }),
    piece("carrier", "0101", "4-10", { above: "2 C 4" }),
    piece("gun", "0101", "2-0", { above: "13 A 6" }),
  ];
  const board = boardOf({ pieces });
  expect(board.stacks.get("0101")!.map((each) => each.id)).toEqual(["fort", "rider", "carrier", "gun"]);
  expect(board.riders.get("carrier")?.id).toBe("rider");
});

test("in a battle that is settled nobody is taken out or put in", () => {
  const battle = {
    type: "resolve",
    title: "",
    target: "0102",
    pieces: [{ piece: "a", why_not: "", path: [], aside: false }],
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
  board.battle = battle;
  board.attackers = ["a"];
  press(board, "0101", "a");
  expect(board.attackers).toEqual(["a"]);
});

test("in the view of sight a finger first points at a hex and then looks from it", () => {
  const board = boardOf({});
  const looked: string[] = [];
  board.overlay = "sight";
  board.sight = {
    start: "0101",
    seen: { "0102": 1 },
    hidden: { "0103": "blocked by a hill" },
    by: { "0103": ["0102"] },
    unspotted: {},
  };
  board.lookFrom = (hex) => (looked.push(hex), Promise.resolve());
  press(board, "0103", null);
  expect([board.cursor, board.forbidden, looked]).toEqual(["0103", "0101 does not see 0103: blocked by a hill", []]);
  press(board, "0103", null);
  expect(looked).toEqual(["0103"]);
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
  expect(board.battle?.target).toBe("0102");
});

test("who cannot move at all is refused every hex for the same reason", () => {
  const board = boardOf({ pieces: [piece("a", "0101", "6-4")], offers: { a: "a is disrupted" } });
  board.reach = { piece: "a", allowed: "a is disrupted", steps: {}, refusals: {}, deeds: [] };
  expect([board.whyNot("0102"), board.whyNot("France")]).toEqual(["a is disrupted", ""]);
});

test("a press on a hex that several options speak of asks which", () => {
  const option = (id: string) => ({ value: id, says: id, hexes: ["0102"], pieces: [id], about: "", fatal: false });
  const question = {
    side: "Red",
    why: "advance",
    asks: "",
    kind: "choose" as const,
    order_told: "",
    options: [option("a"), option("b")],
  };
  const answers: unknown[] = [];
  const board = boardOf({ pieces: [], question });
  Object.assign(board.table, { answer: (value: unknown) => answers.push(value) });
  press(board, "0102", null);
  expect([board.forbidden, answers]).toEqual(["say which: a or b", []]);
  press(board, "0102", "b");
  expect(answers).toEqual(["b"]);
});

test("the last roll is shown to those who did not order it, until they act or put it away", () => {
  const entry = (seq: number, side: string, rolls: unknown[] = []) =>
    ({ seq, side, rolls }) as unknown as View["log"][number];
  const attack = entry(3, "Blue", [{}]);
  const seen = (you: string[], ...log: View["log"]) => boardOf({ you, log }).lastRoll?.seq;
  expect(seen(["Red"], attack)).toBe(3);
  expect(seen(["Red"], attack, entry(4, "Blue"))).toBe(3);
  expect(seen(["Red"], attack, entry(4, "Red"))).toBeUndefined();
  expect(seen([], attack, entry(4, "Red"))).toBe(3);
  const board = boardOf({ you: ["Red"], log: [attack] });
  board.putRollAway();
  expect(board.lastRoll).toBeUndefined();
});

test("a stack goes by one order, and who has nothing left but to be put on top is not in hand any more", async () => {
  const pieces = [piece("b", "0101", "6-4"), piece("a", "0101", "6-4")];
  const board = boardOf({ pieces, offers: { a: "", b: "" }, stacked: true, log: [], you: [] });
  const orders: unknown[] = [];
  const there = { cost: "2", path: ["0102"], order: { type: "move", units: ["a"], to: "0102" }, note: "" };
  const reach = { piece: "a", allowed: "4 MP", steps: { "0102": there }, refusals: {}, deeds: [] } as Reachable;
  Object.assign(board.table, {
    order: (order: unknown) => orders.push(order),
    reach: () => Promise.resolve(reach),
    at: () => Promise.resolve(board.view),
  });
  await board.select("a", ["b"]);
  await board.go("0102");
  expect(orders).toEqual([{ type: "move", units: ["a", "b"], to: "0102" }]);
  const moved = pieces.map((each) => ({ ...each, at: "0102", states: ["moved"] }));
  const after = { ...board.view, pieces: moved, offers: { a: "a has no movement points left", b: "" }, spent: ["b"] };
  Object.assign(board.table, { shown: after, now: after });
  expect(board.movable).toEqual([]);
  board.refresh();
  expect([board.selected, board.along]).toEqual(["a", []]);
});
