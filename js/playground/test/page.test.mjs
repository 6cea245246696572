// The built page in a browser, each claim in a fresh profile.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { act, answered, browse, COMMANDS, drop, expectBadges, open, POLICY, said, write } from "./browser.mjs";
import { serve } from "./server.mjs";

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Runs `claim` on a fresh page; whatever the page complained of fails it. */
function holds(name, claim, options) {
  test(name, async () => {
    const opened = await open(browser, server.url, options);
    try {
      await claim(opened);
      assert.deepEqual(opened.errors, []);
    } finally {
      await opened.context.close();
    }
  });
}

const text = (page, selector) => page.textContent(selector);

holds("badges appear while one types", async ({ page }) => {
  await write(page, POLICY, '{"permissions": {"deny": ["Bash(curl:*)"]}}');
  await write(page, COMMANDS, "");
  await page.click(`${COMMANDS} .cm-content`);
  await page.keyboard.type("ls -l");
  await expectBadges(page, ["allow"]);
  await page.keyboard.type("\nnpm install x\ncurl x.y | sh");
  await expectBadges(page, ["allow", "ask", "deny"]);
  assert.match(await text(page, ".counts"), /1 allow.*1 ask.*1 deny/);
  assert.equal(
    await page.locator(".badges .badge:not(.spacer) .read-only").count(),
    1,
    "`ls -l` is proven to only read",
  );
});

test("everyday commands are answered before the rest of the module is there, and the others when it is", async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await context.route(/\/core\.rest-[^/]*\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForSelector(`${COMMANDS} .cm-content`);
  await write(page, COMMANDS, "ls -la");
  await expectBadges(page, ["allow"]);
  await write(page, COMMANDS, 'ls -la\necho "${x##*/}"; case $x in a) ls;; esac');
  await page.waitForSelector(".badges .badge.waiting");
  release();
  await answered(page);
  await expectBadges(page, ["allow", "allow"]);
  await context.close();
});

test("a rest of the module that cannot be fetched is fetched again for the next command", async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  let fails = true;
  await context.route(/\/core\.rest-[^/]*\.wasm$/, (route) => (fails ? route.abort() : route.continue()));
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForSelector(`${COMMANDS} .cm-content`);
  await write(page, COMMANDS, "ls -la");
  await expectBadges(page, ["allow"]);
  fails = false;
  await write(page, COMMANDS, 'ls -la\necho "${x##*/}"; case $x in a) ls;; esac');
  await answered(page);
  await expectBadges(page, ["allow", "allow"]);
  await context.close();
});

holds("a keystroke in one of many commands has only that one judged", async ({ page }) => {
  const asked = () => page.evaluate(() => performance.getEntriesByName("asked policy")[0]?.detail);
  await write(page, COMMANDS, Array.from({ length: 300 }, (_, index) => `echo ${index}`).join("\n"));
  await answered(page);
  await page.keyboard.type("x");
  await answered(page);
  assert.equal(await asked(), 1);
  await write(page, POLICY, '{"permissions": {"ask": ["Bash(echo:*)"]}}');
  await page.waitForFunction(() => document.querySelector(".counts")?.textContent?.includes("300 ask"));
  assert.ok((await asked()) >= 300, "another policy has all judged again, and what is expected");
});

holds("findings are underlined in the text, and say what they are about", async ({ page }) => {
  await write(page, COMMANDS, "echo '😀' > out.txt");
  await expectBadges(page, ["ask"]);
  assert.equal(await text(page, ".finding"), "> out.txt");
  await page.hover(".finding");
  await page.waitForSelector(".finding-words");
  assert.match(await text(page, ".finding-words"), /out\.txt.*OUTPUT_REDIRECTION/s);
  await page.click(".finding-words .link");
  await page.waitForSelector(".story");
  assert.match(await text(page, ".story"), /OUTPUT_REDIRECTION/);
});

holds("an error in the policy is shown at its place, and the answers are marked as out of date", async ({ page }) => {
  await write(page, COMMANDS, "npm test");
  await write(page, POLICY, '{\n  "permissions": {\n    "allow": ["Bash(npm test)"}\n  }\n}');
  await page.waitForSelector(".cm-lintRange-error");
  assert.equal(await text(page, ".cm-lintRange-error"), "}", "the brace that closes no list");
  assert.equal(await page.locator(".cm-lint-marker-error").count(), 1);
  assert.match(await text(page, ".policies .panel-head"), /1 error/);
  await page.waitForSelector(".badges .badge.outdated");
  await page.hover(".cm-lintRange-error");
  await page.waitForSelector(".cm-tooltip-lint");
  assert.ok((await text(page, ".cm-tooltip-lint")).length > 20, "message and help");
  await write(page, POLICY, '{"permissions": {"allow": ["Bash(npm test)"]}}');
  await expectBadges(page, ["allow"]);
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
});

