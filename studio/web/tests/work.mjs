// What people do with more than one value at a time, and what the special views do, mostly by keyboard: several files and values,
// copy and paste, models by drop, bytes and form, textures with their text, scripts at work, mods, export, keys of one's own.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser, check, end, equal, open, shot, start, visit, workplace } from "./studio.mjs";

const place = workplace();
const chrome = await browser();
const guard = "modules/demo01.mod/guard.utc";
const keeper = "modules/demo01.mod/keeper.utc";

/** What a request answers, asked by the page itself. */
const ask = (page, studio, path) => page.evaluate(([to, token]) => fetch(`/api/${to}`, { headers: { "X-Reliquary": token } }).then((answer) => answer.json()), [path, studio.token]);
const value = async (page, studio, res, path) => (await ask(page, studio, `form?game=1&res=${encodeURIComponent(res)}`)).rows.find((row) => row.path === path)?.value;
const edits = async (page, studio) => (await ask(page, studio, "edits?game=1")).edits.filter((edit) => edit.undo > 0).map((edit) => edit.res).sort();

/** The row of the form that has a path gets the focus. */
async function goTo(page, res, path) {
  await visit(page, res, "form");
  await page.waitForSelector(`.crumbs:has-text('${res.split("/").pop()}')`);
  await page.waitForSelector(".form-row");
  await page.evaluate(([hash]) => (location.hash = hash), [`#/g1/${res}?view=form&at=${encodeURIComponent(path)}`]);
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
  await page.waitForSelector(`.details h3:text-is("${path}")`);
  await page.locator("[aria-label=Values]").focus();
}

