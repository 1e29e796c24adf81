// SPDX-License-Identifier: Apache-2.0
/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default { compilerOptions: { runes: true } };