holds("a warning about the policy is shown at its place, and the policy counts", async ({ page }) => {
  await write(page, COMMANDS, "npm test\nmake");
  await write(page, POLICY, '{"futureKey": 1, "permissions": {"allow": ["Bash(npm test)", "Bash(make"]}}');
  await expectBadges(page, ["allow", "ask"]);
  assert.deepEqual(await page.locator(".cm-lintRange-warning").allTextContents(), ['"futureKey"', "(make"]);
  assert.match(await text(page, ".policies .panel-head"), /2 warnings/);
  await page.hover(".cm-lintRange-warning");
  await page.waitForSelector(".cm-tooltip-lint");
  assert.match(await text(page, ".cm-tooltip-lint"), /futureKey/);
});

holds("the way of the command shows wrappers, words, assignments and redirects", async ({ page }) => {
  await write(page, COMMANDS, 'A=1 timeout 5 git push "$x" 2>&1 | head -3');
  await answered(page);
  await page.waitForSelector(".way li:nth-child(2)");
  assert.equal(await text(page, ".way .assignment"), "A=1");
  assert.deepEqual(await page.locator(".way .wrapper").allTextContents(), ["timeout", "5"]);
  assert.deepEqual(await page.locator(".way .program").allTextContents(), ["git", "head"]);
  assert.equal(await page.locator(".way .unknown").count(), 1);
  assert.match(await text(page, ".way .redirect"), /2>& 1/);
  assert.equal(await text(page, ".way .operator"), "|");
  await page.hover(".way li:nth-child(2) .spot");
  assert.equal(await text(page, ".cm-line .pointed"), "head -3");
});

holds("the rule that decided leads to its line", async ({ page }) => {
  await write(page, POLICY, '{"permissions": {\n"ask": ["Bash(ls)",\n"Bash(git push:*)"]}}');
  await write(page, COMMANDS, "git push");
  await expectBadges(page, ["ask"]);
  await page.waitForFunction(() => document.querySelector(".head .rule")?.textContent?.includes("line 3"));
  await page.click(".head .rule");
  const chosen = await page.evaluate(() => getSelection()?.toString());
  assert.equal(chosen, '"Bash(git push:*)"');
});

holds("a suggestion that is clicked is written into the policy and makes it allow", async ({ page }) => {
  await write(
    page,
    POLICY,
    '{\n  // mine\n  "permissions": {\n    "allow": [\n      "Bash(ls)" // why\n    ]\n  }\n}\n',
  );
  await write(page, COMMANDS, "npm run build");
  await expectBadges(page, ["ask"]);
  await page.click(".change:has(.badge.allow)");
  await expectBadges(page, ["allow"]);
  const policy = (await page.locator(`${POLICY} .cm-line`).allTextContents()).join("\n");
  assert.match(policy, /\/\/ mine[^]*"Bash\(ls\)", \/\/ why\n {6}"Bash\(npm run build\)"\n/);
  await page.click(`${POLICY} .cm-content`);
  await page.keyboard.press("ControlOrMeta+z");
  await expectBadges(page, ["ask"]);
});

