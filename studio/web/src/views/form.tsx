// Every value of a resource as a row that can be edited: the label, the value with a control that fits its type, what it
// means, and what is wrong with it. Unknown fields are rows like all others.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Changes, FieldInfo, Form, Op, Row } from "../backend";
import { useAnswer } from "../parts/answer";
import { clip, clipText, copyRows, pasteOps } from "../parts/clip";
import { Field } from "../parts/field";
import { loadNotes, notesOf, pathOf } from "../parts/notes";
import type { Note } from "../parts/notes";
import { Picker } from "../parts/picker";
import { keyOf } from "../parts/tree";
import { Virtual } from "../parts/virtual";
import { ask, attempt, backend, chosen, edit, editAll, edits, game, problems, say, show, tree, version } from "../state";
import type { ViewProps } from "./views";

const PIECE = 4000;

/** All rows; large documents come in pieces. */
async function load(res: string, onRows: (rows: Row[], form: Form) => void, current: () => boolean): Promise<void> {
  const rows: Row[] = [];
  for (let from: number | undefined = 0; from !== undefined && current(); ) {
    const said: Form = await ask<Form>("form", { res, from, limit: PIECE });
    rows.push(...said.rows);
    onRows([...rows], said);
    from = said.next;
  }
}

const nameOf = (path: string) => path.split("/").pop()!;

/** The name of a value with the names above it that have no row of their own: "FirstName / strref". */
function labelOf(path: string, known: Set<string>): { label: string; depth: number } {
  const parts = path.split("/");
  let from = parts.length - 1;
  while (from > 0 && !known.has(parts.slice(0, from).join("/")) && isNaN(Number(parts[from - 1]))) from--;
  return { label: parts.slice(from).join(" / "), depth: from };
}

/** Names of values of an enum, rows of a table: asked for when the control is opened. */
function useChoices(row: Row, blueprint: string): [string, string][] | null {
  const [choices, setChoices] = useState<[string, string][] | null>(null);
  const [kind, to] = (row.field ?? "").split(":");
  useEffect(() => {
    if (kind === "enum") void ask<FieldInfo>("field", { kind: blueprint, path: row.path }).then((said) => setChoices(said.values), () => {});
    else if (kind === "2da")
      void ask<{ rows: [number, string, string][] }>("rows", { table: to }).then(
        (said) => setChoices(said.rows.map(([number, label, text]) => [String(number), text || label])),
        () => {},
      );
  }, [row.field, blueprint]);
  return choices;
}

function Value(props: { row: Row; blueprint: string; settable: boolean; id: string; bad: string; onSet: (row: Row, value: string) => Promise<boolean> }) {
  const { row } = props;
  const [picking, setPicking] = useState(false);
  const choices = useChoices(row, props.blueprint);
  if (row.value === undefined) return <span class="count">{row.type === "list" ? `${row.count} elements` : ""}</span>;
  if (!props.settable || row.type === "bytes") return <span class="fixed">{row.value.slice(0, 200)}</span>;
  const set = (value: string) => props.onSet(row, value);
  const label = `Value of ${row.path}`;
  if (row.type === "bool")
    return <input id={props.id} type="checkbox" aria-label={label} checked={row.value !== "0"} onChange={(event) => void set(event.currentTarget.checked ? "1" : "0")} />;
  if (choices?.length)
    return (
      <select id={props.id} aria-label={label} value={row.value} onChange={(event) => void set(event.currentTarget.value)}>
        {!choices.some(([value]) => value === row.value) && <option value={row.value}>{row.value}</option>}
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {value} {name}
          </option>
        ))}
      </select>
    );
  const type = (row.field ?? "").startsWith("res:") ? row.field!.slice(4) : row.ref === "resource" ? (row.to ?? "") : "";
  const all = tree.value;
  return (
    <>
      <Field
        id={props.id}
        aria-label={label}
        aria-invalid={props.bad !== ""}
        aria-describedby={props.bad ? `${props.id}-bad` : undefined}
        value={row.value}
        onSet={set}
        spellcheck={false}
        inputMode={row.type === "text" ? "text" : "decimal"}
        onDragOver={(event) => type && event.preventDefault()}
        onDrop={(event) => {
          const key = event.dataTransfer?.getData("text/reliquary");
          if (!key || !type) return;
          event.preventDefault();
          void set(nameOf(key).replace(/\.[^.]*$/, ""));
        }}
      />
      {type && all && (
        <>
          <button class="small" aria-label={`Choose ${row.path}`} onClick={() => setPicking(true)}>
            …
          </button>
          {row.value && (
            <button
              class="small"
              aria-label={`Go to ${row.value}`}
              onClick={() => {
                const wanted = type.split("|").map((ending) => `${row.value}.${ending}`.toLowerCase());
                const index = all.names.findIndex((name, at) => wanted.includes(name.toLowerCase()) && all.wins[at]);
                if (index >= 0) show(keyOf(all, index));
              }}
            >
              →
            </button>
          )}
          {picking && (
            <div class="popup">
              <Picker
                label={`A resource of type ${type}`}
                choices={all.names.filter((name) => type.split("|").some((ending) => name.toLowerCase().endsWith("." + ending))).map((text) => ({ text }))}
                onClose={() => setPicking(false)}
                onChoose={(choice) => void set(choice.text.replace(/\.[^.]*$/, ""))}
              />
            </div>
          )}
        </>
      )}
    </>
  );
}

