import { render } from "preact";
import type { About, Game } from "./backend";
import { listen } from "./commands";
import { Frame } from "./parts/frame";
import { about, attempt, backend, games, readAddress, setTheme, theme } from "./state";
import "./style.css";

setTheme(theme.value);
listen();
window.addEventListener("popstate", () => void readAddress());
render(<Frame />, document.getElementById("app")!);

await attempt(async () => {
  about.value = await backend.get<About>("about");
  games.value = (await backend.get<{ games: Game[] }>("games")).games;
});
await readAddress();
