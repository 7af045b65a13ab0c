// What a card of each section shows.
import { useLayoutEffect, useState } from "preact/hooks";
import { baseOf, extensionOf, folderOf, linkOf, sizeText, timeText } from "./data";
import type { Item, Made } from "./data";

/** A mirrored bar for each part of a sound. */
export function Wave({ peaks }: { peaks: string }) {
  const bars = [...peaks].map((letter, at) => {
    const half = Math.max(0.5, ((letter.charCodeAt(0) - 65) / 25) * 19);
    return `M${at * 3 + 1.5} ${20 - half}V${20 + half}`;
  });
  return (
    <svg class="wave" viewBox={`0 0 ${peaks.length * 3} 40`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join("")} />
    </svg>
  );
}

/** The picture of a file that is shown before it is opened; "" where there is none. */
export const pictureOf = (file: Made): string => (file.thumb ? linkOf(`index/thumbs/${file.name}.png`) : extensionOf(file.name) === "glb" ? "" : linkOf(file.name));

export const isSmall = (file: Made): boolean => (file.width ?? 999) <= 128 && (file.height ?? 999) <= 128;

const loadedFonts = new Map<string, Promise<string>>();

/** The name by which CSS knows the font; loads it once. Rejected where the browser can't use it. */
function loadFont(file: Made): Promise<string> {
  const known = loadedFonts.get(file.name);
  if (known) return known;
  const family = `gallery-font-${loadedFonts.size}`;
  const face = new FontFace(family, `url("${linkOf(file.name)}")`);
  const made = face.load().then(() => (document.fonts.add(face), family));
  loadedFonts.set(file.name, made);
  return made;
}

/** A text in a font of the game; its atlas where there is no TrueType of it, or the browser refuses it. */
export function FontSample(props: { item: Item; text: string; size: number }) {
  const { item, text, size } = props;
  const file = item.files.find((made) => extensionOf(made.name) === "ttf");
  const atlas = item.files.find((made) => extensionOf(made.name) === "png");
  const [family, setFamily] = useState<{ of: string; name: string } | null>(null);
  useLayoutEffect(() => {
    let current = true;
    if (file) loadFont(file).then((name) => current && setFamily({ of: file.name, name }), () => {});
    return () => void (current = false);
  }, [file?.name]);
  if (file && family?.of === file.name) return <span class="sample" style={{ fontFamily: family.name, fontSize: `${size}px` }}>{text}</span>;
  return atlas ? <img class="atlas" src={linkOf(atlas.name)} alt="" /> : null;
}

function Name({ item, about }: { item: Item; about: string }) {
  const file = item.files[0]!;
  return (
    <span class="caption">
      <span class="name" title={file.name}>{baseOf(file.name)}</span>
      <span class="about">{about}</span>
    </span>
  );
}

function Play({ label, onPlay, playing }: { label: string; onPlay: () => void; playing: boolean }) {
  return (
    <button type="button" class="play" tabIndex={-1} aria-label={`${playing ? "Stop" : "Play"} ${label}`} aria-pressed={playing} onClick={(event) => (event.stopPropagation(), onPlay())}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d={playing ? "M4 4h8v8H4z" : "M5 3l8 5-8 5z"} /></svg>
    </button>
  );
}

export interface CardProps {
  item: Item;
  voice?: Made; // that the item plays
  playing: boolean;
  onPlay: (file: Made) => void;
}

const pixels = (file: Made): string => (file.width ? `${file.width} × ${file.height}` : sizeText(file.size));

function Picture({ item }: CardProps) {
  const file = item.files[0]!;
  const src = pictureOf(file);
  return (
    <>
      <span class={`frame ${item.section}`}>
        {src ? <img src={src} alt="" loading="lazy" decoding="async" class={isSmall(file) ? "pixels" : ""} /> : <span class="none">nothing to see</span>}
      </span>
      <Name item={item} about={`${item.section === "models" ? sizeText(file.size) : pixels(file)} · ${folderOf(file.name) || extensionOf(file.name)}`} />
    </>
  );
}

function Sound({ item, playing, onPlay }: CardProps) {
  const file = item.files[0]!;
  return (
    <>
      <span class="frame sounds">
        <Play label={baseOf(file.name)} playing={playing} onPlay={() => onPlay(file)} />
        {file.peaks ? <Wave peaks={file.peaks} /> : <span class="none">no wave form</span>}
      </span>
      <Name item={item} about={`${file.ms ? timeText(file.ms) : sizeText(file.size)} · ${folderOf(file.name) || extensionOf(file.name)}`} />
    </>
  );
}

function Font({ item }: CardProps) {
  return (
    <>
      <span class="frame fonts"><FontSample item={item} text="Quay 0123 Aa Bb Gg" size={30} /></span>
      <Name item={item} about={item.files.map((file) => extensionOf(file.name)).join(", ")} />
    </>
  );
}

function LineRow({ item, voice, playing, onPlay }: CardProps) {
  const { text, who, voice: name } = item.line!;
  return (
    <span class="line">
      {voice ? <Play label={text.slice(0, 60) || baseOf(voice.name)} playing={playing} onPlay={() => onPlay(voice)} /> : <span class="play-none" aria-hidden="true">“</span>}
      <span class="said">{text || <i>no text, voice {name}</i>}</span>
      <span class="about">{who && <b>{who}</b>} {item.input.path}</span>
      {voice?.peaks && <Wave peaks={voice.peaks} />}
    </span>
  );
}

function FileRow({ item }: CardProps) {
  const file = item.files[0]!;
  return (
    <span class="row">
      <span class="kind">{extensionOf(file.name)}</span>
      <span class="name" title={file.name}>{baseOf(file.name)}</span>
      <span class="about">{folderOf(file.name)}</span>
      <span class="about end">{sizeText(file.size)}</span>
    </span>
  );
}

export function Card(props: CardProps) {
  const { section } = props.item;
  if (section === "pictures" || section === "models") return <Picture {...props} />;
  if (section === "sounds") return <Sound {...props} />;
  if (section === "fonts") return <Font {...props} />;
  return section === "dialogue" ? <LineRow {...props} /> : <FileRow {...props} />;
}
