// What was done to a resource since the game was last written, and where else it is.
import type { Op } from "../backend";
import { discard, edits, redo, show, undo } from "../state";
import type { ViewProps } from "./views";

function words(op: Op): string {
  switch (op.op) {
    case "set":
      return `${op.path} = ${op.value}`;
    case "insert":
      return `insert ${op.path} ${op.kind ?? ""} ${op.value ?? ""}`;
    case "move":
      return `move ${op.path} to ${op.to}`;
    case "remove":
      return `remove ${op.path}`;
    case "put":
      return `put ${op.name}`;
    case "replace":
      return "new bytes";
    case "json":
      return "edited as JSON";
    case "compile":
      return "compiled";
    case "delete":
      return "deleted";
  }
}

export default function HistoryView({ info }: ViewProps) {
  const state = edits.value.get(info.res);
  return (
    <div class="history">
      <h2>Edits that are not applied</h2>
      <p class="buttons">
        <button disabled={!state?.undo} onClick={() => void undo(info.res)}>
          Undo
        </button>
        <button disabled={!state?.redo} onClick={() => void redo(info.res)}>
          Redo
        </button>
        <button disabled={!state} onClick={() => void discard(info.res)}>
          Discard all
        </button>
      </p>
      {!state?.ops.length && <p class="empty">None.</p>}
      <ol>
        {state?.ops.map((op, index) => (
          <li key={index}>
            <code>{words(op)}</code>
          </li>
        ))}
      </ol>
      <h2>Where it is</h2>
      <ul>
        {info.locations.map((entry) => (
          <li key={entry.res}>
            <button onClick={() => show(entry.res)}>{entry.res}</button> {entry.kind}
            {entry.wins ? ", the game takes this one" : ""}
          </li>
        ))}
      </ul>
      <h2>Facts</h2>
      <dl>
        {info.facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
