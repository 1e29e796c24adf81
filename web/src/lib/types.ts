// What the server says and is told. No rules of any game: only the shapes of what a board shows.

export type Side = string;
export type Order = unknown;

export interface NamedTitle { name: string; title: string }
export interface Scenario extends NamedTitle { about: string; turns: number; minutes: number }
export interface Ruling {
  name: string;
  question: string;
  options: Record<string, string>;
  card: string;
  errata: string;
  why: string;
  of_play: boolean;
}
export interface Game extends NamedTitle {
  about: string;
  sides: Side[];
  charts: NamedTitle[];
  procedures: NamedTitle[];
  scenarios: Scenario[];
  rulings: Ruling[];
}

export interface HexSpot { x: number; y: number; terrain: string; names: string[] }
export interface MapSheet {
  title: string;
  width: number;
  height: number;
  side: number;
  orientation: "flat" | "pointy";
  hexes: Record<string, HexSpot>;
}

export interface Axis { name: string; labels: string[]; kind: string; says?: string; means?: Record<string, string[]>; dice?: string }
export interface ChartCell { text: string; printed: string; reads: string; mark: string }
export interface ChartNote { text: string; mark: string; supplied: boolean }
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
export interface Repair { rows: string[]; columns: string[]; why: string; printed: string; headings: string[]; ruling: string }
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

export interface Field {
  name: string;
  asks: string;
  kind: "flag" | "number" | "numbers" | "choice" | "text";
  options: string[];
  default: unknown;
  required: boolean;
}
export interface ProcedureForm extends NamedTitle { fields: Field[] }

export interface Line { what: string; value: string; source: string }
export interface Expected { result: string; says: string; chance: string; decimal?: number }
export interface Preview { game: string; procedure: string; lines: Line[]; outcomes: Expected[] }

export interface Piece {
  id: string;
  name: string;
  side: Side;
  kind: string;
  size: string;
  values: string;
  at: string;
  states: string[];
}
export interface Status {
  turn: number;
  turns: number;
  when: string;
  phase: string;
  side: Side | null;
  points: Record<Side, number>;
  verdict: string;
}
export interface Step { cost: string; path: string[]; order: Order }
export interface Reachable { piece: string; allowed: string; steps: Record<string, Step>; refusals: Record<string, string> }
export interface Candidate { piece: string; why_not: string }
export interface Battle { type: string; title: string; target: string; pieces: Candidate[]; options: Field[] }
export interface Trace { state: string; path: string[]; cut: string[] }
export interface Option { value: unknown; says: string; hexes: string[]; pieces: string[] }
export interface Question { side: Side; why: string; kind: "choose"; options: Option[]; order_told: string }
export interface Rolled { why: string; dice: string; faces: number[]; total: number; meaning: string }
export interface Told {
  seq: number;
  side: Side;
  lines: string[];
  turn: number;
  phase: string;
  rolls: Rolled[];
  warned: string;
}
export interface EndOrder { order: Order; says: string }
export interface View {
  table: string;
  game: string;
  scenario: string;
  map: string;
  title: string;
  profile: string;
  rulings: Record<string, string>;
  free: boolean;
  seq: number;
  you: Side[];
  status: Status;
  pieces: Piece[];
  offers: Record<string, string>;
  can_end: EndOrder | null;
  battles: Battle[];
  question: Question | null;
  undoable: boolean;
  log: Told[];
  dice: { commitment: string; rolled: number };
  programs: Record<Side, string>;
}

export interface NewTable {
  game: string;
  scenario: string;
  profile: string;
  rulings: Record<string, string>;
  free: boolean;
  hotseat: boolean;
  seats: Record<Side, string>;
}
export interface MadeTable { table: string; seats: Record<Side, string | null>; watch: string }
