// The whole resource as JSON, to be edited as text. The program checks it: what does not fit is refused with the place.
import { useAnswer } from "../parts/answer";
import { TextEditor } from "../parts/editor";
import { useDraft } from "../parts/field";
import { backend, edit, game } from "../state";
import type { ViewProps } from "./views";

const LARGE = 4 << 20;

export default function JsonView({ info }: ViewProps) {
  const text = useAnswer(info.res, async (signal) => (await backend.bytes("json", { game: game.value?.game, res: info.res }, signal)).text());
  const [typed, setTyped] = useDraft(text ?? "");
  if (text === undefined) return <p>Reading…</p>;
  if (text === null) return <p class="empty">It has no JSON.</p>;
  const large = text.length > LARGE;
  return (
    <div class="text-view">
      <div class="bar">
        <button class="main" disabled={typed === text || large} onClick={() => void edit(info.res, [{ op: "json", text: typed }])}>
          Take these values
        </button>
        <button disabled={typed === text} onClick={() => setTyped(text)}>
          Back to what it was
        </button>
        {large && <span class="faint">Only the first 4 MB are shown, and can't be edited as text here.</span>}
      </div>
      <TextEditor label="JSON" text={large ? text.slice(0, LARGE) : typed} language="json" readOnly={large} onChange={setTyped} />
    </div>
  );
}
