// Puts a built page into the program: packs each file of DIST beside OUT and writes the C source that takes them in by
// .incbin: node embed.mjs DIST OUT.c [studio|gallery]
// A byte array would take the compiler 40 times as long (docs/notes/dependencies.md).
import { deflateSync, gzipSync } from "node:zlib";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

/** The server sends files as they are packed; the gallery is unpacked by the program. most and first are what a page may weigh, in
 *  bytes packed: all of it, and what is loaded before anything is seen. */
const PAGES = {
  studio: { array: "rq_assets", symbol: "rq_asset", pack: gzipSync, most: 450 * 1024, first: 60 * 1024 },
  gallery: { array: "rq_gallery_assets", symbol: "rq_gallery_asset", pack: deflateSync, most: 200 * 1024, first: 24 * 1024 },
};
const [dist, out, which = "studio"] = process.argv.slice(2);
const { array, symbol, pack, most, first: mostFirst } = PAGES[which];
const packed = resolve(out + ".gz");
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name)))
  .sort();
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });

const page = readFileSync(join(dist, "index.html"), "utf8");

let blobs = "";
let names = "";
let rows = "";
let total = 0;
let first = 0;
files.forEach((name, index) => {
  const bytes = pack(readFileSync(join(dist, name)), { level: 9 });
  const file = join(packed, `${index}.gz`).split(sep).join("/");
  total += bytes.length;
  if (name === "index.html" || page.includes(name.split(sep).join("/"))) first += bytes.length;
  writeFileSync(file, bytes);
  blobs +=
    `    ".globl ${symbol}_${index}, ${symbol}_${index}_end\\n"\n` +
    `    "${symbol}_${index}: .incbin \\"${file}\\"\\n"\n    "${symbol}_${index}_end: .byte 0\\n"\n`;
  names += `extern const uint8_t ${symbol}_${index}[], ${symbol}_${index}_end[];\n`;
  rows += `    {"/${name.split(sep).join("/")}", ${symbol}_${index}, ${symbol}_${index}_end},\n`;
});
writeFileSync(
  out,
  `#include "server/assets.h"\n\n#if defined(_WIN32)\n#define SECTION ".section .rdata,\\"dr\\"\\n"\n#else\n` +
    `#define SECTION ".section .rodata\\n"\n#endif\n\n__asm__(SECTION\n${blobs}    ".text\\n");\n\n${names}\n` +
    `const struct rq_asset ${array}[] = {\n${rows}    {0},\n};\n`,
);
console.log(`Reliquary: page of the ${which}: ${files.length} files, ${Math.ceil(total / 1024)} KB packed, ${Math.ceil(first / 1024)} KB at first`);
if (total > most || first > mostFirst) {
  console.error(`the page is too large: at most ${most / 1024} KB, and ${mostFirst / 1024} KB at first`);
  process.exit(1);
}
