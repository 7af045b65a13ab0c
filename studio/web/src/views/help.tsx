// The pages of docs/ that are in the program: the tour, paths, and one page for each format.
import { useState } from "preact/hooks";
import { useAnswer } from "../parts/answer";
import type { PageProps } from "../parts/frame";
import { Markdown } from "../parts/markdown";

/** No request of the API: it is a file of the page itself. */
async function load(signal: AbortSignal): Promise<Record<string, string>> {
  const answer = await fetch("/help.json", { signal });
  if (!answer.ok) throw new Error("this build has no help");
  return answer.json() as Promise<Record<string, string>>;
}

/** A link of a page, from the folder that the page is in. */
function resolve(from: string, to: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of to.split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

export default function HelpPage({ at, onSelect }: PageProps) {
  const pages = useAnswer("help", load) ?? {};
  const [words, setWords] = useState("");
  const names = Object.keys(pages).filter((name) => `${name} ${pages[name]}`.toLowerCase().includes(words.toLowerCase()));
  const name = pages[at] !== undefined ? at : "studio";
  const text = pages[name];
  return (
    <div class="split">
      <div class="choices">
        <input type="search" aria-label="Search the help" placeholder="Search the help" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <ul class="parts" aria-label="Pages">
          {names.map((entry) => (
            <li key={entry}>
              <button aria-pressed={entry === name} onClick={() => onSelect(entry)}>
                {entry.replace("formats/", "")}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <article class="page help" tabIndex={0} aria-label={`Help: ${name}`}>
        {text === undefined ? <p>Loading…</p> : <Markdown key={name} text={text} follow={(page) => onSelect(resolve(name, page))} known={(page) => pages[resolve(name, page)] !== undefined} />}
      </article>
    </div>
  );
}
