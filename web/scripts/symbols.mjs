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
  "motorized infantry": "1211040000",
  armor: "1205000000",
  armour: "1205000000",
  panzer: "1205000000",
  tank: "1205000000",
  cavalry: "1213000000",
  reconnaissance: "1213000000",
  mountain: "1211000027",
  parachute: "1211000001",
  paratroop: "1211000001",
  airborne: "1211000001",
  "air landing": "1211000001",
  "air-landing": "1211000001",
  artillery: "1303000000",
  "anti-tank": "1204000000",
  "anti-air": "1301000000",
  engineer: "1407000000",
  headquarters: "1211000000",
  supply: "1634000000",
  garrison: "1211000000",
  "home guard": "1211000000",
};
const SIZES = {
  "": "00", team: "11", squad: "12", section: "13", platoon: "14", company: "15", battalion: "16",
  regiment: "17", wing: "17", brigade: "18", division: "21", corps: "22", army: "23",
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
    // Version 30, real, friendly (a rectangle, for both sides), land unit, present, then headquarters or not.
    const mark = kind === "headquarters" ? "2" : "0";
    symbols[size ? `${kind}/${size}` : kind] = drawn(`3003100${mark}${echelon}${entity}`);
  }
}
const air = drawn("30030100001101000000");
for (const kind of ["air", "aircraft", "air force", "bomber", "fighter"]) symbols[kind] = air;
writeFileSync(new URL("../src/symbols.json", import.meta.url), JSON.stringify(symbols));
