// What a person has picked up, opened and chosen at the board. Everything legal comes from the server.

import { sentence } from "../lib/client";
import { blank, values, type Typed } from "../lib/forms";
import { grouped } from "../lib/groups";
import { around, beside, type Box, type Point, type Strip } from "../lib/geometry";
import type {
  Battle,
  Lens,
  MapSheet,
  Marker,
  Option,
  Order,
  Piece,
  Preview,
  Reachable,
  Sight,
  Told,
  Trace,
  View,
} from "../lib/types";
import { asOne, joined } from "../lib/together";
import { capital, hasPips, listed, SEEN_BEFORE, stateKind, UNSEEN } from "../lib/words";
import { type Happened, happenedSince, heldAgainst, lastAct, movedSince } from "./since";
import type { Rolled, Table } from "./table.svelte";

export type Overlay = "none" | Lens;
/** How the map lies in the window, by its scale and its upper left corner, and its part of the window. */
export interface Stage {
  k: number;
  x: number;
  y: number;
  room: Box;
}

const CHART = "grognard-chart";
const isChartShut = (): boolean => typeof localStorage !== "undefined" && localStorage.getItem(CHART) === "shut";

export class Board {
  cursor = $state<string | null>(null);
  /** The point the cursor walks by; a hair beside the hex's middle on a zigzag. */
  walker: Point = { x: 0, y: 0 };
  hovered = $state<string | null>(null);
  selected = $state<string | null>(null);
  /** Who goes along with the piece in hand. */
  along = $state.raw<string[]>([]);
  /** The counter pointed at in an opened stack. */
  fanned = $state<string | null>(null);
  reach = $state.raw<Reachable | null>(null);
  openStack = $state<string | null>(null);
  battle = $state.raw<Battle | null>(null);
  attackers = $state.raw<string[]>([]);
  choices = $state<Typed>({});
  preview = $state.raw<Preview | null>(null);
  refused = $state("");
  overlay = $state<Overlay>("none");
  supply = $state.raw<Record<string, Trace>>({});
  threat = $state.raw<Record<string, string>>({});
  /** Whose attacks the view of threat shows. */
  threatBy = $state("");
  sight = $state.raw<Sight | null>(null);
  /** The odds of the other ways to attack the same hex, or why they may not be taken. */
  others = $state.raw<Map<Battle, Preview | string>>(new Map());
  /** Whether the view that was asked for is still being worked out. */
  looking = $state(false);
  /** Who was moved by others since this seat's last act, and where from. */
  moved = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What became of this seat's units since its last act; null where nobody else has acted since. */
  since = $state.raw<Happened[] | null>(null);
  #seen: View | null = null;
  #since: View | null = null;
  litOption = $state<number | null>(null);
  /** The pieces that what is pointed at in the panel is about. */
  lit = $state.raw<string[]>([]);
  /** Why the hex just pressed is closed to the piece in hand, or what is known of it. */
  forbidden = $state("");
  /** What is to be asked before the phase ends. */
  ending = $state("");
  /** The roll just seen. */
  rolled = $state.raw<Rolled | null>(null);
  /** Where the map lies in the window; null where there is no room for anything over it. */
  stage = $state.raw<Stage | null>(null);
  /** Whether the chart that is rolled on is put away until it is asked for. */
  chartShut = $state(isChartShut());
  /** Whether a chart lies over the map just now. */
  chartOver = $state(false);
  /** The hex attacked last, and those that could be attacked then. */
  #lastTarget = { hex: "", among: [] as string[] };
  #putAway = $state(0);
  #asked = 0;
  /** The answer to where the piece in hand can go, while it is on its way; and the press that waits for it. */
  #coming: Promise<void> | null = null;
  #waiting = 0;
  /** Whether several are on their way one after the other. */
  #marching = false;

  constructor(
    readonly table: Table,
    readonly sheet: MapSheet,
  ) {
    this.rolled = table.left.rolled;
  }

  get view(): View {
    return this.table.shown!;
  }

  /** The pieces by place; on the map in the order they lie, the top one last: the strongest, where the game leaves it open. */
  stacks: Map<string, Piece[]> = $derived.by(() => {
    const stacks = grouped(this.view.pieces, (piece) => piece.at);
    if (!this.view.stacked)
      for (const [at, pieces] of stacks) if (at in this.sheet.hexes) pieces.sort((a, b) => weight(a) - weight(b));
    return stacks;
  });

