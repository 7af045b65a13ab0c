// Sounds: every one that a resource holds, as a wave form to play; the words that are spoken beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { base64, fetchFile, save, useBlob, useMade } from "../parts/blob";
import { parseCsv } from "../parts/csv";
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
    void blob
      .arrayBuffer()
      .then((bytes) => context.decodeAudioData(bytes))
      .then((sound) => {
        setFacts(`${sound.duration.toFixed(2)} s, ${sound.numberOfChannels} ${sound.numberOfChannels === 1 ? "channel" : "channels"}`);
        if (canvas.current) drawWave(canvas.current, sound.getChannelData(0));
      })
      .catch(() => setFacts("the browser can't decode it"));
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
        <audio controls src={url} aria-label={`Play ${name ?? "the sound"}`} />
        <p class="buttons">
          <span role="status" class="faint">
            {facts}
          </span>
          <button disabled={!blob} onClick={() => blob && name && save(blob, name.split("/").pop()!)}>
            Export
          </button>
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
