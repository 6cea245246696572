// The keys of the actions, in the whole document.

import { ACTIONS, run } from "./actions.ts";

const MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

function matches(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const mod = parts.includes("Mod");
  const alt = parts.includes("Alt");
  // By the key's place where Alt makes another character of it.
  const typed = event.code.replace(/^Key|^Digit/, "").toLowerCase();
  const control = MAC ? event.metaKey : event.ctrlKey;
  return typed === key.toLowerCase() && control === mod && event.altKey === alt && !event.shiftKey;
}

/** How keys are written on this machine. */
export function shown(keys: string): string {
  return MAC ? keys.replace("Mod+", "⌘").replace("Alt+", "⌥") : keys.replace("Mod+", "Ctrl+");
}

export function startKeys(): void {
  // Before the editors, which have uses of their own for some of them.
  const options = { capture: true };
  const press = (event: KeyboardEvent): void => {
    const found = ACTIONS.find(({ keys }) => keys !== undefined && matches(keys, event));
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    run(found);
  };
  addEventListener("keydown", press, options);
}
