// SPDX-License-Identifier: Apache-2.0
// One table as this seat sees it: the present view, kept by the stream; a past view while looking back.

import { ApiError, call, command, download, paragraphOf, send, sentence, Unreached } from "../lib/client";
import { checkSave, type Verdict } from "../lib/dice";
import { nextLink, noted, noteHead, seatDice } from "../lib/dice-seat";
import { type Connection, follow } from "../lib/events";
import { mySecret, sitAt } from "../lib/me";
import { notifyOfTurn, turnCame } from "../lib/notices";
import { keepTable } from "../lib/resume";
import { named } from "../lib/words";
import { BesideTable } from "./beside.svelte";
import type {
  Ahead,
  Beside,
  GuideShown,
  Hint,
  MadeTable,
  Order,
  Preview,
  Reachable,
  Sight,
  Trace,
  View,
} from "../lib/types";

/** A roll: the entry it came after, the odds it was rolled on, and its hexes. */
export interface Rolled {
  after: number;
  preview: Preview;
  hexes: string[];
}
/** How the map lies, by its scale and its upper left corner, and the roll on display. */
export interface Left {
  place: { k: number; x: number; y: number } | null;
  rolled: Rolled | null;
}

export class Table {
  now = $state.raw<View | null>(null);
  past = $state.raw<View | null>(null);
  connection = $state<Connection>("connecting");
  /** How often a person has come to the table or left it while it was followed. */
  comings = $state(0);
  /** What went wrong last, in a sentence. */
  #trouble = $state.raw({ says: "", paragraph: "" });
  /** A roll waits for a link of this seat, and this browser does not have what it follows from. */
  linkLost = $state(false);
  /** This seat is adding its nonce to the dice: before that nothing is offered to it, and a key press would be lost. */
  joining = $state(false);
  /** Why there is no table to see at all; and if it is one that cannot go on, what the server says of it. */
  closed = $state("");
  closedWhy = $state("");
  /** The notice of changed rules, once it has been read. */
  noticed = $state("");
  /** The side whose player is at this screen, if several sides share it and each sees what the others may not. */
  #atScreen = $state("");
  /** The talk, and what the players ask of each other. */
  readonly beside: BesideTable;
  readonly #left = new Map<string, Left>();
  /** How often another moment was asked for: an answer that comes later than the next wish is not shown. */
  #looks = 0;
  #stop = new AbortController();
  #underWay: Promise<boolean> = Promise.resolve(true);

  constructor(
    readonly id: string,
    readonly key: string,
    /** Whether it is one of this browser's own, not one shown to everyone. */
    private readonly own = true,
  ) {
    this.beside = new BesideTable(id, key);
  }

  /** What went wrong last, as a sentence; empty if nothing did. */
  get trouble(): string {
    return this.#trouble.says;
  }

  set trouble(says: string) {
    this.#trouble = { says, paragraph: "" };
  }

  /** Where the rules tell of an order that was refused; empty if they do not. */
  get troubleBy(): string {
    return this.#trouble.paragraph;
  }

  get shown(): View | null {
    return this.past ?? this.now;
  }

  /** Whether this seat is to act, on the board as shown: not while looking back. */
  get mine(): boolean {
    const { now } = this;
    return !!now && !this.past && now.to_act !== null && now.you.includes(now.to_act);
  }

  /** The side whose player the screen must be handed to before anything is shown; empty if he is there, or nothing is hidden. */
  get handsTo(): string {
    const { now } = this;
    if (!now?.sealed || now.you.length < 2 || !now.to_act || !now.you.includes(now.to_act)) return "";
    return now.to_act === this.#atScreen ? "" : now.to_act;
  }

  /** The player it was handed to is at the screen. Nothing that the other looked at is left on it. */
  takeScreen(): void {
    this.#atScreen = this.handsTo;
    void this.lookAt(null);
    this.trouble = "";
  }

  /** What the player at the screen has left there, to find it again. */
  get left(): Left {
    if (!this.#left.has(this.#atScreen)) this.#left.set(this.#atScreen, { place: null, rolled: null });
    return this.#left.get(this.#atScreen)!;
  }

  open(): void {
    void follow({
      path: this.#path("/events"),
      key: this.key,
      signal: this.#stop.signal,
      onEvent: (data) => this.#take(JSON.parse(data) as View),
      onBeside: (data) => this.beside.take(JSON.parse(data) as Beside),
      onPresence: () => (this.comings += 1),
      onConnection: (state) => this.#connected(state),
      onRefused: (status, why) => this.#refused(status, why),
    });
  }

  /** Messages about the broken connection go when it is back. */
  #connected(state: Connection): void {
    if (this.connection === "lost" && state === "live") this.trouble = "";
    this.connection = state;
  }

