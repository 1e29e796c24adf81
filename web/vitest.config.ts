// SPDX-License-Identifier: Apache-2.0
// Apart from vite.config.ts: a build has no tests, and does not fetch what runs them.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  test: { include: ["tests/**/*.test.ts"] },
});
