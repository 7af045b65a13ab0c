// Dialogs over the page, one at a time.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Changes, Difference } from "../backend";
import { commands, keyWord, keysOf, ownKeys, resetKeys, setKeys } from "../commands";
import type { Command } from "../commands";
import { ask, attempt, backend, create, dialog, game, reload, say, show, tree } from "../state";
import { useAnswer } from "./answer";
import { save } from "./blob";
import { Picker } from "./picker";
import { keyOf } from "./tree";

const close = () => (dialog.value = "");

/** The browser's own dialog: it keeps the focus inside, and Escape closes it. */
export function Modal(props: { title: string; wide?: boolean; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  // Before it is painted: it takes the focus, and later it would take it from where the user went.
  useLayoutEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} class={props.wide ? "wide" : ""} aria-label={props.title} onClose={close} onClick={(event) => event.target === box.current && close()}>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}

function QuickOpen() {
  const all = tree.value;
  const choices = all ? all.names.map((text, index) => ({ text, note: all.sources[all.source[index]!]!.path, index })) : [];
  return (
    <Modal title="Open a resource">
      <Picker label="Name of a resource" choices={choices} onClose={close} onChoose={(choice) => show(keyOf(all!, choice.index), { keep: true })} />
    </Modal>
  );
}

function Palette() {
  const choices = commands.filter((command) => command.can?.() !== false).map((command) => ({ text: command.title, note: keysOf(command), command }));
  return (
    <Modal title="Commands">
      <Picker label="Command" choices={choices} onClose={close} onChoose={(choice) => choice.command.run()} />
    </Modal>
  );
}

/** One command with its keys; "Change" takes the next key that is pressed. */
function KeyRow(props: { command: Command }) {
  const { command } = props;
  const [waiting, setWaiting] = useState(false);
  const keys = keysOf(command);
  const onKey = (event: KeyboardEvent) => {
    if (!waiting || /^(Control|Alt|Shift|Meta|Tab)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== "Escape") setKeys(command, keyWord(event));
    setWaiting(false);
  };
  return (
    <div>
      <dt>{keys ? <kbd>{keys}</kbd> : <span class="faint">none</span>}</dt>
      <dd>
        {command.title}{" "}
        <button class="small" aria-pressed={waiting} aria-label={`Change the keys of ${command.title}`} onClick={() => setWaiting(!waiting)} onKeyDown={onKey} onBlur={() => setWaiting(false)}>
          {waiting ? "Press the keys…" : "Change"}
        </button>
        {ownKeys.value[command.title] !== undefined && (
          <button class="small" aria-label={`The first keys of ${command.title}`} onClick={() => setKeys(command)}>
            Reset
          </button>
        )}
      </dd>
    </div>
  );
}

function Keys() {
  return (
    <Modal title="Keys">
      <h2>Keys</h2>
      <dl class="keys">
        {commands.map((command) => (
          <KeyRow key={command.title} command={command} />
        ))}
      </dl>
      <h3>In the form</h3>
      <p>
        <kbd>Ctrl+Space</kbd> or <kbd>Ctrl</kbd>+click choose several values, <kbd>Ctrl+C</kbd> and <kbd>Ctrl+V</kbd> copy and paste them, also between files. In the tree the same choose several files.
      </p>
      <p class="buttons">
        <button onClick={close}>Close</button>
        <button onClick={resetKeys}>All keys as they were</button>
        <button onClick={() => save(new Blob([JSON.stringify(ownKeys.value, null, 1)]), "reliquary-keys.json")}>Export</button>
      </p>
    </Modal>
  );
}

export function Differences(props: { list: Difference[]; count: number }) {
  return (
    <table class="differences">
      <thead>
        <tr>
          <th>Value</th>
          <th>Before</th>
          <th>After</th>
        </tr>
      </thead>
      <tbody>
        {props.list.map((entry, index) => (
          <tr key={index}>
            <th scope="row">{entry.path}</th>
            <td>
              <del>{entry.old ?? "nothing"}</del>
            </td>
            <td>
              <ins>{entry.new ?? "nothing"}</ins>
            </td>
          </tr>
        ))}
        {props.count > props.list.length && (
          <tr>
            <td colSpan={3}>and {props.count - props.list.length} more</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Apply() {
  const plan = useAnswer("changes", (signal) => ask<Changes>("changes", {}, signal));
  useEffect(() => {
    if (plan === null) close();
  }, [plan]);
  const write = async () => {
    const done = await attempt(() => backend.post<{ files: number }>("apply", { game: game.value?.game, sum: plan!.sum }));
    close();
    if (!done) return;
    say(`Wrote ${done.files} ${done.files === 1 ? "file" : "files"}. "Applied changes" takes it back.`);
    await attempt(reload);
  };
  return (
    <Modal title="Apply edits to the game" wide>
      <h2>Apply edits to the game</h2>
      {!plan && <p>Comparing…</p>}
      {plan?.files.map((file) => (
        <section key={file.path}>
          <h3>{file.path}</h3>
          <p>
            {file.removed ? "The file goes away." : `${file.oldSize} bytes before, ${file.newSize} after.`} {file.archive && "Only these entries change:"}
          </p>
          {file.resources.map((entry) => (
            <div key={entry.res}>
              <h4>
                {entry.res} <small>{entry.change}</small>
              </h4>
              {entry.change === "changed" && <Differences list={entry.differences} count={entry.count} />}
            </div>
          ))}
        </section>
      ))}
      {plan && <p>What is replaced is kept in {plan.backup}.</p>}
      <p class="buttons">
        <button class="main" disabled={!plan?.files.length} onClick={() => void write()}>
          Apply
        </button>
        <button onClick={close}>Cancel</button>
      </p>
    </Modal>
  );
}

interface Record {
  record: string;
  label: string;
  time: number;
  files: string[];
}

function History() {
  const records = useAnswer("records", (signal) => ask<{ records: Record[] }>("records", {}, signal))?.records;
  const restore = async (record: string) => {
    const done = await attempt(() => backend.post("restore", { game: game.value?.game, record }));
    close();
    if (!done) return;
    say("The files are as they were before.");
    await attempt(reload);
  };
  return (
    <Modal title="Applied changes">
      <h2>Applied changes</h2>
      {records?.length === 0 && <p>Nothing was applied to this game.</p>}
      <ul class="records">
        {records?.map((entry) => (
          <li key={entry.record}>
            <strong>{new Date(entry.time * 1000).toLocaleString()}</strong> {entry.label}
            <br />
            <small>{entry.files.join(", ")}</small> <button onClick={() => void restore(entry.record)}>Take back</button>
          </li>
        ))}
      </ul>
      <button onClick={close}>Close</button>
    </Modal>
  );
}

function New() {
  const [name, setName] = useState("override/");
  return (
    <Modal title="New resource">
      <form
        method="dialog"
        onSubmit={() => {
          close();
          void create(name);
        }}
      >
        <h2>New resource</h2>
        <label>
          Place and name; the extension says what it is
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} spellcheck={false} />
        </label>
        <p class="buttons">
          <button class="main">Make</button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Modal>
  );
}

export function Dialogs() {
  switch (dialog.value) {
    case "open":
      return <QuickOpen />;
    case "palette":
      return <Palette />;
    case "keys":
      return <Keys />;
    case "apply":
      return <Apply />;
    case "history":
      return <History />;
    case "new":
      return <New />;
    default:
      return null;
  }
}
