// Saved games: slots with their pictures, all that a slot holds, changes by short paths with their effect shown before anything is
// written, repairs with their cost, and the way back.
import { useEffect, useState } from "preact/hooks";
import type { Difference } from "../backend";
import { Differences } from "../parts/dialogs";
import { Field } from "../parts/field";
import { ask, attempt, backend, game, say } from "../state";

interface Slot {
  slot: number;
  folder: string;
  readable: boolean;
  name?: string;
  area?: string;
  module?: string;
  seconds?: number;
  time?: number;
  gold?: number;
  transition?: boolean;
  readOnly?: boolean;
  party?: string[];
}

interface Repair {
  name: string;
  what: string;
  loses: string;
  argument: string;
}

type Change = { path: string; value: string } | { repair: string; argument: string };
type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

const clock = (seconds: number) => `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;

function Screen(props: { slot: number }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    let made = "";
    void backend.bytes("screen", { game: game.value?.game, slot: props.slot }).then(
      (blob) => setUrl((made = URL.createObjectURL(blob))),
      () => setUrl(""),
    );
    return () => URL.revokeObjectURL(made);
  }, [props.slot]);
  return url ? <img src={url} alt="" class="screen" /> : <span class="screen empty">no picture</span>;
}

/** Which short path sets a value of the report; "" where there is none. */
function pathOf(where: string[]): string {
  const text = where.join("/");
  const person = /^(player|companions\/(\d+))\/(.*)$/.exec(text);
  if (text === "credits") return "gold";
  if (text === "cheats") return "cheats";
  if (/^globals\/\w+\/[^/]+$/.test(text)) return `globals/${where[2]}`;
  if (!person) return "";
  const who = person[2] === undefined ? "player" : `party/${person[2]}`;
  const words: Record<string, string> = { "hit points": "hp", "force points": "fp", experience: "xp", alignment: "alignment", name: "name" };
  const attribute = /^attributes\/(\w+)$/.exec(person[3]!);
  const skill = /^skills\/(.+)$/.exec(person[3]!);
  if (attribute) return `${who}/${attribute[1]}`;
  if (skill) return `${who}/skills/${skill[1]}`;
  return words[person[3]!] ? `${who}/${words[person[3]!]}` : "";
}

function Leaf(props: { value: Value; where: string[]; changes: Map<string, string>; onChange: (path: string, value: string) => void; fixed: boolean }) {
  const path = props.fixed ? "" : pathOf(props.where);
  const shown = props.changes.get(path) ?? String(props.value);
  if (!path) return <span>{String(props.value)}</span>;
  return (
    <Field
      aria-label={props.where.join(" ")}
      class={props.changes.has(path) ? "edited" : ""}
      value={shown === "true" ? "1" : shown === "false" ? "0" : shown}
      onSet={(typed) => props.onChange(path, typed)}
    />
  );
}

/** Any part of the report: objects as lists of terms, arrays as lists. Companions are named by their slot. */
function Report(props: { value: Value; where: string[]; changes: Map<string, string>; onChange: (path: string, value: string) => void; fixed: boolean }) {
  const { value, where } = props;
  if (value === null || typeof value !== "object") return <Leaf {...props} />;
  if (Array.isArray(value))
    return (
      <ul class="report">
        {value.map((entry, index) => {
          const slot = where[0] === "companions" && entry && typeof entry === "object" && !Array.isArray(entry) ? entry.slot : index;
          return (
            <li key={index}>
              <Report {...props} value={entry} where={[...where, String(slot)]} />
            </li>
          );
        })}
      </ul>
    );
  return (
    <dl class="report">
      {Object.entries(value).map(([name, entry]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Report {...props} value={entry} where={[...where, name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Parts of the report that have a page of their own; the first holds all that is in no other. */
const PAGES = ["Overview", "player", "companions", "inventory", "journal", "globals", "galaxy map", "pazaak", "reputation", "modules"];

interface Galaxy {
  selected?: number;
  available?: number[];
  selectable?: number[];
}

const STATES = ["hidden", "available", "selectable"] as const;
const PLANETS = 16;

/** The galaxy map: planets by number, as the save has them, with what the player may do with each. Their names are rows of planetary.2da. */
function GalaxyMap(props: { galaxy: Galaxy; changes: Map<string, string>; onChange: (path: string, value: string) => void; fixed: boolean }) {
  const { galaxy, changes } = props;
  const [names, setNames] = useState<Map<number, string>>(new Map());
  useEffect(() => {
    void ask<{ rows: [number, string, string][] }>("rows", { table: "planetary" }).then(
      (said) => setNames(new Map(said.rows.map(([number, label, text]) => [number, text || label]))),
      () => {},
    );
  }, []);
  const stored = (planet: number) => (galaxy.selectable?.includes(planet) ? "selectable" : galaxy.available?.includes(planet) ? "available" : "hidden");
  const selected = Number(changes.get("galaxy/selected") ?? galaxy.selected ?? -1);
  const list = Array.from({ length: PLANETS }, (_, planet) => ({ planet, name: names.get(planet) ?? `planet ${planet}`, state: changes.get(`galaxy/${planet}`) ?? stored(planet) }));
  return (
    <div class="galaxy">
      <svg viewBox="-112 -76 224 152" role="img" aria-label={`Galaxy map: ${list.filter((entry) => entry.state !== "hidden").length} planets are shown`}>
        <ellipse class="arm" rx="100" ry="62" />
        <ellipse class="arm" rx="62" ry="34" />
        {list.map(({ planet, name, state }) => {
          // Places are ours: the save does not store where planets stand.
          const turn = (planet / PLANETS) * 2 * Math.PI;
          const far = planet % 2 ? 88 : 56;
          const [x, y] = [Math.cos(turn) * far, Math.sin(turn) * far * 0.62];
          return (
            <g key={planet} class={`planet ${state}`} transform={`translate(${x} ${y})`}>
              {planet === selected && <circle class="ring" r="8" />}
              <circle r="5" />
              {state !== "hidden" && (
                <text y="14" text-anchor="middle">
                  {name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <table class="differences">
        <thead>
          <tr>
            <th>Planet</th>
            <th>State</th>
            <th>Here</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ planet, name, state }) => (
            <tr key={planet}>
              <th scope="row">
                {planet} {names.has(planet) ? name : ""}
              </th>
              <td>
                <select aria-label={`State of ${name}`} class={changes.has(`galaxy/${planet}`) ? "edited" : ""} disabled={props.fixed} value={state} onChange={(event) => props.onChange(`galaxy/${planet}`, event.currentTarget.value)}>
                  {STATES.map((word) => (
                    <option key={word} value={word}>
                      {word}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <input type="radio" name="selected" aria-label={`The ship is at ${name}`} disabled={props.fixed} checked={planet === selected} onChange={() => props.onChange("galaxy/selected", String(planet))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function pageOf(report: { [name: string]: Value }, page: string): Value {
  if (page !== "Overview") return report[page] ?? [];
  return Object.fromEntries(Object.entries(report).filter(([name]) => !PAGES.includes(name)));
}

function SlotPage(props: { slot: Slot; slots: Slot[]; repairs: Repair[]; onWritten: () => void }) {
  const { slot } = props;
  const [report, setReport] = useState<{ [name: string]: Value } | null>(null);
  const [page, setPage] = useState("Overview");
  const [changes, setChanges] = useState<Change[]>([]);
  const [effect, setEffect] = useState<{ differences: Difference[]; notes: string[] } | null>(null);
  const [other, setOther] = useState<Difference[] | null>(null);
  const [item, setItem] = useState("");
  const load = () => void attempt(() => ask<{ [name: string]: Value }>("slot", { slot: slot.slot })).then((said) => said && setReport(said));
  useEffect(load, [slot.slot]);
  useEffect(() => {
    let current = true;
    setEffect(null);
    if (!changes.length) return;
    const last = changes[changes.length - 1];
    void attempt(() => backend.post<{ differences: Difference[]; notes: string[] }>("slot-changes", { game: game.value?.game, slot: slot.slot }, changes)).then((said) => {
      if (!said) setChanges((now) => now.filter((entry) => entry !== last));
      else if (current) setEffect(said);
    });
    return () => {
      current = false;
    };
  }, [changes]);
  const set = (path: string, value: string) => setChanges([...changes.filter((entry) => !("path" in entry) || entry.path !== path), { path, value }]);
  const write = async () => {
    const done = await attempt(() => backend.post("slot-apply", { game: game.value?.game, slot: slot.slot }, changes));
    if (!done) return;
    setChanges([]);
    say("The slot was written; Restore takes it back.");
    load();
    props.onWritten();
  };
  const restore = async () => {
    const done = await attempt(() => backend.post("slot-restore", { game: game.value?.game, slot: slot.slot }));
    if (!done) return;
    say("The slot is as it was before the last change.");
    load();
    props.onWritten();
  };
  const set_ = new Map(changes.flatMap((entry) => ("path" in entry ? [[entry.path, entry.value] as [string, string]] : [])));
  return (
    <div class="slot">
      <div class="bar">
        <h2>{slot.name || slot.folder}</h2>
        <button class="main" disabled={!changes.length || !effect} onClick={() => void write()}>
          Write the slot
        </button>
        <button disabled={!changes.length} onClick={() => setChanges(changes.slice(0, -1))}>
          Undo
        </button>
        <button onClick={() => void restore()}>Restore</button>
        <label>
          Compare with{" "}
          <select
            onChange={(event) =>
              event.currentTarget.value &&
              void attempt(() => ask<{ differences: Difference[] }>("slot-diff", { slot: slot.slot, other: event.currentTarget.value })).then((said) => setOther(said?.differences ?? null))
            }
          >
            <option value="">another slot</option>
            {props.slots
              .filter((entry) => entry.slot !== slot.slot)
              .map((entry) => (
                <option key={entry.slot} value={entry.slot}>
                  {entry.folder}
                </option>
              ))}
          </select>
        </label>
      </div>
      {effect && (
        <section class="effect" aria-label="What would change">
          <h3>What would change</h3>
          <Differences list={effect.differences} count={effect.differences.length} />
          {effect.notes.map((note, index) => (
            <p key={index}>{note}</p>
          ))}
        </section>
      )}
      {other && (
        <section class="effect" aria-label="Differences">
          <h3>{other.length} differences</h3>
          <Differences list={other.slice(0, 500)} count={other.length} />
        </section>
      )}
      <div class="bar" role="toolbar" aria-label="Parts of the slot">
        {[...PAGES, "repairs"].map((name) => (
          <button key={name} aria-pressed={page === name} onClick={() => setPage(name)}>
            {name}
          </button>
        ))}
      </div>
      {page === "inventory" && !slot.readOnly && (
        <form
          class="bar"
          onSubmit={(event) => {
            event.preventDefault();
            if (item) setChanges([...changes, { path: "inventory/add", value: item }]);
            setItem("");
          }}
        >
          <label>
            Give an item (its file, and how many: g_w_lghtsbr01,2){" "}
            <input value={item} onInput={(event) => setItem(event.currentTarget.value)} aria-label="Item to give" />
          </label>
          <button>Give</button>
        </form>
      )}
      {page === "repairs" ? (
        <ul class="report">
          {props.repairs.map((repair) => (
            <li key={repair.name}>
              <strong>{repair.name}</strong>: {repair.what} <em>It loses: {repair.loses}</em>
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  const argument = (event.currentTarget.elements.namedItem("argument") as HTMLInputElement | null)?.value ?? "";
                  setChanges([...changes, { repair: repair.name, argument }]);
                }}
              >
                {repair.argument && <input name="argument" placeholder={repair.argument} aria-label={`${repair.argument} of ${repair.name}`} />}
                <button>Try</button>
              </form>
            </li>
          ))}
        </ul>
      ) : (
        <div class="report-page">{report && page === "galaxy map" && report[page] ? (
          <GalaxyMap galaxy={report[page] as Galaxy} changes={set_} onChange={set} fixed={slot.readOnly ?? false} />
        ) : report ? <Report value={pageOf(report, page)} where={page === "Overview" ? [] : [page]} changes={set_} onChange={set} fixed={slot.readOnly ?? false} /> : <p>Reading…</p>}</div>
      )}
    </div>
  );
}

export default function SavesPage() {
  const [said, setSaid] = useState<{ slots: Slot[]; repairs: Repair[] } | null>(null);
  const [chosen, setChosen] = useState(0);
  const load = () => void attempt(() => ask<{ slots: Slot[]; repairs: Repair[] }>("slots")).then((answer) => setSaid(answer ?? { slots: [], repairs: [] }));
  useEffect(load, [game.value?.game]);
  if (!said) return <p>Reading…</p>;
  const slot = said.slots.find((entry) => entry.slot === chosen);
  return (
    <div class="split">
      <ul class="slots" aria-label="Slots">
        {said.slots.length === 0 && <li class="empty">There are no saved games of KotOR below this folder.</li>}
        {said.slots.map((entry) => (
          <li key={entry.slot}>
            <button aria-pressed={entry.slot === chosen} onClick={() => setChosen(entry.slot)}>
              <Screen slot={entry.slot} />
              <strong>{entry.name || entry.folder}</strong>
              <small>
                {entry.area} · {clock(entry.seconds ?? 0)}
                {entry.transition ? " · autosave" : ""}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {slot ? <SlotPage key={slot.slot} slot={slot} slots={said.slots} repairs={said.repairs} onWritten={load} /> : <p class="empty">Choose a slot.</p>}
    </div>
  );
}
