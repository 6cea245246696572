// How quickly the page answers: from an empty cache to the first verdict, and from a keystroke to all verdicts.
//
// Prints the figures, with `--json` their medians as one object, and ends with 1 where one is beyond its bound, which is
// generous: machines differ.

import { parseArgs } from "node:util";

import { browse, COMMANDS, open, POLICY, write, answered } from "./browser.mjs";
import { serve } from "./server.mjs";

const OPENING_MS = 1000;
const KEYSTROKE_MS = 50;
/** A policy that changes has everything judged again. */
const POLICY_MS = 200;
const ROUNDS = 5;
const KEYS = 40;

const server = await serve();
const browser = await browse();
const { values: asked } = parseArgs({ options: { json: { type: "boolean" } } });
const medians = {};
/** Prints a figure. What else the machine does adds to the worst of it: the bound is on the lower quartile. */
const line = (key, name, numbers, bound) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)];
  const over = at(0.25) > bound;
  const [best, quartile, median, worst] = [0, 0.25, 0.5, 1].map((part) => at(part).toFixed(1));
  medians[key] = at(0.5);
  if (over) process.exitCode = 1;
  if (asked.json) return;
  console.log(
    `${name}: best ${best} ms, quartile ${quartile}, median ${median}, worst ${worst} (bound ${bound})${over ? " TOO SLOW" : ""}`,
  );
};

const openings = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const { context, page } = await open(browser, server.url);
  openings.push(await page.evaluate(() => performance.getEntriesByName("first answer")[0].startTime));
  await context.close();
}
line("opening", "from an empty cache to the first verdict", openings, OPENING_MS);

const { context, page } = await open(browser, server.url);
const shapes = [
  "git log --oneline -N | head -N",
  "grep -rn 'x N' src",
  "npm run test:N -- --watch=false",
  "cat file-N.txt > out-N.txt",
  'for f in *.N; do wc -l "$f"; done',
];
const commands = Array.from({ length: 200 }, (_, index) =>
  shapes[index % shapes.length].replaceAll("N", String(index)),
);
await write(page, COMMANDS, commands.join("\n"));
await answered(page);

/** Types into an editor, and gives the time from each keystroke until every command had its answer. */
async function keystrokes(key) {
  const times = [];
  for (let index = 0; index < KEYS; index += 1) {
    await page.evaluate(() => performance.clearMeasures("answered"));
    await page.keyboard.press(key(index));
    const time = await page.waitForFunction(() => performance.getEntriesByName("answered")[0]?.duration);
    times.push(await time.jsonValue());
  }
  return times;
}

await page.click(`${COMMANDS} .cm-line >> nth=3`);
await page.keyboard.press("End");
line(
  "keystroke",
  "a keystroke in one of 200 commands",
  await keystrokes((index) => "abcdefgh"[index % 8]),
  KEYSTROKE_MS,
);
await write(page, POLICY, '{"permissions": {"allow": ["Bash(npm run test)"]}}');
await answered(page);
await page.click(`${POLICY} .cm-content`);
await page.keyboard.press("Home");
await page.keyboard.type(" ");
line("policy", "a keystroke in the policy of 200 commands", await keystrokes(() => " "), POLICY_MS);

if (asked.json) console.log(JSON.stringify(medians));

await context.close();
await browser.close();
await server.close();
