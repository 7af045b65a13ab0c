// What can be seen from where: the cells of an octree from above, coloured by how many objects each shows, and the objects of the one
// that is chosen.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useAnswer } from "../parts/answer";
import { Field } from "../parts/field";
import { ask, show, tree } from "../state";
import { keyOf } from "../parts/tree";
import type { ViewProps } from "./views";

type Cell = [node: number, depth: number, x: number, y: number, z: number, half: number, objects: number];

interface Cells {
  nodes: number;
  leaves: number;
  patches: number;
  cells: Cell[];
}

interface Seen {
  node: number;
  depth: number;
  objects: { object: number; model?: string; position?: [number, number, number] }[];
}

const SIDE = 512;

/** Deeper cells stand over those around them; the more is seen, the stronger the colour. */
function draw(canvas: HTMLCanvasElement, said: Cells, point: number[], color: string): void {
  const root = said.cells[0];
  const context = canvas.getContext("2d");
  if (!root || !context) return;
  const [, , left, , top, half] = root;
  const scale = SIDE / (half * 2 || 1);
  const most = Math.max(1, ...said.cells.map((cell) => cell[6]));
  const place = (x: number, z: number) => [(x - left + half) * scale, (z - top + half) * scale] as const;
  context.clearRect(0, 0, SIDE, SIDE);
  context.strokeStyle = context.fillStyle = color;
  for (const [, , x, , z, side, objects] of said.cells) {
    const [px, pz] = place(x - side, z - side);
    const size = side * 2 * scale;
    context.globalAlpha = objects ? 0.08 + (0.6 * objects) / most : 0;
    context.fillRect(px, pz, size, size);
    context.globalAlpha = 0.25;
    if (size > 3) context.strokeRect(px, pz, size, size);
  }
  const [x, z] = place(point[0]!, point[2]!);
  context.globalAlpha = 1;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, z, 6, 0, 7);
  context.stroke();
  context.lineWidth = 1;
}

/** `at` is a point of the engine: "12000,-300,41000". */
export default function OctreeView({ info, at, onSelect }: ViewProps) {
  const said = useAnswer(info.res, (signal) => ask<Cells>("pvo", { res: info.res }, signal));
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = said?.cells[0];
  const typed = at.split(",").map(Number);
  const point = useMemo(() => (typed.length === 3 && typed.every((value) => !isNaN(value)) ? typed : root ? [root[2], root[3], root[4]] : null), [at, root]);
  const seen = useAnswer(point && `${point} ${info.res}`, (signal) => ask<Seen>("seen", { res: info.res, x: point![0], y: point![1], z: point![2] }, signal));
  useEffect(() => {
    if (canvas.current && said && point) draw(canvas.current, said, point, getComputedStyle(canvas.current).color);
  }, [said, point]);
  if (!said) return <p>Reading…</p>;
  if (!root || !point) return <p class="empty">It has no nodes.</p>;
  const go = (next: number[]) => onSelect(next.map(Math.round).join(","));
  const step = root[5] / 32;
  const under = said.cells.filter(([, , x, y, z, half]) => [x, y, z].every((middle, axis) => Math.abs(point[axis]! - middle) <= half));
  const map = tree.value?.names.findIndex((name) => name.toLowerCase() === info.res.split("/").pop()!.toLowerCase().replace(/\.pvo$/, ".rgm")) ?? -1;
  return (
    <div class="split">
      <div class="octree">
        <p role="status">
          {said.nodes} nodes, {said.leaves} leaves, {said.patches} patches; {seen ? `from here ${seen.objects.length} objects are seen (node ${seen.node}, depth ${seen.depth})` : ""}
        </p>
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          tabIndex={0}
          role="application"
          aria-label="Cells from above; arrow keys move the point"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const scale = (root[5] * 2) / box.width;
            go([root[2] - root[5] + (event.clientX - box.left) * scale, point[1]!, root[4] - root[5] + (event.clientY - box.top) * scale]);
          }}
          onKeyDown={(event) => {
            const way = { ArrowLeft: [-step, 0, 0], ArrowRight: [step, 0, 0], ArrowUp: [0, 0, -step], ArrowDown: [0, 0, step], PageUp: [0, -step, 0], PageDown: [0, step, 0] }[event.key];
            if (!way) return;
            go(point.map((value, index) => value + way[index]!));
            event.preventDefault();
          }}
        />
        <p class="buttons">
          {["x", "y", "z"].map((axis, index) => (
            <label key={axis}>
              {axis} <Field type="number" value={String(Math.round(point[index]!))} onSet={(typed) => go(point.map((value, at) => (at === index ? Number(typed) : value)))} />
            </label>
          ))}
        </p>
      </div>
      <div class="page" tabIndex={0} role="group" aria-label="What is seen, and cells">
        <h3>Objects that are seen</h3>
        <table class="differences">
          <thead>
            <tr>
              <th>Object</th>
              <th>Model</th>
              <th>Place</th>
            </tr>
          </thead>
          <tbody>
            {seen?.objects.slice(0, 500).map((entry) => (
              <tr key={entry.object}>
                <td>{entry.object}</td>
                <td>{entry.model ?? "counted while the game runs"}</td>
                <td>{entry.position?.join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h3>Cells around the point</h3>
        <table class="differences">
          <thead>
            <tr>
              <th>Node</th>
              <th>Depth</th>
              <th>Middle</th>
              <th>Side</th>
              <th>Objects</th>
            </tr>
          </thead>
          <tbody>
            {under.map(([node, depth, x, y, z, half, objects]) => (
              <tr key={node}>
                <td>
                  <button class="link" onClick={() => go([x, y, z])} aria-label={`Go to the middle of node ${node}`}>
                    {node}
                  </button>
                </td>
                <td>{depth}</td>
                <td>
                  {x}, {y}, {z}
                </td>
                <td>{half * 2}</td>
                <td>{objects}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {map >= 0 && <button onClick={() => show(keyOf(tree.value!, map), { keep: true })}>Open the map</button>}
      </div>
    </div>
  );
}
