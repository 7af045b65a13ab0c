// Sounds: every one that a resource holds, as a wave form to play; the words that are spoken beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { base64, fetchFile, save, useBlob, useMade } from "../parts/blob";
import { parseCsv } from "../parts/csv";
import { exportAll } from "../parts/export";
import { Virtual } from "../parts/virtual";
import { edit, version } from "../state";
import type { ViewProps } from "./views";

/** Lowest and highest sample of each column. */
function drawWave(canvas: HTMLCanvasElement, samples: Float32Array): void {
  const width = (canvas.width = canvas.clientWidth || 800);
  const height = (canvas.height = 160);
  const context = canvas.getContext("2d")!;
  context.fillStyle = getComputedStyle(canvas).color;
  for (let x = 0; x < width; x++) {
    let low = 0;
    let high = 0;
    const end = Math.floor(((x + 1) * samples.length) / width);
    for (let at = Math.floor((x * samples.length) / width); at < end; at++) {
      low = Math.min(low, samples[at]!);
      high = Math.max(high, samples[at]!);
    }
    context.fillRect(x, ((1 - high) * height) / 2, 1, Math.max(1, ((high - low) * height) / 2));
  }
}

interface Loop {
  start: number; // in samples
  end: number;
}

/** Loops of a WAV, and how many samples it has a second: chunks "smpl" and "fmt ". */
export function loopsOf(bytes: ArrayBuffer): { loops: Loop[]; rate: number } {
  const view = new DataView(bytes);
  const loops: Loop[] = [];
  let rate = 0;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const id = view.getUint32(at, false);
    const size = view.getUint32(at + 4, true);
    if (id === 0x666d7420 && at + 16 <= view.byteLength) rate = view.getUint32(at + 12, true);
    if (id === 0x736d706c && at + 44 <= view.byteLength) {
      const count = view.getUint32(at + 8 + 28, true);
      for (let index = 0; index < count && at + 8 + 36 + (index + 1) * 24 <= view.byteLength; index++)
        loops.push({ start: view.getUint32(at + 8 + 36 + index * 24 + 8, true), end: view.getUint32(at + 8 + 36 + index * 24 + 12, true) });
    }
    at += 8 + size + (size & 1);
  }
  return { loops, rate };
}

/** Where a loop starts again and where it ends, over the wave form. */
function drawLoops(canvas: HTMLCanvasElement, loops: Loop[], samples: number): void {
  const context = canvas.getContext("2d")!;
  context.strokeStyle = context.fillStyle = getComputedStyle(canvas).outlineColor;
  context.lineWidth = 2;
  for (const loop of loops) {
    const [from, to] = [loop.start, Math.min(loop.end + 1, samples)].map((at) => (at / samples) * canvas.width) as [number, number];
    context.globalAlpha = 0.12;
    context.fillRect(from, 0, to - from, canvas.height);
    context.globalAlpha = 1;
    for (const x of [Math.max(1, from), Math.min(canvas.width - 1, to)]) {
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, canvas.height);
      context.stroke();
    }
  }
}

/** The words of the lines of an RTX, by the name of their file. */
function useWords(res: string, format: string): Map<string, string> {
  const [words, setWords] = useState(new Map<string, string>());
  useEffect(() => {
    if (format !== "rtx") return;
    void fetchFile(res, { to: "csv" })
      .then((blob) => blob.text())
      .then((text) => {
        const [head, ...rows] = parseCsv(text);
        const column = head?.findIndex((name) => name.toLowerCase() === "text") ?? -1;
        setWords(new Map(rows.map((row) => [row[0]!.toLowerCase(), row[column] ?? ""])));
      })
      .catch(() => {});
  }, [res, format, version.value]);
  return words;
}

