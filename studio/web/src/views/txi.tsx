// The text beside a texture (TXI), to be edited with a preview of what it does: moving pictures, blending, filter, tiles.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { base64, useBlob } from "../parts/blob";
import { useDraft } from "../parts/field";
import { backend, create, edit, game, tree } from "../state";
import { keyOf } from "../parts/tree";

/** Words of the text with their values, in lower case. */
export function parseTxi(text: string): Map<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const found = /^\s*(\w+)\s*(.*?)\s*$/.exec(line);
      return found ? [[found[1]!.toLowerCase(), found[2]!.toLowerCase()] as [string, string]] : [];
    }),
  );
}

const isOff = (value: string | undefined) => value === "0" || value === "false";

/** What the words do, for people. */
function effects(words: Map<string, string>): string[] {
  const list: string[] = [];
  if (words.get("proceduretype") === "cycle") list.push(`${Number(words.get("numx") ?? 1) * Number(words.get("numy") ?? 1)} pictures, ${words.get("fps") ?? "0"} a second`);
  if (words.get("blending")) list.push(`blending ${words.get("blending")}`);
  if (isOff(words.get("filter"))) list.push("not smoothed");
  if (isOff(words.get("mipmap"))) list.push("no levels");
  if (words.get("clamp") && !isOff(words.get("clamp"))) list.push("does not repeat");
  if (words.get("wateralpha")) list.push(`${Math.round(Number(words.get("wateralpha")) * 100)} % opaque`);
  for (const name of ["envmaptexture", "bumpyshinytexture", "bumpmaptexture"]) if (words.get(name)) list.push(`${name.replace("texture", "")} from ${words.get(name)}`);
  return list;
}

/** Six faces below each other; the preview shows the first. */
export const isCube = (image: ImageBitmap) => image.height === image.width * 6;

/** The part of the picture that is shown at a time; the whole where the words do not divide it. */
function frameAt(words: Map<string, string>, image: ImageBitmap, time: number): [x: number, y: number, width: number, height: number] {
  if (isCube(image)) return [0, 0, image.width, image.width];
  const across = words.get("proceduretype") === "cycle" ? Math.max(1, Math.trunc(Number(words.get("numx") ?? 1)) || 1) : 1;
  const down = words.get("proceduretype") === "cycle" ? Math.max(1, Math.trunc(Number(words.get("numy") ?? 1)) || 1) : 1;
  const number = Math.floor(time * (Number(words.get("fps")) || 0)) % (across * down);
  const [width, height] = [image.width / across, image.height / down];
  return [(number % across) * width, Math.floor(number / across) * height, width, height];
}

const BLENDS: Record<string, GlobalCompositeOperation> = { additive: "lighter", lighten: "lighten" };

/** Draws the texture on stripes, two by two where it repeats. */
function drawPreview(canvas: HTMLCanvasElement, image: ImageBitmap, words: Map<string, string>, time: number): void {
  const context = canvas.getContext("2d")!;
  const tiles = isCube(image) || (words.get("clamp") && !isOff(words.get("clamp"))) ? 1 : 2;
  const [x, y, width, height] = frameAt(words, image, time);
  const side = canvas.width / tiles;
  context.globalCompositeOperation = "source-over";
  context.globalAlpha = 1;
  for (let stripe = 0; stripe < 8; stripe++) {
    context.fillStyle = stripe % 2 ? "#404a58" : "#20242c";
    context.fillRect((stripe * canvas.width) / 8, 0, canvas.width / 8, canvas.height);
  }
  context.globalCompositeOperation = BLENDS[words.get("blending") ?? ""] ?? "source-over";
  context.globalAlpha = Math.min(1, Math.max(0, Number(words.get("wateralpha") ?? 1)));
  context.imageSmoothingEnabled = !isOff(words.get("filter"));
  for (let tile = 0; tile < tiles * tiles; tile++) context.drawImage(image, x, y, width, height, (tile % tiles) * side, Math.floor(tile / tiles) * side, side, side);
}

function Preview(props: { image: ImageBitmap; words: Map<string, string> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let frame = 0;
    const moving = props.words.get("proceduretype") === "cycle" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const draw = (time: number) => {
      if (canvas.current) drawPreview(canvas.current, props.image, props.words, time / 1000);
      if (moving) frame = requestAnimationFrame(draw);
    };
    draw(0);
    return () => cancelAnimationFrame(frame);
  }, [props.image, props.words]);
  return <canvas ref={canvas} width={192} height={192} class="txi-preview" role="img" aria-label="The texture with this text" />;
}

/** Where the text is kept: in the texture itself (TPC), or in a file of the same name beside it. */
function useTxi(res: string, name: string | undefined): { text: string; own: boolean; key: string } {
  const own = /\.tpc$/i.test(res);
  const all = tree.value!;
  const beside = res.replace(/\.[^.]*$/, ".txi");
  const index = own ? -1 : all.names.findIndex((entry, at) => entry.toLowerCase() === beside.split("/").pop()!.toLowerCase() && keyOf(all, at).toLowerCase() === beside.toLowerCase());
  const key = index >= 0 ? keyOf(all, index) : beside;
  const inside = useBlob(res, own && name ? { name } : null);
  const [text, setText] = useState("");
  useEffect(() => void (own && inside.blob ? inside.blob.text().then(setText) : setText("")), [inside.blob, own]);
  useEffect(() => {
    if (index >= 0) void backend.bytes("bytes", { game: game.value?.game, res: key }).then((blob) => blob.text().then(setText), () => {});
  }, [key, index]);
  return { text, own, key: index >= 0 ? key : "" };
}

/** The text of a TPC is a member of its JSON; all else stays as it is written there. */
async function saveInside(res: string, text: string): Promise<void> {
  const json = await (await backend.bytes("json", { game: game.value?.game, res })).text();
  const member = `"txi": ${JSON.stringify(text)}`;
  const there = /^ {2}"txi": "(?:[^"\\]|\\.)*"/m;
  const next = there.test(json) ? json.replace(there, () => `  ${member}`) : json.replace(/\n\}\s*$/, () => `,\n  ${member}\n}\n`);
  await edit(res, [{ op: "json", text: next }]);
}

export function Txi(props: { res: string; name: string | undefined; blob: Blob | null; image: ImageBitmap | null }) {
  const { text, own, key } = useTxi(props.res, props.name);
  const [typed, setTyped] = useDraft(text);
  const words = useMemo(() => parseTxi(typed), [typed]);
  const save = async () => {
    const lines = typed.replace(/\r?\n/g, "\r\n");
    if (own) return saveInside(props.res, lines);
    const file = new Blob([lines]);
    if (key) return void (await edit(key, [{ op: "replace", data: await base64(file) }]));
    await create(props.res.replace(/\.[^.]*$/, ".txi"), undefined, file);
  };
  return (
    <section class="txi">
      <div>
        <h3>TXI</h3>
        <textarea aria-label="Text of the texture (TXI)" rows={6} cols={36} spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <p class="buttons">
          <button class="main" disabled={typed === text} onClick={() => void save()}>
            Take this text
          </button>
          <span role="status">{effects(words).join(", ") || "changes nothing that is seen here"}</span>
        </p>
      </div>
      {props.image && <Preview image={props.image} words={words} />}
    </section>
  );
}
