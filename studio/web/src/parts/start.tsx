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

export function Start() {
  const [path, setPath] = useState("");
  const [list, setList] = useState<Place[]>([]);
  const [over, setOver] = useState(false);
  const go = (place?: number) =>
    void attempt(() => backend.get<{ path: string; places: Place[] }>("places", { place })).then((said) => {
      if (!said) return;
      setPath(said.path);
      setList(said.places);
    });
  useEffect(() => go(), []);
  const recent = list.filter((entry) => entry.kind === "recent");
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
      {games.value.length > 0 && (
        <section>
          <h2>Open now</h2>
          <ul class="cards">
            {games.value.map((entry) => (
              <li key={entry.game}>
                <button onClick={() => void attempt(() => openGame(entry.game))}>
                  <strong>{entry.name}</strong>
                  <small>{entry.path}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recent.length > 0 && (
        <section>
          <h2>Opened before</h2>
          <ul class="cards">
            {recent.map((entry) => (
              <li key={entry.place}>
                <button onClick={() => void openPlace(entry.place)}>
                  <strong>{entry.name}</strong>
                  <small>{entry.path}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
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
        {path && <p class="path">{path}</p>}
        <ul class="places" aria-label="Folders">
          {list
            .filter((entry) => entry.kind !== "recent")
            .map((entry) => (
              <li key={entry.place}>
                {entry.kind === "file" ? <span class="name">{entry.name}</span> : <button onClick={() => go(entry.place)}>{entry.name}</button>}
                {entry.kind !== "parent" && <button onClick={() => void openPlace(entry.place)} aria-label={`Open ${entry.name}`}>Open</button>}
              </li>
            ))}
        </ul>
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
