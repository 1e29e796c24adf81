import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Into the Python package, where the server finds it.
    outDir: "../src/grognard/web/dist",
    emptyOutDir: true,
    // The content policy allows nothing inline, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"] },
});
