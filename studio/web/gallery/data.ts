// What the program wrote into index/data.js and index/data-N.js, and how it is sorted into sections.

export interface Made {
  name: string; // below the folder of the page
  size: number;
  width?: number; // of a picture
  height?: number;
  ms?: number; // of a sound
  peaks?: string; // a letter for each part of it, from A for silence to Z
  thumb?: 1; // index/thumbs has a small picture of it
  script?: 1; // index/models has it as a script
}

export interface Line {
  text: string;
  who?: string;
  voice?: string; // name of a sound without its extension
  file?: number; // which of the input's files is the voice
}

export interface Input {
  path: string;
  format: string;
  size: number;
  files: Made[];
  lines?: Line[];
}

export interface Head {
  name: string;
  family: string;
  version: number;
  parts: number;
  formats: Record<string, string>;
}

export type SectionId = "pictures" | "models" | "sounds" | "fonts" | "dialogue" | "texts" | "tables" | "scripts" | "others";

/** min: width of a card; 0: a row of its own. */
export interface Section {
  id: SectionId;
  title: string;
  min: number;
  height: number;
}

export const SECTIONS: Section[] = [
  { id: "pictures", title: "Pictures", min: 168, height: 204 },
  { id: "models", title: "Models", min: 216, height: 224 },
  { id: "sounds", title: "Sounds", min: 248, height: 128 },
  { id: "fonts", title: "Fonts", min: 340, height: 172 },
  { id: "dialogue", title: "Dialogue", min: 0, height: 64 },
  { id: "texts", title: "Texts", min: 0, height: 48 },
  { id: "tables", title: "Tables", min: 0, height: 48 },
  { id: "scripts", title: "Scripts", min: 0, height: 48 },
  { id: "others", title: "Others", min: 0, height: 48 },
];

/** A card: one file with those that only go with it, or a line of a dialogue. */
export interface Item {
  section: SectionId;
  input: Input;
  files: Made[]; // the first is shown; none: a line whose voice is not there
  line?: Line;
  text: string; // that is searched, in lower case
}

const KINDS: Record<string, SectionId> = { png: "pictures", gif: "pictures", glb: "models", wav: "sounds", mp3: "sounds", csv: "tables", ttf: "fonts", srt: "texts", txt: "texts", xml: "texts" };
const FORMATS: Record<string, SectionId> = { fnt: "fonts", ncs: "scripts", ndb: "scripts", def: "scripts", soup: "scripts", tlk: "texts", rtx: "texts" };
const TEXTS = /\.(dlg|jrl)$/i;

export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function sectionOf(input: Input, file: Made): SectionId {
  const kind = KINDS[extensionOf(file.name)];
  if (input.format === "fnt") return "fonts";
  if (kind && kind !== "tables") return kind;
  return FORMATS[input.format] ?? (TEXTS.test(input.path) ? "texts" : (kind ?? "others"));
}

/** A path as an address: names come from archives, and may hold anything. "./" keeps one such as "a:b" from being a scheme. */
export const linkOf = (path: string): string => "./" + path.split("/").map(encodeURIComponent).join("/");

const stemOf = (path: string): string => baseOf(path).replace(/\.[^.]*$/, "").toLowerCase();

/** Everything that was loaded so far. */
export class Store {
  head: Head | null = null;
  inputs = 0;
  files = 0;
  bytes = 0;
  loaded = 0; // parts
  readonly items: Record<SectionId, Item[]> = { pictures: [], models: [], sounds: [], fonts: [], dialogue: [], texts: [], tables: [], scripts: [], others: [] };
  private readonly sounds = new Map<string, Made>();

  add(inputs: Input[]): void {
    this.loaded++;
    for (const input of inputs) {
      this.inputs++;
      this.addFiles(input);
      for (const line of input.lines ?? []) this.addLine(input, line);
    }
  }

  private addFiles(input: Input): void {
    let font: Item | null = null;
    let last: Item | null = null;
    for (const file of input.files) {
      const section = sectionOf(input, file);
      this.files++;
      this.bytes += file.size;
      if (section === "sounds" && !this.sounds.has(stemOf(file.name))) this.sounds.set(stemOf(file.name), file);
      if (section === "fonts" && font) {
        if (extensionOf(file.name) === "ttf") font.files.unshift(file);
        else font.files.push(file);
      } else if (last?.section === "pictures" && extensionOf(file.name) === "txi") last.files.push(file);
      else {
        last = { section, input, files: [file], text: `${file.name} ${input.path} ${input.format}`.toLowerCase() };
        if (section === "fonts") font = last;
        this.items[section].push(last);
      }
    }
  }

  private addLine(input: Input, line: Line): void {
    const file = line.file === undefined ? undefined : input.files[line.file];
    this.items.dialogue.push({ section: "dialogue", input, files: file ? [file] : [], line, text: `${line.text} ${line.who ?? ""} ${line.voice ?? ""} ${input.path}`.toLowerCase() });
  }

  /** The sound of a line: its own file, or the one that the game finds by that name. */
  voice(item: Item): Made | undefined {
    return item.files[0] ?? (item.line?.voice ? this.sounds.get(item.line.voice.toLowerCase()) : undefined);
  }

  /** Those that have every word. */
  find(section: SectionId, query: string): Item[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const all = this.items[section];
    return words.length ? all.filter((item) => words.every((word) => item.text.includes(word))) : all;
  }
}

const GAMES: Record<string, string> = { kotor: "Knights of the Old Republic", kotor2: "Knights of the Old Republic II", redguard: "Redguard" };

export const titleOf = (head: Head): string => GAMES[head.family + (head.version > 1 ? head.version : "")] ?? (head.name || "Converted files");

export const sizeText = (bytes: number): string => (bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`);
export const timeText = (ms: number): string => (ms < 1000 ? `${ms} ms` : ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`);

/** Asks for a script of the page's own folder. */
export const loadScript = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = linkOf(path);
    script.onload = () => (script.remove(), resolve());
    script.onerror = () => (script.remove(), reject(new Error(`${path} can't be loaded`)));
    document.head.append(script);
  });

declare global {
  interface Window {
    reliquaryData: (part: Head | Input[]) => void;
  }
}

/** Loads everything; changed is called after each part. */
export async function loadAll(store: Store, changed: () => void): Promise<void> {
  window.reliquaryData = (part) => {
    if (Array.isArray(part)) store.add(part);
    else store.head = part;
    changed();
  };
  await loadScript("index/data.js");
  // One after the other, so that the first cards are drawn before the rest is read.
  for (let part = 0; part < (store.head?.parts ?? 0); part++) await loadScript(`index/data-${part}.js`);
}
