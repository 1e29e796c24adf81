// SPDX-License-Identifier: Apache-2.0
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Into the Python package, where the server finds it.
    outDir: "../src/grognard/web/dist",
    emptyOutDir: true,
    // The content policy allows nothing inline, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", notices: "src/worker.ts" },
      output: {
        // The service worker serves the whole page, and so lies at its root under one name for ever.
        entryFileNames: ({ name }) => (name === "notices" ? "notices.js" : "assets/[name]-[hash].js"),
        // Fonts lie beside their licences.
        assetFileNames: ({ names }) =>
          `assets/${names.some((name) => name.endsWith(".woff2")) ? "fonts/" : ""}[name]-[hash][extname]`,
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
