// The frame around views: header, tabs, breadcrumbs, the views of a resource, panels, notices.
import { Component } from "preact";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Info } from "../backend";
import { active, activeTab, ask, changed, check, close, dialog, edit, edits, game, importFile, info, jobs, keep, madeFrom, notice, opening, problems, setTheme, show, tabs, theme, version } from "../state";
import type { Tab } from "../state";
import { viewsOf } from "../views/views";
import type { View, ViewProps } from "../views/views";
import { base64 } from "./blob";
import { Dialogs } from "./dialogs";
import { SearchBox, SearchPanel, panel } from "./search";
import { Start, dropFile } from "./start";
import { ResourceTree } from "./tree";

function Header() {
  return (
    <header>
      <button class="brand" onClick={() => show("@start", { keep: true })} aria-label="Start page">
        Reliquary
      </button>
      <span class="game-name">{game.value?.name}</span>
      <SearchBox />
      <button onClick={() => (dialog.value = "open")}>Open…</button>
      <button onClick={() => show("@saves", { keep: true })}>Saved games</button>
      {game.value?.family === "kotor" && <button onClick={() => show("@mods", { keep: true })}>Mods</button>}
      <button class={changed.value.length ? "main" : ""} disabled={!changed.value.length} onClick={() => (dialog.value = "apply")}>
        Apply{changed.value.length ? ` (${changed.value.length})` : ""}
      </button>
      <button onClick={() => (dialog.value = "palette")} aria-label="Commands">
        ⌘
      </button>
      <button onClick={() => setTheme(theme.value === "dark" ? "light" : "dark")} aria-label="Light or dark">
        ◐
      </button>
    </header>
  );
}

const PAGE_NAMES: Record<string, string> = { "@start": "Start", "@saves": "Saved games", "@mods": "Mods", "@help": "Help" };

function Tabs() {
  const onKey = (event: KeyboardEvent) => {
    const at = tabs.value.findIndex((tab) => tab.res === active.value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.value.length - 1 }[event.key];
    if (to === undefined) return;
    const next = tabs.value[(to + tabs.value.length) % tabs.value.length];
    if (next) show(next.res);
    event.preventDefault();
  };
  return (
    <nav class="tabs" aria-label="Open resources" onKeyDown={onKey}>
      {tabs.value.map((tab) => (
        <span key={tab.res} class={`tab ${tab.res === active.value ? "active" : ""}`}>
          <button
            aria-current={tab.res === active.value ? "page" : undefined}
            tabIndex={tab.res === active.value ? 0 : -1}
            class={tab.preview ? "preview" : ""}
            title={tab.res}
            onClick={() => show(tab.res)}
            onDblClick={() => keep(tab.res)}
          >
            {PAGE_NAMES[tab.res] ?? tab.res.split("/").pop()}
            {(edits.value.get(tab.res)?.undo ?? 0) > 0 && <span class="mark"> ●</span>}
          </button>
          <button class="close" tabIndex={-1} aria-label={`Close ${tab.res}`} onClick={() => close(tab.res)}>
            ×
          </button>
        </span>
      ))}
    </nav>
  );
}

/** What a view throws is shown in its place; the rest of the page goes on. */
class Guard extends Component<{ what: string }, { error?: Error }> {
  override state: { error?: Error } = {};
  static override getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error ? (
      <p class="bad" role="alert">
        {this.props.what} can't be shown: {this.state.error.message}
      </p>
    ) : (
      this.props.children
    );
  }
}

const loaded = new Map<string, ComponentType<ViewProps>>();

function Shown(props: { view: View; info: Info; tab: Tab }) {
  const { view, tab } = props;
  const [, setReady] = useState("");
  useEffect(() => {
    if (!loaded.has(view.id))
      void view.load().then((module) => {
        loaded.set(view.id, module.default);
        setReady(view.id);
      });
  }, [view.id]);
  const Body = loaded.get(view.id);
  return Body ? <Body key={tab.res} info={props.info} at={tab.at} onSelect={(at) => show(tab.res, { at })} /> : <p>Loading…</p>;
}

/** A file that was dropped on a resource: a scene replaces a model with its second file, all else goes into the resource. */
async function putDropped(info: Info, file: File): Promise<void> {
  if (/\.glb$/i.test(file.name) && madeFrom(info, "glb")) return void (await importFile(info.res, file));
  await edit(info.res, [{ op: "put", name: file.name, data: await base64(file) }]);
}

const placeOf = (res: string) => res.slice(0, Math.max(0, res.lastIndexOf("/")));

