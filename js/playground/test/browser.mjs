// A browser with the page open in it, and the few things that every test does there.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const CANDIDATES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser of this machine; `CHROMIUM` names another. */
export async function browse() {
  const executablePath = CANDIDATES.find((path) => path && existsSync(path));
  if (!executablePath)
    throw new Error("no Chromium was found; install the package `chromium`, or name one in CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Opens the page in a fresh profile. Errors on the page, and what the policy of the page refused, are kept. */
export async function open(
  browser,
  url,
  { colorScheme = "light", viewport = { width: 1440, height: 900 }, hash = "" } = {},
) {
  const context = await browser.newContext({
    colorScheme,
    viewport,
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
  });
  context.setDefaultTimeout(15_000);
  const requests = [];
  context.on("request", (request) => requests.push(request.url()));
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  await page.goto(url + hash);
  await answered(page);
  return { context, page, requests, errors };
}

/** Waits until every command has an answer that is up to date. */
export async function answered(page) {
  await page.waitForSelector(".badges .badge:not(.spacer)");
  await page.waitForFunction(() => !document.querySelector(".badges .badge.waiting, .badges .badge.outdated"));
}

/** Replaces all of an editor's text by typing over it. */
export async function write(page, editor, text) {
  await page.click(`${editor} .cm-content`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

export const COMMANDS = ".commands";
export const POLICY = ".policies";

/** The badges in the gutter, in order, as `allow`, `ask` or `deny`. */
export function badges(page) {
  return page.$$eval(".badges .badge:not(.spacer)", (all) =>
    all.map((badge) => ["allow", "ask", "deny", "refused", "waiting"].find((name) => badge.classList.contains(name))),
  );
}

/** Waits until the badges are these. */
export async function expectBadges(page, wanted) {
  try {
    await page.waitForFunction(
      (list) => {
        const all = [...document.querySelectorAll(".badges .badge:not(.spacer)")];
        const outdated = all.some((badge) => badge.classList.contains("outdated"));
        return (
          !outdated && all.length === list.length && all.every((badge, index) => badge.classList.contains(list[index]))
        );
      },
      wanted,
      { timeout: 10_000 },
    );
  } catch {
    throw new Error(`the badges are ${JSON.stringify(await badges(page))}, not ${JSON.stringify(wanted)}`);
  }
}

/** Runs an action by its name in the palette. */
export async function act(page, name) {
  await page.keyboard.press("ControlOrMeta+k");
  await page.fill(".palette-input", name);
  await page.keyboard.press("Enter");
}

/** Waits for this text in the line at the foot of the page. */
export async function said(page, text) {
  await page.waitForFunction((wanted) => document.querySelector(".notice")?.textContent?.includes(wanted), text);
}

/** Drops files, each a name and a text, on the page. */
export async function drop(page, ...files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("main", "dragenter", { dataTransfer: transfer });
  await page.waitForSelector(".drop-zone");
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}
