// SPDX-License-Identifier: Apache-2.0
// The desk: one procedure, the entries, and its odds.

import { call, sentence } from "../lib/client";
import {
  blank,
  fromQuery,
  labelOf,
  said,
  type Situation,
  toQuery,
  type Typed,
  VERSUS,
  wanting,
  withWord,
} from "../lib/forms";
import { address } from "../lib/route.svelte";
import { numberless } from "../lib/picks";
import { chartsOf, rolledOn } from "../lib/sources";
import type { Game, Preview, ProcedureForm, RolledOut } from "../lib/types";
import { listed } from "../lib/words";
import { form } from "./library";

const DEBOUNCE = 220;
// The game last used at the desk.
const LAST = "grognard-desk";

/** What does not exist: the game or the procedure that the address names. */
export function missing(game: Game | undefined, gameName?: string, procedureName?: string): string {
  if (gameName && !game) return `There is no game ${gameName} here.`;
  if (game && !game.procedures.length) return `${game.title} has no procedure to weigh yet.`;
  return game && procedureName && !game.procedures.some((each) => each.name === procedureName)
    ? `${game.title} has no procedure ${procedureName}.`
    : "";
}

/** A situation that another is compared with, and its odds. */
interface Kept extends Situation {
  preview: Preview | null;
  trouble: string;
}

export class Desk {
  game = $state.raw<Game | null>(null);
  form = $state.raw<ProcedureForm | null>(null);
  typed = $state.raw<Typed>({});
  profile = $state("card");
  rulings = $state.raw<Record<string, string>>({});
  preview = $state.raw<Preview | null>(null);
  trouble = $state("");
  picked = $state("");
  busy = $state(false);
  // The field last edited.
  writing = $state("");
  /** What is compared with; null where nothing is. */
  kept = $state.raw<Kept | null>(null);
  /** What the dice came to so far; null where none were thrown. */
  rolled = $state.raw<RolledOut | null>(null);
  rollTrouble = $state("");
  #faces: number[] = [];
  #clock: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #opened = 0;
  /** How often the dice were put away: dice thrown before that are not shown. */
  #thrown = 0;

  /** The chart shown beside the odds: the one picked, or the one that is rolled on. */
  get chart(): string {
    const { game, preview } = this;
    if (!game) return "";
    const lines = preview?.lines ?? [];
    return chartsOf(lines).includes(this.picked) ? this.picked : rolledOn(lines);
  }

  /** The list of words that a counter goes into: the one last edited, or the first empty one. */
  get into(): string {
    const lists = (this.form?.fields ?? []).filter((field) => field.kind === "words").map((field) => field.name);
    return lists.includes(this.writing) ? this.writing : (lists.find((name) => !this.typed[name]) ?? lists[0] ?? "");
  }

  add(word: string): void {
    if (!this.into) return;
    this.typed = { ...this.typed, [this.into]: withWord(this.typed[this.into] ?? "", word) };
    this.changed();
  }

  /** What must be said before there are odds; empty if nothing is lacking. */
  get waitsFor(): string {
    const fields = wanting(this.form?.fields ?? [], this.typed);
    if (fields.length)
      return `The odds stand here once you say ${listed(fields.map((field) => labelOf(field).toLowerCase()))}.`;
    for (const pick of this.form?.picks ?? []) {
      const names = numberless(this.typed[pick.field] ?? "", pick);
      if (names.length) return `The odds stand here once you fill in “${pick.number_says}” for ${listed(names)}.`;
    }
    return "";
  }

