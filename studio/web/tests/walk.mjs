// Three walks through the studio as people would do them: a modder, somebody with a saved game, an archivist. The modder uses the
// keyboard alone.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, check, end, equal, open, shot, start, visit, workplace } from "./studio.mjs";

const place = workplace();
const chrome = await browser();
const tool = (...words) => execFileSync(process.env.RELIQUARY, words, { encoding: "utf8" }).trim();
const sum = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
const module = join(place.kotor, "modules/demo01.mod");
const guard = "modules/demo01.mod/guard.utc";

/** Moves to a value of the form by typing its name, and gives it another. */
async function setValue(page, name, value) {
  const field = page.locator(`[aria-label="Value of ${name}"]`);
  await page.getByLabel("Filter fields").fill(name.split("/")[0]);
  await field.focus();
  await field.fill(value);
  await page.keyboard.press("Enter");
}

const count = (page) => page.locator("header button:has-text('Apply')").textContent();

// ---- a modder ----
{
  const before = sum(module);
  let studio = await start(place.state, place.kotor);
  let page = await open(chrome, studio);
  // Find a creature by a text that is spoken: the line, its dialogue, who uses it.
  await page.keyboard.press("Control+Shift+F");
  await page.keyboard.type("lamps while I wait");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".hits li button:has-text('keeper.dlg')");
  await page.locator(".hits li button:has-text('modules/demo01.mod/keeper.dlg')").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".crumbs:has-text('keeper.dlg')");
  await page.keyboard.press("Escape");
  await page.locator("main").press("Shift+F12");
  await page.waitForSelector(".hits li button:has-text('guard.utc')");
  await page.locator(`.hits li button:has-text('${guard}')`).first().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".crumbs:has-text('guard.utc')");
  // Change name, feat and conversation.
  await setValue(page, "FirstName/0", "Orla");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));
  await setValue(page, "Conversation", "no_such_talk");
  // The finding stands at the field.
  await page.waitForSelector(".form-row .finding:has-text('no such dlg')");
  check("a finding at the field", true);
  await page.getByLabel("Filter fields").fill("");
  await page.locator("main .crumbs").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector(".form-row .finding")?.textContent.includes("no such dlg"));
  check("undo takes the finding away", true);
  await page.keyboard.press("Control+y");
  await page.waitForSelector(".form-row .finding:has-text('no such dlg')");
  await page.keyboard.press("Control+z");
  await setValue(page, "Str", "18");
  await page.waitForTimeout(500);
  await shot(page, "modder-edits");
  // The program is killed; another finds the edits.
  await page.context().close();
  await studio.kill();
  equal("nothing is written before apply", sum(module), before);
  studio = await start(place.state, place.kotor);
  page = await open(chrome, studio);
  check("the edits are there again", (await count(page)).includes("(1)"));
  await visit(page, guard, "form");
  await page.waitForFunction(() => [...document.querySelectorAll("input")].some((input) => input.value === "Orla"));
  await page.locator("main .crumbs").click();
  await page.keyboard.press("Control+s");
  await page.waitForSelector("dialog .differences");
  const shown = await page.locator("dialog").textContent();
  check("the dialog shows the differences", shown.includes("FirstName/0") && shown.includes("Orla") && shown.includes(".reliquary"), shown);
  await shot(page, "apply");
  await page.locator("dialog button.main").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".notice:has-text('Wrote 1 file')");
  equal("the name on disk", tool("get", `${module}/guard.utc`, "FirstName/0"), "Orla");
  equal("the strength on disk", tool("get", `${module}/guard.utc`, "Str"), "18");
  equal("verify", tool("verify", "-q", module), "");
  // Take the apply back.
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("Applied");
  await page.keyboard.press("Enter");
  await page.locator("dialog button:has-text('Take back')").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".notice:has-text('as they were')");
  equal("undone byte for byte", sum(module), before);
  await page.context().close();
  await studio.stop();
}

// ---- a saved game ----
{
  const studio = await start(place.state, place.kotor);
  const page = await open(chrome, studio);
  const slot = join(place.kotor, "saves/000002 - Game1");
  const show = () => JSON.parse(tool("save", "show", slot, "--json"));
  await visit(page, "@saves");
  const names = await page.waitForSelector(".slots").then(() => page.locator(".slots button").count());
  check("slots are listed", names >= 3, String(names));
  const buttons = page.locator(".slots button");
  for (let index = 0; index < names; index++) {
    await buttons.nth(index).click();
    const where = await page.waitForSelector(".report dd").then((element) => element.textContent());
    if (where.endsWith("saves/000002 - Game1")) break;
  }
  await page.getByRole("button", { name: "player", exact: true }).click();
  await page.getByLabel("player attributes Str").fill("18");
  await page.keyboard.press("Tab");
  await page.waitForSelector(".effect:has-text('Str')");
  await page.getByRole("button", { name: "inventory", exact: true }).click();
  await page.getByLabel("Item to give").fill("lantern,2");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(600);
  await shot(page, "save-change");
  const old = show();
  equal("nothing is written yet", old.player.attributes.Str, 10);
  await page.getByRole("button", { name: "Write the slot" }).click();
  await page.waitForSelector(".notice:has-text('was written')");
  equal("the attribute in the slot", show().player.attributes.Str, 18);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.waitForSelector(".notice:has-text('as it was')");
  equal("restored", JSON.stringify(show()), JSON.stringify(old));
  await page.context().close();
  await studio.stop();
}

// ---- an archivist ----
{
  const studio = await start(place.state, place.redguard);
  const page = await open(chrome, studio);
  await page.keyboard.press("Control+p");
  await page.keyboard.type("island.rgm");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=B_000_PATROL");
  await page.locator("canvas.stage").focus();
  await page.keyboard.down("w");
  await page.waitForTimeout(400);
  await page.keyboard.up("w");
  await shot(page, "island");
  await page.locator(".parts button:has-text('B_000_PATROL')").click();
  await page.getByRole("button", { name: "Go there" }).click();
  await shot(page, "patrol");
  await page.getByRole("button", { name: "Script", exact: true }).last().click();
  await page.waitForFunction(() => document.querySelector(".editor")?.shadowRoot?.textContent.includes("sMoveByAxis"));
  check("the script of the actor", true);
  await visit(page, "ENGLISH.RTX", "sound");
  await page.waitForSelector("blockquote");
  check("a line has its words", (await page.locator("blockquote").textContent()).length > 3);
  await page.waitForFunction(() => document.querySelector("audio")?.src.startsWith("blob:"));
  await visit(page, "fxart/FIGURE.3DC", "scene");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export GLB" }).click();
  const file = await download;
  equal("the model is exported", file.suggestedFilename(), "FIGURE.glb");
  equal("as a GLB", readFileSync(await file.path()).subarray(0, 4).toString(), "glTF");
  await page.context().close();
  await studio.stop();
}

await chrome.close();
place.remove();
end();
