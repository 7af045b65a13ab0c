// A model that can be turned. three.js is loaded for the first of them.
//
// A page that was opened by a double click may load scripts, pictures, sounds and fonts of its folder, but read no files: Chromium
// refuses fetch and XMLHttpRequest of file: addresses. So a model comes from one of four places: a script that the program wrote
// (convert --previews), the server when there is one, the folder that the user chose before, or the file that the user gives now.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { baseOf, linkOf, loadScript } from "./data";
import type { Made } from "./data";
import { pictureOf } from "./cards";

export interface Shown {
  animations: string[];
  play: (animation: string) => void;
  end: () => void;
}

declare global {
  interface Window {
    reliquaryModel?: (model: [name: string, base64: string]) => void;
    reliquaryScene?: (canvas: HTMLCanvasElement, bytes: ArrayBuffer) => Promise<Shown>;
  }
}

let folder: File[] = []; // that the user chose

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes.buffer;
}

async function fromScript(file: Made): Promise<ArrayBuffer | null> {
  let bytes: ArrayBuffer | null = null;
  window.reliquaryModel = ([name, base64]) => {
    if (name === file.name) bytes = bytesOf(base64);
  };
  await loadScript(`index/models/${file.name}.js`);
  return bytes;
}

/** null: only the user can give it. */
async function findModel(file: Made): Promise<ArrayBuffer | null> {
  if (file.script) return fromScript(file);
  if (location.protocol.startsWith("http")) return (await fetch(linkOf(file.name))).arrayBuffer();
  const chosen = folder.find((entry) => entry.webkitRelativePath.endsWith("/" + file.name));
  return chosen ? chosen.arrayBuffer() : null;
}

function Chooser({ file, onGiven }: { file: Made; onGiven: (bytes: Promise<ArrayBuffer>) => void }) {
  const name = baseOf(file.name);
  const given = (list: FileList | null | undefined) => list?.[0] && onGiven(list[0].arrayBuffer());
  const chosen = (list: FileList | null) => {
    folder = [...(list ?? [])];
    const found = folder.find((entry) => entry.webkitRelativePath.endsWith("/" + file.name));
    if (found) onGiven(found.arrayBuffer());
  };
  return (
    <div class="chooser" onDragOver={(event) => event.preventDefault()} onDrop={(event) => (event.preventDefault(), given(event.dataTransfer?.files))}>
      {pictureOf(file) && <img src={pictureOf(file)} alt={`${name}, as the converter drew it`} />}
      <p>To turn it, drop {name} here, or give it by hand: a page from the disk may not read files by itself.</p>
      <p class="choices">
        <label class="button">Choose {name}<input type="file" accept=".glb" onChange={(event) => given(event.currentTarget.files)} /></label>
        <label class="button">Choose the folder of this page, for all models<input type="file" {...{ webkitdirectory: true }} onChange={(event) => chosen(event.currentTarget.files)} /></label>
      </p>
      <p class="about">With <code>reliquary convert --previews</code> no file has to be given.</p>
    </div>
  );
}

export function Preview({ file }: { file: Made }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"loading" | "ask" | "shown" | string>("loading");
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const take = (promise: Promise<ArrayBuffer | null>, current = () => true) =>
    promise.then((found) => current() && (setBytes(found), setState(found ? "loading" : "ask")), (error: Error) => current() && setState(error.message));
  useLayoutEffect(() => {
    let here = true;
    setBytes(null);
    setState("loading");
    void take(findModel(file), () => here);
    return () => void (here = false);
  }, [file.name]);
  useLayoutEffect(() => {
    if (!bytes) return;
    let here = true;
    let made: Shown | null = null;
    const ready = window.reliquaryScene ? Promise.resolve() : loadScript("index/scene.js");
    ready
      .then(() => window.reliquaryScene!(canvas.current!, bytes))
      .then((result) => {
        made = result;
        if (!here) return made.end();
        setShown(made);
        setState("shown");
      })
      .catch((error: Error) => here && setState(`The model can't be shown: ${error.message}`));
    return () => {
      here = false;
      setShown(null);
      made?.end();
    };
  }, [bytes]);
  if (state === "ask") return <Chooser file={file} onGiven={(given) => void take(given)} />;
  return (
    <div class="preview">
      <canvas ref={canvas} tabIndex={0} role="img" aria-label={`${baseOf(file.name)} in three dimensions. Arrow keys turn it, plus and minus move the camera.`} data-state={state} />
      {state !== "shown" && <p class="state" role="status">{state === "loading" ? "Loading…" : state}</p>}
      {shown && shown.animations.length > 0 && (
        <label class="animation">
          Animation
          <select onChange={(event) => shown.play(event.currentTarget.value)}>
            <option value="">none</option>
            {shown.animations.map((name) => <option key={name}>{name}</option>)}
          </select>
        </label>
      )}
    </div>
  );
}
