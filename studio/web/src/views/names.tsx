// Names that a table of letters makes up, as the game does.
import { useAnswer } from "../parts/answer";
import { Field } from "../parts/field";
import { ask } from "../state";
import type { ViewProps } from "./views";

export default function NamesView({ info, at, onSelect }: ViewProps) {
  const seed = Number(at) || 1;
  const said = useAnswer(`${seed} ${info.res}`, (signal) => ask<{ names: string[]; seed: number }>("name", { res: info.res, seed, count: 40 }, signal));
  return (
    <div class="page">
      <div class="bar">
        <label>
          Seed <Field type="number" min="1" value={String(seed)} onSet={onSelect} />
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
