// Compiled scripts as text: source or listing of an NCS; the actors of a map of Redguard. A changed text is compiled into the
// resource; a mistake is told with its line.
import { useState } from "preact/hooks";
import { useAnswer } from "../parts/answer";
import { TextEditor } from "../parts/editor";
import { Field, useDraft } from "../parts/field";
import { ask, attempt, backend, edit, game, notice } from "../state";
import type { ViewProps } from "./views";

interface Script {
  name: string;
  text: string;
  note?: string;
}

interface Ran {
  trace: string[];
  cut: boolean;
  ends: string[];
  returns?: number;
  instructions: number;
  faults: number;
  world: unknown;
}

/** The script at work in a small world: what it did, and the world after it. */
function Run(props: { res: string; actor: string | undefined }) {
  const [world, setWorld] = useState("");
  const [ticks, setTicks] = useState(200);
  const [ran, setRan] = useState<Ran | null>(null);
  const run = async () => {
    const body = world.trim() ? attempt(async () => JSON.parse(world) as unknown) : Promise.resolve(undefined);
    const start = await body;
    if (world.trim() && start === undefined) return;
    const said = await attempt(() => backend.post<Ran>("run", { game: game.value?.game, res: props.res, actor: props.actor, ticks }, start));
    if (said) setRan(said);
  };
  return (
    <section class="run" aria-label="Run">
      <div class="bar">
        <button class="main" onClick={() => void run()}>
          Run
        </button>
        {props.actor && (
          <label>
            Ticks <Field type="number" min="1" max="100000" value={String(ticks)} onSet={(typed) => setTicks(Number(typed) || 200)} />
          </label>
        )}
        {ran && (
          <span role="status">
            {ran.instructions} instructions, {ran.ends.join("; ")}
            {ran.returns !== undefined && `, returns ${ran.returns}`}
          </span>
        )}
        {ran && (
          <button onClick={() => setWorld(JSON.stringify(ran.world, null, 1))} title="The next run starts in the world that this one left">
            Go on from here
          </button>
        )}
      </div>
      <div class="split">
        <textarea aria-label="World to start in, as JSON" placeholder="World to start in, as JSON; empty: the machine's own" spellcheck={false} value={world} onInput={(event) => setWorld(event.currentTarget.value)} />
        <pre class="trace" tabIndex={0} aria-label="Trace">
          {ran?.trace.join("\n")}
          {ran?.cut && "\n…"}
        </pre>
      </div>
    </section>
  );
}

export default function ScriptView({ info, at, onSelect }: ViewProps) {
  const [form, setForm] = useState<"source" | "listing">("source");
  const [running, setRunning] = useState(false);
  const said = useAnswer(`${form} ${info.res}`, (signal) => ask<{ scripts: Script[] }>("script", { res: info.res, form }, signal));
  const scripts = said?.scripts ?? [];
  const script = scripts.find((entry) => entry.name === at) ?? scripts[0];
  const [typed, setTyped] = useDraft(script?.text ?? "");
  if (said === undefined) return <p>Decompiling…</p>;
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
          <button aria-pressed={running} onClick={() => setRunning(!running)}>
            Run…
          </button>
          {script?.note && <span class="faint">{script.note}</span>}
        </div>
        {script ? <TextEditor key={script.name} label={`Script of ${script.name}`} text={typed} language="script" onChange={setTyped} line={line} /> : <p class="empty">There is no script.</p>}
        {running && script && <Run key={script.name} res={info.res} actor={info.format === "rgm" ? script.name : undefined} />}
      </div>
    </div>
  );
}