  /** The view that lies over the map: of the present alone, for the server knows no other. */
  get lens(): Overlay {
    return this.table.past ? "none" : this.overlay;
  }

  /** The lines of the view that lies over the map: of supply or of command, by piece. */
  get lines(): Record<string, Trace> {
    if (this.lens === "supply") return this.supply;
    if (this.lens !== "command") return {};
    return Object.fromEntries(
      Object.entries(this.supply).flatMap(([id, trace]) => (trace.command ? [[id, trace.command]] : [])),
    );
  }

  /** Units that are not seen, by the hex they are in. */
  forces: Map<string, Marker> = $derived(
    new Map(
      this.view.markers.filter((each) => each.kind === "force" && each.count !== 0).map((each) => [each.at, each]),
    ),
  );

  /** How many more are in a hex than are seen: "+2", or "+?" where that is not known. */
  more(hex: string): string {
    const force = this.forces.get(hex);
    return force ? `+${force.count ?? "?"}` : "";
  }

  /** What is known of what lies in a hex besides counters. */
  knownOf(hex: string): string {
    return this.view.markers
      .filter((each) => each.at === hex && each.side)
      .map((each) => each.says)
      .join("; ");
  }

  /** Whether a side has units of which it is not seen where they are. */
  hidesSome(side: string): boolean {
    return this.view.pieces.some(
      (each) => each.side === side && (each.at === UNSEEN || each.at.startsWith(SEEN_BEFORE)),
    );
  }

  /** What could attack a hex, as far as is seen, in the view of threat; nothing where nobody could. */
  threatTo(hex: string): string {
    const strength = this.lens === "threat" && this.threat[hex];
    return strength
      ? `${strength} strength${this.hidesSome(this.threatBy) ? " that is seen" : ""} could attack here`
      : "";
  }

  /** Who rides on a piece. */
  riders: Map<string, Piece> = $derived(
    new Map(this.view.pieces.filter((each) => each.on).map((each) => [each.on, each])),
  );

  /** The hex pointed at, by mouse or by keys. */
  get pointed(): string | null {
    return this.hovered ?? this.cursor;
  }

  piece(id: string | null): Piece | undefined {
    return this.view.pieces.find((each) => each.id === id);
  }

  /** The question this seat must answer now. */
  get question() {
    const { question } = this.view;
    return question && this.table.mine ? question : null;
  }

  get rolledEntry(): Told | undefined {
    return this.view.log.find((entry) => entry.seq > (this.rolled?.after ?? Infinity));
  }

  /** The entry of the last roll, for those who did not order it, until they act themselves or put it away. */
  get lastRoll(): Told | undefined {
    const { log, you } = this.view;
    const at = log.findLastIndex((entry) => entry.rolls.length > 0);
    const since = log.slice(at + 1).some((entry) => you.includes(entry.side));
    return at < 0 || since || log[at]!.seq === this.#putAway ? undefined : log[at];
  }

  putRollAway(): void {
    this.#putAway = (this.rolledEntry ?? this.lastRoll)?.seq ?? 0;
    this.rolled = this.table.left.rolled = null;
  }

  canAct(piece: Piece): boolean {
    return this.table.mine && !this.view.question && this.view.offers[piece.id] === "";
  }

  /** Whether a piece can act, or take part in what can be done to a hex. */
  canTakePart(piece: Piece): boolean {
    return (
      this.canAct(piece) ||
      [...this.targets.values()]
        .flat()
        .some((each) => each.pieces.some((one) => one.piece === piece.id && !one.why_not))
    );
  }

  /** Whether friends of the piece in hand are somewhere. */
  hasFriends(at: string): boolean {
    const side = this.piece(this.selected)?.side;
    return this.stacks.get(at)?.some((each) => each.side === side) ?? false;
  }

  /** Whether a piece can do more than a phase would not wait for, such as being put on top of its stack. */
  canGo(piece: Piece): boolean {
    return this.canAct(piece) && !this.view.spent.includes(piece.id);
  }

  get movable(): Piece[] {
    return this.view.pieces.filter((piece) => this.canGo(piece));
  }

  get targets(): Map<string, Battle[]> {
    return this.table.mine && !this.view.question ? grouped(this.view.battles, (each) => each.target) : new Map();
  }

