// Mods of KotOR that TSLPatcher installs: choose a folder, see what would change, install it, take it back.
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../parts/answer";
import { Places, usePlaces } from "../parts/start";
import { ask, attempt, backend, game, reload, say } from "../state";

interface Plan {
  title: string;
  choice: string;
  errors: number;
  warnings: number;
  changes: number;
  stopped: boolean;
  installed: string;
  files: { path: string; change: string; earlier: string[] }[];
  messages: { severity: string; file: string; line: number; text: string }[];
  writes: { res: string; part: string; value: string; line: number; conflict: boolean }[];
  sum: string;
}

interface Installed {
  record: string;
  title: string;
  time: number;
  files: number;
}

function PlanPage(props: { plan: Plan; onInstall: () => void; onChoice: (choice: string) => void }) {
  const { plan } = props;
  const conflicts = plan.writes.filter((entry) => entry.conflict);
  return (
    <section aria-label="Plan">
      <h2>{plan.title}</h2>
      <p role="status">
        Changes: {plan.changes}. Files: {plan.files.length}. Errors: {plan.errors}. Warnings: {plan.warnings}. Nothing is written yet.
        {plan.installed && ` It is installed already (${plan.installed}).`}
        {plan.stopped && " It can't be installed: the messages say why."}
      </p>
      <p class="buttons">
        <button class="main" disabled={plan.stopped || plan.installed !== "" || conflicts.length > 0} onClick={props.onInstall}>
          Install
        </button>
        <label>
          Option of the mod <input size={12} defaultValue={plan.choice} aria-label="Option of the mod, a name or a number" onChange={(event) => props.onChoice(event.currentTarget.value)} />
        </label>
      </p>
      {conflicts.length > 0 && (
        <p class="bad" role="alert">
          {conflicts.length} of these changes are in resources with edits that are not applied: {[...new Set(conflicts.map((entry) => entry.res))].join(", ")}. Apply or discard those first.
        </p>
      )}
      {plan.messages.length > 0 && (
        <>
          <h3>Messages</h3>
          <ul class="findings">
            {plan.messages.map((entry, index) => (
              <li key={index} class={entry.severity}>
                <strong>{entry.severity}</strong> {entry.line > 0 && <code>{`${entry.file}:${entry.line}`}</code>} {entry.text}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Files</h3>
      <ul class="records">
        {plan.files.map((entry) => (
          <li key={entry.path}>
            <code>{entry.path}</code> {entry.change}
            {entry.earlier.length > 0 && <strong>, written before by {entry.earlier.join(", ")}</strong>}
          </li>
        ))}
      </ul>
      <h3>Changes</h3>
      <table class="differences">
        <thead>
          <tr>
            <th>Resource</th>
            <th>Part</th>
            <th>Value</th>
          </tr>
        </thead>
        <tbody>
          {plan.writes.slice(0, 1000).map((entry, index) => (
            <tr key={index}>
              <th scope="row">{entry.res}</th>
              <td>{entry.part || "the whole file"}</td>
              <td>
                <ins>{entry.value}</ins> {entry.conflict && <strong class="bad">edited here, too</strong>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export default function ModsPage() {
  const { path, list, go } = usePlaces();
  const [place, setPlace] = useState(0);
  const [choice, setChoice] = useState("");
  const plan = useAnswer(place ? `${place} ${choice}` : null, (signal) => ask<Plan>("mod", { place, choice: choice || undefined }, signal));
  const [installed, setInstalled] = useState<Installed[]>([]);
  const load = () => void attempt(() => ask<{ mods: Installed[] }>("mods")).then((said) => setInstalled(said?.mods ?? []));
  useEffect(load, [game.value?.game]);
  const install = async () => {
    const done = await attempt(() => backend.post("mod-install", { game: game.value?.game, place, choice: choice || undefined, sum: plan!.sum }));
    if (!done) return;
    say(`${plan!.title} is installed.`);
    setPlace(0);
    load();
    await attempt(reload);
  };
  const undo = async (mod: Installed) => {
    const done = await attempt(() => backend.post("mod-undo", { game: game.value?.game, record: mod.record }));
    if (!done) return;
    say(`${mod.title} is taken back: every file is as it was.`);
    load();
    await attempt(reload);
  };
  return (
    <div class="page">
      <h2>Mods that are installed</h2>
      {!installed.length && <p class="empty">None.</p>}
      <ul class="records">
        {installed.map((mod) => (
          <li key={mod.record}>
            <strong>{mod.title}</strong> {new Date(mod.time * 1000).toLocaleString()}, {mod.files} files{" "}
            <button onClick={() => void undo(mod)} aria-label={`Take ${mod.title} back`}>
              Take back
            </button>
          </li>
        ))}
      </ul>
      {plan && <PlanPage key={plan.sum} plan={plan} onInstall={() => void install()} onChoice={setChoice} />}
      <h2>Plan another</h2>
      <p>Open the folder of a mod that has tslpatchdata. It is planned in memory; nothing is written before you install it.</p>
      <Places path={path} list={list} onGo={go} onOpen={(number) => (setChoice(""), setPlace(number))} />
    </div>
  );
}
