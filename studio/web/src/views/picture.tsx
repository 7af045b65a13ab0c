// Pictures: every one that a resource holds, with zoom, channels and palettes; TXI beside it.
import { useEffect, useRef, useState } from "preact/hooks";
import { base64, save, useBlob, useMade } from "../parts/blob";
import { exportAll } from "../parts/export";
import { keyOf } from "../parts/tree";
import { edit, tree } from "../state";
import { Txi, isCube } from "./txi";
import type { ViewProps } from "./views";

const CHANNELS = ["all", "red", "green", "blue", "alpha"] as const;
type Channel = (typeof CHANNELS)[number];

/** Sides of a cube stand below each other, in the order of the file. */
const FACES = ["all faces", "face 1", "face 2", "face 3", "face 4", "face 5", "face 6"];

/** Draws one channel as grey, all as it is; of a cube one face, 0: all. */
function draw(canvas: HTMLCanvasElement, image: ImageBitmap, channel: Channel, face: number): void {
  canvas.width = image.width;
  canvas.height = face ? image.height / 6 : image.height;
  const context = canvas.getContext("2d")!;
  context.drawImage(image, 0, face ? -(face - 1) * canvas.height : 0);
  if (channel === "all") return;
  const data = context.getImageData(0, 0, canvas.width, canvas.height);
  const from = CHANNELS.indexOf(channel) - 1;
  for (let at = 0; at < data.data.length; at += 4) {
    const value = data.data[at + from]!;
    data.data[at] = data.data[at + 1] = data.data[at + 2] = value;
    data.data[at + 3] = 255;
  }
  context.putImageData(data, 0, 0);
}

/** Palettes of the game, for pictures that are indices. */
function Palettes(props: { value: string; onChange: (key: string) => void }) {
  const all = tree.value!;
  const keys = all.names.flatMap((name, index) => (name.toLowerCase().endsWith(".col") ? [keyOf(all, index)] : []));
  if (!keys.length) return null;
  return (
    <label>
      Palette{" "}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <option value="">its own, or that of the world</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
      </select>
    </label>
  );
}

export default function PictureView({ info, at, onSelect }: ViewProps) {
  const { res } = info;
  const [palette, setPalette] = useState("");
  const [levels, setLevels] = useState(false);
  const [zoom, setZoom] = useState(0);
  const [channel, setChannel] = useState<Channel>("all");
  const canvas = useRef<HTMLCanvasElement>(null);
  const options = { palette: palette || undefined, levels: levels ? 1 : undefined };
  const files = useMade(res, options);
  const pictures = files?.filter(([name]) => /\.(png|gif)$/i.test(name)) ?? [];
  const name = pictures.find(([entry]) => entry === at)?.[0] ?? pictures[0]?.[0];
  const txi = files?.find(([entry]) => /\.txi$/i.test(entry))?.[0];
  const { url, blob } = useBlob(res, name ? { ...options, name } : null);
  const moving = name?.toLowerCase().endsWith(".gif") ?? false;
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [face, setFace] = useState(0);
  const cube = image !== null && isCube(image);
  useEffect(() => {
    if (!blob || moving) return setImage(null);
    void createImageBitmap(blob, { premultiplyAlpha: "none" }).then(setImage, () => setImage(null));
  }, [blob, moving]);
  useEffect(() => {
    if (image && canvas.current) draw(canvas.current, image, channel, cube ? face : 0);
  }, [image, channel, face, cube]);
  const size = image ? `${image.width} × ${image.height}` : "";
  const textures = ["tpc", "dds", "tga"].includes(info.format);
  const replace = async (file: File) => {
    await edit(res, [{ op: "put", name: pictures.length > 1 && name ? name : file.name, data: await base64(file) }]);
  };
  const scale = zoom ? { width: `${zoom * 100}%`, maxWidth: "none" } : undefined;
  return (
    <div class="split">
      {pictures.length > 1 && (
        <ul class="choices" aria-label="Pictures">
          {pictures.map(([entry]) => (
            <li key={entry}>
              <button aria-current={entry === name} onClick={() => onSelect(entry)}>{entry}</button>
            </li>
          ))}
        </ul>
      )}
      <div class="picture">
        <div class="bar" role="toolbar" aria-label="Picture">
          {CHANNELS.map((entry) => (
            <button key={entry} aria-pressed={channel === entry} disabled={moving} onClick={() => setChannel(entry)}>
              {entry}
            </button>
          ))}
          <button onClick={() => setZoom(0)} aria-pressed={zoom === 0}>
            Real size
          </button>
          <button onClick={() => setZoom(zoom === 0 ? 0.5 : zoom * 1.5)} aria-label="Larger">
            +
          </button>
          <button onClick={() => setZoom(zoom === 0 ? 0.25 : zoom / 1.5)} aria-label="Smaller">
            −
          </button>
          {cube && (
            <label>
              Cube{" "}
              <select value={face} onChange={(event) => setFace(Number(event.currentTarget.value))}>
                {FACES.map((name, index) => (
                  <option key={name} value={index}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {textures && (
            <label>
              <input type="checkbox" checked={levels} onChange={(event) => setLevels(event.currentTarget.checked)} /> all levels
            </label>
          )}
          <Palettes value={palette} onChange={setPalette} />
          <button disabled={!blob} onClick={() => blob && name && save(blob, name.split("/").pop()!)}>
            Export
          </button>
          {pictures.length > 1 && (
            <button onClick={() => void exportAll(`Exporting ${res.split("/").pop()}`, `${res.split("/").pop()}.zip`, pictures.map(([entry]) => ({ name: entry, path: "file", query: { res, ...options, name: entry } })))}>Export all as ZIP</button>
          )}
          {info.takes && (
            <label class="file">
              Replace with <input type="file" accept="image/*,.tga,.dds,.tpc" onChange={(event) => event.currentTarget.files?.[0] && void replace(event.currentTarget.files[0])} />
            </label>
          )}
          <span role="status" class="faint">
            {name} {size}
          </span>
        </div>
        <div class="canvas" role="group" aria-label="The picture" tabIndex={0}>
          {moving ? <img src={url} alt={`${name}, an animation`} style={scale} /> : <canvas ref={canvas} role="img" aria-label={name ?? "picture"} style={scale} />}
        </div>
        {textures && <Txi res={res} name={txi} blob={blob} image={image} />}
        {files?.length === 0 && <p class="empty">There is no picture in it.</p>}
      </div>
    </div>
  );
}