function Resource(props: { tab: Tab }) {
  const { res } = props.tab;
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let current = true;
    if (info.value?.res !== res) info.value = null;
    ask<Info>("info", { res })
      .then((said) => {
        if (!current) return;
        info.value = said;
        setFailed("");
        void check(res);
      })
      .catch((error: Error) => current && setFailed(error.message));
    return () => {
      current = false;
    };
  }, [res, version.value]);
  const said = info.value?.res === res ? info.value : null;
  if (failed) return <p class="bad" role="alert">{failed}</p>;
  if (!said) return <p>Reading…</p>;
  const all = viewsOf(said);
  const view = all.find((entry) => entry.id === props.tab.view) ?? all[0]!;
  return (
    <div
      class="resource"
      onDragOver={(event) => event.dataTransfer?.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (!file || event.defaultPrevented) return;
        event.preventDefault();
        void (said.takes || madeFrom(said, "glb") ? putDropped(said, file) : dropFile(file));
      }}
    >
      <div class="crumbs">
        <nav aria-label="Place of this resource">
          <button onClick={() => show(`@in/${placeOf(res)}`, { keep: true })} aria-label={`All of ${placeOf(res) || "the folder"}`}>
            {placeOf(res).split("/").join(" › ") || "(root)"}
          </button>{" "}
          › {res.split("/").pop()}
        </nav>
        <span class="facts">
          {said.title}, {said.size} bytes
        </span>
        <div role="toolbar" aria-label="Views">
          {all.map((entry) => (
            <button key={entry.id} aria-pressed={entry.id === view.id} onClick={() => show(res, { view: entry.id })}>
              {entry.title}
            </button>
          ))}
        </div>
      </div>
      {said.error && <p class="bad" role="alert">{said.error}</p>}
      <Guard key={`${res} ${view.id}`} what={view.title}>
        <Shown view={view} info={said} tab={props.tab} />
      </Guard>
    </div>
  );
}

function Problems() {
  const list = active.value ? (problems.value.get(active.value) ?? []) : [];
  if (!list.length) return <p class="empty">No findings for this resource.</p>;
  return (
    <ul class="findings">
      {list.map((entry, index) => (
        <li key={index} class={entry.severity}>
          <button onClick={() => show(active.value!, { view: "form", at: entry.path ?? "" })} title={entry.why}>
            <strong>{entry.severity}</strong> {entry.path && <code>{entry.path}</code>} {entry.text} <small>{entry.rule}</small>
          </button>
          {entry.fix !== undefined && (
            <button onClick={() => void edit(active.value!, [{ op: "set", path: entry.path!, value: entry.fix! }])}>Fix: {entry.fix || "empty"}</button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Bottom() {
  const count = active.value ? (problems.value.get(active.value)?.length ?? 0) : 0;
  return (
    <section class="bottom" aria-label="Panels">
      <div class="panel-tabs" role="toolbar" aria-label="Panels">
        {(["problems", "search", "uses"] as const).map((name) => (
          <button key={name} aria-pressed={panel.value === name} onClick={() => (panel.value = panel.value === name ? "" : name)}>
            {{ problems: `Findings (${count})`, search: "Search", uses: "Used by" }[name]}
          </button>
        ))}
        {jobs.value.map((job) => (
          <span key={job.title} class="job">
            {job.title} {job.total > 0 && <progress value={job.done} max={job.total} aria-label={job.title} />}
            <button onClick={job.cancel}>Cancel</button>
          </span>
        ))}
        <span role="status" class={notice.value?.bad ? "notice bad" : "notice"}>
          {notice.value?.text}
          {notice.value && (
            <button aria-label="Dismiss" onClick={() => (notice.value = null)}>
              ×
            </button>
          )}
        </span>
      </div>
      {panel.value && <div class="panel">{panel.value === "problems" ? <Problems /> : <SearchPanel />}</div>}
    </section>
  );
}

/** Pages that are no resource of the game. */
export interface PageProps {
  name: string; // behind the "@"
  at: string;
  onSelect: (at: string) => void;
}

const pages: Record<string, () => Promise<{ default: ComponentType<PageProps> }>> = {
  saves: () => import("../views/saves"),
  mods: () => import("../views/mods"),
  help: () => import("../views/help"),
  in: () => import("../views/archive"),
};

function Page(props: { tab: Tab }) {
  const [Body, setBody] = useState<{ of: ComponentType<PageProps> } | null>(null);
  const kind = /^@(\w+)/.exec(props.tab.res)?.[1] ?? "";
  useEffect(() => void pages[kind]?.().then((module) => setBody({ of: module.default })), [kind]);
  return Body ? <Body.of name={props.tab.res.slice(1)} at={props.tab.at} onSelect={(at) => show(props.tab.res, { at })} /> : <p>Loading…</p>;
}

export function Frame() {
  const tab = activeTab.value;
  if (!game.value && opening.value) return <main class="start">Reading the game…</main>;
  if (!game.value)
    return (
      <>
        <Start />
        <Dialogs />
      </>
    );
  return (
    <div class="frame">
      <Header />
      <ResourceTree />
      <main id="view" class="view" aria-label="View">
        <Tabs />
        {!tab && <p class="empty">Choose a resource on the left, or press Ctrl+P.</p>}
        {tab?.res === "@start" ? <Start /> : tab?.res.startsWith("@") ? <Guard key={tab.res} what="The page"><Page tab={tab} /></Guard> : tab && <Resource key={tab.res} tab={tab} />}
      </main>
      <Bottom />
      <Dialogs />
    </div>
  );
}