  async open(games: Game[], gameName?: string, procedureName?: string): Promise<void> {
    const opened = ++this.#opened;
    const wanted = gameName ?? localStorage.getItem(LAST) ?? "";
    const game = games.find((each) => each.name === wanted);
    const name = procedureName ?? game?.procedures[0]?.name;
    const lost = missing(game, gameName, procedureName);
    if (lost || !game || !name) {
      [this.game, this.form, this.preview, this.trouble] = [game ?? null, null, null, lost];
      return;
    }
    if (game.name === this.game?.name && name === this.form?.name) return;
    const found = await form(game.name, name);
    if (opened !== this.#opened) return;
    const query = fromQuery(location.search);
    [this.game, this.form, this.preview, this.trouble] = [game, found, null, ""];
    localStorage.setItem(LAST, game.name);
    this.typed = { ...blank(found.fields), ...query.typed };
    [this.profile, this.rulings] = [query.profile, query.rulings];
    this.kept = null;
    this.putDiceAway();
    await this.reckon();
    const versus = new URLSearchParams(location.search).get(VERSUS);
    if (versus) await this.keep(fromQuery(`?${versus}`));
  }

  #address(): string {
    const { game, form, kept } = this;
    const versus = kept ? toQuery(kept.typed, kept.profile, kept.rulings).slice(1) : "";
    return `/desk/${game!.name}/${form!.name}${toQuery(said(form!.fields, this.typed), this.profile, this.rulings, versus)}`;
  }

  get #situation(): Situation {
    return { typed: said(this.form!.fields, this.typed), profile: this.profile, rulings: this.rulings };
  }

  async #ask<T>(what: string, { typed, profile, rulings }: Situation, more: object = {}): Promise<T> {
    const body = { situation: typed, profile, rulings, ...more };
    return call<T>(`/api/games/${this.game!.name}/procedures/${this.form!.name}/${what}`, { body });
  }

  /** Compare with a situation: with the present one, where none is named. */
  async keep(with_: Situation = this.#situation): Promise<void> {
    this.kept = { ...with_, preview: null, trouble: "" };
    address.note(this.#address());
    const { kept } = this;
    let found: Pick<Kept, "preview" | "trouble">;
    try {
      found = { preview: await this.#ask<Preview>("odds", with_), trouble: "" };
    } catch (error) {
      found = { preview: null, trouble: sentence(error) };
    }
    if (this.kept === kept) this.kept = { ...kept, ...found };
  }

  dropKept(): void {
    this.kept = null;
    address.note(this.#address());
  }

  /** Throw all dice that are asked for, from the first on. */
  async rollAll(fresh: (dice: string) => number[]): Promise<void> {
    this.putDiceAway();
    const thrown = this.#thrown;
    await this.throwDice([]);
    while (thrown === this.#thrown && this.rolled?.wants && !this.rollTrouble)
      await this.throwDice(fresh(this.rolled.wants));
  }

  /** Read some more dice; those before them stay as they fell. */
  async throwDice(faces: number[]): Promise<void> {
    const all = [...this.#faces, ...faces];
    const thrown = this.#thrown;
    this.rollTrouble = "";
    try {
      const rolled = await this.#ask<RolledOut>("roll", this.#situation, { faces: all });
      if (thrown === this.#thrown) [this.rolled, this.#faces] = [rolled, all];
    } catch (error) {
      if (thrown === this.#thrown) this.rollTrouble = sentence(error);
    }
  }

  putDiceAway(): void {
    this.#thrown++;
    [this.rolled, this.rollTrouble] = [null, ""];
    this.#faces = [];
  }

  /** Something was typed: put it into the address, and work the odds out when the typing pauses. */
  changed(): void {
    if (!this.game || !this.form) return;
    this.putDiceAway();
    address.note(this.#address());
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => void this.reckon(), DEBOUNCE);
  }

  async reckon(): Promise<void> {
    const { game, form } = this;
    if (!game || !form) return;
    const asked = ++this.#asked;
    if (this.waitsFor) {
      [this.preview, this.trouble, this.busy] = [null, "", false];
      return;
    }
    this.busy = true;
    try {
      const preview = await this.#ask<Preview>("odds", this.#situation);
      if (asked === this.#asked) [this.preview, this.trouble] = [preview, ""];
    } catch (error) {
      if (asked === this.#asked) [this.preview, this.trouble] = [null, sentence(error)];
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
  }
}
