// SPDX-License-Identifier: Apache-2.0
// What is sent and received, by the page's names. The shapes come from the server's own schema
// (openapi.json); only charts, which are plain data there, are described here. No rules of any game.

import type { components } from "./schema";

type Shapes = components["schemas"];

export type Offered = Shapes["Offered"];
export type MyMail = Required<Shapes["MyMail"]>;
export type Side = string;
/** An order of a side, as the server offered it or the page put it together. */
export type Order = Record<string, unknown>;

export type NamedTitle = Shapes["Named"];
export type Ruling = Shapes["RulingTold"];
export type Game = Shapes["GameTold"];
export type MapSheet = Shapes["Drawn"];
export type HexSpot = Shapes["DrawnHex"];
export type Opening = Omit<Shapes["Opening"], "states"> & { states: State[] };
export type Counter = Shapes["Counter"];
export type Field = Shapes["Field"];
export type Term = Omit<Required<Shapes["Term"]>, "look"> & { look: MarkerKind | null };
export type RulesSection = Omit<Shapes["Section"], "phases" | "states" | "markers"> & {
  phases: Term[];
  states: Term[];
  markers: Term[];
};
export type RulesText = Omit<Shapes["RulesText"], "sections"> & { sections: RulesSection[] };
export type DeskCounter = Shapes["DeskCounter"];
export type UnitPick = Required<Shapes["Pick"]>;
export type ProcedureForm = Omit<Shapes["Form"], "picks" | "colours"> & { picks?: UnitPick[]; colours?: string[] };
/** A line of a worksheet: fields that most lines lack are left out. */
export type Source = Required<Shapes["Source"]>;
export type Line = Pick<Shapes["LineShown"], "what" | "value"> & Partial<Shapes["LineShown"]> & { sources: Source[] };
export type RolledOut = Required<Shapes["RolledOut"]>;
export type Expected = Shapes["Outcome"];
export type OddsPart = Shapes["OddsPart"];
export type Preview = Omit<Shapes["Odds"], "lines"> & { lines: Line[] };
export type GuideShown = Required<Shapes["GuideShown"]> & { steps: GuideStep[] };
export type GuideStep = Required<Shapes["StepShown"]>;
export type Hint = Shapes["Hint"];
export type Ahead = Required<Shapes["Ahead"]>;
export type Piece = Shapes["Piece"];
export type State = Required<Shapes["State"]>;
export type Box = Required<Shapes["Box"]>;
export type Cost = Shapes["Cost"];
export type Marker = Shapes["Marker"];
export type MarkerKind = Required<Shapes["MarkerKind"]>;
export type Plan = Shapes["Plan"];
export type Lens = Shapes["View"]["lenses"][number];
export type Step = Omit<Shapes["Step"], "order"> & { order: Order };
export type Action = Omit<Shapes["Action"], "order"> & { order: Order };
// The server sends every field, even one that could be left out.
export type Reachable = Omit<Required<Shapes["Reachable"]>, "steps" | "actions"> & {
  steps: Record<string, Step>;
  actions: Action[];
};
export type Sight = Required<Shapes["Sight"]>;
export type Status = Required<Shapes["Status"]>;
export type Candidate = Shapes["Candidate"];
export type Battle = Shapes["Battle"];
export type Trace = Shapes["Trace"];
export type Option = Required<Shapes["Option"]>;
export type LogEntry = Shapes["LogLine"];
export type LuckLine = Shapes["LuckLine"];
export type LuckTold = Shapes["LuckTold"];
export type View = Omit<Shapes["View"], "replay" | "status" | "actions" | "states" | "boxes" | "marks"> & {
  status: Status;
  actions: Action[];
  states: State[];
  boxes: Box[];
  marks: MarkerKind[];
  replay: string;
};
export type NewTable = Shapes["NewTable"];
export type MadeTable = Shapes["Made"];
export type Me = Omit<Shapes["Me"], "tables"> & { tables: MyTable[] };
export type MyTable = Required<Shapes["MyTable"]> & { others: Required<Shapes["Other"]>[] };
export type Remark = Shapes["Told"];
export type Beside = Omit<Required<Shapes["Beside"]>, "remarks" | "clock"> & {
  remarks: Remark[];
  clock: ClockTold | null;
};
export type Clock = Required<Shapes["Clock"]>;
export type ClockTold = Omit<Shapes["ClockTold"], "setting"> & { setting: Clock };
export type SaveTold = Required<Shapes["SaveTold"]>;
export type Present = Required<Shapes["Present"]>;

export interface Axis {
  name: string;
  labels: string[];
  kind: string;
  says?: string;
  means?: Record<string, string[]>;
  dice?: string;
}
export interface ChartCell {
  text: string;
  printed: string;
  reads: string;
  mark: string;
}
export interface ChartNote {
  text: string;
  mark: string;
  supplied: boolean;
}
export interface Erratum {
  rows: string[];
  columns: string[];
  printed: string;
  corrected: string;
  why: string;
  sure: string;
  ruling: string;
  option: string;
}
export interface Repair {
  rows: string[];
  columns: string[];
  why: string;
  printed: string;
  headings: string[];
  ruling: string;
}
export interface Doubt {
  row: string;
  column: string;
  kind: string;
  printed: string;
  proposal: string;
  reason: string;
  ruling: string;
}
export interface Chart {
  game: string;
  chart: string;
  title: string;
  source: string;
  profile: string;
  rulings: Record<string, string>;
  rows: Axis;
  columns: Axis[];
  cells: ChartCell[][];
  codes: Record<string, { means: string }>;
  notes: ChartNote[];
  repairs: Repair[];
  errata: Erratum[];
  doubts: Doubt[];
}
