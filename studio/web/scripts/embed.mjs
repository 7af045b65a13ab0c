// Puts the built page into the program: gzips each file of DIST beside OUT and writes the C source that takes them in by
// .incbin: node embed.mjs DIST OUT.c
// A byte array would take the compiler 40 times as long (docs/notes/dependencies.md).
import { gzipSync } from "node:zlib";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

const [dist, out] = process.argv.slice(2);
const packed = resolve(out + ".gz");
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name)))
  .sort();
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });

/** What a page may weigh, in bytes gzipped: all of it, and what is loaded before anything is seen. */
const MOST = 450 * 1024;
const MOST_FIRST = 60 * 1024;
const page = readFileSync(join(dist, "index.html"), "utf8");

let blobs = "";
let names = "";
let rows = "";
let total = 0;
let first = 0;
files.forEach((name, index) => {
  const bytes = gzipSync(readFileSync(join(dist, name)), { level: 9 });
  const file = join(packed, `${index}.gz`).split(sep).join("/");
  total += bytes.length;
  if (name === "index.html" || page.includes(name.split(sep).join("/"))) first += bytes.length;
  writeFileSync(file, bytes);
  blobs +=
    `    ".globl rq_asset_${index}, rq_asset_${index}_end\\n"\n` +
    `    "rq_asset_${index}: .incbin \\"${file}\\"\\n"\n    "rq_asset_${index}_end: .byte 0\\n"\n`;
  names += `extern const uint8_t rq_asset_${index}[], rq_asset_${index}_end[];\n`;
  rows += `    {"/${name.split(sep).join("/")}", rq_asset_${index}, rq_asset_${index}_end},\n`;
});
writeFileSync(
  out,
  `#include "server/assets.h"\n\n#if defined(_WIN32)\n#define SECTION ".section .rdata,\\"dr\\"\\n"\n#else\n` +
    `#define SECTION ".section .rodata\\n"\n#endif\n\n__asm__(SECTION\n${blobs}    ".text\\n");\n\n${names}\n` +
    `const struct rq_asset rq_assets[] = {\n${rows}    {0},\n};\n`,
);
console.log(`Reliquary: page of the studio: ${files.length} files, ${Math.ceil(total / 1024)} KB gzipped, ${Math.ceil(first / 1024)} KB at first`);
if (total > MOST || first > MOST_FIRST) {
  console.error(`the page is too large: at most ${MOST / 1024} KB, and ${MOST_FIRST / 1024} KB at first`);
  process.exit(1);
}
