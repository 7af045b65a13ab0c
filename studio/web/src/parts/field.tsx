// Text that the user types over a value of the page. It is theirs until they hand it over, or until the value itself becomes
// another. No effect writes it: one that runs after the first letter would take the letter away.
import type { InputHTMLAttributes } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

/** What to show in place of a value, and how to say what was typed. */
export function useDraft(value: string): [string, (typed: string) => void] {
  const draft = useRef<{ of: string; text: string } | null>(null);
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  if (draft.current && draft.current.of !== value) draft.current = null;
  const type = (text: string) => {
    draft.current = { of: value, text };
    redraw();
  };
  return [draft.current?.text ?? value, type];
}

type FieldProps = Omit<InputHTMLAttributes, "role" | "type" | "value" | "onInput" | "onBlur" | "onKeyDown"> & {
  type?: "text" | "number";
  value: string;
  onSet: (typed: string) => unknown; // a promise of false: it was refused, and may be tried again
  takesFocus?: boolean;
  onDone?: (input: HTMLInputElement, left: boolean) => void; // after Enter, Escape, or because the user left it
};

/** Enter and leaving the field hand the text over, Escape drops it. */
export function Field({ value, onSet, onDone, takesFocus, ...rest }: FieldProps) {
  const [typed, type] = useDraft(value);
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, []);
  // Leaving the field after Enter would hand it over again before the new value is there.
  const sent = useRef<{ of: string; text: string } | null>(null);
  const hand = (text: string) => {
    if (text === value || (sent.current?.of === value && sent.current.text === text)) return;
    sent.current = { of: value, text };
    void Promise.resolve(onSet(text)).then((fine) => {
      if (fine === false) sent.current = null;
    });
  };
  return (
    <input
      {...(rest as InputHTMLAttributes)}
      ref={box}
      value={typed}
      onInput={(event) => {
        sent.current = null;
        type(event.currentTarget.value);
      }}
      onBlur={(event) => {
        hand(event.currentTarget.value);
        onDone?.(event.currentTarget, true);
      }}
      onKeyDown={(event) => {
        const input = event.currentTarget;
        if (event.key === "Enter") hand(input.value);
        else if (event.key === "Escape") {
          sent.current = { of: value, text: input.value }; // so that it is not handed over when the field goes away
          type(value);
        } else return;
        onDone?.(input, false);
      }}
    />
  );
}
