// A dialogue: what is said and answered, as a tree to read and as a graph of its flow. Lines have the numbers of the file (E12 an
// entry, R35 a reply), because other tools and scripts name them so.
import dagre from "@dagrejs/dagre";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Form, Row } from "../backend";
import { ask, attempt, show, version } from "../state";
import type { ViewProps } from "./views";

interface Line {
  id: string; // "E12"
  path: string; // "EntryList/12"
  text: string;
  speaker: string;
  script: string;
  condition: string;
  to: { id: string; condition: string }[];
}

const LISTS = { EntryList: "E", ReplyList: "R" } as const;

/** Lines from the values of the form: texts through the talk table are their meanings. */
function build(rows: Row[]): { lines: Map<string, Line>; starts: { id: string; condition: string }[] } {
  const lines = new Map<string, Line>();
  const starts: { id: string; condition: string }[] = [];
  const line = (id: string, path: string) => {
    if (!lines.has(id)) lines.set(id, { id, path, text: "", speaker: "", script: "", condition: "", to: [] });
    return lines.get(id)!;
  };
  for (const row of rows) {
    const parts = row.path.split("/");
    const [list, index, name, sub, leaf] = parts;
    if (list === "StartingList" && name === "Index") starts[Number(index)] = { id: `E${row.value}`, condition: starts[Number(index)]?.condition ?? "" };
    if (list === "StartingList" && name === "Active") starts[Number(index)] = { id: starts[Number(index)]?.id ?? "", condition: row.value ?? "" };
    const mark = LISTS[list as keyof typeof LISTS];
    if (!mark || index === undefined) continue;
    const at = line(`${mark}${index}`, `${list}/${index}`);
    if (name === "Text" && sub !== undefined) at.text ||= row.means ?? (sub === "strref" ? "" : (row.value ?? ""));
    if (name === "Speaker") at.speaker = row.value ?? "";
    if (name === "Script") at.script = row.value ?? "";
    if ((name === "RepliesList" || name === "EntriesList") && sub !== undefined) {
      const link = (at.to[Number(sub)] ??= { id: "", condition: "" });
      if (leaf === "Index") link.id = `${mark === "E" ? "R" : "E"}${row.value}`;
      if (leaf === "Active") link.condition = row.value ?? "";
    }
  }
  return { lines, starts: starts.filter((entry) => entry?.id) };
}

function Branch(props: { id: string; condition: string; lines: Map<string, Line>; above: string[]; at: string; onSelect: (id: string) => void }) {
  const line = props.lines.get(props.id);
  const again = props.above.includes(props.id);
  const [open, setOpen] = useState(props.above.length < 6);
  if (!line) return <li class="bad">{props.id} is not there</li>;
  const links = again ? [] : line.to;
  return (
    <li>
      <div class={`line ${props.id[0] === "E" ? "entry" : "reply"}`}>
        {links.length > 0 ? (
          <button class="small" aria-expanded={open} aria-label={`${open ? "Close" : "Open"} ${props.id}`} onClick={() => setOpen(!open)}>
            {open ? "▾" : "▸"}
          </button>
        ) : (
          <span class="small" />
        )}
        <button class="said" aria-pressed={props.at === props.id} onClick={() => props.onSelect(props.id)}>
          <strong>{props.id}</strong> {line.speaker && <em>{line.speaker}: </em>}
          {line.text || <span class="faint">(continue)</span>}
          {again && <span class="faint"> ↑ above</span>}
        </button>
        {props.condition && <code title="condition">if {props.condition}</code>}
        {line.script && <code title="script">runs {line.script}</code>}
      </div>
      {open && links.length > 0 && (
        <ul>
          {links.map((link, index) => (
            <Branch key={index} id={link.id} condition={link.condition} lines={props.lines} above={[...props.above, props.id]} at={props.at} onSelect={props.onSelect} />
          ))}
        </ul>
      )}
    </li>
  );
}

const NODE = { width: 180, height: 44 };

