import { defineConfig } from "vite";

// No dev server is used: it would answer any page of the browser. `reliquary studio --assets DIST` serves a build.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
