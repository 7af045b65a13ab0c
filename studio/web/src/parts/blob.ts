// Open files that a resource becomes, as addresses that pictures and sounds can have. The token goes with the request, so the
// browser never fetches them by itself.
import { useEffect, useState } from "preact/hooks";
import type { Query } from "../backend";
import { ask, attempt, backend, game, version } from "../state";
import { useAnswer } from "./answer";

export const fetchFile = (res: string, query: Query, signal?: AbortSignal): Promise<Blob> =>
  backend.bytes("file", { game: game.value?.game, res, ...query }, signal);

/** The address of a file while the component shows it. */
export function useBlob(res: string, query: Query | null): { url: string; blob: Blob | null } {
  const [made, setMade] = useState<{ url: string; blob: Blob | null }>({ url: "", blob: null });
  const key = JSON.stringify(query);
  useEffect(() => {
    const stop = new AbortController();
    let url = "";
    if (query)
      void attempt(() => fetchFile(res, query, stop.signal)).then((blob) => {
        if (!blob || stop.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setMade({ url, blob });
      });
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [res, key, version.value]);
  return made;
}

/** Names and sizes of the files that a resource becomes. */
export function useMade(res: string, query: Query): [string, number][] | null {
  const said = useAnswer(`${JSON.stringify(query)} ${res}`, (signal) => ask<{ files: [string, number][] }>("made", { res, ...query }, signal));
  return said === undefined ? null : (said?.files ?? []);
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Bytes as base64, for operations. */
export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
