// What the page knows: one place, as signals. Parts of the page read these and call the functions below.
import { batch, computed, signal } from "@preact/signals";
import { HttpBackend, Refusal } from "./backend";
import type { About, Backend, EditState, Finding, Game, Info, Op, Query, Tree } from "./backend";

// ---- the program ----

/** The token stays with the tab of the browser, so that a reload finds it; the address bar loses it. */
function takeToken(): { token: string; game: number } {
  const words = new URLSearchParams(location.hash.slice(1));
  const token = words.get("token");
  if (token) {
    sessionStorage.setItem("token", token);
    history.replaceState(null, "", words.get("game") ? `#/g${words.get("game")}` : "#/");
  }
  return { token: token ?? sessionStorage.getItem("token") ?? "", game: Number(words.get("game") ?? 0) };
}

export const backend: Backend = new HttpBackend(takeToken().token);

export const about = signal<About | null>(null);
export const games = signal<Game[]>([]);
export const game = signal<Game | null>(null);
export const tree = signal<Tree | null>(null);
export const edits = signal<Map<string, EditState>>(new Map());
export const changed = computed(() => [...edits.value.values()].filter((edit) => edit.undo > 0));

/** Counts up when a resource may read otherwise: views ask for it again. */
export const version = signal(0);

// ---- telling the user ----

export const notice = signal<{ text: string; bad: boolean } | null>(null);

export function say(text: string, bad = false): void {
  notice.value = { text, bad };
}

/** Runs what may fail; the failure is shown, and undefined comes back. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    say(error instanceof Refusal && error.where ? `${error.where}: ${error.message}` : String((error as Error).message ?? error), true);
    return undefined;
  }
}

export function ask<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return backend.get<T>(path, { game: game.value?.game, ...query }, signal);
}

// ---- games ----

/** All that the frame shows is asked for at once: one after the other, the first tree took twice as long. */
export async function openGame(number: number): Promise<void> {
  if (game.value?.game === number) return;
  const query = { game: number };
  const [all, said, edited] = await Promise.all([backend.get<{ games: Game[] }>("games"), backend.get<Tree>("tree", query), backend.get<{ edits: EditState[] }>("edits", query)]);
  const found = all.games.find((entry) => entry.game === number)!;
  batch(() => {
    games.value = all.games;
    game.value = found;
    tree.value = said;
    takeEdits(edited.edits);
    tabs.value = [];
    chosen.value = new Set();
    active.value = null;
  });
  document.title = `${found.name} - Reliquary`;
}

export async function loadTree(): Promise<void> {
  tree.value = await ask<Tree>("tree");
}

const takeEdits = (list: EditState[]) => (edits.value = new Map(list.map((edit) => [edit.res, edit])));

async function loadEdits(): Promise<void> {
  takeEdits((await ask<{ edits: EditState[] }>("edits")).edits);
}

/** Resources that the user has chosen in the tree, to change them together. */
export const chosen = signal<Set<string>>(new Set());

// ---- tabs ----

export interface Tab {
  res: string; // of the game; "@start", "@saves", "@in/modules/danm13.mod": a page of its own
  view: string; // id of the view; "": the first that fits
  at: string; // path of the value, or what else the view selects
  preview: boolean; // the next resource takes its place
}

export const tabs = signal<Tab[]>([]);
export const active = signal<string | null>(null);
export const activeTab = computed(() => tabs.value.find((tab) => tab.res === active.value) ?? null);

/** Shows a resource; in the tab for previews unless it is to stay. */
export function show(res: string, to: { view?: string; at?: string; keep?: boolean } = {}): void {
  const there = tabs.value.find((tab) => tab.res === res);
  const next: Tab = {
    res,
    view: to.view ?? there?.view ?? "",
    at: to.at ?? there?.at ?? "",
    preview: !to.keep && (there?.preview ?? true),
  };
  if (there) tabs.value = tabs.value.map((tab) => (tab.res === res ? next : tab));
  else tabs.value = [...tabs.value.filter((tab) => !tab.preview || edits.value.has(tab.res)), next];
  active.value = res;
  writeAddress();
}

export function keep(res: string): void {
  tabs.value = tabs.value.map((tab) => (tab.res === res ? { ...tab, preview: false } : tab));
}

export function close(res: string): void {
  const index = tabs.value.findIndex((tab) => tab.res === res);
  tabs.value = tabs.value.filter((tab) => tab.res !== res);
  if (active.value === res) active.value = (tabs.value[index] ?? tabs.value[index - 1])?.res ?? null;
  writeAddress();
}

// ---- addresses: #/g1/modules/danm13.mod/x.dlg?view=graph&at=EntryList/12 ----

let reading = false;

function writeAddress(): void {
  if (reading || !game.value) return;
  const tab = activeTab.value;
  const path = tab ? "/" + tab.res.split("/").map(encodeURIComponent).join("/") : "";
  const words = [tab?.view && `view=${encodeURIComponent(tab.view)}`, tab?.at && `at=${encodeURIComponent(tab.at)}`].filter(Boolean);
  const next = `#/g${game.value.game}${path}${words.length ? "?" + words.join("&") : ""}`;
  if (next !== location.hash) history.pushState(null, "", next);
}

