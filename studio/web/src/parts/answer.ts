// What the program says to a question of a view.
import { useEffect, useState } from "preact/hooks";
import { attempt, version } from "../state";

/**
 * The answer to the question that `key` names: undefined before it is there, null when it failed and the user was told. An answer to
 * an older question is dropped. After an edit the old answer stays until the new one is there. No key: nothing is asked.
 */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): T | null | undefined {
  const [answer, setAnswer] = useState<{ key: string; said: T | null } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    void attempt(() => ask(stop.signal)).then((said) => {
      if (!stop.signal.aborted) setAnswer({ key, said: said ?? null });
    });
    return () => stop.abort();
  }, [key, version.value]);
  return answer && answer.key === key ? answer.said : undefined;
}
