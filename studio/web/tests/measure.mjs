// How fast the studio is on a large game, made of copies of the demo: the first tree, opening a file of each format, filtering the
// tree. No test: nothing fails here, the figures are for docs/notes/speed.md.
//   RELIQUARY=build/reliquary RQ_DEMO_DIR=build/demo node studio/web/tests/measure.mjs
import { copyFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { browser, start, visit, workplace } from "./studio.mjs";

const MODULES = 500;
const place = workplace();

/** Copies of the module and of small files in Override, until the game has so many resources. */
async function grow(count) {
  const modules = join(place.kotor, "modules");
  const override = join(place.kotor, "override");
  if (!readdirSync(modules).includes("copy0.mod")) for (let index = 0; index < MODULES; index++) copyFileSync(join(modules, "demo01.mod"), join(modules, `copy${index}.mod`));
  const small = readdirSync(override).filter((name) => !/^c\d+_/.test(name) && statSync(join(override, name)).size < 4096);
  const studio = await start(place.state, place.kotor);
  const { names } = await ask(studio, "tree?game=1");
  await studio.stop();
  for (let index = names.length; index < count; index++) copyFileSync(join(override, small[index % small.length]), join(override, `c${index}_${small[index % small.length]}`));
}

const ask = (studio, path) => fetch(`http://127.0.0.1:${studio.port}/api/${path}`, { headers: { "X-Reliquary": studio.token } }).then((answer) => answer.json());
const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const best = (list) => Math.min(...list);
const ms = (time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const report = (what, times) => console.log(`| ${what} | ${ms(best(times))} | ${ms(middle(times))} | ${ms(times.at(-1))} | ${times.length} |`);

/** From the start of the navigation to the frame that shows rows of the tree. The browser runs already; nothing of the page is kept. */
async function firstTree(page, studio) {
  await page.goto("about:blank");
  await page.goto(studio.address, { waitUntil: "commit" });
  await page.waitForSelector("[role=tree] [role=treeitem]");
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))));
}

/** From the click on a resource to the frame after its view has something to show. */
const shown = (page, key) =>
  page.evaluate(
    ([hash]) =>
      new Promise((resolve) => {
        const began = performance.now();
        const wait = () => {
          const view = document.querySelector(".resource");
          const busy = !view || !view.querySelector(".crumbs") || /(Reading|Loading|Decompiling)…/.test(view.textContent) || decodeURIComponent(location.hash) !== decodeURIComponent(hash) || !document.querySelector(".crumbs")?.textContent.includes(hash.split("/").pop());
          if (busy && performance.now() - began < 5000) requestAnimationFrame(wait);
          else setTimeout(() => resolve(performance.now() - began));
        };
        location.hash = hash;
        window.dispatchEvent(new PopStateEvent("popstate"));
        requestAnimationFrame(wait);
      }),
    [`#/g1/${key}`],
  );

/** One resource of each format and blueprint that the demo has. */
async function samples(studio) {
  const tree = await ask(studio, "tree?game=1");
  const seen = new Map();
  for (let index = 0; index < tree.names.length; index++) {
    const path = tree.sources[tree.source[index]].path;
    if (/^c\d+_/.test(tree.names[index]) || /copy\d/.test(path)) continue;
    const key = (path ? path + "/" : "") + tree.names[index];
    const info = await ask(studio, `info?game=1&res=${encodeURIComponent(key)}`);
    const kind = info.blueprint || info.format;
    if (kind && !info.error && !seen.has(kind)) seen.set(kind, key);
  }
  return seen;
}

/** Times from an input event to the end of the paint after it, out of a trace. */
function paints(trace) {
  const events = trace.traceEvents;
  const inputs = events.filter((event) => event.name === "EventDispatch" && event.args?.data?.type === "input");
  return inputs.map((input) => {
    const after = events.filter((event) => event.name === "Paint" && event.tid === input.tid && event.ts > input.ts).sort((a, b) => a.ts - b.ts)[0];
    return (after.ts + after.dur - input.ts) / 1000;
  });
}

async function filtering(chrome, page) {
  await page.focus("#filter");
  await chrome.startTracing(page, { categories: ["devtools.timeline"] });
  for (const word of ["guard", "demo_crest", "utc 12", "zzz"]) {
    for (const letter of word) await page.keyboard.type(letter, { delay: 80 });
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.waitForTimeout(150);
  }
  return paints(JSON.parse((await chrome.stopTracing()).toString()));
}

const chrome = await browser();
console.log("| | best | middle | worst | of |\n| --- | --- | --- | --- | --- |");

await grow(30000);
let studio = await start(place.state, place.kotor);
const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await firstTree(page, studio);
const trees = [];
for (let round = 0; round < 15; round++) trees.push(await firstTree(page, studio));
report("first tree, 30,000 resources", trees);
const all = await samples(studio);
const opened = new Map();
for (const round of ["cold", "warm", "warm", "warm"])
  for (const [kind, key] of all) {
    const time = await shown(page, key);
    if (round === "warm") opened.set(kind, [...(opened.get(kind) ?? []), time]);
    await visit(page, "@start");
    await page.waitForTimeout(120); // its own requests are over
  }
report("opening a file, 30,000 resources", [...opened.values()].flat());
report("the same, the best time of each kind", [...opened.values()].map(best));
console.log("slowest, by the best of each kind: " + [...opened].map(([kind, times]) => [kind, best(times)]).sort((a, b) => b[1] - a[1]).slice(0, 6).map(([kind, time]) => `${kind} ${ms(time)}`).join(", "));
await studio.stop();

await grow(60000);
studio = await start(place.state, place.kotor);
const larger = [];
for (let round = 0; round < 5; round++) larger.push(await firstTree(page, studio));
report("first tree, 60,000 resources", larger);
report("filtering 60,000 names, input to paint", await filtering(chrome, page));
await studio.stop();
await chrome.close();
place.remove();
