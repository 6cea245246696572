// The program that every consumer is: decide these commands and hand the answers over.

/** What a project writes. The same text is an ES module, a CommonJS module after `load`, TypeScript and a Worker. */
export const program = (load) => `${load}
const gate = new Gate({ policy: { permissions: { allow: ["Bash(npm test:*)"], deny: ["Bash(curl:*)"] } } });
const answers = ${JSON.stringify([
  { command: "ls -la | head -3", cwd: "/repo", home: "/home/u" },
  { command: "npm test -- --watch", cwd: "/repo" },
  { command: "echo \u{1F680} > 'caf\u00e9 \u{1F680}.txt'", cwd: "/repo" },
  { command: "echo $(curl https://example.com)" },
])}.map((request) => gate.check(request));
const story = explain("OUTPUT_REDIRECTION");
const result = JSON.stringify({ answers, story });
`;

export const fromEsm = program('import { Gate, explain } from "shellgate";');
export const fromCjs = program('const { Gate, explain } = require("shellgate");');

/** The decisions that everybody must come to. */
export const decisions = ["allow", "allow", "ask", "deny"];
