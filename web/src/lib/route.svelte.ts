// SPDX-License-Identifier: Apache-2.0
// The address of the page, and navigation between pages. A table's key follows the #, which no server ever sees.

import { parseRoute, type Route } from "./paths";

class Address {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  get route(): Route {
    return parseRoute(this.path);
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.read();
    scrollTo(0, 0);
  }

  /** Put what is shown into the address, without a new step in the history. */
  note(to: string): void {
    history.replaceState(null, "", to);
    this.read();
  }

  read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }
}

export const address = new Address();

/** Let plain clicks on links within the page change the page without reloading it. */
export function onLinkClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest("a");
  if (link?.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  address.go(link.pathname + link.search + link.hash);
}