// ---- several files, several values ----
{
  const studio = await start(place.state, place.kotor);
  const page = await open(chrome, studio);
  await page.locator("#filter").fill("utc");
  await page.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length > 1);
  for (const key of [guard, keeper]) {
    const titles = await page.locator("[role=treeitem]").evaluateAll((list) => list.map((row) => row.title));
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Home");
    for (let index = titles.indexOf(key); index > 0; index--) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+Space");
  }
  check("two files are chosen by keyboard", await page.waitForSelector("text=2 chosen").then(() => true));
  await goTo(page, guard, "Tag");
  await page.getByLabel("in all 2 chosen files").check();
  await page.getByLabel("Value of Tag").fill("together");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (2)"));
  equal("the value in the other file", await value(page, studio, keeper, "Tag"), "together");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector("header").textContent.includes("Apply ("));
  equal("one undo for both", (await edits(page, studio)).length, 0);
  await page.getByLabel("in all 2 chosen files").uncheck();
  // Two elements of a list.
  await goTo(page, guard, "SkillList/0/Rank");
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector("text=2 values chosen");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));
  equal("both elements", `${await value(page, studio, guard, "SkillList/0/Rank")} ${await value(page, studio, guard, "SkillList/1/Rank")} ${await value(page, studio, guard, "SkillList/2/Rank")}`, "7 7 6");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector("header").textContent.includes("Apply ("));
  equal("one undo for both elements", await value(page, studio, guard, "SkillList/1/Rank"), "3");
  // A struct with a list in it goes into another file.
  await goTo(page, guard, "ClassList/0");
  await page.keyboard.press("Control+c");
  await page.waitForSelector(".notice:has-text('copied')");
  const before = Number((await ask(page, studio, `form?game=1&res=${keeper}`)).rows.find((row) => row.path === "ClassList")?.count ?? 0);
  await goTo(page, keeper, "ClassList");
  await page.keyboard.press("Control+v");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));
  equal("the struct was pasted", await value(page, studio, keeper, `ClassList/${before}/KnownList0/1/Spell`), "21");
  equal("with its number", String((await ask(page, studio, `form?game=1&res=${keeper}`)).rows.find((row) => row.path === `ClassList/${before}`)?.count), "2");
  await shot(page, "paste");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector("header").textContent.includes("Apply ("));
  check("one undo for the paste", true);
  // Texts in several languages and a vector are made whole where they are missing.
  for (const [first, more, path, wanted] of [
    ["LocString/strref", 1, "LocString/0", "Lighthouse"],
    ["Vector/0", 2, "Vector/2", "-1.5e-40"],
  ]) {
    await goTo(page, "override/types01.gff", first);
    await page.keyboard.press("Control+Space");
    for (let index = 0; index < more; index++) {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Control+Space");
    }
    await page.waitForSelector(`text=${more + 1} values chosen`);
    await page.keyboard.press("Control+c");
    await goTo(page, guard, "Tag");
    await page.keyboard.press("Control+v");
    await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));
    equal(`${path} was pasted`, await value(page, studio, guard, path), wanted);
    await page.locator("main .crumbs .facts").click();
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => !document.querySelector("header").textContent.includes("Apply ("));
  }
  // A value that is there is replaced, and reverted by itself.
  await goTo(page, guard, "Str");
  await page.keyboard.press("Control+c");
  await goTo(page, keeper, "Dex");
  await page.keyboard.press("Control+v");
  await page.waitForSelector(".details button:has-text('Revert')");
  equal("a value was pasted", await value(page, studio, keeper, "Dex"), "15");
  await page.getByRole("button", { name: "Revert" }).click();
  await page.waitForFunction(() => !document.querySelector(".details button")?.textContent.includes("Revert"));
  check("and reverted", (await value(page, studio, keeper, "Dex")) !== "15");

  // ---- several rows of a table, and cells from a spreadsheet ----
  const table = "override/demo_by_hand.2da";
  await visit(page, table, "table");
  await page.locator("[aria-label=Rows]").focus();
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector("text=2 rows chosen");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Pier");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (2)"));
  equal("both rows", `${await value(page, studio, table, "0/Label")} ${await value(page, studio, table, "1/Label")}`, "Pier Pier");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "Mole\t41\nJetty\t42\n");
    document.querySelector("[aria-label=Rows]").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector(".notice:has-text('cells pasted')");
  await page.waitForTimeout(300);
  equal("cells of a spreadsheet", await value(page, studio, table, "1/Label"), "Mole");
  equal("beside each other", await value(page, studio, table, "1/Range"), "41");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(300);
  equal("one undo for the cells", await value(page, studio, table, "1/Label"), "Pier");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));

  // ---- text of files is text (rule 9 of the security table) ----
  const evil = `<img src=x onerror="document.title='owned'">`;
  await goTo(page, guard, "Tag");
  await page.getByLabel("Value of Tag").fill(evil);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (2)"));
  await visit(page, guard, "history");
  await page.waitForSelector("text=onerror");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+s");
  await page.waitForSelector("dialog .differences:has-text('onerror')");
  check("text of a file makes no element", (await page.locator("img[src=x]").count()) === 0 && (await page.title()) !== "owned");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));

  // ---- a model by drop ----
  await visit(page, "override/demo_guard.mdl", "scene");
  await page.waitForSelector("text=2 parts, 2 animations");
  const transfer = await page.evaluateHandle(async ([token]) => {
    const answer = await fetch("/api/file?game=1&res=override/demo_saber.mdl&to=glb", { headers: { "X-Reliquary": token } });
    const list = new DataTransfer();
    list.items.add(new File([await answer.blob()], "saber.glb"));
    return list;
  }, [studio.token]);
  await page.dispatchEvent(".resource", "drop", { dataTransfer: transfer });
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (3)"));
  check("both files of the model are replaced", (await edits(page, studio)).join(" ").includes("override/demo_guard.mdl override/demo_guard.mdx"));
  await page.waitForFunction(() => !document.querySelector(".resource").textContent.includes("2 parts, 2 animations"));
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));
  check("one undo for the pair", true);
  // The same without a pointer.
  const glb = await page.evaluate(async ([token]) => [...new Uint8Array(await (await fetch("/api/file?game=1&res=override/demo_saber.mdl&to=glb", { headers: { "X-Reliquary": token } })).arrayBuffer())], [studio.token]);
  await page.waitForSelector("text=2 parts, 2 animations");
  await page.getByLabel("Replace with").setInputFiles({ name: "saber.glb", mimeType: "model/gltf-binary", buffer: Buffer.from(glb) });
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (3)"));
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (1)"));

  // ---- form and bytes ----
  await goTo(page, guard, "Tag");
  await page.locator(".details summary").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Show \d+ bytes/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".byte.chosen");
  check("the bytes of the field are marked", (await page.locator(".byte.chosen").count()) >= 4);
  await page.locator("[aria-label=Bytes]").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('.details h3:text-is("Tag")');
  check("a byte leads to its field", true);

  // ---- a texture with its text, a cube ----
  await visit(page, "override/demo_std_cube.dds", "picture");
  await page.waitForSelector(".crumbs:has-text('demo_std_cube.dds')");
  await page.locator("label:has-text('Cube') select").selectOption("3");
  await page.waitForFunction(() => document.querySelector(".canvas canvas").height === document.querySelector(".canvas canvas").width);
  check("one face of a cube", true);
  await visit(page, "override/demo_lava.tpc", "picture");
  await page.waitForSelector(".crumbs:has-text('demo_lava.tpc')");
  await page.waitForSelector(".picture [role=status]:has-text('64 × 64')");
  const text = page.getByLabel("Text of the texture (TXI)");
  await text.fill("proceduretype cycle\nnumx 2\nnumy 2\nfps 8\nblending additive");
  await page.waitForSelector("text=4 pictures, 8 a second, blending additive");
  await shot(page, "txi");
  await page.getByRole("button", { name: "Take this text" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("header").textContent.includes("Apply (2)"));
  equal("the text is in the texture", await value(page, studio, "override/demo_lava.tpc", "txi"), "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 8\r\nblending additive");

  // ---- a script at work ----
  await visit(page, "override/demo_asks.ncs", "script");
  await page.getByRole("button", { name: "Run…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Run", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".run [role=status]:has-text('instructions')");
  check("the trace", (await page.locator(".trace").textContent()).includes("0x000d"));
  await shot(page, "run");

  // ---- keys of one's own, help ----
  await page.keyboard.press("Escape");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("?");
  await page.getByLabel("Change the keys of Help").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Alt+k");
  await page.waitForSelector("dialog kbd:text-is('Alt+K')");
  await shot(page, "keys");
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector(".crumbs:has-text('demo_asks.ncs')");
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("Alt+k");
  await page.waitForSelector("article.help:has-text('NCS')");
  check("the key that was chosen opens the page of the format", (await page.locator("article.help h2").first().textContent()).includes("NCS"));
  await page.getByLabel("Search the help").fill("octree");
  await page.waitForFunction(() => document.querySelectorAll("[aria-label=Pages] li").length < 20);
  await page.locator("[aria-label=Pages] button:has-text('pvo')").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("article.help[aria-label='Help: formats/pvo']");

  // ---- all of an archive as a ZIP, and a job that is cancelled ----
  await visit(page, "@in/modules/demo01.mod");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as ZIP" }).focus();
  await page.keyboard.press("Enter");
  const zip = join(place.root, "out.zip");
  await (await download).saveAs(zip);
  const names = execFileSync("python3", ["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print('\\n'.join(z.namelist()))", zip], { encoding: "utf8" });
  check("another program reads the ZIP", names.split("\n").includes("guard.utc") && names.split("\n").includes("keeper.dlg"), names);
  await page.route("**/api/bytes*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue().catch(() => {});
  });
  let loaded = false;
  page.on("download", () => (loaded = true));
  await page.getByRole("button", { name: "Export as ZIP" }).click();
  await page.waitForSelector(".job progress");
  await page.locator(".job button").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".job", { state: "detached" });
  await page.waitForTimeout(600);
  check("a cancelled export gives nothing", !loaded);
  await page.unroute("**/api/bytes*");

  // ---- the galaxy map of a save ----
  await visit(page, "@saves");
  await page.click(".slots button:has-text('Before the ferry')");
  await page.getByRole("button", { name: "galaxy map" }).click();
  const state = page.getByLabel(/^State of/).nth(3);
  await state.selectOption("selectable");
  await page.waitForSelector(".effect:has-text('GlxyMapPlntMsk')");
  check("a planet is made selectable", true);
  await shot(page, "galaxy");
  await page.context().close();
  await studio.stop();
}

