// Builds the gallery: node gallery.mjs DIST
// A page that was opened by a double click may not load modules, so each entry is one classic script. three.js is in the second,
// which is loaded for the first model that is turned.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../gallery/", import.meta.url));
const outDir = process.argv[2];

for (const [name, entry] of [["gallery", "main.tsx"], ["scene", "scene.ts"]])
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: name === "gallery" ? "public" : false,
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir,
      emptyOutDir: name === "gallery",
      target: "es2022",
      cssTarget: "chrome123",
      assetsInlineLimit: 0,
      lib: { entry: root + entry, formats: ["iife"], name: `reliquary_${name}`, fileName: () => `${name}.js`, cssFileName: name },
      minify: true,
    },
  });
