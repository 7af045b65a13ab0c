// Every view of the page over the demo games: it shows what the file holds, in both themes, without a violation that axe-core finds.
import { readFileSync } from "node:fs";
import { browser, check, end, equal, open, shot, start, visit, workplace } from "./studio.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const place = workplace();
const studio = await start(place.state, place.kotor);
const chrome = await browser();

/** Views of KotOR and of Redguard: resource, view, what has to be on the page. Texts are those of demo/. */
const kotor = [
  ["modules/demo01.mod/guard.utc", "form", "Tamsin"],
  ["modules/demo01.mod/guard.utc", "json", "TemplateResRef", ".cm-content"],
  ["modules/demo01.mod/guard.utc", "bytes", "55 54 43 20".replaceAll(" ", "")],
  ["modules/demo01.mod/guard.utc", "history", "the game takes this one"],
  ["modules/demo01.mod/keeper.dlg", "dialogue", "I have time for tea."],
  ["dialog.tlk", "table", "Lighthouse of the demo"],
  ["override/demo_by_hand.2da", "table", "Harbour"],
  ["override/demo_crest.tpc", "picture", "128 × 128"],
  ["override/demo_guard.mdl", "scene", "2 parts, 2 animations"],
  ["override/demo_asks.ncs", "script", "Compile"],
  ["override/demo_std_cube.dds", "picture", "face 6"],
  ["override/demo_sky.tpc", "picture", "cube 1"],
  ["override/humanm.ltr", "names", "More names"],
];
const redguard = [
  ["ENGLISH.RTX", "sound", "channel"],
  ["fonts/QUAY.FNT", "font", "Size"],
  ["fxart/TEXBSI.302", "picture", "Palette"],
  ["fxart/ISLAND.COL", "picture", "×"],
  ["maps/ISLAND.RGM", "scene", "B_000_PATROL"],
  ["maps/ISLAND.RGM", "script", "PATROL"],
  ["maps/ISLAND.RGM", "animations", "ShowFrame"],
  ["maps/ISLAND.PVO", "octree", "objects are seen"],
  ["sound/MAIN.SFX", "sound", "channel"],
  ["SYSTEM.INI", "form", "back_plane"],
];

/** Pages that are no resource: address, what has to be on the page. */
const pages = [
  ["@mods", "Plan another"],
  ["@help?at=formats/pvo", "PVO"],
  ["@in/modules/demo01.mod", "keeper.dlg"],
  ["@in/override", "append_ja.tlk"],
];

async function lookAtPages(page, theme) {
  for (const [name, text] of pages) {
    await page.evaluate(([to]) => (location.hash = to), [`#/g1/${name}`]);
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
    const found = await page.waitForFunction(([wanted]) => document.querySelector("main").textContent.includes(wanted), [text]).then(() => true, () => false);
    check(`${name}, ${theme}`, found, `has no ${text}`);
    await page.waitForTimeout(300);
    for (const violation of await violations(page)) check(`${name}, ${theme}: accessible`, false, violation);
    await shot(page, `page-${name.replace(/\W+/g, "-")}-${theme}`);
  }
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  return found.violations.map((entry) => `${entry.id}: ${entry.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
}

async function look(page, list, theme, game) {
  for (const [res, view, text, inside] of list) {
    await visit(page, res, view, game);
    const found = await page
      .waitForFunction(
        ([wanted, where]) => {
          const shadow = [...document.querySelectorAll(".editor")].map((box) => box.shadowRoot?.textContent ?? "").join("");
          const all = (document.querySelector(".resource")?.textContent ?? "") + shadow + [...document.querySelectorAll("input, textarea")].map((input) => input.value).join(" ");
          return all.includes(wanted) && (!where || shadow.length > 0);
        },
        [text, inside],
        { timeout: 60000 },
      )
      .then(() => true, () => false);
    check(`${res} as ${view}, ${theme}`, found, `has no ${text}`);
    await page.waitForTimeout(view === "scene" ? 1200 : 150);
    for (const violation of await violations(page)) check(`${res} as ${view}, ${theme}: accessible`, false, violation);
    await shot(page, `${view}-${res.split("/").pop()}-${theme}`);
  }
}

/** One resource of each format that the game has, each in its first view: every format of the family is shown. */
async function everyFormat(page, at, family, absent) {
  const ask = (path) => page.evaluate(([to, token]) => fetch(to, { headers: { "X-Reliquary": token } }).then((answer) => answer.json()), [path, at.token]);
  const tree = await ask("/api/tree?game=1");
  const about = await ask("/api/about");
  const seen = new Map();
  for (let index = 0; index < tree.names.length; index++) {
    const path = tree.sources[tree.source[index]].path;
    const key = (path ? path + "/" : "") + tree.names[index];
    const info = await ask(`/api/info?game=1&res=${encodeURIComponent(key)}`);
    if (info.format && !info.error && !seen.has(info.format)) seen.set(info.format, key);
  }
  for (const format of about.formats.filter((entry) => entry.family === family))
    check(`a ${format.name} of the demo`, seen.has(format.name) || absent.includes(format.name));
  for (const [format, key] of seen) {
    await visit(page, key);
    const shown = await page.waitForSelector(".crumbs button[aria-pressed=true]").then(() => page.waitForTimeout(300)).then(() => page.locator(".resource > .bad").count());
    equal(`${format} is shown (${key})`, shown, 0);
  }
}

for (const theme of ["light", "dark"]) {
  const page = await open(chrome, studio, { colorScheme: theme });
  await look(page, kotor, theme, 1);
  // Archives are what the tree consists of; loose ones are opened by themselves.
  if (theme === "light") await everyFormat(page, studio, "kotor", ["erf", "rim", "bif", "bzf", "key", "mdl_ascii"]);
  await visit(page, "@saves");
  await page.click(".slots button:has-text('Before the ferry')");
  check(`saved games, ${theme}`, await page.waitForSelector("input[aria-label=credits]").then((input) => input.inputValue().then((value) => value === "318")));
  for (const violation of await violations(page)) check(`saved games, ${theme}: accessible`, false, violation);
  await shot(page, `saves-${theme}`);
  await page.getByRole("button", { name: "galaxy map" }).click();
  await page.waitForSelector(".galaxy svg");
  for (const violation of await violations(page)) check(`galaxy map, ${theme}: accessible`, false, violation);
  await shot(page, `galaxy-${theme}`);
  await lookAtPages(page, theme);
  await page.keyboard.press("Alt+h");
  await page.waitForSelector("text=Two small games to try");
  for (const violation of await violations(page)) check(`start page, ${theme}: accessible`, false, violation);
  await shot(page, `start-${theme}`);
  await page.context().close();
}
await studio.stop();

const second = await start(place.state, place.redguard);
for (const theme of ["light", "dark"]) {
  const page = await open(chrome, second, { colorScheme: theme });
  await look(page, redguard, theme, 1);
  if (theme === "light") await everyFormat(page, second, "redguard", ["rob"]);
  await page.context().close();
}
equal("the program ends", await second.stop(), 0);
await chrome.close();
place.remove();
end();
