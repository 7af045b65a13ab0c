// How fast the gallery is with 30,000 entries: from the navigation to the first cards and to all of them, and from a letter that is typed
// to the frame that shows what it finds. No test: nothing fails here, the figures are for docs/notes/speed.md.
//   RELIQUARY=build/reliquary RQ_DEMO_DIR=build/demo node studio/web/tests/measure-gallery.mjs
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser } from "./studio.mjs";
import { synthetic } from "./synthetic.mjs";

const ENTRIES = 30000;
const ROUNDS = 15;
const WORDS = ["entry_12", "override 77", "csv 2999", "zzz"];
const root = mkdtempSync(join(tmpdir(), "gallery-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

const ms = (time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
function report(what, times) {
  times.sort((a, b) => a - b);
  console.log(`| ${what} | ${ms(times[0])} | ${ms(times[times.length >> 1])} | ${ms(times.at(-1))} | ${times.length} |`);
}

/** Types a letter in the page and gives the time to the end of the frame after it: rendering and painting are in it. */
const typed = (page, text) =>
  page.evaluate(
    ([value]) =>
      new Promise((resolve) => {
        const input = document.querySelector("#search");
        const began = performance.now();
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        const wait = () => (document.querySelector(".app").dataset.query === value ? setTimeout(() => resolve(performance.now() - began)) : requestAnimationFrame(wait));
        requestAnimationFrame(wait);
      }),
    [text],
  );

const done = spawnSync(process.env.RELIQUARY, ["convert", join(process.env.RQ_DEMO_DIR, "redguard", "fonts"), join(process.env.RQ_DEMO_DIR, "redguard", "sound"), "-q", "-o", join(root, "many")], { encoding: "utf8" });
if (done.status !== 0) throw new Error(done.stderr);
synthetic(join(root, "many"), ENTRIES);
const chrome = await browser();
const page = await chrome.newContext({ viewport: { width: 1280, height: 800 } }).then((context) => context.newPage());
const first = [];
const all = [];
for (let round = 0; round < ROUNDS; round++) {
  await page.goto("about:blank");
  await page.goto(pathToFileURL(join(root, "many", "index.html")).href, { waitUntil: "commit" });
  await page.waitForSelector(".card");
  first.push(await page.evaluate(() => performance.now()));
  await page.waitForSelector("[data-ready=true]");
  all.push(await page.evaluate(() => performance.now()));
}
const filters = [];
for (const word of WORDS) for (let size = 1; size <= word.length; size++) filters.push(await typed(page, word.slice(0, size)));
console.log("| | best | middle | worst | of |\n| --- | --- | --- | --- | --- |");
report("gallery of 30,000 entries, first cards", first);
report("the same, all entries", all);
report("filtering 30,000 entries, input to frame", filters);
await chrome.close();
