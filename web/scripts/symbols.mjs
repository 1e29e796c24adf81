// SPDX-License-Identifier: Apache-2.0
// Draws every NATO symbol a counter may bear, once, into src/symbols.json: the page, a print and an export then show the same.
// A symbol is found by "kind/size", or by its kind alone where the size is not known.
import { writeFileSync } from "node:fs";
import ms from "milsymbol";

// What stands in the frame: entity and modifiers of a land unit (APP-6D), and in the air set for aircraft.
const KINDS = {
  infantry: "1211000000",
  "mechanized infantry": "1211020000",
  "mechanised infantry": "1211020000",
  mechanized: "1211020000",
  mechanised: "1211020000",
  motorized: "1211040000",
  motorised: "1211040000",
  "motorized infantry": "1211040000",
  armour: "1205000000",
  panzer: "1205000000",
  cavalry: "1213000000",
  reconnaissance: "1213000000",
  mountain: "1211000027",
  parachute: "1211000001",
  paratroop: "1211000001",
  airborne: "1211000001",
  "air landing": "1211000001",
  "air-landing": "1211000001",
  "air-mobile": "1211000100",
  helicopter: "1206000000",
  artillery: "1303000000",
  "anti-tank": "1204000000",
  "anti-air": "1301000000",
  engineer: "1407000000",
  supply: "1634000000",
  garrison: "1211000000",
  "home guard": "1211000000",
  engineers: "1407000000",
  tanks: "1205000000",
  // In games that have tanks besides, armor are armoured cars.
  armor: "1205010000",
  "at artillery": "1204000000",
  "aa artillery": "1301000000",
};
const SIZES = {
  "": "00",
  team: "11",
  squad: "12",
  section: "13",
  platoon: "14",
  company: "15",
  battery: "15",
  squadron: "15",
  battalion: "16",
  regiment: "17",
  wing: "17",
  brigade: "18",
  division: "21",
  corps: "22",
  army: "23",
};

// What APP-6D has too small to be read on a counter, or not at all: drawn into the empty frame, 150 wide from 25 and 100 high from 50.
const letter = (x, text) =>
  `<text x="${x}" y="124" font-family="'Open Sans Condensed', sans-serif" font-size="66" font-weight="700" text-anchor="middle" fill="currentColor">${text}</text>`;
const dot = '<circle cx="66" cy="100" r="19" fill="currentColor"></circle>';
const FRAMED = {
  headquarters: letter(100, "HQ"),
  "light artillery": dot + letter(126, "L"),
  "medium artillery": dot + letter(126, "M"),
  "heavy artillery": dot + letter(126, "H"),
  pontoons:
    '<path d="M42 66L62 84H138L158 66M42 134L62 116H138L158 134" stroke-width="8" stroke="currentColor" fill="none"></path>',
};

// Guns and vehicles as silhouettes, 60 wide and 40 high, as tactical games have them.
const wheel = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const rim = (x, y, r) => wheel(x, y, r) + wheel(x, y, r * 0.45);
const road = [14, 22, 30, 38, 46].map((x) => wheel(x, 31, 2.6)).join("");
const HULL = `M3 27L8 21H52L57 26L51 36H9Z${road}`;
const SILHOUETTES = {
  tank: `${HULL}M16 20L20 11H37L41 20ZM38 13H60V16H38Z`,
  "assault gun": `${HULL}M12 20L18 12H38L47 20ZM42 14.500H60V18H44Z`,
  "sp artillery": `${HULL}M7 20V7H27L33 20ZM29 10L56 2L57 5L31 15Z`,
  halftrack: `M3 11H33L37 17H52L57 22V27H53A7 7 0 0 0 39.500 27H3Z${rim(46, 30, 5.5)}M7 28H30A4 4 0 0 1 30 37H7A4 4 0 0 1 7 28ZM${"10 32.500a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 32.500a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M24 32.500a2 2 0 1 0 4 0a2 2 0 1 0 -4 0"}`,
  "armoured car": `M4 20L13 14H46L57 21L53 27H7ZM20 13L23 6H35L38 13ZM36 8H52V10.500H36Z${rim(15, 30, 6.5)}${rim(44, 30, 6.5)}`,
  truck: `M3 9A4 4 0 0 1 7 5H34V26H3ZM36 12H44L49 19H56V26H36Z${rim(14, 30, 6)}${rim(46, 30, 6)}`,
  wagon: `M3 12H41L37 22H8ZM38 17L58 11L59 13.500L40 20Z${rim(13, 28, 8.5)}${rim(33, 28, 8.5)}`,
  gun: `M17 20L58 11L59 14L20 24ZM32 5L36 5L38 26H34ZM24 22L2 34L3.500 37L29 27Z${rim(28, 28, 8.5)}`,
  mortar: `M17 30L40 2L46 6L24 34ZM10 34H30V38H10ZM38 12L50 34L47 36L35 16ZM34 34H54V37H34Z`,
  leader: `M30 2L35 15H49L38 23L42 37L30 28.500L18 37L22 23L11 15H25Z`,
  "command post": `M12 2H15.500V39H12ZM17 3H54L46 12L54 21H17Z`,
  "armored train": `M2 14H20V8H40V14H58V28H2ZM8 17H16V21H8ZM26 17H34V21H26ZM44 17H52V21H44ZM40 9.500H54V12H40Z${rim(10, 32, 4.5)}${rim(22, 32, 4.5)}${rim(38, 32, 4.5)}${rim(50, 32, 4.5)}M0 38H60V40H0Z`,
  fort: `M4 37V10H13V16H21V10H30V16H39V10H47V16H56V10H56V37ZM25 37V28A5 5 0 0 1 35 28V37Z`,
};

function drawn(code) {
  const symbol = new ms.Symbol(code, { size: 40, fill: false, outlineWidth: 0, strokeWidth: 6 });
  const box = symbol.bbox;
  // The counter's own colour shows through; its ink is whatever the text of the counter is.
  const body = symbol
    .asSVG()
    .replace(/^<svg[^>]*>|<\/svg>$/g, "")
    .replaceAll("rgb(0, 255, 255)", "currentColor")
    .replaceAll('stroke-width="3"', 'stroke-width="6"');
  const margin = 4;
  const view = [box.x1 - margin, box.y1 - margin, box.x2 - box.x1 + 2 * margin, box.y2 - box.y1 + 2 * margin];
  return { view: view.join(" "), body };
}

const symbols = {};
for (const [kind, entity] of Object.entries(KINDS)) {
  for (const [size, echelon] of Object.entries(SIZES)) {
    // Version 30, real, friendly (a rectangle, for both sides), land unit, present, no headquarters.
    symbols[size ? `${kind}/${size}` : kind] = drawn(`30031000${echelon}${entity}`);
  }
}
for (const [kind, body] of Object.entries(FRAMED)) {
  for (const [size, echelon] of Object.entries(SIZES)) {
    const frame = drawn(`30031000${echelon}0000000000`);
    symbols[size ? `${kind}/${size}` : kind] = { ...frame, body: frame.body + body };
  }
}
const air = drawn("30030100001101000000");
for (const kind of ["air", "aircraft", "air force", "bomber", "fighter"]) symbols[kind] = air;
for (const [kind, path] of Object.entries(SILHOUETTES)) {
  symbols[kind] = { view: "0 0 60 40", body: `<path d="${path}" fill="currentColor" fill-rule="evenodd"></path>` };
}
writeFileSync(new URL("../src/symbols.json", import.meta.url), JSON.stringify(symbols));
