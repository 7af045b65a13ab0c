// One item in full, above the page: the picture, the model, the sound, the font, the lines of a dialogue; and links to its files.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { FontSample, Wave, isSmall } from "./cards";
import { baseOf, extensionOf, linkOf, sizeText, timeText } from "./data";
import type { Item, Made, Store } from "./data";
import { Preview } from "./preview";

function FontSheet({ item }: { item: Item }) {
  const [text, setText] = useState("The quick brown fox jumps over the lazy dog. 0123456789");
  const atlas = item.files.find((file) => extensionOf(file.name) === "png");
  return (
    <div class="font-sheet">
      <label>Sample <input type="text" value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      {[48, 32, 20].map((size) => <p key={size}><FontSample item={item} text={text} size={size} /></p>)}
      {atlas && <img class="pixels" src={linkOf(atlas.name)} alt="All letters of the font" />}
    </div>
  );
}

function Lines({ item }: { item: Item }) {
  const lines = item.input.lines ?? [];
  const most = 200;
  return (
    <>
      <ol class="lines">
        {lines.slice(0, most).map((line, at) => <li key={at}>{line.who && <b>{line.who}</b>} {line.text}</li>)}
      </ol>
      {lines.length > most && <p class="about">and {(lines.length - most).toLocaleString("en")} more; the search finds them under Dialogue.</p>}
    </>
  );
}

function Sound({ file }: { file: Made }) {
  return (
    <div class="sound">
      {file.peaks && <Wave peaks={file.peaks} />}
      <audio controls src={linkOf(file.name)} aria-label={baseOf(file.name)} />
    </div>
  );
}

function Content({ item, voice }: { item: Item; voice?: Made }) {
  const file = item.files[0];
  if (item.section === "dialogue")
    return (
      <div class="quote">
        <blockquote>{item.line!.text}</blockquote>
        {voice && <Sound file={voice} />}
      </div>
    );
  if (!file) return null;
  if (item.section === "pictures") return <img class={`whole ${isSmall(file) ? "pixels" : ""}`} src={linkOf(file.name)} alt={baseOf(file.name)} />;
  if (item.section === "models") return <Preview file={file} />;
  if (item.section === "sounds") return <Sound file={file} />;
  if (item.section === "fonts") return <FontSheet item={item} />;
  return item.input.lines ? <Lines item={item} /> : <p class="about">Opens in another program, or in a tab of its own.</p>;
}

function Facts({ item, files, store }: { item: Item; files: Made[]; store: Store }) {
  const first = files[0];
  const facts: [string, string | undefined][] = [
    ["Made from", item.input.path],
    ["Format", store.head?.formats[item.input.format] ?? item.input.format],
    ["Said by", item.line?.who],
    ["Voice", item.line?.voice],
    ["Picture", first?.width ? `${first.width} × ${first.height} pixels` : undefined],
    ["Length", first?.ms ? timeText(first.ms) : undefined],
  ];
  return (
    <dl class="facts">
      {facts.map(([key, value]) => value && <div key={key}><dt>{key}</dt><dd>{value}</dd></div>)}
      {files.length > 0 && (
        <div>
          <dt>{files.length > 1 ? "Files" : "File"}</dt>
          <dd>{files.map((file) => <a key={file.name} href={linkOf(file.name)} target="_blank" rel="noreferrer">{baseOf(file.name)} <span class="about">{sizeText(file.size)}</span></a>)}</dd>
        </div>
      )}
    </dl>
  );
}

export interface DetailProps {
  items: Item[];
  at: number;
  store: Store;
  onMove: (at: number) => void;
  onClose: () => void;
}

export function Detail({ items, at, store, onMove, onClose }: DetailProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const item = items[at]!;
  const voice = item.section === "dialogue" ? store.voice(item) : undefined;
  const files = voice ? [voice] : item.files;
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  const title = item.line ? item.line.who || baseOf(item.input.path) : baseOf(item.files[0]!.name);
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (/^(INPUT|SELECT|AUDIO|CANVAS)$/.test(target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowRight" && at + 1 < items.length) onMove(at + 1);
    if (event.key === "ArrowLeft" && at > 0) onMove(at - 1);
  };
  return (
    <dialog ref={dialog} class="detail" aria-labelledby="detail-title" onClose={onClose} onKeyDown={onKey} onClick={(event) => event.target === dialog.current && onClose()}>
      <div class="sheet">
        <header>
          <h2 id="detail-title">{title}</h2>
          <span class="about">{(at + 1).toLocaleString("en")} of {items.length.toLocaleString("en")}</span>
          <button type="button" disabled={at === 0} onClick={() => onMove(at - 1)}>Previous</button>
          <button type="button" disabled={at + 1 >= items.length} onClick={() => onMove(at + 1)}>Next</button>
          <button type="button" onClick={onClose}>Close</button>
        </header>
        <div class={`content ${item.section}`} key={at}><Content item={item} voice={voice} /></div>
        <Facts item={item} files={files} store={store} />
      </div>
    </dialog>
  );
}