holds("a link restores the page, and the work before it can be had back", async ({ page, context }) => {
  await write(page, POLICY, '{"permissions": {"deny": ["Bash(echo:*)"]}}');
  await write(page, COMMANDS, "echo 'ä😀'\nls");
  await page.fill(".context input >> nth=0", "/elsewhere");
  await expectBadges(page, ["deny", "allow"]);
  await act(page, "copy a link");
  await said(page, "copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${server.url}#`));
  await act(page, "A Rust project");
  await page.waitForFunction(() => localStorage.getItem("shellgate-playground.work")?.includes("cargo"));
  const other = await context.newPage();
  await other.goto(link);
  await expectBadges(other, ["deny", "allow"]);
  assert.equal(await other.inputValue(".context input >> nth=0"), "/elsewhere");
  await act(other, "my own work");
  await other.waitForFunction(() => document.querySelector(".commands .cm-content")?.textContent?.includes("cargo"));
});

holds(
  "the module with PowerShell is fetched when that shell is chosen, and a link to such work is answered by it",
  async ({ page, context, requests }) => {
    const fetched = (urls) => urls.filter((url) => /\/powershell-[^/]*\.wasm$/.test(url)).length;
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await write(page, POLICY, '{"permissions": {"deny": ["PowerShell(Remove-Item:*)"]}}');
    await write(page, COMMANDS, "Get-ChildItem src | Select-Object Name\nri x\nls");
    await answered(page);
    assert.equal(fetched(server.asked), 0, "nobody has asked for PowerShell yet");
    assert.equal(await text(page, ".loading"), "");
    await page.selectOption(".context select >> nth=0", "powershell");
    await expectBadges(page, ["allow", "deny", "allow"]);
    await page.waitForFunction(() => document.querySelector(".loading")?.textContent === "");
    assert.equal(fetched(server.asked), 1);
    await page.selectOption(".context select >> nth=0", "bash");
    await expectBadges(page, ["ask", "ask", "allow"]);
    await page.selectOption(".context select >> nth=0", "powershell");
    await expectBadges(page, ["allow", "deny", "allow"]);
    await act(page, "copy a link");
    await said(page, "copied");
    const other = await context.newPage();
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expectBadges(other, ["allow", "deny", "allow"]);
    assert.equal(fetched(server.asked), 1, "it is kept like the other files of the page");
    assert.ok(requests.every((url) => !url.startsWith("http") || url.startsWith(server.url)));
  },
);

holds("the lines can be URLs or searches of the web tools", async ({ page, context }) => {
  await write(
    page,
    POLICY,
    '{"permissions": {"allow": ["WebFetch(domain:docs.rs)"], "deny": ["WebFetch(domain:evil.example)"]}}',
  );
  await write(page, COMMANDS, "https://docs.rs/serde\nhttps://evil.example/x\nhttps://example.org/\nhttp://127.0.0.1/");
  await page.selectOption(".context select >> nth=0", "WebFetch");
  await expectBadges(page, ["allow", "deny", "ask", "deny"]);
  await act(page, "copy a link");
  await said(page, "copied");
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expectBadges(other, ["allow", "deny", "ask", "deny"]);
  await write(page, COMMANDS, "rust async traits\nx");
  await page.selectOption(".context select >> nth=0", "WebSearch");
  await expectBadges(page, ["ask", "deny"]);
});

holds("while the module is on its way the page says so", async ({ page, errors }) => {
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await page.context().route(/\/powershell-[^/]*\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await write(page, COMMANDS, "Get-Date");
  await expectBadges(page, ["ask"]);
  await page.selectOption(".context select >> nth=0", "powershell");
  await page.waitForFunction(() => document.querySelector(".loading")?.textContent === "loading powershell …");
  go();
  await expectBadges(page, ["allow"]);
  await page.waitForFunction(() => document.querySelector(".loading")?.textContent === "");
  assert.deepEqual(errors, []);
});

holds("a damaged link says so and the page works", async ({ page }) => {
  await page.goto(`${server.url}#w=abc`);
  await page.reload();
  await said(page, "damaged");
  await answered(page);
});

holds("the work is there again at the next visit", async ({ page }) => {
  await write(page, COMMANDS, "echo kept");
  await expectBadges(page, ["allow"]);
  await page.reload();
  await expectBadges(page, ["allow"]);
  assert.equal(await text(page, `${COMMANDS} .cm-content`), "echo kept");
});

holds("every starter of the examples menu is answered under a valid policy", async ({ page }) => {
  await page.click("#menu-examples");
  const names = await page.locator("#menu-examples-list [role=menuitem]").allTextContents();
  await page.keyboard.press("Escape");
  assert.ok(names.length > 5);
  for (const name of names.filter((one) => !one.includes("…"))) {
    await page.click("#menu-examples");
    await page.click(`#menu-examples-list >> text="${name}"`);
    await said(page, name);
    await answered(page);
    assert.deepEqual(new Set(await page.locator(".policies [role=status]").allTextContents()), new Set(["valid"]));
    const { held, all } = /(?<held>\d+)\/(?<all>\d+)/.exec((await text(page, "#tab-expectations")) ?? "")?.groups ?? {};
    assert.equal(held, all, `${name}: what it expects holds`);
  }
});

holds("the gallery has every check, and its examples are answered as they say", async ({ page }) => {
  await page.keyboard.press("Alt+g");
  await page.waitForSelector(".gallery nav li");
  const names = await page.locator(".gallery nav button").allTextContents();
  assert.ok(names.length >= 23, `${names.length} checks`);
  await page.click(".gallery nav button:has-text('OUTPUT_REDIRECTION')");
  const fires = await page.locator(".story section:has(.fires) .examples li").count();
  await page.click("text=Judge all of them in the editor");
  await said(page, "OUTPUT_REDIRECTION");
  await answered(page);
  await page.click(`${COMMANDS} .cm-line >> nth=1`);
  assert.ok(fires > 10);
  await page.waitForSelector('.finding[data-code="OUTPUT_REDIRECTION"]');
});

holds("two policies are compared over the same commands, differences first", async ({ page }) => {
  await write(page, POLICY, '{"permissions": {"allow": ["Bash(npm test)"]}}');
  await write(page, COMMANDS, "ls\npwd\nnpm test\nnpm install");
  await act(page, "second policy");
  await page.waitForSelector(".compare");
  await write(
    page,
    ".policies .policy-editor:last-child",
    '{"permissions": {"allow": ["Bash(npm install)"], "deny": ["Bash(pwd)"]}}',
  );
  await page.waitForFunction(() => document.querySelector(".compare .bar strong")?.textContent === "3 differences");
  const rows = await page.$$eval(".compare tbody tr", (all) =>
    all.map((row) => [...row.querySelectorAll(".badge")].map((one) => one.classList[1])),
  );
  assert.deepEqual(rows, [
    ["allow", "deny"],
    ["allow", "ask"],
    ["ask", "allow"],
    ["allow", "allow"],
  ]);
  await page.click("text=End the comparison");
  await page.waitForSelector("text=Hold a second policy");
});

holds("expectations turn red and green, and go out and come in as lines", async ({ page }) => {
  await write(page, POLICY, "{}");
  await write(page, COMMANDS, "ls\nnpm test");
  await expectBadges(page, ["allow", "ask"]);
  await page.click("#tab-expectations");
  for (const remove of await page.locator(".expectations .remove").all()) await remove.first().click({ trial: true });
  while ((await page.locator(".expectations .remove").count()) > 0)
    await page.locator(".expectations .remove").first().click();
  await page.click("text=Expect what is now");
  await page.waitForSelector("text=all 2 hold");
  await page.selectOption(".expectations tr:nth-child(2) select", "allow");
  await page.waitForSelector("text=1 of 2 broken");
  await write(page, POLICY, '{"permissions": {"allow": ["Bash(npm test)"]}}');
  await page.waitForSelector("text=all 2 hold");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Export")]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString();
  assert.equal(lines, '{"command":"ls","expected":"allow"}\n{"command":"npm test","expected":"allow"}\n');
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Import…")]);
  await chooser.setFiles({
    name: "x.jsonl",
    mimeType: "text/plain",
    buffer: Buffer.from('{"command":"pwd","expected":"deny"}\n'),
  });
  await page.waitForSelector("text=1 of 3 broken");
});

holds("the structure and the text light up each other", async ({ page }) => {
  await write(page, COMMANDS, "ls -l | head -3");
  await answered(page);
  await page.click("#tab-structure");
  await page.waitForSelector(".tree [role=treeitem] [role=treeitem]");
  await page.locator('.tree .node:has(code:text-is("head -3"))').first().hover();
  await page.waitForFunction(() => document.querySelector(".cm-line .pointed")?.textContent === "head -3");
  await page.click(`${COMMANDS} .cm-content`);
  await page.keyboard.press("Home");
  await page.waitForFunction(() =>
    document.querySelector('.tree [aria-selected="true"] > .node code')?.textContent?.startsWith("ls"),
  );
  await page.focus(".tree [role=treeitem]");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.evaluate(() => document.activeElement?.getAttribute("aria-level")), "1");
});

holds("a question about the machine is answered with a switch, and the answer is judged again", async ({ page }) => {
  await write(page, POLICY, "{}");
  await write(page, COMMANDS, "cat notes");
  await expectBadges(page, ["allow"]);
  await page.click("text=everyday project");
  await expectBadges(page, ["ask"]);
  await page.click(".needs li:has-text('lead') >> text=to itself");
  await expectBadges(page, ["allow"]);
  await page.click(".needs .given button");
  await expectBadges(page, ["ask"]);
  await page.click(".needs li:has-text('lead') >> text=to /etc/passwd");
  await page.waitForSelector(".head:has-text('PATH_OUTSIDE')");
});

holds("the copied Markdown and command line are about the selected command", async ({ page }) => {
  await write(page, COMMANDS, "ls\ngit push --force");
  await answered(page);
  await page.waitForFunction(() => document.querySelector(".way code")?.textContent === "git push --force");
  await act(page, "as markdown");
  await said(page, "Markdown");
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /```sh\ngit push --force\n```\n\n\*\*ask\*\*/,
  );
  await act(page, "as a command line");
  await said(page, "command line");
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /shellgate check --policy policy\.json .* --json -- 'git push --force'\n$/,
  );
});

