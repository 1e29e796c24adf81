// SPDX-License-Identifier: Apache-2.0
// The clipboard, which a page may be denied.

/** Copy a text; return whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
