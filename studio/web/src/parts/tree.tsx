// Every resource of the game: kinds of sources, sources, names. With a filter, a flat list of names that fit.
import { computed, effect, signal } from "@preact/signals";
import { chosen, edits, keep, show, tree } from "../state";
import type { Tree } from "../backend";
import { Thumb, hasThumb } from "./thumb";
import { Virtual } from "./virtual";

const filter = signal("");
const open = signal<Set<string>>(new Set());
const focus = signal(0);

/** Numbers of resources by source, and sources by kind; made once for a tree. */
const groups = computed(() => {
  const all = tree.value;
  if (!all) return [];
  const members: number[][] = all.sources.map(() => []);
  all.source.forEach((source, index) => members[source]!.push(index));
  const kinds = new Map<string, { source: number; members: number[] }[]>();
  all.sources.forEach((source, index) => {
    if (members[index]!.length) kinds.set(source.kind, [...(kinds.get(source.kind) ?? []), { source: index, members: members[index]! }]);
  });
  return [...kinds];
});

export const keyOf = (all: Tree, index: number): string => {
  const path = all.sources[all.source[index]!]!.path;
  return (path ? path + "/" : "") + all.names[index]!;
};

interface Row {
  level: number;
  text: string;
  id?: string; // of a group
  index?: number; // of a resource
  count?: number;
  faint?: boolean;
}

/** Made once: names of 60,000 resources in lower case take 10 ms. */
const lower = computed(() => tree.value?.names.map((name) => name.toLowerCase()) ?? []);

/** Before the first letter is typed. */
effect(() => {
  if (tree.value) requestIdleCallback(() => lower.value);
});

const MOST_FILTERED = 5000;

function filtered(all: Tree, words: string[]): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < all.names.length && rows.length < MOST_FILTERED; index++) {
    const name = lower.value[index]!;
    if (words.every((word) => name.includes(word)))
      rows.push({ level: 1, text: all.names[index]!, index, faint: !all.wins[index] });
  }
  return rows;
}

const rows = computed<Row[]>(() => {
  const all = tree.value;
  if (!all) return [];
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length) return filtered(all, words);
  const list: Row[] = [];
  for (const [kind, sources] of groups.value) {
    const whole = sources.reduce((sum, source) => sum + source.members.length, 0);
    list.push({ level: 1, text: kind, id: kind, count: whole });
    if (!open.value.has(kind)) continue;
    for (const { source, members } of sources) {
      const id = `${kind}:${source}`;
      list.push({ level: 2, text: all.sources[source]!.path || "(root)", id, count: members.length, faint: all.sources[source]!.inactive });
      if (open.value.has(id)) for (const index of members) list.push({ level: 3, text: all.names[index]!, index, faint: !all.wins[index] });
    }
  }
  return list;
});

/** Resources that are only in the journal so far. */
const fresh = computed(() => {
  const all = tree.value;
  if (!all || !edits.value.size) return [];
  const known = new Set(all.names.map((_, index) => keyOf(all, index)));
  return [...edits.value.keys()].filter((key) => !known.has(key));
});

function toggle(id: string, to?: boolean): void {
  const next = new Set(open.value);
  if (to ?? !next.has(id)) next.add(id);
  else next.delete(id);
  open.value = next;
}

function choose(row: Row | undefined, stay = false): void {
  if (row?.id) toggle(row.id);
  else if (row?.index !== undefined) show(keyOf(tree.value!, row.index), { keep: stay });
}

/** Adds a resource to those that are chosen, or takes it out. */
function toggleChosen(row: Row | undefined): void {
  if (row?.index === undefined) return;
  const key = keyOf(tree.value!, row.index);
  const next = new Set(chosen.value);
  if (!next.delete(key)) next.add(key);
  chosen.value = next;
}

