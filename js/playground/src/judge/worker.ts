// The worker, started by the first line of the page that runs: it compiles the core while the page is still being read.

export const worker = new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module", name: "core" });
