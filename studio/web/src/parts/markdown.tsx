// The part of Markdown that the pages of docs/ use, as elements: headings, paragraphs, lists, tables, code, links. Text is text.
import type { ComponentChildren, JSX } from "preact";

type Follow = (page: string) => void;

/** `code`, **strong**, [words](where). Links lead to other pages of the help; others are their words. */
function inline(text: string, follow: Follow, known: (page: string) => boolean): ComponentChildren[] {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|!?\[[^\]]*\]\([^)]*\))/g);
  return parts.map((part, index) => {
    if (/^`/.test(part)) return <code key={index}>{part.slice(1, -1)}</code>;
    if (/^\*\*/.test(part)) return <strong key={index}>{part.slice(2, -2)}</strong>;
    const link = /^(!?)\[([^\]]*)\]\(([^)#]*)/.exec(part);
    if (!link) return part;
    const page = link[3]!.replace(/\.md$/, "");
    if (link[1] || !known(page)) return link[1] ? null : link[2];
    return (
      <button key={index} class="link" onClick={() => follow(page)}>
        {link[2]}
      </button>
    );
  });
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

export function Markdown(props: { text: string; follow: Follow; known: (page: string) => boolean }) {
  const say = (text: string) => inline(text, props.follow, props.known);
  const lines = props.text.split("\n");
  const out: JSX.Element[] = [];
  const until = (at: number, stop: (line: string) => boolean) => {
    let end = at;
    while (end < lines.length && !stop(lines[end]!)) end++;
    return end;
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const key = at;
    const heading = /^(#+) (.*)/.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      const Level = `h${Math.min(heading[1]!.length + 1, 5)}` as "h2";
      out.push(<Level key={key}>{say(heading[2]!)}</Level>);
      at++;
    } else if (line.startsWith("```") || /^ {4}\S/.test(line)) {
      const fence = line.startsWith("```");
      const end = until(at + 1, (next) => (fence ? next.startsWith("```") : next.trim() !== "" && !next.startsWith("    ")));
      const code = lines.slice(fence ? at + 1 : at, end).map((next) => (fence ? next : next.slice(4)));
      out.push(
        <pre key={key} tabIndex={0}>
          {code.join("\n").trimEnd()}
        </pre>,
      );
      at = fence ? end + 1 : end;
    } else if (line.startsWith("|")) {
      const end = until(at, (next) => !next.startsWith("|"));
      const [head, , ...rows] = lines.slice(at, end).map(cells);
      out.push(
        <table key={key} class="differences">
          <thead>
            <tr>{head!.map((cell, index) => (cell ? <th key={index}>{say(cell)}</th> : <td key={index} />))}</tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{say(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>,
      );
      at = end;
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const end = until(at, (next) => !next.trim());
      const items = lines.slice(at, end).join("\n").split(/\n(?=\s*(?:[-*]|\d+\.) )/);
      out.push(
        <ul key={key}>
          {items.map((item, index) => (
            <li key={index}>{say(item.replace(/^\s*([-*]|\d+\.) /, "").replaceAll(/\s*\n\s*/g, " "))}</li>
          ))}
        </ul>,
      );
      at = end;
    } else {
      const end = until(at, (next) => !next.trim() || /^(#|```|\|)/.test(next));
      out.push(<p key={key}>{say(lines.slice(at, end).join(" "))}</p>);
      at = end;
    }
  }
  return <>{out}</>;
}