export default function SoundView({ info, at, onSelect }: ViewProps) {
  const { res } = info;
  const files = useMade(res, { to: "wav" });
  const words = useWords(res, info.format);
  const [filter, setFilter] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [facts, setFacts] = useState("");
  const [loops, setLoops] = useState(false);
  const wordsOf = (name: string) => words.get(name.replace(/\.[^.]*$/, "").split("/").pop()!.toLowerCase()) ?? "";
  const shown = useMemo(
    () => (files ?? []).filter(([name]) => `${name} ${wordsOf(name)}`.toLowerCase().includes(filter.toLowerCase())),
    [files, filter, words],
  );
  const focus = Math.max(0, shown.findIndex(([name]) => name === at));
  const name = shown[focus]?.[0];
  const { url, blob } = useBlob(res, name ? { to: "wav", name } : null);
  useEffect(() => {
    setFacts("");
    if (!blob) return;
    const context = new OfflineAudioContext(1, 1, 44100);
    void (async () => {
      const bytes = await blob.arrayBuffer();
      const { loops, rate } = loopsOf(bytes);
      const sound = await context.decodeAudioData(bytes);
      const seconds = (samples: number) => (rate ? (samples / rate).toFixed(3) : "?");
      const looped = loops.map((loop) => `, loops from ${seconds(loop.start)} s to ${seconds(Math.min(loop.end + 1, sound.duration * rate))} s`).join("");
      setLoops(loops.length > 0);
      setFacts(`${sound.duration.toFixed(2)} s, ${sound.numberOfChannels} ${sound.numberOfChannels === 1 ? "channel" : "channels"}${looped}`);
      if (!canvas.current) return;
      drawWave(canvas.current, sound.getChannelData(0));
      drawLoops(canvas.current, loops, sound.duration * rate);
    })().catch(() => setFacts("the browser can't decode it"));
  }, [blob]);
  const replace = async (file: File) => {
    await edit(res, [{ op: "put", name: (files?.length ?? 0) > 1 && name ? name : file.name, data: await base64(file) }]);
  };
  return (
    <div class="split">
      {(files?.length ?? 0) > 1 && (
        <div class="choices">
          <input type="search" aria-label="Filter sounds" placeholder="Filter" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          <Virtual
            role="listbox"
            label="Sounds"
            count={shown.length}
            focus={focus}
            onFocus={(index) => onSelect(shown[index]![0])}
            row={(index, focused) => (
              <div id={`Sounds-${index}`} role="option" aria-selected={focused} class="tree-row" onClick={() => onSelect(shown[index]![0])} title={wordsOf(shown[index]![0])}>
                <span class="name">
                  {shown[index]![0]} <small>{wordsOf(shown[index]![0])}</small>
                </span>
              </div>
            )}
          />
        </div>
      )}
      <div class="sound">
        <h3>{name}</h3>
        {name && wordsOf(name) && <blockquote>{wordsOf(name)}</blockquote>}
        <canvas ref={canvas} class="wave" role="img" aria-label={`Wave form of ${name ?? "the sound"}`} />
        <audio controls loop={loops} src={url} aria-label={`Play ${name ?? "the sound"}`} />
        <p class="buttons">
          <span role="status" class="faint">
            {facts}
          </span>
          <button disabled={!blob} onClick={() => blob && name && save(blob, name.split("/").pop()!)}>
            Export
          </button>
          {(files?.length ?? 0) > 1 && (
            <button onClick={() => void exportAll(`Exporting ${res.split("/").pop()}`, `${res.split("/").pop()}.zip`, shown.map(([entry]) => ({ name: entry, path: "file", query: { res, to: "wav", name: entry } })))}>
              Export {shown.length} as ZIP
            </button>
          )}
          {info.takes && (
            <label class="file">
              Replace with <input type="file" accept=".wav,.mp3,audio/*" onChange={(event) => event.currentTarget.files?.[0] && void replace(event.currentTarget.files[0])} />
            </label>
          )}
        </p>
        {files?.length === 0 && <p class="empty">There is no sound in it.</p>}
      </div>
    </div>
  );
}
