// The corpus that `cargo test -p shellgate-conformance` writes, answered by the built package in Node and in Chromium.
//
//     npm run build && node test/conformance/run.js [--json] [--with REPORT]… FILE
//
// `cargo xtask conformance` does all of it. Ends with 1 when one answer is another text than the file has.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { inNode } from "./node.js";

const js = new URL("../../", import.meta.url);
/** What the page may fetch, by its address, and its type. */
const SERVED = {
  "/": ["text/html", null],
  "/dist/powershell.js": ["text/javascript", new URL("dist/powershell.js", js)],
  "/dist/powershell.wasm": ["application/wasm", new URL("dist/powershell.wasm", js)],
  "/wasm/core.js": ["text/javascript", new URL("wasm/core.js", js)],
  "/ask.js": ["text/javascript", new URL("ask.js", import.meta.url)],
};

const { values: asked, positionals } = parseArgs({
  options: { json: { type: "boolean" }, with: { type: "string", multiple: true } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined || !existsSync(file)) {
  console.error(`error: ${file === undefined ? "no corpus is named" : `\`${file}\` is not there`}`);
  console.error("  = help: `cargo test -p shellgate-conformance` writes it to `target/tmp/conformance.jsonl`");
  process.exit(2);
}
const reports = (asked.with ?? []).map((report) => JSON.parse(readFileSync(report, "utf8")));
// Two at a time. The first part alone takes as long as the others: what it has no answer to ends its instance.
const others = async () => [await inNode("node", file), await inNode("smaller", file), await inChromium()];
const [first, [node, smaller, chromium]] = await Promise.all([inNode("first", file), others()]);
const answered = { node, smaller, first, chromium };
for (const [engine, report] of Object.entries(answered)) reports.push({ engine, ...report });
console.log(asked.json ? JSON.stringify({ engines: reports }) : drawn(reports));
process.exit(reports.every(({ differing }) => differing === 0) ? 0 : 1);

/** The same files in a page, which gets them from the loopback interface. */
async function inChromium() {
  const { browse } = await import("../../playground/test/browser.mjs");
  const server = createServer((request, response) => {
    const [type, source] = request.url === "/corpus" ? ["text/plain", file] : (SERVED[request.url] ?? []);
    response.writeHead(type === undefined ? 404 : 200, { "content-type": `${type ?? "text/plain"}; charset=utf-8` });
    response.end(source ? readFileSync(source) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await browse();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(async () => {
      const [{ Gate }, core, { ask }] = await Promise.all([
        import("/dist/powershell.js"),
        import("/wasm/core.js"),
        import("/ask.js"),
      ]);
      core.initSync({ module: await (await fetch("/dist/powershell.wasm")).arrayBuffer() });
      return ask(await (await fetch("/corpus")).text(), { Gate, core });
    });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** A row for each engine, and under it the first answers that differ. */
function drawn(reports) {
  const number = (value) => (value ?? "").toLocaleString("en").padStart(10);
  const lines = [`${"engine".padEnd(10)}${"requests".padStart(10)}${"differ".padStart(10)}${"not asked".padStart(10)}`];
  for (const { engine, requests, differing, notAsked, first } of reports) {
    lines.push(engine.padEnd(10) + number(requests) + number(differing) + number(notAsked));
    for (const { question, expected, answer } of first) {
      lines.push(`  ${cut(question)}`, `    expected ${cut(expected)}`, `    answered ${cut(answer)}`);
    }
  }
  return lines.join("\n");
}

function cut(text) {
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} units)` : text;
}
