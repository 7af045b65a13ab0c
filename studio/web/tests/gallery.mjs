// The gallery that convert writes, opened as a double click does: file://. What it counts is what index.json has, pictures and sounds
// load, models are drawn, names out of archives are texts and no markup, nothing that axe-core finds in both themes.
//   RELIQUARY  the program      RQ_DEMO_DIR  the demo      STUDIO_SHOTS  folder for pictures of the page, or nothing
import { spawnSync } from "node:child_process";
import { cpSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, check, end, equal, shot } from "./studio.mjs";
import { synthetic } from "./synthetic.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const root = mkdtempSync(join(tmpdir(), "gallery-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

function tool(...words) {
  const done = spawnSync(process.env.RELIQUARY, words, { cwd: root, encoding: "utf8" });
  equal(words.join(" "), done.status, 0) || console.log(done.stderr);
}

async function open(chrome, folder, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(60000);
  const page = await context.newPage();
  page.on("pageerror", (error) => check("the page has no error", false, error.message));
  page.on("console", (message) => message.type() === "error" && check("the console has no error", false, message.text()));
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || check("nothing is asked of a network", false, request.url()));
  await page.goto(pathToFileURL(join(root, folder, "index.html")).href);
  await page.waitForSelector("[data-ready=true]");
  return page;
}

