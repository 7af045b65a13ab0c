// Names that a table of letters makes up, as the game does.
import { useEffect, useState } from "preact/hooks";
import { ask, attempt, version } from "../state";
import type { ViewProps } from "./views";

export default function NamesView({ info, at, onSelect }: ViewProps) {
  const [said, setSaid] = useState<{ names: string[]; seed: number } | null>(null);
  const seed = Number(at) || 1;
  useEffect(() => {
    void attempt(() => ask<{ names: string[]; seed: number }>("name", { res: info.res, seed, count: 40 })).then((answer) => setSaid(answer ?? null));
  }, [info.res, seed, version.value]);
  return (
    <div class="page">
      <div class="bar">
        <label>
          Seed <input type="number" min="1" value={seed} onChange={(event) => onSelect(event.currentTarget.value)} />
        </label>
        <button onClick={() => said && onSelect(String(said.seed))}>More names</button>
      </div>
      <ul class="names" aria-label="Names">
        {said?.names.map((name, index) => <li key={index}>{name}</li>)}
      </ul>
      {said?.names.length === 0 && <p class="empty">Its chances make no name.</p>}
    </div>
  );
}