function Graph(props: { lines: Map<string, Line>; at: string; onSelect: (id: string) => void }) {
  const [zoom, setZoom] = useState(1);
  const laid = useMemo(() => {
    const graph = new dagre.graphlib.Graph();
    graph.setGraph({ rankdir: "TB", nodesep: 16, ranksep: 36 });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const line of props.lines.values()) graph.setNode(line.id, { ...NODE });
    for (const line of props.lines.values()) for (const link of line.to) if (props.lines.has(link.id)) graph.setEdge(line.id, link.id);
    dagre.layout(graph);
    return graph;
  }, [props.lines]);
  const size = laid.graph();
  const width = size.width ?? 100;
  const height = size.height ?? 100;
  return (
    <>
      <div class="bar">
        <button onClick={() => setZoom(zoom * 1.25)} aria-label="Larger">
          +
        </button>
        <button onClick={() => setZoom(zoom / 1.25)} aria-label="Smaller">
          −
        </button>
      </div>
      <div class="graph">
        <svg width={width * zoom} height={height * zoom} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Flow of the dialogue">
          {laid.edges().map((edge, index) => (
            <polyline key={index} class="edge" points={laid.edge(edge).points.map((point: { x: number; y: number }) => `${point.x},${point.y}`).join(" ")} />
          ))}
          {laid.nodes().map((id) => {
            const node = laid.node(id);
            const line = props.lines.get(id)!;
            return (
              <g key={id} transform={`translate(${node.x - NODE.width / 2} ${node.y - NODE.height / 2})`} class={`node ${id[0] === "E" ? "entry" : "reply"} ${props.at === id ? "here" : ""}`} role="button" tabIndex={0} aria-label={`${id} ${line.text}`} onClick={() => props.onSelect(id)} onKeyDown={(event) => event.key === "Enter" && props.onSelect(id)}>
                <rect width={NODE.width} height={NODE.height} rx="6" />
                <text x="8" y="18">
                  {id} {line.speaker}
                </text>
                <text x="8" y="35">
                  {(line.text || "(continue)").slice(0, 28)}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
    </>
  );
}

export default function DialogueView({ info, at, onSelect }: ViewProps) {
  const [rows, setRows] = useState<Row[] | null>(null);
  const [graph, setGraph] = useState(false);
  useEffect(() => {
    void attempt(async () => {
      const all: Row[] = [];
      for (let from: number | undefined = 0; from !== undefined; ) {
        const said: Form = await ask<Form>("form", { res: info.res, from, limit: 20000 });
        all.push(...said.rows);
        from = said.next;
      }
      setRows(all);
    });
  }, [info.res, version.value]);
  const { lines, starts } = useMemo(() => build(rows ?? []), [rows]);
  const reached = useMemo(() => {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      lines.get(id)?.to.forEach((link) => visit(link.id));
    };
    starts.forEach((start) => visit(start.id));
    return seen;
  }, [lines, starts]);
  if (!rows) return <p>Reading…</p>;
  const orphans = [...lines.values()].filter((line) => !reached.has(line.id));
  const line = lines.get(at);
  return (
    <div class="split">
      <div class="dialogue">
        <div class="bar">
          <button aria-pressed={!graph} onClick={() => setGraph(false)}>
            Tree
          </button>
          <button aria-pressed={graph} onClick={() => setGraph(true)}>
            Graph
          </button>
          <span role="status" class="faint">
            {lines.size} lines, {starts.length} beginnings, {orphans.length} that nothing leads to
          </span>
        </div>
        {graph ? (
          <Graph lines={lines} at={at} onSelect={onSelect} />
        ) : (
          <div class="branches">
            <ul aria-label="Dialogue">
              {starts.map((start, index) => (
                <Branch key={index} id={start.id} condition={start.condition} lines={lines} above={[]} at={at} onSelect={onSelect} />
              ))}
            </ul>
            {orphans.length > 0 && (
              <>
                <h3>Nothing leads to</h3>
                <ul>
                  {orphans.map((entry) => (
                    <Branch key={entry.id} id={entry.id} condition="" lines={lines} above={[]} at={at} onSelect={onSelect} />
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </div>
      {line && (
        <aside class="details" aria-label="Line">
          <h3>{line.id}</h3>
          <p>{line.text}</p>
          <button onClick={() => show(info.res, { view: "form", at: line.path })}>Edit its values</button>
        </aside>
      )}
    </div>
  );
}
