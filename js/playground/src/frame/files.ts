// Files in and out, by the browser's own means: a download, a file picker. Nothing is sent.

/** Offers `text` as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
}

/** Lets the person choose a text file; null when they do not. */
export async function pick(accept: string): Promise<string | null> {
  const [file] = await pickFiles(accept, false);
  return file ? file.text() : null;
}

/** Lets the person choose files; none when they do not. */
export function pickFiles(accept: string, several: boolean): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.multiple = several;
    input.addEventListener("cancel", () => resolve([]));
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.click();
  });
}

/** Puts text on the clipboard. */
export async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
