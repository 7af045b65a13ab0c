// A user who is faster than the page: frames and timers come 700 ms late, as on a busy machine. What was typed and where the focus went
// must stay.
import { browser, check, end, equal, open, start, visit, workplace } from "./studio.mjs";

const place = workplace();
const chrome = await browser();
const LATE = 700;
const guard = "modules/demo01.mod/guard.utc";

const applied = (page, count) => page.waitForFunction((text) => document.querySelector("header").textContent.includes(text), `Apply (${count})`);
/** All that waited for a frame has run. */
const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

{
  const studio = await start(place.state, place.kotor);
  const page = await open(chrome, studio, { late: LATE });

  // ---- a value that is typed as soon as its row is there; the filter puts another row at the place of the first ----
  await visit(page, guard, "form");
  for (const [name, value] of [["Tag", "first"], ["Str", "18"], ["Dex", "17"]]) {
    await page.getByLabel("Filter fields").fill(name);
    await page.locator(`[aria-label="Value of ${name}"]`).fill(value);
    await settled(page);
    equal(`${name} is not taken back`, await page.locator(`[aria-label="Value of ${name}"]`).inputValue(), value);
    await page.keyboard.press("Enter");
  }
  await applied(page, 1);
  await page.getByLabel("Filter fields").fill("");
  await page.waitForFunction(() => document.querySelector('[aria-label="Value of Dex"]')?.value === "17");
  for (const [name, value] of [["Tag", "first"], ["Str", "18"]]) equal(`${name} is set`, await page.locator(`[aria-label="Value of ${name}"]`).inputValue(), value);
  // Three edits and no more: leaving a field after Enter hands nothing over again.
  await page.locator("main .crumbs").click();
  for (let left = 3; left > 0; left--) {
    check(`an edit is left to undo (${left})`, (await page.locator("header button:has-text('Apply')").textContent()).includes("(1)"));
    await Promise.all([page.waitForResponse((answer) => answer.url().includes("/api/undo")), page.keyboard.press("Control+z")]);
  }
  await page.waitForFunction(() => !document.querySelector("header").textContent.includes("Apply ("));
  await page.waitForFunction(() => document.querySelector('[aria-label="Value of Dex"]').value !== "17");
  check("undone, the field shows the value of the file", true);

  // ---- the key sheet does not take the focus from where the user went ----
  await page.locator("main .crumbs .facts").click();
  await page.keyboard.press("?");
  await page.getByLabel("Change the keys of Help").focus();
  await settled(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Alt+k");
  await page.waitForSelector("dialog dd:has([aria-label='The first keys of Help'])");
  await page.keyboard.press("Escape");

  // ---- letters that come faster than the page draws stay in the editor ----
  await visit(page, guard, "json");
  const editor = page.locator(".editor .cm-content");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(" ".repeat(30) + "x");
  await page.waitForFunction(() => document.querySelector(".editor").shadowRoot.querySelector(".cm-line").textContent.startsWith(" ".repeat(30) + "x{"));
  check("every letter is there", true);

  // ---- fields of a saved game: the answer about one change does not take what is typed into the next ----
  await visit(page, "@saves");
  await page.locator(".slots button").first().click();
  await page.getByRole("button", { name: "player", exact: true }).click();
  await page.getByLabel("player attributes Str").fill("17");
  await page.keyboard.press("Tab");
  await page.getByLabel("player attributes Dex").fill("16");
  await page.waitForSelector(".effect:has-text('Str')");
  equal("the field that is being typed into", await page.getByLabel("player attributes Dex").inputValue(), "16");
  await page.keyboard.press("Tab");
  await page.waitForSelector(".effect:has-text('Dex')");
  check("both changes are there", (await page.locator(".effect").textContent()).includes("Str"));

  await page.context().close();
  await studio.stop();
}

await chrome.close();
place.remove();
end();
