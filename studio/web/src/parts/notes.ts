// Which bytes a value of the form is, and which value a byte is of. The notes of the dump name fields by a breadcrumb ("root /
// ClassList[0]", "Class"), the form by a path ("ClassList/0/Class"): one is turned into the other.
import { ask } from "../state";

export type Note = [offset: number, size: number, path: string, name: string, value: string];

const MOST_NOTES = 200000;

export async function loadNotes(res: string, current: () => boolean): Promise<Note[]> {
  const all: Note[] = [];
  for (let from: number | undefined = 0; from !== undefined && current() && all.length < MOST_NOTES; ) {
    const said: { rows: Note[]; next?: number } = await ask("notes", { res, from, limit: 20000 });
    all.push(...said.rows);
    from = said.next;
  }
  return all;
}

/** The path of the form that a note stands at, as far as the two name things alike. */
export function pathOf(note: Note): string {
  const crumbs = note[2].replace(/\[(\d+)\]/g, " / $1").split(" / ").filter((part) => part && part !== "root");
  return [...crumbs, note[3]].join("/");
}

/** Numbers of the notes that belong to a value: those of its path and below it. */
export function notesOf(notes: Note[], path: string): number[] {
  if (!path) return [];
  return notes.flatMap((note, index) => {
    const own = pathOf(note);
    return own === path || own.startsWith(path + "/") ? [index] : [];
  });
}

/** The longest path of the form that a note is at or below; "": none. */
export function valueOf(note: Note, known: Set<string>): string {
  const parts = pathOf(note).split("/");
  for (let size = parts.length; size > 0; size--) {
    const path = parts.slice(0, size).join("/");
    if (known.has(path)) return path;
    // What has only parts (a locstring) is its first part.
    const first = [...known].find((entry) => entry.startsWith(path + "/"));
    if (first) return first;
  }
  return "";
}
