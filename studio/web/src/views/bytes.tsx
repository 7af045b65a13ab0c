// The bytes of a resource, coloured by the field that each belongs to. Only what is in sight is drawn.
import { useEffect, useMemo, useState } from "preact/hooks";
import { loadNotes, notesOf, valueOf } from "../parts/notes";
import type { Note } from "../parts/notes";
import { Virtual } from "../parts/virtual";
import type { Form } from "../backend";
import { ask, attempt, backend, game, say, show, version } from "../state";
import type { ViewProps } from "./views";

const WIDTH = 16;

/** The note that a byte belongs to; notes stand in the order of the file. -1: no field explains it. */
function noteAt(notes: Note[], offset: number): number {
  let low = 0;
  let high = notes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (notes[middle]![0] <= offset) low = middle;
    else high = middle - 1;
  }
  const note = notes[low];
  return note && note[0] <= offset && offset < note[0] + note[1] ? low : -1;
}

const hex = (value: number, width: number) => value.toString(16).padStart(width, "0");

export default function BytesView({ info, at, onSelect }: ViewProps) {
  const { res } = info;
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [notes, setNotes] = useState<Note[]>([]);
  useEffect(() => {
    let current = true;
    void attempt(() => backend.bytes("bytes", { game: game.value?.game, res })).then(async (blob) => blob && current && setBytes(new Uint8Array(await blob.arrayBuffer())));
    void attempt(async () => {
      const all = await loadNotes(res, () => current);
      if (current) setNotes(all);
    });
    return () => {
      current = false;
    };
  }, [res, version.value]);
  // "256" a byte, "256:Tag" a byte of a value of the form.
  const [place, ...field] = at.split(":");
  const path = field.join(":");
  const offset = Math.min(Number(place) || 0, Math.max(0, info.size - 1));
  const chosen = useMemo(() => noteAt(notes, offset), [notes, offset]);
  const marked = useMemo(() => new Set(notesOf(notes, path)), [notes, path]);
  const toForm = () =>
    void attempt(async () => {
      const form = await ask<Form>("form", { res, limit: 100000 });
      const value = note ? valueOf(note, new Set(form.rows.map((row) => row.path))) : "";
      if (value) show(res, { view: "form", at: value });
      else say("No value of the form has this byte.", true);
    });
  const note = notes[chosen];
  if (!bytes) return <p>Reading…</p>;
  const count = Math.ceil(bytes.length / WIDTH);
  const view = new DataView(bytes.buffer);
  const number = (width: 1 | 2 | 4, signed: boolean) => {
    if (offset + width > bytes.length) return "";
    if (width === 1) return signed ? view.getInt8(offset) : view.getUint8(offset);
    if (width === 2) return signed ? view.getInt16(offset, true) : view.getUint16(offset, true);
    return signed ? view.getInt32(offset, true) : view.getUint32(offset, true);
  };
  return (
    <div class="split">
      <Virtual
        role="grid"
        label="Bytes"
        class="hex"
        height={20}
        count={count}
        focus={Math.floor(offset / WIDTH)}
        onFocus={(row) => onSelect(String(Math.min(row * WIDTH + (offset % WIDTH), bytes.length - 1)))}
        onKey={(event) => {
          if (event.key === "Enter" && note) toForm();
          const to = { ArrowRight: offset + 1, ArrowLeft: offset - 1 }[event.key];
          if (to === undefined || to < 0 || to >= bytes.length) return;
          onSelect(String(to));
          event.preventDefault();
        }}
        row={(row) => {
          const start = row * WIDTH;
          const cells = [];
          let text = "";
          for (let index = start; index < Math.min(start + WIDTH, bytes.length); index++) {
            const of = noteAt(notes, index);
            const kind = of < 0 ? "plain" : of === chosen || marked.has(of) ? "chosen" : of % 2 ? "odd" : "even";
            cells.push(
              <span key={index} class={`byte ${kind} ${index === offset ? "here" : ""}`} onClick={() => onSelect(String(index))}>
                {hex(bytes[index]!, 2)}
              </span>,
            );
            text += bytes[index]! >= 32 && bytes[index]! < 127 ? String.fromCharCode(bytes[index]!) : "·";
          }
          return (
            <div class="hex-row" role="row" id={`Bytes-${row}`}>
              <span class="offset" role="rowheader">
                {hex(start, 8)}
              </span>
              <span class="cells" role="gridcell">
                {cells}
              </span>
              <span class="ascii" role="gridcell">
                {text}
              </span>
            </div>
          );
        }}
      />
      <aside class="details" aria-label="The byte that is chosen">
        <h3>
          Offset 0x{hex(offset, 1)} ({offset})
        </h3>
        <label>
          Go to offset{" "}
          <input
            size={10}
            onKeyDown={(event) => {
              const to = Number(event.currentTarget.value);
              if (event.key === "Enter" && to >= 0 && to < bytes.length) onSelect(String(to));
            }}
          />
        </label>
        {path && (
          <p>
            Marked: <strong>{path}</strong>
          </p>
        )}
        {note ? (
          <>
            <p>
              <strong>{note[2] ? `${note[2]} / ${note[3]}` : note[3]}</strong>
              <br />
              {note[1]} bytes at 0x{hex(note[0], 1)}: <code>{note[4]}</code>
            </p>
            {info.format && !info.error && <button onClick={toForm}>Show in the form (Enter)</button>}
          </>
        ) : (
          <p>No field explains this byte.</p>
        )}
        <dl>
          {([1, 2, 4] as const).map((width) => (
            <div key={width}>
              <dt>{width * 8} bits</dt>
              <dd>
                {number(width, false)}, signed {number(width, true)}
              </dd>
            </div>
          ))}
          <div>
            <dt>float</dt>
            <dd>{offset + 4 <= bytes.length ? view.getFloat32(offset, true) : ""}</dd>
          </div>
        </dl>
      </aside>
    </div>
  );
}
