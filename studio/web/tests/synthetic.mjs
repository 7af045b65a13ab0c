// Data of a gallery with so many entries, in parts as the program writes them: a third each are pictures, sounds and tables, by the
// remainder of their number.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const PART = 2000; // PART_INPUTS of tool/gallery.c
const KINDS = [
  ["tpc", "png", () => ({ width: 64, height: 64 })],
  ["wav", "wav", (at) => ({ ms: 1000 + at, peaks: "ABCDEFGHIJKLMNOPQRSTUVWXYZYXWVUTSRQPONMLKJIHGFEDCBABCDEFGHIJKLMN" })],
  ["twoda", "csv", () => ({})],
];

export function synthetic(folder, count) {
  const parts = Math.ceil(count / PART);
  writeFileSync(join(folder, "index", "data.js"), `reliquaryData(${JSON.stringify({ name: "many", family: "plain", version: 0, parts, formats: {} })});\n`);
  for (let part = 0; part < parts; part++) {
    const inputs = [];
    for (let at = part * PART; at < Math.min(count, (part + 1) * PART); at++) {
      const [format, extension, more] = KINDS[at % 3];
      inputs.push({ path: `override/entry_${at}.${format}`, format, size: 1000, files: [{ name: `override/entry_${at}.${extension}`, size: 1000, ...more(at) }] });
    }
    writeFileSync(join(folder, "index", `data-${part}.js`), `reliquaryData(${JSON.stringify(inputs)});\n`);
  }
}
