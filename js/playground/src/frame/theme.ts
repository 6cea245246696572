// Light and dark: as the system has it, until the switch says otherwise.

import { effect, signal } from "@preact/signals";
import { keep, kept } from "./storage.ts";

export type Theme = "system" | "light" | "dark";

const KEY = "theme";
const stored = kept(KEY);
export const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : "system");

/** The theme that is to be seen now. */
export function shownTheme(): "light" | "dark" {
  if (theme.value !== "system") return theme.value;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function switchTheme(): void {
  theme.value = shownTheme() === "dark" ? "light" : "dark";
}

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
  keep(KEY, theme.value);
});
