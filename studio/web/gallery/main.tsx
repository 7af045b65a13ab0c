// The page of a converted game: sections, search, cards. docs/gallery.md
import { render } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { SECTIONS, Store, baseOf, linkOf, loadAll, sizeText, titleOf } from "./data";
import type { Made, SectionId } from "./data";
import { Detail } from "./detail";
import { Grid } from "./grid";
import "./style.css";

const store = new Store();

/** What the browser keeps of this page; it may refuse to. */
function kept(key: string, value?: string): string | null {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const sectionOfHash = (): SectionId | null => SECTIONS.find((section) => location.hash === `#${section.id}`)?.id ?? null;

function useTheme(): [string, () => void] {
  const [theme, setTheme] = useState(() => kept("reliquary-theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  useLayoutEffect(() => void (document.documentElement.dataset.theme = theme), [theme]);
  return [theme, () => setTheme((was) => kept("reliquary-theme", was === "dark" ? "light" : "dark") ?? (was === "dark" ? "light" : "dark"))];
}

interface PlayerProps {
  file: Made;
  audio: { current: HTMLAudioElement | null };
  onSound: (heard: boolean) => void;
  onClose: () => void;
}

/** Stays when the sound is over: many are shorter than a second. */
function Player({ file, audio, onSound, onClose }: PlayerProps) {
  return (
    <div class="player" role="region" aria-label="Player">
      <span class="name">{baseOf(file.name)}</span>
      <audio key={file.name} ref={audio} controls autoplay src={linkOf(file.name)} onPlay={() => onSound(true)} onPause={() => onSound(false)} onEnded={() => onSound(false)} aria-label={baseOf(file.name)} />
      <button type="button" onClick={onClose}>Close</button>
    </div>
  );
}

function App({ version, problem }: { version: number; problem: string }) {
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<SectionId | null>(sectionOfHash);
  const [opened, setOpened] = useState(-1);
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState<Made | null>(null);
  const [heard, setHeard] = useState(false);
  const [theme, turnTheme] = useTheme();
  const found = useMemo(() => SECTIONS.map((section) => ({ section, items: store.find(section.id, query) })), [query, version]);
  const shown = found.find(({ section }) => section.id === chosen) ?? found.find(({ section }) => store.items[section.id].length) ?? found[0]!;
  const { head } = store;
  const ready = head !== null && store.loaded >= head.parts;
  useLayoutEffect(() => void (document.title = head ? `${titleOf(head)} · gallery` : "Gallery"), [head]);
  useLayoutEffect(() => {
    const onHash = () => (setChosen(sectionOfHash()), setOpened(-1));
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || /^(INPUT|SELECT)$/.test((event.target as HTMLElement).tagName) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      search.current?.select();
    };
    addEventListener("hashchange", onHash);
    addEventListener("keydown", onKey);
    return () => (removeEventListener("hashchange", onHash), removeEventListener("keydown", onKey));
  }, []);
  const play = (file: Made) => {
    if (playing?.name !== file.name || !audio.current) setPlaying(file);
    else if (heard) audio.current.pause();
    else audio.current.play().catch(() => {}); // an empty sound: the player tells
  };
  const others = found.filter(({ section, items }) => section !== shown.section && items.length);
  return (
    <div class="app" data-ready={ready} data-query={query}>
      <header class="top">
        <div class="title">
          <h1>{head ? titleOf(head) : "Gallery"}</h1>
          <p class="about">{head?.name && head.name !== titleOf(head) ? `${head.name} · ` : ""}{store.inputs.toLocaleString("en")} inputs, {store.files.toLocaleString("en")} files, {sizeText(store.bytes)}</p>
        </div>
        <input ref={search} type="search" id="search" aria-label="Search names and texts" placeholder="Search names and texts" value={query} onInput={(event) => (setQuery(event.currentTarget.value), setOpened(-1))} />
        <button type="button" class="theme" onClick={turnTheme}>{theme === "dark" ? "Light" : "Dark"} theme</button>
      </header>
      <nav aria-label="Sections">
        {found.filter(({ section }) => store.items[section.id].length).map(({ section, items }) => (
          <a key={section.id} href={`#${section.id}`} aria-current={section === shown.section ? "true" : undefined} data-section={section.id}>
            <span>{section.title}</span> <span class="count">{items.length.toLocaleString("en")}</span>
          </a>
        ))}
      </nav>
      <main>
        {problem && <p class="empty" role="alert">{problem}</p>}
        {shown.items.length > 0 && <Grid key={shown.section.id} section={shown.section} items={shown.items} store={store} playing={heard && playing ? playing.name : ""} onPlay={play} onOpen={setOpened} />}
        {ready && !shown.items.length && (
          <p class="empty" role="status">
            No {shown.section.title.toLowerCase()} with “{query}”.{" "}
            {others.map(({ section, items }) => <a key={section.id} href={`#${section.id}`}>{section.title}: {items.length.toLocaleString("en")}</a>)}
          </p>
        )}
      </main>
      {playing && <Player file={playing} audio={audio} onSound={setHeard} onClose={() => (setPlaying(null), setHeard(false))} />}
      {opened >= 0 && shown.items[opened] && <Detail items={shown.items} at={opened} store={store} onMove={setOpened} onClose={() => setOpened(-1)} />}
    </div>
  );
}

const root = document.getElementById("app")!;
let version = 0;
const draw = (problem = "") => render(<App version={version++} problem={problem} />, root);
draw();
loadAll(store, () => draw()).catch((error: Error) => draw(`${error.message}. Was the folder index copied with index.html?`));
