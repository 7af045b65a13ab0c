// Compiled scripts as text: source or listing of an NCS; the actors of a map of Redguard. A changed text is compiled into the
// resource; a mistake is told with its line.
import { useEffect, useState } from "preact/hooks";
import { TextEditor } from "../parts/editor";
import { ask, attempt, edit, notice, version } from "../state";
import type { ViewProps } from "./views";

interface Script {
  name: string;
  text: string;
  note?: string;
}

export default function ScriptView({ info, at, onSelect }: ViewProps) {
  const [form, setForm] = useState<"source" | "listing">("source");
  const [scripts, setScripts] = useState<Script[] | null>(null);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    void attempt(() => ask<{ scripts: Script[] }>("script", { res: info.res, form })).then((said) => setScripts(said?.scripts ?? []));
  }, [info.res, form, version.value]);
  const script = scripts?.find((entry) => entry.name === at) ?? scripts?.[0];
  useEffect(() => setTyped(script?.text ?? ""), [script]);
  if (!scripts) return <p>Decompiling…</p>;
  const line = Number(/line (\d+)/.exec(notice.value?.bad ? notice.value.text : "")?.[1] ?? 0);
  return (
    <div class="split">
      {scripts.length > 1 && (
        <ul class="choices" aria-label="Actors">
          {scripts.map((entry) => (
            <li key={entry.name}>
              <button aria-current={entry === script} onClick={() => onSelect(entry.name)}>{entry.name}</button>
            </li>
          ))}
        </ul>
      )}
      <div class="text-view">
        <div class="bar">
          <button aria-pressed={form === "source"} onClick={() => setForm("source")}>
            Source
          </button>
          <button aria-pressed={form === "listing"} onClick={() => setForm("listing")}>
            {info.format === "rgm" ? "One statement a line" : "Instructions"}
          </button>
          <button class="main" disabled={!script || typed === script.text} onClick={() => void edit(info.res, [{ op: "compile", kind: form, text: typed }])}>
            Compile
          </button>
          {script?.note && <span class="faint">{script.note}</span>}
        </div>
        {script ? <TextEditor key={script.name} label={`Script of ${script.name}`} text={typed} language="script" onChange={setTyped} line={line} /> : <p class="empty">There is no script.</p>}
      </div>
    </div>
  );
}
