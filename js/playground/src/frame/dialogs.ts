// Which dialog is open; one at a time.

import { signal } from "@preact/signals";

export type Dialog = { kind: "none" | "keys" | "palette" | "gallery" } | { kind: "story"; code: string };

export const dialog = signal<Dialog>({ kind: "none" });

/** Opens the story of a finding. */
export function openStory(code: string): void {
  dialog.value = { kind: "story", code };
}

export function closeDialog(): void {
  dialog.value = { kind: "none" };
}
