// Pictures of the page, light and dark, wide and narrow, for looking at: test/pictures/*.png, and the README's.

import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { act, browse, open } from "./browser.mjs";
import { serve } from "./server.mjs";

const FOLDER = fileURLToPath(new URL("./pictures/", import.meta.url));
const server = await serve();
const browser = await browse();
mkdirSync(FOLDER, { recursive: true });

const on = (text) => (page) => page.click(`.commands .cm-line:has-text(${JSON.stringify(text)})`);
const PICTURES = {
  answer: on("git push"),
  finding: on("whoami"),
  structure: async (page) => {
    await on("whoami")(page);
    await page.click("#tab-structure");
    await page.locator(".tree .node").nth(3).hover();
  },
  compare: (page) => act(page, "side by side"),
  expectations: async (page) => {
    await act(page, "expect of every");
    await page.selectOption(".expectations tr:nth-child(2) select", "deny");
  },
  error: async (page) => {
    if (!(await page.isVisible(".policies .cm-content"))) await page.click(".fold");
    await page.click(".policies .cm-line >> nth=9");
    await page.keyboard.press("End");
    await page.keyboard.type(', "Bash(git"');
    await page.waitForSelector(".cm-lintRange-error");
    await page.hover(".cm-lintRange-error");
  },
  gallery: async (page) => {
    await page.keyboard.press("Alt+g");
    await page.waitForSelector(".story");
  },
  palette: (page) => page.keyboard.press("ControlOrMeta+k"),
  menu: (page) => page.click("#menu-examples"),
};
const SIZES = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1000, height: 760 },
  narrow: { width: 390, height: 1500 },
};

const only = process.argv.slice(2);
for (const [name, go] of Object.entries(PICTURES)) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const file = `${name}-${size}-${colorScheme}.png`;
      if (only.length > 0 && !only.some((part) => file.includes(part))) continue;
      const { context, page } = await open(browser, server.url, { colorScheme, viewport });
      await go(page);
      // What follows a click is shown within this time; a picture is for a person and asserts nothing.
      await page.waitForTimeout(700);
      await page.screenshot({ path: FOLDER + file });
      // The picture of the README.
      if (file === "answer-wide-light.png")
        copyFileSync(FOLDER + file, fileURLToPath(new URL("../screenshot.png", import.meta.url)));
      console.log(file);
      await context.close();
    }
  }
}
await browser.close();
await server.close();