  get lastTarget(): string {
    return this.#lastTarget.hex;
  }

  /** The hex to attack after the last one, round and round; also when that one has been dealt with. */
  get nextTarget(): string | undefined {
    const { hex, among } = this.#lastTarget;
    const after = [...among.slice(among.indexOf(hex) + 1), ...among.slice(0, among.indexOf(hex) + 1)];
    return after.find((each) => this.targets.has(each)) ?? this.targets.keys().next().value;
  }

  optionsAt(hex: string): Option[] {
    return this.question?.options.filter((each) => each.hexes.includes(hex)) ?? [];
  }

  /** Whether whoever goes to a hex, of those that a question offers, is eliminated by it. */
  isFatal(hex: string): boolean {
    const options = this.optionsAt(hex);
    return options.length > 0 && options.every((each) => each.fatal);
  }

  optionsOf(piece: string): Option[] {
    return this.question?.options.filter((each) => each.pieces.includes(piece)) ?? [];
  }

  /** Whether a piece is one of those that a question or the panel is about. */
  isLit(piece: string): boolean {
    return this.lit.includes(piece) || this.optionsOf(piece).length > 0;
  }

  /** Whether a piece is in hand, by itself or with others. */
  isInHand(id: string): boolean {
    return this.selected === id || this.along.includes(id);
  }

  /** Who in a hex can be picked up together, from the bottom: who rides goes with what carries it. */
  together(at: string): Piece[] {
    return at in this.sheet.hexes ? (this.stacks.get(at) ?? []).filter((each) => this.canGo(each) && !each.on) : [];
  }

  /** Those in hand who can go together, from the bottom. */
  get inHand(): string[] {
    const at = [this.selected, ...this.along]
      .map((each) => this.piece(each)?.at ?? "")
      .find((each) => each in this.sheet.hexes);
    return this.together(at ?? "")
      .map((each) => each.id)
      .filter((each) => this.isInHand(each));
  }

  /** Pick up everybody in a hex who can act; say whether there was anybody. */
  selectAll(at: string): boolean {
    const able = this.together(at).map((each) => each.id);
    const top = able.pop();
    if (top) void this.select(top, able);
    return top !== undefined;
  }

  /** Take one more of the stack along, or leave one behind. */
  takeAlong(id: string): void {
    const inHand = [...this.along, this.selected].filter((each) => each !== null);
    const then = this.isInHand(id) ? inHand.filter((each) => each !== id) : [id, ...inHand];
    const lead = then.pop();
    if (lead) void this.select(lead, then);
  }

  /**
   * Send whoever is in hand to a hex: several by one order, where the game has one for them, else one after the other, as
   * they lie. Who cannot follow stays, and it is said why.
   */
  async go(hex: string): Promise<void> {
    const step = this.reach?.steps[hex];
    if (!step) return;
    this.openStack = null;
    this.against = null;
    const order = this.along.length ? asOne(step.order, this.inHand.toReversed()) : step.order;
    if (order) {
      await this.table.order(order);
      return;
    }
    const ids = this.inHand;
    this.#marching = true;
    let stays = "";
    for (const id of ids) {
      stays = await this.#follow(id, hex);
      if (stays || this.view.question) break;
    }
    this.#marching = false;
    this.#keepInHand();
    this.forbidden = stays;
  }

