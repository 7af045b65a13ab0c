// What the tests of the studio share: the program with a copy of the demo, raw requests, a browser, and a count of checks.
//   RELIQUARY  the program      RQ_DEMO_DIR  the demo      STUDIO_SHOTS  folder for pictures of the page, or nothing
//   STUDIO_ASSETS  a built page to serve in place of the one in the program, or nothing
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

let passed = 0;
let failed = 0;

export function check(what, fine, more = "") {
  if (fine) passed++;
  else {
    failed++;
    console.log(`failed: ${what} ${more}`);
  }
  return fine;
}

export const equal = (what, actual, expected) => check(what, actual === expected, `is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);

export function end() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

/** A folder of its own with copies of the demo games; gone at the end. */
export function workplace() {
  const root = mkdtempSync(join(tmpdir(), "studio-"));
  for (const game of ["kotor", "redguard"]) cpSync(join(process.env.RQ_DEMO_DIR, game), join(root, game), { recursive: true });
  return { root, kotor: join(root, "kotor"), redguard: join(root, "redguard"), state: join(root, "state"), remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Programs that still run end with the test, also when it fails: who waits for its output would wait for them. */
const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts the program; `stop` ends it as Ctrl+C does, `kill` as a crash does. */
export async function start(state, game, { cwd } = {}) {
  const child = spawn(process.env.RELIQUARY, ["studio", "--no-browser", "--quiet", ...(process.env.STUDIO_ASSETS ? ["--assets", process.env.STUDIO_ASSETS] : []), "--state", state, ...(game ? [game] : [])], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).trim()));
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}`)));
  });
  running.add(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = new URL(address);
  return {
    address,
    port: Number(url.port),
    token: new URLSearchParams(url.hash.slice(1)).get("token"),
    stop: () => (child.kill("SIGINT"), ended),
    kill: () => (child.kill("SIGKILL"), ended),
  };
}

/** Sends bytes as they are; resolves to status, headers and body when the connection ends or is silent. */
export function raw(port, text, { wait = 3000 } = {}) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let said = "";
    const done = () => {
      socket.destroy();
      const [head, ...body] = said.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.[01] (\d+)/.exec(said)?.[1] ?? 0), head: head.toLowerCase(), body: body.join("\r\n\r\n") });
    };
    socket.setTimeout(wait, done);
    socket.on("data", (data) => {
      said += data.toString("latin1");
      const size = /content-length: (\d+)/i.exec(said);
      const at = said.indexOf("\r\n\r\n");
      if (size && at >= 0 && said.length - at - 4 >= Number(size[1])) done();
    });
    socket.on("end", done);
    socket.on("error", done);
    socket.write(text, "latin1");
  });
}

export async function browser() {
  const chrome = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  // A step that can't be done ends the test with its reason.
  process.on("unhandledRejection", (error) => {
    console.log(`failed: ${error.stack ?? error}`);
    process.exit(1);
  });
  return chrome;
}

/** For a page on a busy machine: frames and timers come late, so that the user is always faster than what waits for them. */
export const lateFrames = (context, wait) =>
  context.addInitScript((more) => {
    const [frame, timer] = [window.requestAnimationFrame.bind(window), window.setTimeout.bind(window)];
    window.requestAnimationFrame = (work) => timer(() => frame(work), more);
    window.setTimeout = (work, after = 0, ...words) => timer(work, after + more, ...words);
  }, wait);

/** A wait that fails tells what the page showed instead. */
function tellOnFailure(page, name) {
  const wait = page[name].bind(page);
  page[name] = (...words) =>
    wait(...words).catch(async (error) => {
      const text = (selector) => page.evaluate((at) => document.querySelector(at)?.innerText.slice(0, 600), selector);
      console.log(`the page is ${page.url()}, and shows: ${await text("main")}\nbelow: ${await text(".bottom")}`);
      throw error;
    });
}

/** A page at the program. Errors of the page and refusals of its policy are failures. */
export async function open(chrome, studio, { late = 0, ...options } = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(60000); // ends a test that hangs; how fast the machine is decides nothing
  if (late) await lateFrames(context, late);
  const page = await context.newPage();
  page.on("pageerror", (error) => check("the page has no error", false, error.message));
  page.on("console", (message) => message.type() === "error" && /Content.Security.Policy|Uncaught/.test(message.text()) && check("the policy holds", false, message.text()));
  for (const name of ["waitForSelector", "waitForFunction"]) tellOnFailure(page, name);
  await page.goto(studio.address);
  await page.waitForSelector(studio.address.includes("game=") ? "[role=tree] [role=treeitem]" : "main");
  return page;
}

/** Goes to a resource by its address, as a link would. */
export async function visit(page, res, view = "", game = 1) {
  await page.evaluate(([to]) => (location.hash = to), [`#/g${game}/${res}${view ? `?view=${view}` : ""}`]);
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
}

export async function shot(page, name) {
  if (process.env.STUDIO_SHOTS) await page.screenshot({ path: join(process.env.STUDIO_SHOTS, `${name}.png`) });
}
