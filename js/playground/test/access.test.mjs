// The page for those who do not see it or do not use a mouse.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { act, answered, browse, drop, open } from "./browser.mjs";
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

/** What can be on the page, by how one gets there. */
const STATES = {
  "the answer": async () => {},
  "the structure": (page) => page.click("#tab-structure"),
  "a comparison": (page) => act(page, "side by side"),
  expectations: (page) => act(page, "expect of every"),
  "the data": (page) => page.click("#tab-json"),
  "an error": async (page) => {
    await page.click(".policies .cm-content");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("x");
    await page.waitForSelector(".badges .badge.outdated");
  },
  "a warning": async (page) => {
    await page.click(".policies .cm-content");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type('{"futureKey": 1');
    await page.waitForSelector(".warned");
  },
  "the palette": (page) => page.keyboard.press("ControlOrMeta+k"),
  "the keys": (page) => page.keyboard.press("Alt+h"),
  "the gallery": async (page) => {
    await page.keyboard.press("Alt+g");
    await page.waitForSelector(".story");
  },
  "no log": (page) => page.click("#tab-log"),
  "a log": async (page) => {
    const calls = ["make all", "make all", "ls", "rm -rf x"].map((command) =>
      JSON.stringify({ command, time: 1795332389 }),
    );
    await drop(page, ["log.jsonl", [...calls, "{"].join("\n")]);
    await page.waitForSelector(".log");
  },
  "what is no log": async (page) => {
    await drop(page, ["x.bin", "x"]);
    await page.waitForSelector(".empty.failed");
  },
  "the menu": (page) => page.click("#menu-examples"),
};

for (const colorScheme of ["light", "dark"]) {
  for (const [width, size] of [
    [1440, "wide"],
    [390, "narrow"],
  ]) {
    test(`a scan for accessibility finds nothing: ${colorScheme}, ${size}`, async () => {
      for (const [name, go] of Object.entries(STATES)) {
        const { context, page } = await open(browser, server.url, { colorScheme, viewport: { width, height: 900 } });
        if (width === 390 && ["an error", "a warning"].includes(name)) await page.click(".fold");
        await go(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n  ")}`,
        );
        assert.deepEqual(told, [], `${name}\n${told.join("\n")}`);
        await context.close();
      }
    });
  }
}

test("nothing is wider than a narrow screen", async () => {
  const { context, page } = await open(browser, server.url, { viewport: { width: 360, height: 800 } });
  for (const tab of ["answer", "structure", "compare", "expectations", "json", "log"]) {
    await page.click(`#tab-${tab}`);
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= screen, `${tab}: ${content} of ${screen}`);
  }
  await context.close();
});

test("what is typed right after the key of the palette goes into the palette", async () => {
  const { context, page } = await open(browser, server.url);
  await page.click(".policies .cm-content");
  const before = await page.textContent(".policies .cm-content");
  const focused = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("keyup", () => resolve(document.activeElement?.className), { once: true, capture: true });
        const key = { key: "k", code: "KeyK", bubbles: true, cancelable: true };
        const mac = navigator.platform.startsWith("Mac");
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { ...key, ctrlKey: !mac, metaKey: mac }));
        // The earliest moment at which another key could arrive.
        setTimeout(() => dispatchEvent(new KeyboardEvent("keyup", key)));
      }),
  );
  assert.equal(await focused, "palette-input");
  await page.keyboard.type("rust");
  assert.equal(await page.textContent(".policies .cm-content"), before);
  await context.close();
});

test("everything is reached with the keyboard alone", async () => {
  const { context, page } = await open(browser, server.url);
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /Skip to the commands/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "commands, one a line");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => !document.activeElement?.closest(".cm-editor")), "the tab key leaves an editor");
  await page.keyboard.press("Alt+4");
  await page.waitForFunction(() => document.activeElement?.id === "tab-expectations");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement?.id === "tab-compare");
  await page.keyboard.press("Alt+p");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "policy");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("rust");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".commands .cm-content")?.textContent?.includes("cargo"));
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "policy", undefined, {
    timeout: 5000,
  });
  await answered(page);
  await page.keyboard.press("Alt+t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await context.close();
});
