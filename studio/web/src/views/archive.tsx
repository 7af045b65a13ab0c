// A folder or archive of the game: all that is in it, with pictures of models and textures, and all of it as a ZIP.
import { useMemo, useState } from "preact/hooks";
import { exportAll } from "../parts/export";
import type { PageProps } from "../parts/frame";
import { Thumb, hasThumb } from "../parts/thumb";
import { keyOf } from "../parts/tree";
import { Virtual } from "../parts/virtual";
import { create, show, tree } from "../state";

export default function ArchivePage({ name, at, onSelect }: PageProps) {
  const path = name.replace(/^in\/?/, "");
  const all = tree.value;
  const [words, setWords] = useState("");
  const list = useMemo(() => {
    const word = words.toLowerCase();
    return all ? all.names.flatMap((entry, index) => (all.sources[all.source[index]!]!.path === path && entry.toLowerCase().includes(word) ? [{ name: entry, key: keyOf(all, index) }] : [])) : [];
  }, [all, path, words]);
  const focus = Math.max(0, list.findIndex((entry) => entry.key === at));
  const title = path || "the folder of the game";
  return (
    <div class="archive">
      <div class="bar">
        <h2>{title}</h2>
        <input type="search" aria-label="Filter entries" placeholder="Filter" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <span role="status">{list.length} resources</span>
        <button disabled={!list.length} onClick={() => void exportAll(`Exporting ${title}`, `${title.split("/").pop()}.zip`, list.map((entry) => ({ name: entry.name, path: "bytes", query: { res: entry.key } })))}>
          Export as ZIP
        </button>
        <label class="file">
          Add a file{" "}
          <input
            type="file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void create(`${path ? path + "/" : ""}${file.name.toLowerCase()}`, undefined, file);
            }}
          />
        </label>
      </div>
      <Virtual
        role="listbox"
        label="Entries"
        height={72}
        count={list.length}
        focus={focus}
        onFocus={(index) => onSelect(list[index]!.key)}
        onKey={(event) => {
          if (event.key !== "Enter") return;
          show(list[focus]!.key, { keep: true });
          event.preventDefault();
        }}
        row={(index, focused) => {
          const entry = list[index]!;
          return (
            <div id={`Entries-${index}`} role="option" aria-selected={focused} class="entry-row" onClick={() => onSelect(entry.key)} onDblClick={() => show(entry.key, { keep: true })}>
              {hasThumb(entry.name) ? <Thumb res={entry.key} size={64} /> : <span class="thumb" />}
              <span class="name">{entry.name}</span>
            </div>
          );
        }}
      />
    </div>
  );
}