/** The address names a game that is not there yet. */
export const opening = signal(/^#\/g\d/.test(location.hash));

export async function readAddress(): Promise<void> {
  const found = /^#\/g(\d+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(location.hash);
  if (!found) return;
  reading = true;
  await attempt(() => openGame(Number(found[1])));
  opening.value = false;
  if (found[2]) {
    const words = new URLSearchParams(found[3] ?? "");
    show(found[2].split("/").map(decodeURIComponent).join("/"), { view: words.get("view") ?? "", at: words.get("at") ?? "" });
  }
  reading = false;
}

// ---- edits ----

function take(edit: EditState): void {
  const next = new Map(edits.value);
  if (edit.undo || edit.redo) next.set(edit.res, edit);
  else next.delete(edit.res);
  edits.value = next;
  keep(edit.res);
  version.value++;
}

async function change(word: string, res: string, body?: unknown): Promise<boolean> {
  const said = await attempt(() => backend.post<EditState>(word, { game: game.value?.game, res }, body));
  if (said?.others) {
    await attempt(loadEdits);
    say(`${said.others} other ${said.others === 1 ? "resource was" : "resources were"} changed with it.`);
  }
  if (said) take(said);
  return said !== undefined;
}

/** What the program did to several resources; one undo takes all of it back. */
function takeAll(said: { edits: EditState[] } | undefined): boolean {
  if (said) batch(() => said.edits.forEach(take));
  return said !== undefined;
}

/** Operations on several resources: all or none. */
export const editAll = async (wishes: { res: string; ops: Op[] }[]): Promise<boolean> => takeAll(await attempt(() => backend.post<{ edits: EditState[] }>("edit-all", { game: game.value?.game }, wishes)));

/** Whether a resource can be made of such an open file. */
export const madeFrom = (info: Info, kind: string): boolean => about.value?.formats.find((format) => format.name === info.format)?.made_from.split(" ").includes(kind) ?? false;

/** An open file in place of a resource, and of the second file of a pair. */
export const importFile = async (res: string, file: Blob): Promise<boolean> => takeAll(await attempt(() => backend.post<{ edits: EditState[] }>("import", { game: game.value?.game, res }, file)));

/** All of the operations or none; false after the user was told why not. */
export const edit = (res: string, ops: Op[]): Promise<boolean> => change("edit", res, ops);
export const undo = (res: string): Promise<boolean> => change("undo", res);
export const redo = (res: string): Promise<boolean> => change("redo", res);
export const discard = (res: string): Promise<boolean> => change("discard", res);

export async function create(res: string, from?: string, body?: Blob): Promise<void> {
  const said = await attempt(() => backend.post<EditState>("new", { game: game.value?.game, res, from }, body));
  if (!said) return;
  take(said);
  show(res, { keep: true });
}

/** After files of the game have changed on disk. */
export async function reload(): Promise<void> {
  await Promise.all([loadTree(), loadEdits()]);
  version.value++;
}

// ---- findings ----

export const problems = signal<Map<string, Finding[]>>(new Map());

export async function check(res: string): Promise<void> {
  const said = await ask<{ findings: Finding[] }>("lint", { res }).catch(() => null);
  if (said) problems.value = new Map(problems.value).set(res, said.findings);
}

// ---- info of the resource that is shown ----

export const info = signal<Info | null>(null);

// ---- long work: in pieces, each asked for after the one before ----

export interface Job {
  title: string;
  done: number;
  total: number;
  cancel: () => void;
}

export const jobs = signal<Job[]>([]);

/** Work that the user sees and can cancel. `tell` says how far it is; after a cancel the signal is aborted. */
export async function runJob<T>(title: string, work: (signal: AbortSignal, tell: (done: number, total: number) => void) => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  const job: Job = { title, done: 0, total: 0, cancel: () => stop.abort() };
  jobs.value = [...jobs.value, job];
  const made = await attempt(() =>
    work(stop.signal, (done, total) => {
      Object.assign(job, { done, total });
      jobs.value = [...jobs.value];
    }),
  );
  jobs.value = jobs.value.filter((entry) => entry !== job);
  return made;
}

/** Asks for piece after piece until there is no next, or the user cancels. */
export async function inPieces<T extends { next?: number; total?: number }>(title: string, path: string, query: Query, piece: (said: T) => void): Promise<boolean> {
  const done = await runJob(title, async (signal, tell) => {
    for (let from: number | undefined; ; ) {
      const said: T = await ask<T>(path, { ...query, from }, signal);
      piece(said);
      if (said.next === undefined) return true;
      from = said.next;
      tell(from, said.total ?? 0);
    }
  });
  return done ?? false;
}

// ---- theme ----

export type Theme = "system" | "light" | "dark";
export const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");

export function setTheme(next: Theme): void {
  theme.value = next;
  localStorage.setItem("theme", next);
  document.documentElement.dataset.theme = next;
}

// ---- dialogs: one at a time ----

export const dialog = signal<"" | "open" | "palette" | "keys" | "apply" | "new" | "history">("");
