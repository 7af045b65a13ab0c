// A small picture of a resource: a model as the program draws it, or a texture.
import { useEffect, useState } from "preact/hooks";
import type { Query } from "../backend";
import { backend, game, version } from "../state";

const MODELS = /\.(mdl|3d|3dc|rob)$/i;
const PICTURES = /\.(tpc|tga|dds|bmp|gxa|pcx|lbm)$/i;

export const hasThumb = (name: string): boolean => MODELS.test(name) || PICTURES.test(name);

/** Nothing where there is no picture: an empty model, a damaged file. */
export function Thumb(props: { res: string; size: number }) {
  const { res, size } = props;
  const [url, setUrl] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    let made = "";
    const [path, query]: [string, Query] = MODELS.test(res) ? ["render", { size }] : ["file", { to: "png" }];
    setUrl("");
    backend.bytes(path, { game: game.value?.game, res, ...query }, stop.signal).then(
      (blob) => setUrl((made = URL.createObjectURL(blob))),
      () => {},
    );
    return () => {
      stop.abort();
      URL.revokeObjectURL(made);
    };
  }, [res, size, version.value]);
  return <span class="thumb">{url && <img src={url} alt="" width={size} height={size} />}</span>;
}