  /** Send one to where others went; say why it stays, if it does. What those before it did may have closed the way. */
  async #follow(id: string, hex: string): Promise<string> {
    try {
      const reach = await this.table.reach(id);
      const step = reach.steps[hex];
      if (!step) return `${this.piece(id)?.name ?? id} stays: ${reach.refusals[hex] ?? reach.allowed}`;
      return (await this.table.order(step.order)) ? "" : `${this.piece(id)?.name ?? id} stays`;
    } catch (error) {
      return sentence(error);
    }
  }

  /** Keep in hand those who can still go; where nobody can, the one who led them, if it is still there. */
  #keepInHand(): void {
    const able = this.inHand;
    const lead = able.find((each) => each === this.selected) ?? able.at(-1) ?? this.piece(this.selected)?.id ?? null;
    void this.select(
      lead,
      able.filter((each) => each !== lead),
    );
  }

  async select(id: string | null, along: string[] = []): Promise<void> {
    this.selected = id;
    this.along = along;
    this.reach = null;
    this.refused = "";
    this.forbidden = "";
    this.#coming = null;
    this.#waiting++;
    if (id) this.battle = null;
    const piece = this.piece(id);
    if (piece && this.isShort(piece)) void this.#learnSupply();
    // Also of one that can go nowhere: why not is told hex by hex, and what else it can do.
    if (!piece || !this.table.mine || this.view.question || piece.side !== this.view.to_act) return;
    const coming = (this.#coming = this.#learnReach(piece.id, along));
    await coming;
    if (this.#coming === coming) this.#coming = null;
  }

  async #learnReach(id: string, along: string[]): Promise<void> {
    const asked = ++this.#asked;
    try {
      const reach = joined(await Promise.all([id, ...along].map(this.table.reach)));
      if (asked === this.#asked && this.selected === id) this.reach = reach;
    } catch (error) {
      if (asked === this.#asked) this.refused = sentence(error);
    }
  }

  /** Do something when it is known where the piece in hand can go, unless another is picked up or something else is meant first. */
  whenReached(then: () => void): void {
    const waiting = ++this.#waiting;
    void this.#coming?.then(() => waiting === this.#waiting && then());
  }

  /** Whether it is still asked where the piece in hand can go. */
  get isReachComing(): boolean {
    return this.#coming !== null;
  }

  /** Whether a piece is said to lack supply or command, so that the way it is cut off is of interest. */
  isShort(piece: Piece): boolean {
    return this.lacks(piece, "supply") || this.lacks(piece, "command");
  }

  lacks(piece: Piece, what: "supply" | "command"): boolean {
    const words = what === "supply" ? ["unsupplied", "isolated", "out of supply"] : ["out of command"];
    return !this.table.past && piece.states.some((state) => words.includes(state));
  }

  async #learnSupply(): Promise<void> {
    try {
      this.supply = await this.table.supply();
    } catch (error) {
      this.table.trouble = sentence(error);
    }
  }

  putDown(): void {
    this.against = null;
    void this.select(null);
    this.battle = null;
    this.preview = null;
    this.openStack = null;
    this.litOption = null;
  }

  /** Open the panel of a battle, with everybody who may take part. */
  fight(battle: Battle): void {
    void this.select(null);
    this.openStack = null;
    this.battle = battle;
    this.#lastTarget = { hex: battle.target, among: [...this.targets.keys()] };
    this.choices = blank(battle.options);
    this.attackers = unasked(battle);
    this.preview = null;
    void this.weigh();
    void this.compare();
  }

  /** Open the next step of what was begun, where there is one: nothing else can be done first. */
  goOn(): void {
    const next =
      this.battle || this.table.past ? undefined : [...this.targets.values()].flat().find((each) => each.in_hand);
    if (next) this.fight(next);
  }

  /** Why the phase cannot be ended yet; nothing where it can, or where others act. */
  get unended(): string {
    if (this.view.can_end || !this.table.mine || this.question) return "";
    const [first] = [...this.targets.values()].flat();
    return first ? `the phase cannot end yet. First: ${first.title}` : "the phase cannot end yet";
  }

  /** Ask for the odds of the other ways to attack the same hex, each with everybody who may. */
  async compare(): Promise<void> {
    const { battle } = this;
    this.others = new Map();
    const found = await Promise.all(
      (this.targets.get(battle?.target ?? "") ?? [])
        .filter((each) => each !== battle)
        .map(async (each) => {
          return [
            each,
            (await this.table.preview(orderOf(each, unasked(each), blank(each.options))).catch(sentence)) ?? "",
          ] as const;
        }),
    );
    if (this.battle === battle) this.others = new Map(found);
  }

  toggle(piece: string): void {
    if (this.battle?.settled) return;
    this.attackers = this.attackers.includes(piece)
      ? this.attackers.filter((each) => each !== piece)
      : [...this.attackers, piece];
    void this.weigh();
  }

  /** The hexes of the battle, or of the roll just seen: of the target, of everybody who may take part, of their ways. */
  get arena(): string[] {
    if (!this.battle) return this.rolled?.hexes ?? [];
    const able = this.battle.pieces.filter((each) => !each.why_not);
    return [this.battle.target, ...able.flatMap((each) => [this.piece(each.piece)?.at ?? "", ...each.path])];
  }

  /** The part of the map that a chart may lie over without hiding a hex of the battle; null where there is none. */
  get chartRoom(): Strip | null {
    const { stage, arena } = this;
    if (!stage || !arena.some((hex) => hex in this.sheet.hexes)) return null;
    const { k, x, y } = stage;
    // With the hexes around, where the beaten go.
    const { left, top, right, bottom } = around(this.sheet, arena, this.sheet.side * 2.75);
    return beside(stage.room, { left: x + left * k, top: y + top * k, right: x + right * k, bottom: y + bottom * k });
  }

  /** Put the chart away until it is asked for, or show it again. */
  showChart(shown: boolean): void {
    this.chartShut = !shown;
    if (shown) localStorage.removeItem(CHART);
    else localStorage.setItem(CHART, "shut");
  }

  get attack(): Order | null {
    const { battle, attackers } = this;
    if (!battle || !attackers.length) return null;
    return orderOf(battle, attackers, this.choices);
  }

  /** Ask for the odds of the battle as it is put together now. */
  async weigh(): Promise<void> {
    const asked = ++this.#asked;
    const order = this.attack;
    this.refused = order ? "" : "Choose who takes part.";
    if (!order) {
      this.preview = null;
      return;
    }
    try {
      const preview = await this.table.preview(order);
      if (asked === this.#asked) this.preview = preview;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.preview = null;
      this.refused = sentence(error);
    }
  }

  async show(overlay: Overlay): Promise<void> {
    if (this.table.past) return;
    this.overlay = this.overlay === overlay ? "none" : overlay;
    await this.refreshOverlay();
  }

  /** Look from a hex. */
  async lookFrom(hex: string): Promise<void> {
    try {
      this.sight = await this.table.sight(hex);
    } catch (error) {
      this.table.trouble = sentence(error);
    }
  }

  /** What is to be said of a hex in the view of sight. */
  sightOf(hex: string): string {
    const { sight } = this;
    if (this.lens !== "sight" || !sight || hex === sight.start) return "";
    const [why, far, cover] = [sight.hidden[hex], sight.seen[hex], sight.unspotted[hex]];
    if (why) return `${sight.start} does not see ${hex}: ${why}`;
    return [`${sight.start} sees ${hex}: ${far} ${far === 1 ? "hex" : "hexes"}`, cover].filter(Boolean).join(", but ");
  }

  async refreshOverlay(): Promise<void> {
    const { you, status, pieces } = this.view;
    const sides = [...new Set(pieces.map((piece) => piece.side))];
    const mine = status.side && you.includes(status.side) ? status.side : you[0];
    const enemy = sides.find((side) => side !== mine) ?? sides[0];
    if (enemy && enemy !== this.threatBy) [this.threat, this.threatBy] = [{}, enemy];
    this.looking = true;
    try {
      const from = this.piece(this.selected)?.at ?? this.cursor ?? "";
      if (this.overlay !== "sight") this.sight = null;
      else if (from in this.sheet.hexes) await this.lookFrom(from);
      if (this.overlay === "supply" || this.overlay === "command") this.supply = await this.table.supply();
      if (this.overlay === "threat" && enemy) this.threat = await this.table.threat(enemy);
    } catch (error) {
      this.table.trouble = sentence(error);
      this.overlay = "none";
    } finally {
      this.looking = false;
    }
  }

  /** After the view has changed: keep in hand only what can still be done. */
  refresh(): void {
    const target = this.battle?.target;
    const type = this.battle?.type;
    if (!this.table.past) void this.#account();
    this.litOption = null;
    this.lit = [];
    if (target) {
      const among = this.targets.get(target)?.filter((each) => each.type === type);
      const still = among?.find((each) => !each.settled || same(each, this.battle!));
      if (still) {
        const able = new Set(still.pieces.filter((each) => !each.why_not).map((each) => each.piece));
        this.battle = still;
        this.choices = stillOpen(still, this.choices);
        this.attackers = this.attackers.filter((each) => able.has(each));
        void this.weigh();
        void this.compare();
      } else this.battle = null;
    }
    if (this.selected && !this.#marching) this.#keepInHand();
    this.goOn();
    this.ending = "";
    if (this.lens !== "none" && this.lens !== "sight") void this.refreshOverlay();
  }

  /** Tell what others did since this seat's last act. Who comes late asks the server how things stood then. */
  async #account(): Promise<void> {
    const now = this.view;
    this.#since = heldAgainst(this.#since, this.#seen, now);
    this.#seen = now;
    if (!this.#since) {
      const then = await this.table.at(lastAct(now) ?? 0).catch(() => now);
      if (this.#seen !== now) return;
      this.#since = then;
    }
    this.moved = movedSince(this.#since, now);
    const others = now.you.length > 0 && now.log.length > this.#since.log.length;
    this.since = others ? happenedSince(this.#since, now, this.sheet.hexes) : null;
  }

  /** What is to be asked before the phase ends; nothing where it may simply end. */
  get doubt(): string {
    const end = this.view.can_end;
    if (!end || end.lightly) return "";
    const idle = this.movable.filter((piece) => !piece.states.some((state) => stateKind(state) === "done"));
    const waiting = idle.filter((piece) => !(piece.at in this.sheet.hexes)).length;
    const parts = [];
    if (waiting) parts.push(`${units(waiting)} not come onto the map`);
    if (idle.length > waiting) parts.push(`${units(idle.length - waiting)} not moved`);
    const undone = end.undone.map((each) => `${capital(each)}. `).join("");
    const left = undone + (parts.length ? `${listed(parts)}. ` : "");
    return left || end.ends_turn ? [left.trim(), end.follows, `${capital(end.does)}?`].filter(Boolean).join(" ") : "";
  }

  /** An order against the rules that waits for a word: only where play is free. */
  against = $state.raw<{ why: string; order: Order } | null>(null);

  /** In free play, the order to a hex that no rule allows: as to a hex that is allowed, but there. */
  orderAgainst(hex: string): Order | null {
    const [to, step] = Object.entries(this.reach?.steps ?? {})[0] ?? [];
    if (!this.view.free || !step) return null;
    const order = (this.along.length ? asOne(step.order, this.inHand.toReversed()) : null) ?? step.order;
    return Object.fromEntries(Object.entries(order).map(([name, value]) => [name, value === to ? hex : value]));
  }

  /** Why a hex cannot be gone to by the piece in hand; nothing where it can, or nothing is in hand. */
  whyNot(hex: string): string {
    if (!this.reach || this.reach.steps[hex]) return "";
    // Who may not move at all is refused every hex for the same reason.
    return this.reach.refusals[hex] ?? (hex in this.sheet.hexes ? (this.view.offers[this.reach.piece] ?? "") : "");
  }
}

const units = (count: number): string => (count === 1 ? "1 unit has" : `${count} units have`);

/**
 * How a piece ranks in its stack: by the first number printed on it, of guns by all of them; who rides, and what does not
 * fight, lies at the bottom, a leader under those he leads, and who is broken under both.
 */
function weight(piece: Piece): number {
  if (piece.on || piece.states.includes("broken")) return -1;
  if (piece.kind === "leader") return 0;
  if (/^[\d-]+(\/[\d-]+)+$/.test(piece.values))
    return piece.values.split("/").reduce((sum, each) => sum + (Number(each) || 0), 0);
  return /^(supply|air|headquarters|fort)$/i.test(piece.kind)
    ? -2
    : Number.parseInt(hasPips(piece) ? piece.values : piece.above || piece.values, 10) || 0;
}

/** Who takes part in a battle if nothing is said. */
function unasked(battle: Battle): string[] {
  return battle.pieces.filter((each) => !each.why_not && !each.aside).map((each) => each.piece);
}

function orderOf(battle: Battle, units: string[], choices: Typed): Order {
  return { type: battle.type, units, target: battle.target, ...values(battle.options, choices) };
}

/** What was chosen, as far as it can still be. */
function stillOpen(battle: Battle, choices: Typed): Typed {
  const open = battle.options.filter(
    ({ name, kind, options }) => name in choices && (kind !== "choice" || options.includes(choices[name]!)),
  );
  return { ...blank(battle.options), ...Object.fromEntries(open.map(({ name }) => [name, choices[name]!])) };
}

/** Whether two battles are of the same pieces. */
function same(one: Battle, other: Battle): boolean {
  return one.pieces.map((each) => each.piece).join() === other.pieces.map((each) => each.piece).join();
}
