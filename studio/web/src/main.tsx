import { render } from "preact";
import type { About, Game } from "./backend";
import { listen } from "./commands";
import { Frame } from "./parts/frame";
import { about, attempt, backend, game, games, readAddress, setTheme, theme } from "./state";
import "./style.css";
import "./views.css";

setTheme(theme.value);
listen();
window.addEventListener("popstate", () => void readAddress());
const read = readAddress(); // asked for before anything is drawn
render(<Frame />, document.getElementById("app")!);

void attempt(async () => (about.value = await backend.get<About>("about")));
await read;
if (!game.value) await attempt(async () => (games.value = (await backend.get<{ games: Game[] }>("games")).games));