  #refused(status: number, why: string): void {
    this.closedWhy = status === 410 ? why : "";
    if (status === 410) this.closed = "This table cannot go on here.";
    else
      this.closed =
        status === 404
          ? "There is no such table."
          : "This link opens no seat at this table, or no longer: the maker of the table can make a new one.";
  }

  close(): void {
    this.#stop.abort();
  }

  #path(rest: string): string {
    return `/api/tables/${encodeURIComponent(this.id)}${rest}`;
  }

  #take(view: View): void {
    // An answer may overtake the stream; the newer view stays, and of two equal ones the first, which things were opened in.
    if (this.now && view.seq <= this.now.seq) return;
    if (!this.now && this.own && this.key !== mySecret()) {
      keepTable({ table: this.id, key: this.key, title: named(view), side: view.you.join(" and "), when: Date.now() });
      if (view.you.length && !view.copy_of) void sitAt(this.id, this.key);
    }
    const before = this.now;
    this.now = view;
    if (turnCame(before, view)) notifyOfTurn(view);
    noteHead(this.id, view.you, view.dice);
    void this.addToDice(view);
  }

  /** Add to the dice what they wait for from this seat: the nonce it joins with, or the link for a roll. */
  async addToDice(view: View): Promise<void> {
    const { you, dice } = view;
    // Nothing falls any more in a game that is over, as one that was loaded may be from the start.
    if (dice.secret) return;
    const seat = dice.seats.find((each) => each.sides.some((side) => you.includes(side)));
    try {
      if (dice.joins.some((side) => you.includes(side))) {
        this.joining = true;
        const { nonce } = seatDice(this.id, you, dice.tier);
        await this.#after(send<{ seq: number }>(this.#path("/join"), this.key, { nonce }));
      } else if (seat && dice.reveals.some((side) => you.includes(side))) {
        const link = nextLink(this.id, you, seat.link);
        this.linkLost = link === null;
        if (link) await this.#after(send<{ seq: number }>(this.#path("/reveal"), this.key, { link }));
      }
    } catch (error) {
      // Two windows of one seat may both have sent it; the table as it stands says whether it was done.
      if (!(error instanceof ApiError && error.status === 409)) this.trouble = sentence(error);
    } finally {
      this.joining = false;
    }
  }

  async #after(done: Promise<{ seq: number }>): Promise<void> {
    const { seq } = await done;
    if (this.now && this.now.seq < seq) this.#take(await this.#get<View>(""));
  }

  /** Recompute every roll of the finished game here, and compare it with what this browser was shown. */
  async checkDice(): Promise<Verdict> {
    const log = await download(this.#path("/log"), this.key);
    return checkSave(new Uint8Array(await log.arrayBuffer()), { ...noted(this.id, this.now?.you ?? []), over: true });
  }

  reach = (piece: string): Promise<Reachable> => this.#get(`/reach?piece=${encodeURIComponent(piece)}`);
  supply = (): Promise<Record<string, Trace>> => this.#get("/supply");
  threat = (side: string): Promise<Record<string, string>> => this.#get(`/threat?side=${encodeURIComponent(side)}`);
  sight = (hex: string): Promise<Sight> => this.#get(`/sight?hex=${encodeURIComponent(hex)}`);
  /** The table as it stood after an event. */
  at = (seq: number): Promise<View> => this.#get(`?at=${seq}`);
  preview = (order: Order): Promise<Preview | null> => call(this.#path("/preview"), { key: this.key, body: { order } });

  /** What would have to be ended before a hex can be attacked. */
  ahead = (hex: string): Promise<Ahead> => this.#get(`/ahead?hex=${encodeURIComponent(hex)}`);
  guide = (): Promise<GuideShown> => this.#get("/guide");
  /** Who of those who take part in an order had better stay out. */
  hint = (order: Order): Promise<Hint> => call(this.#path("/hint"), { key: this.key, body: { order } });

  #get<T>(rest: string): Promise<T> {
    return call<T>(this.#path(rest), { key: this.key });
  }

  order = (order: Order): Promise<boolean> => this.#act("/orders", { order });
  answer = (option: unknown): Promise<boolean> => this.#act("/answers", { option });
  undo = (): Promise<boolean> => this.#act("/undo", {});

  /**
   * Do one act. It waits for the one before it, and is done only if the board is still the one it was meant for: of two
   * quick presses on the same board the second does nothing.
   */
  #act(rest: string, body: object): Promise<boolean> {
    const meant = this.now?.seq;
    const done = this.#underWay.then(() => this.now?.seq === meant && this.#give(rest, body));
    this.#underWay = done.catch(() => false);
    return done;
  }

  /** Send it. It is done when the server says so; the board follows by the stream or, at the latest, here. */
  async #give(rest: string, body: object): Promise<boolean> {
    if (!this.now) return false;
    this.trouble = "";
    try {
      const { seq } = await command<{ seq: number }>(this.#path(rest), this.key, { expect: this.now.seq, ...body });
      if (this.now.seq < seq) this.#take(await this.#get<View>(""));
      return true;
    } catch (error) {
      await this.#failed(error);
      return false;
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (error instanceof ApiError && error.status === 409 && error.seq !== null) {
      this.trouble = "The board had changed meanwhile; nothing was done. Look again, then give the order.";
      this.#take(await this.#get<View>("").catch(() => this.now!));
    } else if (error instanceof Unreached)
      this.trouble =
        "The server cannot be reached; the order may not have arrived. Give it again when the board is back.";
    else this.#trouble = { says: sentence(error), paragraph: paragraphOf(error) };
  }

  /** Look at the board as it was after an entry; null looks at the present again. */
  async lookAt(seq: number | null): Promise<void> {
    const look = ++this.#looks;
    if (seq === null) {
      this.past = null;
      return;
    }
    try {
      const past = await this.at(seq);
      if (look === this.#looks) this.past = past;
    } catch (error) {
      if (look === this.#looks) this.trouble = sentence(error);
    }
  }

  /** Make a table of one's own that begins as this one stood after an event, or stands; null if that is refused. */
  async copy(at: number | null): Promise<MadeTable | null> {
    try {
      return await call<MadeTable>(this.#path("/copy"), { key: this.key, body: { at } });
    } catch (error) {
      this.trouble = sentence(error);
      return null;
    }
  }

  /** Save the log as a file; the key must travel in a header, so that a plain link will not do. */
  async save(): Promise<void> {
    let log: Blob;
    try {
      log = await download(this.#path("/log"), this.key);
    } catch (error) {
      this.trouble = sentence(error);
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(log);
    link.download = `${this.now?.game ?? "table"}-${this.id}.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
