// A font with a text to try it on.
import { useEffect, useState } from "preact/hooks";
import { save, useBlob } from "../parts/blob";
import type { ViewProps } from "./views";

export default function FontView({ info }: ViewProps) {
  const { blob } = useBlob(info.res, { to: "ttf" });
  const [text, setText] = useState("The quick brown fox jumps over the lazy dog. 0123456789");
  const [size, setSize] = useState(32);
  const [family, setFamily] = useState("");
  useEffect(() => {
    if (!blob) return;
    let face: FontFace | undefined;
    void blob
      .arrayBuffer()
      .then((bytes) => new FontFace("sample", bytes).load())
      .then((loaded) => {
        face = loaded;
        document.fonts.add(loaded);
        setFamily("sample");
      });
    return () => {
      if (face) document.fonts.delete(face);
    };
  }, [blob]);
  return (
    <div class="font">
      <div class="bar">
        <label>
          Size <input type="range" min="8" max="96" value={size} onInput={(event) => setSize(Number(event.currentTarget.value))} />
        </label>
        <button disabled={!blob} onClick={() => blob && save(blob, info.res.split("/").pop()!.replace(/\.[^.]*$/, ".ttf"))}>
          Export TTF
        </button>
      </div>
      <textarea aria-label="Sample text" style={{ fontFamily: family, fontSize: `${size}px` }} value={text} onInput={(event) => setText(event.currentTarget.value)} />
    </div>
  );
}