const hex = (value: number, width: number) => value.toString(16).padStart(width, "0");
const MOST_BYTES = 48;

/** The bytes that a value is, with the way to all of them; asked for when it is opened. */
function BytesOf(props: { res: string; path: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Bytes</summary>
      {open && <BytesAt {...props} />}
    </details>
  );
}

function BytesAt(props: { res: string; path: string }) {
  const { res, path } = props;
  const [notes, setNotes] = useState<Note[]>([]);
  const [text, setText] = useState("");
  useEffect(() => {
    let current = true;
    void loadNotes(res, () => current).then((all) => current && setNotes(all), () => {});
    return () => {
      current = false;
    };
  }, [res, version.value]);
  const mine = useMemo(() => notesOf(notes, path).map((index) => notes[index]!), [notes, path]);
  const first = mine.find((note) => pathOf(note) === `${path}/data`) ?? mine[0];
  useEffect(() => {
    let current = true;
    setText("");
    if (!first) return;
    void backend.bytes("bytes", { game: game.value?.game, res, from: first[0], limit: Math.min(first[1], MOST_BYTES) }).then(
      async (blob) => {
        const bytes = [...new Uint8Array(await blob.arrayBuffer())];
        if (current) setText(bytes.map((byte) => hex(byte, 2)).join(" "));
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [res, first?.[0], first?.[1], version.value]);
  if (!first) return <p class="faint">No byte has this name.</p>;
  return (
    <>
      <p>
        <code>
          0x{hex(first[0], 1)}: {text}
          {first[1] > MOST_BYTES ? " …" : ""}
        </code>
      </p>
      <button onClick={() => show(res, { view: "bytes", at: `${first[0]}:${path}` })}>
        Show {mine.reduce((sum, note) => sum + note[1], 0)} bytes in {mine.length} {mine.length === 1 ? "place" : "places"}
      </button>
    </>
  );
}

function Details(props: { res: string; row: Row | undefined; blueprint: string; old: string | undefined; onRevert: () => void }) {
  const [field, setField] = useState<FieldInfo | null>(null);
  const { row } = props;
  useEffect(() => {
    let current = true;
    setField(null);
    if (row && props.blueprint) void ask<FieldInfo>("field", { kind: props.blueprint, path: row.path }).then((said) => current && setField(said), () => {});
    return () => {
      current = false;
    };
  }, [row?.path, props.blueprint]);
  if (!row) return null;
  return (
    <aside class="details" aria-label="About this field">
      <h3>{row.path}</h3>
      <p>{field?.meaning || row.doc}</p>
      {props.old !== undefined && (
        <p>
          In the file: <code>{props.old}</code> <button onClick={props.onRevert}>Revert</button>
        </p>
      )}
      <dl>
        <div>
          <dt>type</dt>
          <dd>{row.kind ?? row.type}</dd>
        </div>
        {field?.facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <button onClick={() => void navigator.clipboard?.writeText(row.path)}>Copy path</button>
      <BytesOf res={props.res} path={row.path} />
    </aside>
  );
}

/** The files that an edit is for: those that are chosen in the tree, when this one and only its kind are among them. */
function useFiles(res: string): { files: string[]; all: boolean; setAll: (all: boolean) => void } {
  const [all, setAll] = useState(false);
  const ending = (key: string) => key.split(".").pop()!.toLowerCase();
  const alike = [...chosen.value].filter((key) => ending(key) === ending(res));
  const files = alike.length > 1 && alike.length === chosen.value.size && alike.includes(res) ? alike : [res];
  return { files, all: all && files.length > 1, setAll };
}

export default function FormView({ info, at, onSelect }: ViewProps) {
  const { res } = info;
  const [rows, setRows] = useState<Row[]>([]);
  const [form, setForm] = useState<Form | null>(null);
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState<Set<string>>(new Set());
  const { files, all, setAll } = useFiles(res);
  useEffect(() => {
    let current = true;
    void attempt(() =>
      load(
        res,
        (list, said) => {
          if (!current) return;
          setRows(list);
          setForm(said);
        },
        () => current,
      ),
    );
    return () => {
      current = false;
    };
  }, [res, version.value]);
  // What the file holds where a value was set: the differences that Apply would show.
  const changes = useAnswer(edits.value.get(res)?.ops.length ? res : null, (signal) => ask<Changes>("changes", {}, signal));
  const old = useMemo(() => {
    const mine = changes?.files.flatMap((file) => file.resources).find((entry) => entry.res === res);
    return new Map(mine?.differences.map((entry) => [entry.path, entry.old ?? ""]) ?? []);
  }, [changes, res]);
  const shown = useMemo(() => {
    const word = words.toLowerCase();
    return word ? rows.filter((row) => `${row.path} ${row.value ?? ""} ${row.means ?? ""}`.toLowerCase().includes(word)) : rows;
  }, [rows, words]);
  const known = useMemo(() => new Set(rows.map((entry) => entry.path)), [rows]);
  const focus = Math.max(
    0,
    shown.findIndex((row) => row.path === at || (at !== "" && row.path.startsWith(at + "/"))),
  );
  const bad = new Map((problems.value.get(res) ?? []).map((entry) => [entry.path ?? "", entry]));
  const row = shown[focus];
  const list = row?.type === "list" ? row : undefined;
  const before = row && old.get(row.path);
  /** Makes operations in this file, or in all that are chosen: one undo takes them back. */
  const make = (ops: Op[]): Promise<boolean> => (all ? editAll(files.map((key) => ({ res: key, ops }))) : ops.length > 1 ? editAll([{ res, ops }]) : edit(res, ops));
  /** A value of one of several rows that are picked is set in all of them that have its name. */
  const setValue = (entry: Row, value: string) => {
    const paths = picked.has(entry.path) ? rows.filter((other) => picked.has(other.path) && nameOf(other.path) === nameOf(entry.path)) : [entry];
    return make(paths.map((other) => ({ op: "set", path: other.path, value })));
  };
  const removed = () => (row && picked.has(row.path) ? [...picked] : row ? [row.path] : []);
  /** From the last on, so that the numbers of those before stay. */
  const remove = () => {
    const order = rows.map((entry) => entry.path);
    void make(removed().sort((a, b) => order.indexOf(b) - order.indexOf(a)).map((path) => ({ op: "remove", path })));
    setPicked(new Set());
  };
  const copy = () => {
    const copied = row && copyRows(res, rows, picked.has(row.path) ? rows.filter((entry) => picked.has(entry.path)).map((entry) => entry.path) : [row.path]);
    if (!copied) return;
    clip.value = copied;
    void navigator.clipboard?.writeText(clipText(copied)).catch(() => {});
    say(`${copied.rows.length} ${copied.rows.length === 1 ? "value" : "values"} copied`);
  };
  const paste = () => {
    const ops = clip.value ? pasteOps(clip.value, rows, row) : "Nothing was copied.";
    if (typeof ops === "string") say(ops, true);
    else if (ops.length) void make(ops);
  };
  const pick = (path: string) => {
    const next = new Set(picked);
    if (!next.delete(path)) next.add(path);
    setPicked(next);
  };
  return (
    <div class="form">
      <div class="form-main">
        <div class="bar">
          <input type="search" aria-label="Filter fields" placeholder="Filter fields" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
          <span role="status">
            {form ? `${shown.length} values${form.next !== undefined ? ", reading…" : ""}` : "Reading…"}
          </span>
          {form?.settable && (
            <>
              <button disabled={!list} onClick={() => list && void edit(res, [{ op: "insert", path: `${list.path}/-`, kind: "struct" }])}>
                Add element
              </button>
              <button disabled={!row} onClick={remove}>
                Remove
              </button>
              <button disabled={!row} onClick={copy}>
                Copy
              </button>
              <button disabled={!clip.value} onClick={paste} title={clip.value ? `from ${clip.value.from}` : ""}>
                Paste
              </button>
              {files.length > 1 && (
                <label>
                  <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> in all {files.length} chosen files
                </label>
              )}
              {picked.size > 0 && (
                <span class="faint">
                  {picked.size} values chosen <button onClick={() => setPicked(new Set())}>Choose none</button>
                </span>
              )}
            </>
          )}
        </div>
        <Virtual
          role="grid"
          label="Values"
          class="form-rows"
          height={30}
          count={shown.length}
          focus={focus}
          keyOf={(index) => shown[index]!.path}
          onFocus={(index) => onSelect(shown[index]!.path)}
          several
          onKey={(event) => {
            if (event.ctrlKey || event.metaKey) {
              const act = { c: copy, v: paste, " ": () => row && pick(row.path) }[event.key];
              if (!act || (event.key === "v" && !form?.settable)) return;
              act();
            } else if (event.key === "Escape") setPicked(new Set());
            else if (event.key === "Enter" || event.key === "F2") document.getElementById(`value-${focus}`)?.focus();
            else if (event.key === "Delete" && row && form?.settable) remove();
            else return;
            event.preventDefault();
          }}
          row={(index, focused) => {
            const entry = shown[index]!;
            const finding = bad.get(entry.path);
            const { label, depth } = labelOf(entry.path, known);
            return (
              <div
                id={`Values-${index}`}
                role="row"
                aria-selected={focused || picked.has(entry.path)}
                class={`form-row ${old.has(entry.path) ? "edited" : ""} ${finding?.severity ?? ""}`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey) pick(entry.path);
                  onSelect(entry.path);
                }}
                title={entry.doc}
              >
                <span class="label" role="rowheader" style={{ paddingLeft: `${depth * 14}px` }}>
                  {label}
                </span>
                <span class="value" role="gridcell">
                  <Value onSet={setValue} row={entry} blueprint={form?.blueprint ?? ""} settable={form?.settable ?? false} id={`value-${index}`} bad={finding?.text ?? ""} />
                </span>
                <span class="means" role="gridcell">{entry.means}</span>
                {finding && (
                  <span id={`value-${index}-bad`} class="finding" role="gridcell" title={finding.why}>
                    {finding.text}
                  </span>
                )}
              </div>
            );
          }}
        />
      </div>
      <Details res={res} row={row} blueprint={form?.blueprint ?? ""} old={before} onRevert={() => row && before !== undefined && void edit(res, [{ op: "set", path: row.path, value: before.replace(/^"|"$/g, "") }])} />
    </div>
  );
}
