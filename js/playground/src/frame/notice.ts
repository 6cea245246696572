// One line at the foot of the page that says what was just done; it is read out, and goes when the next one comes.

import { signal } from "@preact/signals";

export const notice = signal<{ text: string; failed: boolean } | null>(null);

export function say(text: string): void {
  notice.value = { text, failed: false };
}

export function complain(error: unknown): void {
  notice.value = { text: error instanceof Error ? error.message : String(error), failed: true };
}