// ---- mods ----
{
  const data = join(place.root, "mod/tslpatchdata");
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "note.txt"), "a note");
  writeFileSync(join(data, "changes.ini"), "[Settings]\nWindowCaption=A note\n\n[InstallList]\ninstall_folder0=Override\n\n[install_folder0]\nFile0=note.txt\n");
  const sum = () => createHash("sha256").update(readdirSync(join(place.kotor, "override")).sort().join()).digest("hex");
  const before = sum();
  const studio = await start(join(place.root, "other-state"), place.kotor, { cwd: place.root });
  const page = await open(chrome, studio);
  await page.keyboard.press("Alt+m");
  await page.locator(".places button:text-is('Here')").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Open mod").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[aria-label=Plan] h2:text-is('A note')");
  check("the plan names the file", (await page.locator("[aria-label=Plan]").textContent()).includes("override/note.txt"));
  equal("nothing is written by a plan", sum(), before);
  await shot(page, "mods");
  await page.getByRole("button", { name: "Install" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".notice:has-text('is installed')");
  equal("the file is there", readFileSync(join(place.kotor, "override/note.txt"), "utf8"), "a note");
  await page.getByLabel("Take A note back").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".notice:has-text('taken back')");
  equal("undone", sum(), before);
  await page.context().close();
  await studio.stop();
}

// ---- Redguard: what is seen from where, loops, animations ----
{
  const studio = await start(place.state, place.redguard);
  const page = await open(chrome, studio);
  await visit(page, "maps/ISLAND.PVO", "octree");
  await page.waitForSelector(".octree [role=status]:has-text('objects are seen')");
  const first = await page.getByLabel("x", { exact: true }).inputValue();
  await page.locator(".octree canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(([old]) => document.querySelector(".octree input").value !== old, [first]);
  check("arrows move the point", true);
  await visit(page, "maps/ISLAND.RGM", "animations");
  await page.waitForSelector("table.differences tbody tr");
  check("the steps of an animation", (await page.locator("tbody").textContent()).length > 10);
  await visit(page, "@in/fxart");
  await page.waitForSelector(".entry-row img");
  check("a model has a picture in the list", true);
  await visit(page, `sound/MAIN.SFX`, "sound");
  await page.waitForSelector(".sound [role=status]:has-text('channel')");
  const list = await page.locator("[aria-label=Sounds] [role=option]").count();
  let looped = false;
  await page.locator("[aria-label=Sounds]").focus();
  for (let index = 0; index < list && !looped; index++) {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(200);
    looped = (await page.locator(".sound [role=status]").textContent()).includes("loops from");
  }
  check("a loop is shown", looped, String(list));
  await page.context().close();
  await studio.stop();
}

await chrome.close();
place.remove();
end();
