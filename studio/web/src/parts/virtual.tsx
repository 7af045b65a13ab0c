// A list of any length of which only the visible rows are in the document. Rows have one height.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface VirtualProps {
  count: number;
  height?: number; // of a row
  focus: number; // the row that has the focus of the keyboard
  onFocus: (index: number) => void;
  keyOf?: (index: number) => string | number; // what the row shows: a field that is being typed into moves with it
  onKey?: (event: KeyboardEvent, index: number) => void;
  row: (index: number, focused: boolean) => ComponentChildren;
  role: "tree" | "listbox" | "grid";
  label: string;
  class?: string;
  several?: boolean; // more than one row can be chosen
}

export function Virtual(props: VirtualProps) {
  const { count, focus, onFocus, height = 24 } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(600);
  useEffect(() => {
    const element = box.current!;
    const watch = new ResizeObserver(() => setRoom(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  // The row with the focus is always in sight.
  useLayoutEffect(() => {
    const element = box.current!;
    if (focus < 0) return;
    if (focus * height < element.scrollTop) element.scrollTop = focus * height;
    else if ((focus + 1) * height > element.scrollTop + element.clientHeight) element.scrollTop = (focus + 1) * height - element.clientHeight;
  }, [focus, count]);
  const page = Math.max(1, Math.floor(room / height) - 1);
  const keys: Record<string, number> = { ArrowDown: focus + 1, ArrowUp: focus - 1, PageDown: focus + page, PageUp: focus - page, Home: 0, End: count - 1 };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keys[event.key];
    if (event.target !== box.current || event.altKey) return;
    if (to === undefined || event.ctrlKey || event.metaKey) return props.onKey?.(event, focus);
    event.preventDefault();
    onFocus(Math.max(0, Math.min(count - 1, to)));
  };
  const first = Math.max(0, Math.floor(top / height) - 8);
  const last = Math.min(count, Math.ceil((top + room) / height) + 8);
  const rows = [];
  for (let index = first; index < last; index++)
    rows.push(
      <div key={props.keyOf?.(index) ?? index} class="virtual-row" style={{ top: `${index * height}px`, height: `${height}px` }}>
        {props.row(index, index === focus)}
      </div>,
    );
  return (
    <div
      ref={box}
      class={`virtual ${props.class ?? ""}`}
      role={props.role}
      aria-label={props.label}
      aria-multiselectable={props.several}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      aria-activedescendant={focus >= 0 ? `${props.label}-${focus}` : undefined}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${count * height}px` }}>
        {rows}
      </div>
    </div>
  );
}