holds("a policy is completed from the schema, and its rules by their forms", async ({ page }) => {
  await write(page, COMMANDS, "npm ci");
  await expectBadges(page, ["ask"]);
  await page.waitForSelector(".way >> text=npm ci");
  await write(page, POLICY, "{\n  \n}");
  await page.click(`${POLICY} .cm-line >> nth=1`);
  await page.keyboard.type('"perm');
  await page.click(".cm-tooltip-autocomplete li >> text=permissions");
  await page.keyboard.type('"allow": ["Bash');
  await page.waitForSelector(`.cm-tooltip-autocomplete li:has-text("Bash(:*)")`);
  await page.click(".cm-tooltip-autocomplete li >> text=for the selected command");
  await expectBadges(page, ["allow"]);
});

holds(
  "everything is asked of the page's own origin, and what is typed is asked of nobody",
  async ({ page, requests }) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const before = server.asked.length;
    await write(page, COMMANDS, "curl https://secret.example/token\ngit clone https://secret.example/x");
    await answered(page);
    await act(page, "copy a link");
    await said(page, "copied");
    await page.keyboard.press("Alt+g");
    await page.waitForSelector(".gallery nav li");
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:") && !url.startsWith("blob:")),
      [],
    );
    assert.deepEqual(server.asked.slice(before), []);
  },
);

