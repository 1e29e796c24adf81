// SPDX-License-Identifier: Apache-2.0
// Everything that is made before the page is built: the symbols on counters, and the fonts.
import "./symbols.mjs";
import "./fonts.mjs";
