// A text editor (CodeMirror). It lives in a shadow root: there its style sheets are adopted, and the strict policy of the page
// (no inline styles) stands.
import { json } from "@codemirror/lang-json";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useLayoutEffect, useRef } from "preact/hooks";

export type Language = "json" | "script" | "text";

const WORDS = /^(?:action|break|case|const|continue|default|do|effect|else|end|event|float|for|goto|gosub|if|int|itemproperty|location|loop|object|return|string|struct|switch|talent|vector|void|while)\b/;

/** Scripts of both games: comments, texts, numbers and words. A whole grammar of C would be as large as the rest of the editor's languages. */
const script = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.skipTo("*/");
      if (state.comment) stream.skipToEnd();
      else stream.match("*/");
      return "comment";
    }
    if (stream.match(/^(\/\/|;).*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^(?:0x[\da-f]+|#[\da-f]+|\d+(?:\.\d+)?f?)\b/i)) return "number";
    if (stream.match(WORDS)) return "keyword";
    if (!stream.match(/^\w+/)) stream.next();
    return null;
  },
});

/** The colours of the page, so that both themes have their contrast. */
const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.typeName], color: "var(--edited)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--back)" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--choice) 40%, transparent)" },
  ".cm-scroller": { fontFamily: "ui-monospace, Consolas, monospace" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
});

export function TextEditor(props: { label: string; text: string; language: Language; readOnly?: boolean; onChange?: (text: string) => void; line?: number }) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const root = box.current!.shadowRoot ?? box.current!.attachShadow({ mode: "open" });
    const frame = document.createElement("div");
    frame.style.setProperty("height", "100%");
    root.append(frame);
    const language = new Compartment();
    view.current = new EditorView({
      root,
      parent: frame,
      state: EditorState.create({
        doc: props.text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          syntaxHighlighting(colors),
          keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          language.of(props.language === "json" ? json() : props.language === "script" ? script : []),
          EditorState.readOnly.of(props.readOnly ?? false),
          EditorView.contentAttributes.of({ "aria-label": props.label }),
          EditorView.updateListener.of((update) => update.docChanged && latest.current.onChange?.(update.state.doc.toString())),
          theme,
        ],
      }),
    });
    view.current.scrollDOM.tabIndex = 0; // so that a key can scroll text that is wider than the page
    return () => {
      view.current?.destroy();
      frame.remove();
    };
  }, [props.language, props.readOnly]);
  // Right after the drawing: later there may be letters in the editor that the text of the page does not have yet.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== props.text) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.text } });
  }, [props.text]);
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || !props.line || props.line > editor.state.doc.lines) return;
    const at = editor.state.doc.line(props.line).from;
    editor.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  }, [props.line]);
  return <div ref={box} class="editor" />;
}
