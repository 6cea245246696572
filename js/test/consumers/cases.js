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
const cmdlets = [gate, new PowerShellGate()].map((either) =>
  either.check({ command: "Get-ChildItem | Select-Object Name", cwd: "/repo", home: "/home/u", shell: "powershell" }),
);
const result = JSON.stringify({ answers, story, cmdlets });
`;

export const fromEsm = program(`import { Gate, explain } from "shellgate";
import { Gate as PowerShellGate } from "shellgate/powershell";`);
export const fromCjs = program(`const { Gate, explain } = require("shellgate");
const { Gate: PowerShellGate } = require("shellgate/powershell");`);

/** The decisions that everybody must come to. */
export const decisions = ["allow", "allow", "ask", "deny"];

/** Those on a command of PowerShell, by the package and by its module with PowerShell. */
export const ofPowerShell = ["ask", "allow"];
