// The browser's own store, which may be full or forbidden: then nothing is remembered and nothing breaks.

const PREFIX = "shellgate-playground.";

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Without a store the page works as well; it only forgets.
  }
}
