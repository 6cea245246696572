// The page: opens the work, starts the judge, draws everything, and is kept for off-line use.

import { render } from "preact";
import { App } from "./frame/App.tsx";
import { startKeys } from "./frame/keys.ts";
import { openFirst, startSaving } from "./frame/saving.ts";
import { start } from "./judge/judge.ts";
import { startLogs } from "./judge/logs.ts";

await openFirst();
start();
startLogs();
startSaving();
startKeys();

const page = document.getElementById("page");
if (page) render(<App />, page);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("./keeper.js").catch(() => {
    // Without it the page needs its server at every visit; nothing else is lost.
  });
}
