// SPDX-License-Identifier: Apache-2.0
// Strict rules with types, for TypeScript and Svelte; how it is laid out is prettier's.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "public", "browser/chromium", "src/fonts", "src/lib/schema.d.ts"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      // With noUncheckedIndexedAccess it is how one says that a key was just looked for.
      "@typescript-eslint/no-non-null-assertion": "off",
      // Maps and sets here are made anew and never changed, so that $state.raw and $derived notice.
      "svelte/prefer-svelte-reactivity": "off",
      // Svelte drops a bare space at the edge of an element; {" "} is one that stays.
      "svelte/no-useless-mustaches": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
);
