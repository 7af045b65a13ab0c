import { readFileSync, readdirSync } from "node:fs";
import { defineConfig } from "vite";

/** Pages of docs/ that the page shows as help: one file, asked for when it is needed. */
function help() {
  const docs = new URL("../../docs/", import.meta.url);
  const pages = ["studio", "paths", ...readdirSync(new URL("formats/", docs)).map((name: string) => `formats/${name.replace(/\.md$/, "")}`)];
  return {
    name: "help",
    generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void }) {
      const texts = Object.fromEntries(pages.map((name) => [name, readFileSync(new URL(`${name}.md`, docs), "utf8")]));
      this.emitFile({ type: "asset", fileName: "help.json", source: JSON.stringify(texts) });
    },
  };
}

/** What the frame needs before anything is seen is one file: eight small ones took longer to ask for than to read. */
const FRAME = /node_modules\/@?preact|\/src\/(state|backend|commands)\.ts|\/src\/views\/views\.ts|\/src\/parts\/(blob|picker|virtual|tree|thumb|dialogs|start|search|frame)\.tsx?/;

// No dev server is used: it would answer any page of the browser. `reliquary studio --assets DIST` serves a build.
export default defineConfig({
  base: "./",
  plugins: [help()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", cssTarget: "chrome123", modulePreload: { polyfill: false }, assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "frame", test: FRAME }] } } },
  },
});
