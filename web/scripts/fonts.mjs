// SPDX-License-Identifier: Apache-2.0
// Cuts the fonts of the page out of open ones, down to the letters and signs it needs, so that it looks the same on every machine:
// src/fonts/*.woff2 with faces.css, how wide the letters of counters are (widths.json), and what is laid beside the built page
// in assets/fonts: the licences, and the letters that the server's drawings bring along, map.css and opening.css.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Face, Font } from "harfbuzzjs";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);
const FONTS = new URL("../src/fonts/", import.meta.url);
const BESIDE = new URL("../public/assets/fonts/", import.meta.url);

const run = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
// Every language of western Europe; the rest of the Latin ones; raised figures and comparisons, which charts have.
const LATIN = `${run(0x20, 0x7e)}${run(0xa0, 0xff)}ıŒœ–—‘’‚“”„•…‹›€™−⁄′″`;
const MORE_LATIN = `${run(0x100, 0x17e)}ȘșȚțẞ`;
const RAISED = "⁰⁴⁵⁶⁷⁸⁹≈≠≤≥";
// Arrows and tools; circles, stars and crosses.
const SIGNS = "←↑→↓⌂⚒⚓";
const MORE_SIGNS = "■▲▶▼◀◆○●★☆✓✕✗➤";

// Kerning, accents, and figures of one width; the page asks for no other finesse.
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "lnum", "tnum"];
const openSans = (part, style) => `@fontsource-variable/open-sans/files/open-sans-${part}-standard-${style}.woff2`;
const brygada = (part, style) => `@fontsource-variable/brygada-1918/files/brygada-1918-${part}-wght-${style}.woff2`;
const symbols = (name, weight) => `@fontsource/${name}/files/${name}-symbols-${weight}-normal.woff2`;

const ALL_WEIGHTS = { min: 400, max: 700 };
// A little narrower than it was drawn: there is much to say beside a map.
const SANS = { family: "Open Sans", weight: "400 700", style: "normal", axes: { wght: ALL_WEIGHTS, wdth: 94 } };
const ITALIC = { family: "Open Sans", weight: "400", style: "italic", axes: { wght: 400, wdth: 94 } };
const NARROW = { family: "Open Sans Condensed", weight: "700", style: "normal", axes: { wght: 700, wdth: 80 } };
const SERIF = { family: "Brygada 1918", weight: "400 700", style: "normal", axes: { wght: ALL_WEIGHTS } };
const SERIF_ITALIC = { family: "Brygada 1918", weight: "400", style: "italic", axes: { wght: 400 } };
// A family each: the second has no bold, and a browser that finds bold letters in a family looks at no others of it.
const SIGN = { family: "Noto Sans Symbols", style: "normal", weight: "400 700" };
const PLAIN_SIGN = { family: "Noto Sans Symbols 2", style: "normal", weight: "400" };

const FACES = [
  { name: "sans", ...SANS, from: openSans("latin", "normal"), letters: LATIN },
  { name: "sans-more", ...SANS, from: openSans("latin-ext", "normal"), letters: MORE_LATIN },
  { name: "sans-raised", ...SANS, from: openSans("math", "normal"), letters: RAISED },
  { name: "sans-italic", ...ITALIC, from: openSans("latin", "italic"), letters: LATIN },
  { name: "sans-italic-more", ...ITALIC, from: openSans("latin-ext", "italic"), letters: MORE_LATIN },
  { name: "narrow", ...NARROW, from: openSans("latin", "normal"), letters: LATIN },
  { name: "narrow-more", ...NARROW, from: openSans("latin-ext", "normal"), letters: MORE_LATIN },
  { name: "serif", ...SERIF, from: brygada("latin", "normal"), letters: LATIN },
  { name: "serif-more", ...SERIF, from: brygada("latin-ext", "normal"), letters: MORE_LATIN },
  { name: "serif-italic", ...SERIF_ITALIC, from: brygada("latin", "italic"), letters: LATIN },
  { name: "signs", ...SIGN, from: symbols("noto-sans-symbols", 700), letters: SIGNS },
  { name: "more-signs", ...PLAIN_SIGN, from: symbols("noto-sans-symbols-2", 400), letters: MORE_SIGNS },
];

// A picture may fetch nothing, so its letters stand in it: on a map those of the page, on the small picture of how a game begins
// plain ones alone, which a browser makes bold and slanted by itself. Hints are of no use to what is zoomed.
const ON_MAPS = ["sans", "sans-italic", "serif", "serif-italic"].map((name) => ({
  ...FACES.find((each) => each.name === name),
  noHinting: true,
}));
const ON_OPENINGS = [
  {
    ...SANS,
    weight: "400",
    axes: { ...SANS.axes, wght: 400 },
    from: openSans("latin", "normal"),
    letters: LATIN,
    noHinting: true,
  },
];

const cut = ({ from, axes, letters, noHinting = false }, targetFormat = "woff2") =>
  subsetFont(readFileSync(resolve(from)), letters, {
    targetFormat,
    variationAxes: axes,
    keepFeatures: FEATURES,
    noHinting,
  });

/** The signs a font has, as CSS says it: "U+20-7e, U+a0". */
function ranges(face) {
  const runs = [];
  for (const code of [...face.collectUnicodes()].sort((a, b) => a - b)) {
    if (runs.at(-1)?.[1] === code - 1) runs.at(-1)[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`).join(", ");
}

/** How wide each letter is, in parts of the size of its type. */
function widths(face) {
  const font = new Font(face);
  const wide = (code) => Number((font.glyphHAdvance(font.nominalGlyph(code)) / face.upem).toFixed(4));
  return Object.fromEntries([...face.collectUnicodes()].map((code) => [String.fromCodePoint(code), wide(code)]));
}

const rule = ({ family, weight, style }, address, rest = "") =>
  `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; src: url(${address}) format("woff2"); ${rest} }\n`;

for (const folder of [FONTS, BESIDE]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
let page = "";
for (const each of FACES) {
  const plain = new Face(new Blob(await cut(each, "truetype")), 0);
  writeFileSync(new URL(`${each.name}.woff2`, FONTS), await cut(each));
  page += rule(each, `./${each.name}.woff2`, `unicode-range: ${ranges(plain)};`);
  if (each.name === "narrow") writeFileSync(new URL("widths.json", FONTS), JSON.stringify(widths(plain)));
}
writeFileSync(new URL("faces.css", FONTS), page);
for (const [name, faces] of Object.entries({ map: ON_MAPS, opening: ON_OPENINGS })) {
  const held = await Promise.all(
    faces.map(async (each) => rule(each, `data:font/woff2;base64,${(await cut(each)).toString("base64")}`)),
  );
  writeFileSync(new URL(`${name}.css`, BESIDE), held.join(""));
}
for (const name of new Set(FACES.map(({ from }) => from.split("/files/")[0]))) {
  writeFileSync(new URL(`${name.split("/")[1]}-LICENSE.txt`, BESIDE), readFileSync(resolve(`${name}/LICENSE`)));
}
