// The examples of the READMEs are tests: what is there is what runs here, word for word.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The blocks of TypeScript in a README that say what they give: every `// "x"` is the value of its line. */
function examples(path) {
  const text = readFileSync(join(root, path), "utf8");
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? "");
  return blocks.filter((code) => code.includes('from "shellgate"'));
}

const policy = /^```json\n(.*?)^```/ms.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1];
const contract = [
  /^import \{ Gate \} from "shellgate";/m,
  /^const gate = new Gate\(\{ policy \}\);/m,
  /^const verdict = gate\.check\(\{ command: "git push --force", cwd: "\/repo" \}\);$/m,
];

for (const path of ["README.md", "../README.md"]) {
  test(`the three lines of ${path} give what it says`, async () => {
    const [example] = examples(path);
    assert.ok(example, `${path} has an example that imports the package`);
    for (const line of contract) assert.match(example, line);
    assert.equal(example.trim().split("\n").length, 3);
    const folder = mkdtempSync(join(root, "test", ".readme-"));
    try {
      const file = join(folder, "example.mjs");
      writeFileSync(file, `const policy = ${policy};\n${example}\nexport { gate, verdict };\n`);
      const { gate, verdict } = await import(file);
      assert.equal(claims(verdict), 4);
      assert.equal(gate.check("ls; curl https://example.com").decision, "deny");
      for (const command of ["npm test -- --watch", "ls -la | head"]) {
        assert.equal(gate.check({ command, cwd: "/repo" }).decision, "allow", command);
      }
      assert.equal(gate.check({ command: "npm test > out", cwd: "/repo" }).decision, "ask");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

/** Compares what the README says of the verdict, line by line: `verdict.…; // value`. Returns how many it says. */
function claims(verdict) {
  const text = readFileSync(join(root, "README.md"), "utf8");
  const lines = [...text.matchAll(/^verdict\.([^;]+); +\/\/ (.*)$/gm)];
  for (const [line, path, value] of lines) {
    const keys = String(path)
      .split(/[.[\]]+/)
      .filter(Boolean);
    assert.deepEqual(
      keys.reduce((part, key) => part[key], verdict),
      JSON.parse(String(value)),
      line,
    );
  }
  return lines.length;
}
