// Everything the user can do from anywhere, once: keys, the command palette and the key sheet come from this table.
import { signal } from "@preact/signals";
import { active, activeTab, changed, close, dialog, game, info, keep, redo, setTheme, show, theme, undo } from "./state";
import { viewsOf } from "./views/views";

export interface Command {
  title: string;
  keys?: string; // "Ctrl+Shift+P"
  run: () => void;
  can?: () => boolean; // false: it makes no sense now
}

const has = () => active.value !== null;

function step(by: number): void {
  if (!info.value) return;
  const all = viewsOf(info.value);
  const now = all.findIndex((view) => view.id === (activeTab.value?.view || all[0]?.id));
  const next = all[(now + by + all.length) % all.length];
  if (next && active.value) show(active.value, { view: next.id });
}

export const commands: Command[] = [
  { title: "Open a resource by name", keys: "Ctrl+P", run: () => (dialog.value = "open") },
  { title: "All commands", keys: "Ctrl+Shift+P", run: () => (dialog.value = "palette") },
  { title: "Keys", keys: "?", run: () => (dialog.value = "keys") },
  { title: "Search in everything", keys: "Ctrl+Shift+F", run: () => document.getElementById("search")?.focus() },
  { title: "Filter the tree", keys: "Ctrl+Shift+E", run: () => document.getElementById("filter")?.focus() },
  { title: "Apply edits to the game", keys: "Ctrl+S", run: () => (dialog.value = "apply"), can: () => changed.value.length > 0 },
  { title: "Applied changes", run: () => (dialog.value = "history") },
  { title: "Undo", keys: "Ctrl+Z", run: () => void undo(active.value!), can: has },
  { title: "Redo", keys: "Ctrl+Y", run: () => void redo(active.value!), can: has },
  { title: "Redo (the other key)", keys: "Ctrl+Shift+Z", run: () => void redo(active.value!), can: has },
  { title: "New resource", keys: "Alt+N", run: () => (dialog.value = "new") },
  { title: "Keep this tab", run: () => keep(active.value!), can: has },
  { title: "Close this tab", keys: "Alt+W", run: () => close(active.value!), can: has },
  { title: "Next view", keys: "Ctrl+]", run: () => step(1), can: has },
  { title: "Previous view", keys: "Ctrl+[", run: () => step(-1), can: has },
  { title: "Who uses this", keys: "Shift+F12", run: () => window.dispatchEvent(new Event("rq-uses")), can: has },
  { title: "Saved games", keys: "Alt+S", run: () => show("@saves", { keep: true }) },
  { title: "Mods", keys: "Alt+M", run: () => show("@mods", { keep: true }), can: () => game.value?.family === "kotor" },
  { title: "Help", keys: "F1", run: () => openHelp() },
  { title: "Start page", keys: "Alt+H", run: () => show("@start", { keep: true }) },
  { title: "Back", keys: "Alt+ArrowLeft", run: () => history.back() },
  { title: "Forward", keys: "Alt+ArrowRight", run: () => history.forward() },
  { title: "Light or dark", run: () => setTheme(theme.value === "dark" ? "light" : "dark") },
];

// ---- keys that the user has chosen ----

const OWN = "keys";

function readOwn(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(OWN) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** By the title of the command. */
export const ownKeys = signal<Record<string, string>>(readOwn());

export const keysOf = (command: Command): string => ownKeys.value[command.title] ?? command.keys ?? "";

/** A key has one command: another one that had it loses it. No keys: those that it came with. */
export function setKeys(command: Command, keys?: string): void {
  const next = { ...ownKeys.value };
  for (const other of commands) if (keys && other !== command && keysOf(other) === keys) next[other.title] = "";
  delete next[command.title];
  if (keys && keys !== command.keys) next[command.title] = keys;
  ownKeys.value = next;
  localStorage.setItem(OWN, JSON.stringify(next));
}

export function resetKeys(): void {
  ownKeys.value = {};
  localStorage.removeItem(OWN);
}

/** The page about what is shown: that of the format, or the tour. */
function openHelp(): void {
  const format = active.value && !active.value.startsWith("@") ? info.value?.format : "";
  show("@help", { at: format ? `formats/${format}` : "studio", keep: true });
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest(".editor") !== null);

export function keyWord(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && !/^[^A-Z]$/.test(key);
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

export function listen(): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    const name = keyWord(event);
    // Fields have an undo of their own, and take plain letters.
    if (typing(event.target) && (!/Ctrl|Alt|F\d/.test(name) || /^Ctrl\+(Shift\+)?[ZY]$/.test(name))) return;
    const command = commands.find((entry) => keysOf(entry) === name);
    if (!command || command.can?.() === false) return;
    event.preventDefault();
    command.run();
  });
}