async function violations(page, where) {
  await page.evaluate(axe);
  // preload: axe would read the style sheet, which a page from the disk may not.
  const found = await page.evaluate(() => window.axe.run(document, { preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  for (const entry of found.violations) check(`${where}: accessible`, false, `${entry.id}: ${entry.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
  check(`${where}: looked at`, found.passes.length > 10);
}

const section = (page, id) => page.click(`nav a[data-section=${id}]`).then(() => page.waitForSelector(`nav a[data-section=${id}][aria-current]`));

/** Types, and waits for the page that has it. */
async function search(page, text) {
  await page.fill("#search", text);
  await page.waitForFunction((wanted) => document.querySelector(".app").dataset.query === wanted, text);
}
const count = async (page, id) => Number((await page.textContent(`nav a[data-section=${id}] .count`)).replaceAll(",", ""));
const loaded = (page, selector) => page.waitForFunction((css) => [...document.querySelectorAll(css)].some((image) => image.complete && image.naturalWidth > 0), selector).then(() => true, () => false);

/** What the sections hold follows from the extensions of index.json. */
async function counts(page, folder) {
  const { inputs } = JSON.parse(readFileSync(join(root, folder, "index.json"), "utf8"));
  const files = inputs.flatMap((input) => input.files.map((file) => ({ ...file, format: input.format })));
  const about = await page.textContent(".title .about");
  check(`${folder}: inputs and files`, about.includes(`${inputs.length} inputs, ${files.length} files`), about);
  const of = (kinds) => files.filter((file) => file.format !== "fnt" && kinds.test(file.name)).length;
  equal(`${folder}: pictures`, await count(page, "pictures"), of(/\.(png|gif)$/));
  equal(`${folder}: models`, await count(page, "models"), of(/\.glb$/));
  equal(`${folder}: sounds`, await count(page, "sounds"), of(/\.(wav|mp3)$/));
  const fonts = inputs.filter((input) => input.format === "fnt").length;
  if (fonts) equal(`${folder}: fonts`, await count(page, "fonts"), fonts);
  else equal(`${folder}: no fonts`, await page.locator("nav a[data-section=fonts]").count(), 0);
}

/** Every section in a theme; a picture of each where they are asked for. */
async function sections(page, folder, theme) {
  for (const id of await page.locator("nav a").evaluateAll((links) => links.map((link) => link.dataset.section))) {
    await section(page, id);
    const rows = await page.waitForSelector(".card").then(() => page.locator(".card").count());
    check(`${folder}: ${id} has cards, only those that are seen`, rows > 0 && rows < 150, String(rows));
    await violations(page, `${folder}, ${id}, ${theme}`);
    if (process.env.STUDIO_SHOTS) await page.waitForLoadState("networkidle");
    await shot(page, `gallery-${folder}-${id}-${theme}`);
  }
}

/** Pixels of the canvas that something was drawn on; behind the model it is see-through. */
const drawn = (page) =>
  page.evaluate(() => {
    const from = document.querySelector("canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: from.width, height: from.height }).getContext("2d");
    copy.drawImage(from, 0, 0);
    const { data } = copy.getImageData(0, 0, from.width, from.height);
    let pixels = 0;
    for (let at = 3; at < data.length; at += 4) pixels += data[at] > 0;
    return pixels;
  });

async function preview(page, folder, theme, name) {
  await section(page, "models");
  check(`${folder}: the picture of a model`, await loaded(page, ".frame.models img"));
  await search(page, name);
  await page.locator(".card").first().click();
  await page.waitForSelector("canvas[data-state=shown]");
  const pixels = await drawn(page);
  check(`${folder}: the model is drawn`, pixels > 5000, `${pixels} pixels`);
  await violations(page, `${folder}, a model, ${theme}`);
  await shot(page, `gallery-${folder}-model-${theme}`);
  // A turn shows it from another side.
  const before = await page.evaluate(() => document.querySelector("canvas").toDataURL());
  await page.focus("canvas");
  await page.keyboard.press("ArrowRight");
  check(`${folder}: the model turns`, await page.waitForFunction((was) => document.querySelector("canvas").toDataURL() !== was, before).then(() => true, () => false));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await search(page, "");
}

/** The player has a source that the browser could read. */
const plays = (page) => page.waitForFunction(() => document.querySelector(".player audio")?.readyState >= 1 && document.querySelector(".player audio").duration > 0).then(() => true, () => false);

async function sounds(page, folder) {
  await section(page, "sounds");
  const path = await page.locator(".frame.sounds .wave path").first().getAttribute("d");
  equal(`${folder}: bars of a wave form`, path.split("M").length - 1, 64);
  const tops = new Set(path.match(/ [\d.]+V/g));
  check(`${folder}: the wave form is no line`, tops.size > 3, [...tops].join());
  await page.locator(".card .play").first().click();
  check(`${folder}: a sound plays`, await plays(page));
  await page.click(".player button");
}

async function lines(page, folder, words) {
  await section(page, "dialogue");
  await search(page, words);
  const said = await page.locator(".said").allTextContents();
  check(`${folder}: lines with "${words}"`, said.length > 0 && said.every((text) => text.toLowerCase().includes(words)), said.join("; "));
  await page.locator(".line .play").first().click();
  check(`${folder}: a line is heard`, await plays(page));
  await page.locator(".card:has(.play)").first().click();
  check(`${folder}: a line in full`, (await page.textContent("blockquote")).toLowerCase().includes(words));
  equal(`${folder}: with its voice`, await page.locator("dialog audio").count(), 1);
  await page.keyboard.press("Escape");
  await page.click(".player button");
  await search(page, "");
}

/** Only by keys: search, the grid, an item, the one after it, and back. */
async function keys(page, folder) {
  await section(page, "pictures");
  await page.locator("nav a[aria-current]").press("/");
  equal(`${folder}: / goes to the search`, await page.evaluate(() => document.activeElement.id), "search");
  await page.focus("[role=grid]");
  const active = () => page.evaluate(() => document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.querySelector(".name")?.textContent);
  const first = await active();
  await page.keyboard.press("ArrowRight");
  const second = await active();
  check(`${folder}: the arrows move`, first && second && first !== second, `${first}, ${second}`);
  await page.keyboard.press("Enter");
  equal(`${folder}: Enter opens`, await page.textContent("#detail-title"), second);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((name) => document.querySelector("#detail-title").textContent === name, first);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  equal(`${folder}: Escape goes back to the grid`, await page.evaluate(() => document.activeElement.getAttribute("role")), "grid");
}

async function themes(page, folder) {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const was = await theme();
  await page.click(".theme");
  const turned = await theme();
  check(`${folder}: another theme`, turned !== was);
  await page.reload();
  await page.waitForSelector("[data-ready=true]");
  equal(`${folder}: the theme is kept`, await theme(), turned);
}

// ---- the games of the demo ----

const chrome = await browser();
for (const game of ["kotor", "redguard"]) cpSync(join(process.env.RQ_DEMO_DIR, game), join(root, game), { recursive: true });

// A dialogue whose first line has a voice that is among the sounds.
const override = join(root, "kotor", "override");
tool("extract", "kotor/modules/demo01.mod", "keeper.dlg", "-q", "-o", "kotor/override");
tool("set", "kotor/override/keeper.dlg", "EntryList/0/VO_ResRef=demo_melody");

// Names and texts that a page must not take for markup, and names that are no plain address.
const HOSTILE = "<img src=x onerror=hacked=1>";
const TEXT = "</script><script>hacked=1</script><img src=x onerror=hacked=1>";
const odd = ["a#b?c%20d &amp; e", "javascript:hacked=1", `"'><svg onload=hacked=1>`, HOSTILE];
for (const name of odd) copyFileSync(join(override, "demo_packed8.tga"), join(override, `${name}.tga`));
writeFileSync(join(root, "texts.csv"), `strref,text,sound,sound_length\n0,"${TEXT}",,\n`);
tool("build", "texts.csv", "-q", "-o", "kotor/override/hostile.tlk");

// The same in an archive, whose names pack checks: so it is put there afterwards, with as many letters.
const ENTRY = "<img src=x>";
const PLAIN = "plain_entry";
mkdirSync(join(root, "entries"));
copyFileSync(join(override, "demo_packed8.tga"), join(root, "entries", `${PLAIN}.tga`));
tool("pack", "entries", "-q", "-o", "plain.mod");
const archive = readFileSync(join(root, "plain.mod")).toString("latin1");
equal("the archive has the name", archive.split(PLAIN).length, 2);
writeFileSync(join(root, "kotor", "modules", "hostile.mod"), Buffer.from(archive.replace(PLAIN, ENTRY), "latin1"));

tool("convert", "kotor", "-q", "-o", "k");
tool("convert", "redguard", "-q", "--previews", "-o", "r");

for (const theme of ["light", "dark"]) {
  const page = await open(chrome, "r", { colorScheme: theme });
  equal("the title", await page.textContent("h1"), "Redguard");
  equal(`the theme of the system, ${theme}`, await page.evaluate(() => document.documentElement.dataset.theme), theme);
  await counts(page, "r");
  await sections(page, "r", theme);
  await preview(page, "r", theme, "fxart/house");
  if (theme === "light") {
    await sounds(page, "r");
    await lines(page, "r", "quay");
    await keys(page, "r");
    await section(page, "fonts");
    check("r: a font is loaded", await page.waitForFunction(() => [...document.fonts].some((face) => face.family.startsWith("gallery-font") && face.status === "loaded") && document.querySelector(".sample")).then(() => true, () => false));
    await themes(page, "r");
  }
  await page.context().close();
}

const dark = await open(chrome, "k", { colorScheme: "dark" });
await sections(dark, "k", "dark");
await dark.context().close();

// Without --previews a model is given by hand.
const page = await open(chrome, "k", { colorScheme: "light" });
equal("the title", await page.textContent("h1"), "Knights of the Old Republic");
await counts(page, "k");
await sections(page, "k", "light");
await sounds(page, "k");
await lines(page, "k", "ferry");
await section(page, "models");
await search(page, "demo_guard");
await page.locator(".card").first().click();
await page.waitForSelector(".chooser");
await violations(page, "k, a model that has to be given");
await page.setInputFiles(".chooser input[accept]", join(root, "k/override/demo_guard.glb"));
await page.waitForSelector("canvas[data-state=shown]");
check("k: a model that was given is drawn", (await drawn(page)) > 5000);
await page.keyboard.press("Escape");
await search(page, "demo_head");
await page.locator(".card").first().click();
await page.setInputFiles(".chooser input[webkitdirectory]", join(root, "k"));
await page.waitForSelector("canvas[data-state=shown]");
check("k: a model of the folder that was given is drawn", (await drawn(page)) > 5000);
await page.keyboard.press("Escape");
await search(page, "demo_scout");
await page.locator(".card").first().click();
await page.waitForSelector("canvas[data-state=shown]");
check("k: the folder is given once", (await drawn(page)) > 5000);
await page.keyboard.press("Escape");

// ---- hostile names ----

await section(page, "pictures");
for (const name of odd) {
  await search(page, name);
  const names = await page.locator(".card .name").allTextContents();
  check(`a file ${name}`, names.includes(`${name}.png`), names.join("; "));
  check(`the picture of ${name}`, await loaded(page, ".frame.pictures img"));
  await page.locator(".card").first().click();
  check(`${name} in full`, await loaded(page, "dialog img.whole"));
  const links = await page.locator("dialog a").evaluateAll((all) => all.map((link) => link.protocol));
  check(`links of ${name} are files`, links.length > 0 && links.every((protocol) => protocol === "file:"), links.join());
  await page.keyboard.press("Escape");
}
await search(page, "modules/hostile.mod");
const entries = await page.locator(".card .name").allTextContents();
check("an entry of an archive", entries.length === 1 && entries[0].includes("img src=x"), entries.join("; "));
check("its picture", await loaded(page, ".frame.pictures img"));
await section(page, "dialogue");
await search(page, "onerror=hacked");
equal("a text stays a text", await page.locator(".said").first().textContent(), TEXT);
equal("no name or text was run", await page.evaluate(() => window.hacked), undefined);
equal("no name or text is markup", await page.locator("img[src=x], svg[onload]").count(), 0);
await page.context().close();

// ---- what did not change is not made again ----

const thumb = join(root, "r/index/thumbs/fxart/HOUSE.glb.png");
const other = join(root, "r/index/thumbs/fxart/LAMP.glb.png");
rmSync(other);
const stamp = (file) => String(statSync(file, { bigint: true }).mtimeNs);
const before = stamp(thumb);
tool("convert", "redguard", "-q", "--previews", "--force", "-o", "r");
equal("the picture of a model that is the same is left", stamp(thumb), before);
check("one that is missing is made", existsSync(other));
writeFileSync(join(root, "r/fxart/HOUSE.glb"), "another file");
tool("convert", "redguard", "-q", "--previews", "--force", "-o", "r");
check("one of a model that changed is made again", stamp(thumb) !== before);

// ---- many entries ----

mkdirSync(join(root, "many"));
for (const name of ["index.html", "index"]) cpSync(join(root, "r", name), join(root, "many", name), { recursive: true });
const ENTRIES = 30000;
synthetic(join(root, "many"), ENTRIES);
const many = await chrome.newContext({ viewport: { width: 1280, height: 800 } }).then((context) => context.newPage());
many.on("pageerror", (error) => check("the page has no error", false, error.message));
await many.goto(pathToFileURL(join(root, "many", "index.html")).href);
// Typed while the parts still arrive: nothing may take it back.
await many.locator("#search").pressSequentially("entry_1234");
await many.waitForSelector("[data-ready=true]");
equal("what was typed early stays", await many.inputValue("#search"), "entry_1234");
// Those whose number starts with 1234: itself and 12340 to 12349. A third of all are pictures, by the remainder of the number.
const numbers = [1234, ...Array.from({ length: 10 }, (_, at) => 12340 + at)];
equal("pictures that are found", await count(many, "pictures"), numbers.filter((number) => number % 3 === 0).length);
await search(many, "");
equal("all are counted", (await count(many, "pictures")) + (await count(many, "sounds")) + (await count(many, "tables")), ENTRIES);
await section(many, "pictures");
await many.focus("[role=grid]");
await many.keyboard.press("End");
await many.waitForFunction((last) => [...document.querySelectorAll(".card .name")].some((name) => name.textContent === last), `entry_${ENTRIES - 3}.png`);
const cards = await many.locator(".card").count();
check("only what is seen is in the document", cards < 150, `${cards} cards`);
await chrome.close();
end();
