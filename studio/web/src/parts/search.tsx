// One box for all searching: contents, `field=value`, and who uses a resource.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Hit, Use } from "../backend";
import { active, inPieces, jobs, show } from "../state";

export const panel = signal<"" | "problems" | "search" | "uses">("");

const hits = signal<Hit[]>([]);
const uses = signal<Use[]>([]);
const words = signal("");

/** `field=value` looks for the value, and keeps the hits at fields of that name. */
function parse(text: string): { pattern: string; field: string } {
  const found = /^([A-Za-z_]\w*)=(.+)$/.exec(text.trim());
  return found ? { field: found[1]!.toLowerCase(), pattern: found[2]! } : { field: "", pattern: text.trim() };
}

async function search(text: string): Promise<void> {
  const { pattern, field } = parse(text);
  if (!pattern) return;
  jobs.value.filter((job) => job.title === "Searching").forEach((job) => job.cancel());
  hits.value = [];
  panel.value = "search";
  await inPieces<{ hits: Hit[]; next?: number; total: number }>("Searching", "search", { q: pattern }, (said) => {
    const fits = said.hits.filter((hit) => !field || hit.path.toLowerCase().split("/").includes(field));
    if (fits.length) hits.value = [...hits.value, ...fits];
  });
}

export async function findUses(res: string): Promise<void> {
  uses.value = [];
  panel.value = "uses";
  const name = res.split("/").pop()!;
  await inPieces<{ uses: Use[]; next?: number }>("References", "uses", { name }, (said) => {
    uses.value = [...uses.value, ...said.uses];
  });
}

export function SearchBox() {
  useEffect(() => {
    const go = () => active.value && void findUses(active.value);
    window.addEventListener("rq-uses", go);
    return () => window.removeEventListener("rq-uses", go);
  }, []);
  return (
    <input
      id="search"
      class="search-box"
      type="search"
      placeholder="Search texts, values, field=value (Ctrl+Shift+F)"
      aria-label="Search in everything"
      value={words.value}
      onInput={(event) => (words.value = event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && void search(words.value)}
    />
  );
}

export function SearchPanel() {
  if (panel.value === "uses")
    return (
      <ul class="hits" aria-label="Used by">
        <li class="status-line" role="status">
          {uses.value.length} uses
          {active.value && <button onClick={() => void findUses(active.value!)}>Who uses {active.value.split("/").pop()}</button>}
        </li>
        {uses.value.map((use, index) => (
          <li key={index}>
            <button onClick={() => show(use.res, { view: "form", at: use.path })}>
              <strong>{use.res}</strong> <code>{use.path}</code> {use.use} of {use.thing} {use.name}
            </button>
          </li>
        ))}
      </ul>
    );
  return (
    <ul class="hits" aria-label="Search results">
      <li class="status-line" role="status">
        {hits.value.length} results
      </li>
      {hits.value.slice(0, 2000).map((hit, index) => (
        <li key={index}>
          <button onClick={() => show(hit.res, { view: "form", at: hit.path })}>
            <strong>{hit.res}</strong> <code>{hit.path}</code> {hit.means ?? hit.value}
          </button>
        </li>
      ))}
    </ul>
  );
}
