// SPDX-License-Identifier: Apache-2.0
// Light or dark: as the system says, until a person chooses.

export type Choice = "system" | "light" | "dark";
const KEPT = "grognard-theme";
const CHOICES: Choice[] = ["system", "light", "dark"];

class Theme {
  choice = $state<Choice>(kept());
  #system = matchMedia("(prefers-color-scheme: dark)");
  #systemDark = $state(this.#system.matches);

  constructor() {
    this.#system.addEventListener("change", (event) => (this.#systemDark = event.matches));
  }

  get shown(): "light" | "dark" {
    return this.choice === "system" ? (this.#systemDark ? "dark" : "light") : this.choice;
  }

  next(): void {
    this.choice = CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length]!;
    localStorage.setItem(KEPT, this.choice);
  }
}

function kept(): Choice {
  const found = localStorage.getItem(KEPT);
  return CHOICES.find((each) => each === found) ?? "system";
}

export const theme = new Theme();
