// Many files at once, as one ZIP: a job with progress that can be cancelled.
import type { Query } from "../backend";
import { backend, game, runJob, say } from "../state";
import { save } from "./blob";
import { Zip } from "./zip";

export interface Wanted {
  name: string; // in the ZIP
  path: "file" | "bytes";
  query: Query;
}

/** ZIP files have 4 GB at most; the browser holds all of it. */
const MOST = 2 ** 31;

export async function exportAll(title: string, zipName: string, list: Wanted[]): Promise<void> {
  const blob = await runJob(title, async (signal, tell) => {
    const zip = new Zip();
    let size = 0;
    for (const [index, entry] of list.entries()) {
      const bytes = new Uint8Array(await (await backend.bytes(entry.path, { game: game.value?.game, ...entry.query }, signal)).arrayBuffer());
      signal.throwIfAborted();
      if ((size += bytes.length) > MOST) throw new Error("these are more than 2 GB; reliquary convert writes them to a folder");
      zip.add(entry.name, bytes);
      tell(index + 1, list.length);
    }
    return zip.end();
  });
  if (!blob) return;
  save(blob, zipName);
  say(`${list.length} files in ${zipName}`);
}
