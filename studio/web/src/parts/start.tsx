// The start page: games that were open before, folders of this machine, the demo games, a file to drop.
import { useEffect, useState } from "preact/hooks";
import type { Game, Place } from "../backend";
import { about, attempt, backend, games, openGame } from "../state";

export async function openPlace(place: number): Promise<void> {
  const opened = await attempt(() => backend.post<Game>("open", { place }));
  if (opened) await attempt(() => openGame(opened.game));
}

export async function dropFile(file: File): Promise<void> {
  const opened = await attempt(() => backend.post<Game>("drop", { name: file.name }, file));
  if (opened) await attempt(() => openGame(opened.game));
}

async function openDemo(name: string): Promise<void> {
  const made = await attempt(() => backend.post<{ places: Place[] }>("demo"));
  const place = made?.places.find((entry) => entry.name === name);
  if (place) await openPlace(place.place);
}

/** Folders of this machine, one at a time: without a number where looking starts. */
export function usePlaces(): { path: string; list: Place[]; go: (place?: number) => void } {
  const [said, setSaid] = useState<{ path: string; places: Place[] }>({ path: "", places: [] });
  const go = (place?: number) => void attempt(() => backend.get<{ path: string; places: Place[] }>("places", { place })).then((answer) => answer && setSaid(answer));
  useEffect(() => go(), []);
  return { path: said.path, list: said.places, go };
}

export function Places(props: { path: string; list: Place[]; onGo: (place: number) => void; onOpen: (place: number) => void; files?: boolean }) {
  return (
    <>
      {props.path && <p class="path">{props.path}</p>}
      <ul class="places" aria-label="Folders">
        {props.list
          .filter((entry) => entry.kind !== "recent" && (props.files || entry.kind !== "file"))
          .map((entry) => (
            <li key={entry.place}>
              {entry.kind === "file" ? <span class="name">{entry.name}</span> : <button onClick={() => props.onGo(entry.place)}>{entry.name}</button>}
              {entry.kind !== "parent" && (
                <button onClick={() => props.onOpen(entry.place)} aria-label={`Open ${entry.name}`}>
                  Open
                </button>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}

/** Things to open, each with its name and path. */
function Cards(props: { title: string; list: { id: number; name: string; path: string }[]; onOpen: (id: number) => void }) {
  if (!props.list.length) return null;
  return (
    <section>
      <h2>{props.title}</h2>
      <ul class="cards">
        {props.list.map((entry) => (
          <li key={entry.id}>
            <button onClick={() => props.onOpen(entry.id)}>
              <strong>{entry.name}</strong>
              <small>{entry.path}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Start() {
  const { path, list, go } = usePlaces();
  const [over, setOver] = useState(false);
  return (
    <main
      class={`start ${over ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) void dropFile(file);
      }}
    >
      <h1>Reliquary</h1>
      <p>Browse, view, search and edit Redguard and Knights of the Old Republic. Nothing is written before you apply it.</p>
      <Cards title="Open now" list={games.value.map((entry) => ({ ...entry, id: entry.game }))} onOpen={(id) => void attempt(() => openGame(id))} />
      <Cards title="Opened before" list={list.filter((entry) => entry.kind === "recent").map((entry) => ({ ...entry, id: entry.place }))} onOpen={(id) => void openPlace(id)} />
      {about.value?.demo && (
        <section>
          <h2>Two small games to try</h2>
          <p class="buttons">
            <button onClick={() => void openDemo("kotor")}>Demo of KotOR</button>
            <button onClick={() => void openDemo("redguard")}>Demo of Redguard</button>
          </p>
        </section>
      )}
      <section>
        <h2>Folders of this machine</h2>
        <Places path={path} list={list} onGo={go} onOpen={(place) => void openPlace(place)} files />
      </section>
      <section>
        <h2>Or one file</h2>
        <label class="file">
          Choose a file, or drop it here <input type="file" onChange={(event) => event.currentTarget.files?.[0] && void dropFile(event.currentTarget.files[0])} />
        </label>
      </section>
    </main>
  );
}
