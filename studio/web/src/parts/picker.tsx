// A box to find one of many by typing: quick open, the command palette and pickers of forms.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

export interface Choice {
  text: string;
  note?: string;
}

/** Letters in order; a run and the start of a word count more. -1: it does not fit. */
export function fit(text: string, typed: string): number {
  const at = text.indexOf(typed);
  if (at >= 0) return 1000 - at - text.length / 100;
  let score = 0;
  let from = 0;
  for (const letter of typed) {
    const found = text.indexOf(letter, from);
    if (found < 0) return -1;
    score += found === from ? 3 : 1;
    from = found + 1;
  }
  return score - text.length / 100;
}

const MOST = 200;

export function Picker<T extends Choice>(props: { label: string; choices: T[]; onChoose: (choice: T) => void; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const lower = useMemo(() => props.choices.map((choice) => choice.text.toLowerCase()), [props.choices]);
  const found = useMemo(() => {
    const word = typed.toLowerCase().trim();
    if (!word) return props.choices.slice(0, MOST);
    const scored: [number, number][] = [];
    lower.forEach((text, index) => {
      const score = fit(text, word);
      if (score >= 0) scored.push([score, index]);
    });
    return scored
      .sort((a, b) => b[0] - a[0])
      .slice(0, MOST)
      .map(([, index]) => props.choices[index]!);
  }, [typed, props.choices]);
  const choose = (choice: T | undefined) => {
    if (!choice) return;
    props.onClose();
    props.onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div class="picker">
      <input
        ref={input}
        role="combobox"
        aria-expanded="true"
        aria-controls="picker-list"
        aria-activedescendant={found.length ? `choice-${at}` : undefined}
        aria-label={props.label}
        placeholder={props.label}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="picker-list" role="listbox" aria-label={props.label}>
        {found.map((choice, index) => (
          <li
            key={index}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => choose(choice)}
          >
            <span>{choice.text}</span>
            {choice.note && <small>{choice.note}</small>}
          </li>
        ))}
      </ul>
      <p role="status" class="status-line">
        {found.length === MOST ? `first ${MOST}` : found.length} of {props.choices.length}
      </p>
    </div>
  );
}
