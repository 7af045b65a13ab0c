// Values that were copied from a form, and the operations that put them into another file.
import { signal } from "@preact/signals";
import type { Op, Row } from "../backend";

/** Rows with their paths from the parent of what was copied. `element`: a struct of a list. */
export interface Clip {
  from: string; // resource, for the user
  element: boolean;
  rows: Row[];
}

export const clip = signal<Clip | null>(null);

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The struct that a value is in: a locstring or vector has no row of its own, and belongs to the value. */
function ownerOf(path: string, known: Set<string>): string {
  let owner = parentOf(path);
  while (owner && !known.has(owner)) owner = parentOf(owner);
  return owner;
}

/** What stands at the paths and below them; they have one owner, or only those of the first owner count. */
export function copyRows(res: string, rows: Row[], paths: string[]): Clip | null {
  const known = new Set(rows.map((row) => row.path));
  const parent = ownerOf(paths[0] ?? "", known);
  const tops = paths.filter((path) => ownerOf(path, known) === parent);
  const inside = rows.filter((row) => tops.some((path) => row.path === path || row.path.startsWith(path + "/")));
  if (!inside.length) return null;
  const cut = parent ? parent.length + 1 : 0;
  return { from: res, element: inside[0]!.type === "struct" && /(^|\/)\d+$/.test(inside[0]!.path), rows: inside.map((row) => ({ ...row, path: row.path.slice(cut) })) };
}

/** Text for other programs. */
export const clipText = (copied: Clip): string => copied.rows.map((row) => (row.value === undefined ? row.path : `${row.path} = ${row.value}`)).join("\n");

/** Makes a value, or a list or struct that what follows goes into. Parts of a locstring, a vector or an orientation have no kind: the
 *  whole is made with the first of them. */
function make(row: Row, path: string, made: Set<string>, all: Row[]): Op[] {
  const parent = parentOf(path);
  const part = row.kind === undefined && row.type !== "struct";
  const ops: Op[] = [];
  if (part && !made.has(parent)) {
    const parts = all.filter((other) => parentOf(other.path) === parentOf(row.path)).length;
    ops.push({ op: "insert", path: parent, kind: row.type !== "float" ? "locstring" : parts > 3 ? "orientation" : "vector" });
    made.add(parent);
  }
  made.add(path);
  if (row.type === "struct") ops.push({ op: "insert", path, kind: "struct", value: String(row.count ?? 0) });
  else if (part && (row.type === "float" || path.endsWith("/strref"))) ops.push({ op: "set", path, value: row.value ?? "" });
  else if (part) ops.push({ op: "insert", path, value: row.value ?? "" });
  else ops.push({ op: "insert", path, kind: row.kind!, value: row.value });
  return ops;
}

/** Operations that paste at a row of another form. A struct goes behind the last of the list; values replace those of their name, and
 *  are made where there are none. A string: why it can't be done. */
export function pasteOps(copied: Clip, rows: Row[], at: Row | undefined): Op[] | string {
  const here = new Set(rows.map((row) => row.path));
  const made = new Set(rows.map((row) => parentOf(row.path))); // what has parts is there with them
  if (copied.element) {
    const list = rows.find((row) => row.type === "list" && (row.path === at?.path || (at && row.path === parentOf(at.path))));
    if (!list) return "Choose a list, or an element of one: a struct was copied.";
    const tops = [...new Set(copied.rows.map((row) => row.path.split("/")[0]!))];
    return copied.rows.flatMap((row) => {
      const [top, ...rest] = row.path.split("/");
      return make(row, [list.path, (list.count ?? 0) + tops.indexOf(top!), ...rest].join("/"), made, copied.rows);
    });
  }
  const parent = at ? (at.type === "struct" ? at.path : ownerOf(at.path, here)) : "";
  const single = copied.rows.length === 1 && at?.value !== undefined && copied.rows[0]!.value !== undefined;
  if (single) return [{ op: "set", path: at.path, value: copied.rows[0]!.value! }];
  return copied.rows.flatMap((row) => {
    const path = parent ? `${parent}/${row.path}` : row.path;
    if (!here.has(path)) return make(row, path, made, copied.rows);
    return row.value === undefined ? [] : [{ op: "set" as const, path, value: row.value }];
  });
}