function onKey(event: KeyboardEvent, at: number): void {
  const row = rows.value[at];
  if (!row) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== " ") return;
    toggleChosen(row);
  } else if (event.key === "Escape" && chosen.value.size) chosen.value = new Set();
  else if (event.key === "Enter" || event.key === " ") choose(row, event.key === "Enter");
  else if (event.key === "ArrowRight" && row.id && !open.value.has(row.id)) toggle(row.id, true);
  else if (event.key === "ArrowRight") focus.value = Math.min(at + 1, rows.value.length - 1);
  else if (event.key === "ArrowLeft" && row.id && open.value.has(row.id)) toggle(row.id, false);
  else if (event.key === "ArrowLeft") {
    for (let above = at; above >= 0; above--)
      if (rows.value[above]!.level < row.level) {
        focus.value = above;
        break;
      }
  } else if (/^\S$/.test(event.key) && !event.ctrlKey && event.key !== "?") {
    const letter = event.key.toLowerCase();
    const order = rows.value.map((_, index) => (at + 1 + index) % rows.value.length);
    focus.value = order.find((index) => rows.value[index]!.text.toLowerCase().startsWith(letter)) ?? at;
  } else return;
  event.preventDefault();
}

/** A picture of the row that has the focus, when there is one of it. */
function Preview() {
  const row = rows.value[focus.value];
  const key = row?.index === undefined ? "" : keyOf(tree.value!, row.index);
  return hasThumb(key) ? <Thumb res={key} size={160} /> : null;
}

export function ResourceTree() {
  const list = rows.value;
  return (
    <nav class="side" aria-label="Resources">
      <input
        id="filter"
        type="search"
        placeholder="Filter names (Ctrl+Shift+E)"
        aria-label="Filter names"
        value={filter.value}
        onInput={(event) => {
          filter.value = event.currentTarget.value;
          focus.value = 0;
        }}
        onKeyDown={(event) => event.key === "Enter" && choose(list[0], true)}
      />
      {fresh.value.map((key) => (
        <button key={key} class="fresh" onClick={() => show(key, { keep: true })}>
          <span class="mark" aria-hidden="true">+</span> {key}
        </button>
      ))}
      <Virtual
        role="tree"
        label="Resources of the game"
        several
        count={list.length}
        focus={focus.value}
        onFocus={(index) => (focus.value = index)}
        onKey={onKey}
        row={(index, focused) => {
          const row = list[index]!;
          const key = row.index === undefined ? "" : keyOf(tree.value!, row.index);
          const edited = (edits.value.get(key)?.undo ?? 0) > 0;
          return (
            <div
              id={`Resources of the game-${index}`}
              role="treeitem"
              aria-level={row.level}
              aria-setsize={list.length}
              aria-posinset={index + 1}
              aria-expanded={row.id ? open.value.has(row.id) : undefined}
              aria-selected={focused || chosen.value.has(key)}
              class={`tree-row level-${row.level} ${row.faint ? "faint" : ""} ${edited ? "edited" : ""}`}
              title={key || row.text}
              onClick={(event) => {
                focus.value = index;
                if (event.ctrlKey || event.metaKey) toggleChosen(row);
                else choose(row);
              }}
              onDblClick={() => key && keep(key)}
              draggable={key !== ""}
              onDragStart={(event) => event.dataTransfer?.setData("text/reliquary", key)}
            >
              {row.id && <span class="twist" aria-hidden="true">{open.value.has(row.id) ? "▾" : "▸"}</span>}
              <span class="name">{row.text}</span>
              {row.count !== undefined && <span class="count">{row.count}</span>}
              {chosen.value.has(key) && <span class="mark" title="chosen">✓</span>}
              {edited && <span class="mark" title="edited">●</span>}
            </div>
          );
        }}
      />
      <Preview />
      {chosen.value.size > 0 && (
        <p class="status-line">
          {chosen.value.size} chosen <button onClick={() => (chosen.value = new Set())}>Choose none</button>
        </p>
      )}
      <p class="status-line" role="status">
        {tree.value ? `${list.length} rows, ${tree.value.names.length} resources` : "Reading the game…"}
      </p>
    </nav>
  );
}
