// Tables (2DA, TLK) as a grid: sort, filter, edit cells, copy as tab-separated text.
import { useMemo, useState } from "preact/hooks";
import { useAnswer } from "../parts/answer";
import { fetchFile } from "../parts/blob";
import { parseCsv } from "../parts/csv";
import { Field } from "../parts/field";
import { Virtual } from "../parts/virtual";
import { edit, editAll, say } from "../state";
import type { Op } from "../backend";
import type { ViewProps } from "./views";

/** Path of the cell for an operation: the talk table has the text at the number itself. */
const pathOf = (format: string, row: number, column: string) => (format === "tlk" && column === "text" ? `${row}` : `${row}/${column}`);

export default function TableView({ info, at, onSelect }: ViewProps) {
  const { res, format } = info;
  const [words, setWords] = useState("");
  const [sort, setSort] = useState<{ column: number; down: boolean } | null>(null);
  const [column, setColumn] = useState(1);
  const [editing, setEditing] = useState(false);
  const [picked, setPicked] = useState<Set<number>>(new Set());
  const said = useAnswer(res, async (signal) => parseCsv(await (await fetchFile(res, { to: "csv" }, signal)).text()));
  const cells = said === null ? [[]] : said;
  const head = cells?.[0] ?? [];
  const order = useMemo(() => {
    const word = words.toLowerCase();
    const rows = (cells ?? []).slice(1).map((_, index) => index);
    const fits = word ? rows.filter((row) => cells![row + 1]!.some((cell) => cell.toLowerCase().includes(word))) : rows;
    if (!sort) return fits;
    const by = (row: number) => cells![row + 1]![sort.column] ?? "";
    return fits.sort((a, b) => {
      const [x, y] = [by(a), by(b)];
      const numbers = x !== "" && y !== "" && !isNaN(Number(x)) && !isNaN(Number(y));
      return (numbers ? Number(x) - Number(y) : x.localeCompare(y)) * (sort.down ? -1 : 1);
    });
  }, [cells, words, sort]);
  if (!cells) return <p>Reading…</p>;
  const wanted = Number(at.split("/")[0]);
  const focus = Math.max(0, at === "" ? 0 : order.indexOf(wanted));
  const row = order[focus] ?? 0;
  const select = (index: number, to = column) => {
    setColumn(to);
    setEditing(false);
    onSelect(`${order[index]}/${head[to] ?? ""}`);
  };
  /** The chosen rows, or all that are shown, with their head. */
  const copy = () => {
    const rows = picked.size ? order.filter((index) => picked.has(index)) : order;
    const text = rows.map((index) => cells[index + 1]!.join("\t")).join("\n");
    void navigator.clipboard?.writeText([head.join("\t"), text].join("\n")).then(() => say(`${rows.length} rows copied`));
  };
  const make = (ops: Op[]) => void (ops.length > 1 ? editAll([{ res, ops }]) : ops.length ? edit(res, ops) : undefined);
  /** A cell of one of several chosen rows is set in all of them. */
  const setCell = (index: number, name: string, value: string) => {
    const rows = picked.has(index) ? order.filter((entry) => picked.has(entry)) : [index];
    make(rows.map((entry) => ({ op: "set", path: pathOf(format, entry, name), value })));
  };
  /** Lines with tabs, as spreadsheets copy them, from the cell that has the focus on. */
  const paste = (text: string) => {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
    const ops = lines.flatMap((line, down) =>
      line.flatMap((value, right) => {
        const [to, name] = [order[focus + down], head[column + right]];
        return to === undefined || !name || column + right === 0 ? [] : [{ op: "set" as const, path: pathOf(format, to, name), value }];
      }),
    );
    make(ops);
    if (ops.length) say(`${ops.length} ${ops.length === 1 ? "cell" : "cells"} pasted`);
  };
  const pick = (index: number) => {
    const next = new Set(picked);
    if (!next.delete(index)) next.add(index);
    setPicked(next);
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key === " ") pick(order[index]!);
      else if (event.key === "c") copy();
      else return;
    } else if (event.key === "Escape") setPicked(new Set());
    else if (event.key === "ArrowRight") select(index, Math.min(column + 1, head.length - 1));
    else if (event.key === "ArrowLeft") select(index, Math.max(column - 1, 0));
    else if (event.key === "Enter" || event.key === "F2") setEditing(column > 0);
    else return;
    event.preventDefault();
  };
  const template = `70px repeat(${Math.max(head.length - 1, 1)}, minmax(110px, 1fr))`;
  return (
    <div
      class="table"
      onPaste={(event) => {
        const text = event.clipboardData?.getData("text/plain");
        if (!text || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        paste(text);
      }}
    >
      <div class="bar">
        <input type="search" aria-label="Filter rows" placeholder="Filter rows" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <span role="status">
          {order.length} of {cells.length - 1} rows
        </span>
        <button onClick={copy}>Copy rows</button>
        {picked.size > 0 && (
          <span class="faint">
            {picked.size} rows chosen <button onClick={() => setPicked(new Set())}>Choose none</button>
          </span>
        )}
      </div>
      <div class="grid" style={{ minWidth: `${70 + 120 * (head.length - 1)}px` }}>
        <div class="grid-head" role="toolbar" aria-label="Columns" style={{ gridTemplateColumns: template }}>
          {head.map((name, index) => (
            <button key={index} onClick={() => setSort(sort?.column === index && sort.down ? null : { column: index, down: sort?.column === index })}>
              {name || "row"}
              {sort?.column === index ? (sort.down ? " ↓" : " ↑") : ""}
            </button>
          ))}
        </div>
        <Virtual
          role="grid"
          several
          label="Rows"
          count={order.length}
          height={26}
          focus={focus}
          keyOf={(index) => order[index]!}
          onFocus={(index) => select(index)}
          onKey={onKey}
          row={(index, focused) => (
            <div id={`Rows-${index}`} role="row" aria-rowindex={order[index]! + 1} aria-selected={focused || picked.has(order[index]!)} class="grid-row" style={{ gridTemplateColumns: template }}>
              {head.map((name, at) => {
                const value = cells[order[index]! + 1]![at] ?? "";
                const here = focused && at === column;
                return here && editing ? (
                  <span key={at} role="gridcell">
                    <Field
                      aria-label={`${name} of row ${row}`}
                      value={value}
                      takesFocus
                      onSet={(typed) => setCell(row, name, typed)}
                      onDone={(input, left) => {
                        if (!left) input.closest<HTMLElement>("[role=grid]")?.focus();
                        setEditing(false);
                      }}
                    />
                  </span>
                ) : (
                  <span key={at} role="gridcell" class={here ? "here" : ""} title={value} onClick={(event) => (event.ctrlKey || event.metaKey ? pick(order[index]!) : select(index, at))} onDblClick={() => setEditing(at > 0)}>
                    {value}
                  </span>
                );
              })}
            </div>
          )}
        />
      </div>
    </div>
  );
}