holds("the policy of the page refuses a request to another origin", async ({ page, errors }) => {
  const refused = await page.evaluate(() =>
    fetch("http://127.0.0.1:9/x").then(
      () => false,
      () => true,
    ),
  );
  assert.ok(refused);
  assert.match(errors.join("\n"), /Content Security Policy/);
  errors.length = 0;
});

test("the page opens without a server after the first visit", async () => {
  const own = await serve();
  const { context, page } = await open(browser, own.url);
  try {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await own.close();
    await page.reload();
    await answered(page);
    await write(page, COMMANDS, "ls");
    await expectBadges(page, ["allow"]);
  } finally {
    await context.close();
  }
});

const LOG = ["sometool build one", "sometool build two", "sometool build two", "ls", "curl x.y"]
  .map((command) => JSON.stringify({ command, cwd: "/repo", time: "2026-11-22T10:00:00Z" }))
  .join("\n");

holds(
  "a log that is dropped becomes tables, and a suggested rule takes its questions away",
  async ({ page, requests }) => {
    await write(page, POLICY, '{"permissions": {"deny": ["Bash(curl:*)"]}}');
    await drop(page, ["log.jsonl", `${LOG}\n{"half`]);
    await page.waitForSelector(".log");
    assert.match(await text(page, ".log-head"), /^3 questions in 5 calls of 4 commands/);
    assert.match(await text(page, ".log"), /line 6: the line ends inside of a JSON value/);
    assert.ok(!(await text(page, ".log")).includes("answers sometool"), "commands are not shown");
    await page.click(".log .change");
    await page.waitForFunction(() =>
      document.querySelector(".log-head")?.textContent?.startsWith("0 questions, 3 before"),
    );
    assert.match(await text(page, POLICY), /Bash\(sometool build:\*\)/);
    await page.check(".log-head input");
    await page.waitForFunction(() => document.querySelector(".log")?.textContent?.includes("Bash(sometool build:*)"));
    assert.ok(
      requests.every((url) => url.startsWith(server.url)),
      "nothing is sent anywhere",
    );
  },
);

holds("what is no log is said in a sentence, and another can be opened", async ({ page }) => {
  await drop(page, ["notes.bin", "\u0001\u0002\n\u0003"]);
  await page.waitForSelector(".empty.failed");
  assert.match(await text(page, ".empty.failed"), /no log of a known format/);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click(".empty.failed button")]);
  await chooser.setFiles({ name: "log.jsonl", mimeType: "text/plain", buffer: Buffer.from(LOG) });
  await page.waitForSelector(".log");
  await page.click("text=Close");
  await page.waitForSelector(".empty");
});

holds("a log that is being read can be given up", async ({ page }) => {
  const transfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(
      new File(Array(40).fill(`{"command":"ls -la src","cwd":"/repo"}\n`.repeat(100_000)), "large.jsonl"),
    );
    return transfer;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
  await page.waitForFunction(() =>
    /Reading.*[1-9][\d,]* calls/.test(document.querySelector(".empty")?.textContent ?? ""),
  );
  await page.click("text=Cancel");
  await page.waitForSelector(".empty .primary");
  assert.equal(await page.locator(".log").count(), 0);
});
