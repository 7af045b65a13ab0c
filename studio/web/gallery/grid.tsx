// The cards of a section, of which only the visible ones are in the document, with the keys of a grid.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Virtual } from "../src/parts/virtual";
import { Card } from "./cards";
import type { Item, Made, Section, Store } from "./data";

const GAP = 12;

export interface GridProps {
  section: Section;
  items: Item[];
  store: Store;
  playing: string; // name of the file that is heard
  onPlay: (file: Made) => void;
  onOpen: (at: number) => void;
}

export function Grid({ section, items, store, playing, onPlay, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState(0);
  useLayoutEffect(() => {
    const element = box.current!;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const columns = section.min ? Math.max(1, Math.floor((width - GAP) / (section.min + GAP))) : 1;
  const focus = Math.min(at, items.length - 1);
  const rows = Math.ceil(items.length / columns);
  const play = (item: Item) => {
    const file = item.section === "sounds" ? item.files[0] : item.section === "dialogue" ? store.voice(item) : undefined;
    if (file) onPlay(file);
    return file !== undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    const item = items[focus];
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) setAt(Math.max(0, Math.min(items.length - 1, focus + step)));
    else if (event.key === "Enter") onOpen(focus);
    else if (event.key !== " " || !play(item)) return;
    event.preventDefault();
  };
  const cell = (index: number) => {
    const item = items[index];
    if (!item) return null;
    const voice = item.section === "dialogue" ? store.voice(item) : undefined;
    const heard = (voice ?? item.files[0])?.name;
    return (
      <div
        key={index}
        role="gridcell"
        id={index === focus ? `${section.title}-${Math.floor(index / columns)}` : undefined}
        class={`card ${index === focus ? "focus" : ""}`}
        onClick={() => (setAt(index), onOpen(index))}
      >
        <Card item={item} voice={voice} playing={heard !== undefined && heard === playing} onPlay={onPlay} />
      </div>
    );
  };
  const row = (index: number) => (
    <div role="row" aria-rowindex={index + 1} class={section.min ? "cards" : "rows"} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {Array.from({ length: columns }, (_, column) => cell(index * columns + column))}
    </div>
  );
  return (
    <div class="grid" ref={box}>
      <Virtual
        count={rows}
        height={section.height + (section.min ? GAP : 0)}
        focus={focus < 0 ? -1 : Math.floor(focus / columns)}
        onFocus={(to) => setAt(Math.min(items.length - 1, to * columns + (focus % columns)))}
        onKey={onKey}
        row={row}
        role="grid"
        label={section.title}
      />
    </div>
  );
}
