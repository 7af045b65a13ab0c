// Animations of the actors of a map: which frame of which model is shown when, and what else happens.
import { useAnswer } from "../parts/answer";
import { ask } from "../state";
import type { ViewProps } from "./views";

interface Actor {
  actor: string;
  groups: number;
  models: number;
}

interface Group {
  group: number;
  name?: string;
  ticks: number;
  seconds: number;
  loops: boolean;
  frames: number;
  sounds: number;
}

interface Step {
  tick: number;
  seconds: number;
  command: number;
  name: string;
  [more: string]: unknown;
}

const KNOWN = new Set(["tick", "seconds", "command", "name"]);
const words = (step: Step) =>
  Object.entries(step)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => `${name.replace("_", " ")} ${String(value)}`)
    .join(", ");

/** `at` is the actor and the group: "PATROL/3". */
export default function AnimationsView({ info, at, onSelect }: ViewProps) {
  const { res } = info;
  const [name = "", number = ""] = at.split("/");
  const actors = useAnswer(res, (signal) => ask<Actor[]>("play", { res }, signal)) ?? [];
  const actor = actors.find((entry) => entry.actor === name)?.actor ?? actors.find((entry) => entry.groups > 0)?.actor ?? "";
  const groups = useAnswer(actor ? `${actor} ${res}` : null, (signal) => ask<Group[]>("play", { res, actor }, signal)) ?? [];
  const group = groups.find((entry) => String(entry.group) === number)?.group ?? groups[0]?.group;
  const steps = useAnswer(group === undefined ? null : `${actor}/${group} ${res}`, (signal) => ask<{ steps: Step[] }>("play", { res, actor, group }, signal))?.steps ?? [];
  return (
    <div class="split">
      <ul class="choices" aria-label="Actors">
        {actors.map((entry) => (
          <li key={entry.actor}>
            <button aria-current={entry.actor === actor} onClick={() => onSelect(entry.actor)}>
              {entry.actor} <small>{entry.groups} groups</small>
            </button>
          </li>
        ))}
      </ul>
      <div class="page">
        <label>
          Group{" "}
          <select value={group} onChange={(event) => onSelect(`${actor}/${event.currentTarget.value}`)}>
            {groups.map((entry) => (
              <option key={entry.group} value={entry.group}>
                {entry.group} {entry.name} ({entry.seconds.toFixed(2)} s, {entry.frames} frames{entry.loops ? ", loops" : ""})
              </option>
            ))}
          </select>
        </label>
        <table class="differences">
          <thead>
            <tr>
              <th>Tick</th>
              <th>Seconds</th>
              <th>Command</th>
              <th>What happens</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, index) => (
              <tr key={index}>
                <td>{step.tick}</td>
                <td>{step.seconds.toFixed(3)}</td>
                <td>
                  {step.command} {step.name}
                </td>
                <td>{words(step)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {actors.length > 0 && !actor && <p class="empty">No actor has animations.</p>}
      </div>
    </div>
  );
}
