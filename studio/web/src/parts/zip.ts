// A ZIP of files as they are, without compression (APPNOTE 6.3.10: local headers, central directory, end record).

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Numbers of 2 and 4 bytes, low byte first. */
function record(...fields: [size: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

const UTF8 = 0x800; // flag: names are UTF-8
const DATE = 0x21; // 1980-01-01

/** Names come out of files of a game: none may lead out of the folder that a ZIP is unpacked to. */
export const safeName = (name: string): string =>
  name
    .split(/[/\\]/)
    .filter((part) => part && part !== "." && part !== "..")
    .join("/")
    .replaceAll(":", "_") || "_";

const MOST_ENTRIES = 65534;

export class Zip {
  private readonly parts: BlobPart[] = [];
  private readonly directory: BlobPart[] = [];
  private count = 0;
  private size = 0;
  private directorySize = 0;

  add(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.count === MOST_ENTRIES) throw new Error(`a ZIP has at most ${MOST_ENTRIES} files`);
    const label = new TextEncoder().encode(safeName(name));
    const sum = crc32(bytes);
    const shared: [2 | 4, number][] = [[2, 20], [2, UTF8], [2, 0], [2, 0], [2, DATE], [4, sum], [4, bytes.length], [4, bytes.length], [2, label.length], [2, 0]];
    const local = record([4, 0x04034b50], ...shared);
    const entry = record([4, 0x02014b50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, this.size]);
    this.parts.push(local, label, bytes);
    this.directory.push(entry, label);
    this.size += local.length + label.length + bytes.length;
    this.directorySize += entry.length + label.length;
    this.count++;
  }

  end(): Blob {
    const last = record([4, 0x06054b50], [2, 0], [2, 0], [2, this.count], [2, this.count], [4, this.directorySize], [4, this.size], [2, 0]);
    return new Blob([...this.parts, ...this.directory, last], { type: "application/zip" });
  }
}
