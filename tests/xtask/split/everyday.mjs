// Decides everyday commands and prints the functions that each of them called, as a JSON list of lists of indices.
//
//     node everyday.mjs GLUE MODULE COMMANDS…
//
// MODULE is one whose functions note that they were called (noted.rs). COMMANDS are files with a command on each line; those
// of Markdown have them in blocks. Every command has an instance of its own, since an instance prepares some things at the
// first use.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [glue, file, ...lists] = process.argv.slice(2);
const core = await import(pathToFileURL(glue).href);
const module = new WebAssembly.Module(readFileSync(file));

/** Settings as agents have them: none, rules of every list and form, a whole file, two files. */
const PERMISSIONS = {
  allow: ["Bash(npm run test:*)", "Bash(git commit:*)", "Bash(make)", "Bash(ls *)", "Read(src/**)", "Edit(/docs/**)"],
  ask: ["Bash(git push:*)", "WebFetch(domain:example.com)"],
  deny: ["Bash(rm:*)", "Bash(sudo *)", "Read(.env)", "Read(~/.ssh/**)", "mcp__db"],
};
const FILE = `{
  // What an agent may do here.
  "permissions": ${JSON.stringify(PERMISSIONS, null, 2)},
  "defaultMode": "acceptEdits", /* the mode */
  "sandbox": {
    "enabled": true,
    "network": { "allowedDomains": ["example.com"] },
    "filesystem": { "allowWrite": ["/tmp/x"] }
  },
  "env": { "CI": "1", "NAME": "a\\tb" },
}
`;
const SETTINGS = [
  {},
  { policy: { permissions: PERMISSIONS }, mode: "plan" },
  { policy: FILE },
  {
    sources: [
      { name: "user", text: FILE },
      { name: "project", text: '{ "permissions": { "deny": ["Bash(curl:*)"] } }' },
    ],
  },
];
/** What a host knows of the place, as `shellgate/node` finds it out. */
const FACTS = {
  noSymbolicLinks: true,
  bareRepository: false,
  repositoryPrograms: {},
  environmentCleaned: true,
  system: "gnu",
  implementations: { ls: "gnu", grep: "gnu" },
  existing: { "/home/u/repo/src": true },
};

/** What is decided of a command under each of the settings: without a place, and with one. */
function decide(command) {
  const place = { command, cwd: "/home/u/repo", home: "/home/u" };
  const requests = [
    { command },
    place,
    { ...place, facts: FACTS },
    { ...place, shell: "zsh" },
    { ...place, mode: "acceptEdits" },
  ];
  for (const settings of SETTINGS) {
    const gate = new core.Gate(JSON.stringify(settings));
    for (const request of requests) {
      gate.check(JSON.stringify(request));
      gate.checkJson(JSON.stringify(request));
    }
    gate.warnings();
    gate.free();
  }
  page(command, FILE, { ...place, facts: FACTS });
}

/** What a page asks: the same as operations of text, and how the command is put together. */
function page(command, policy, request) {
  const ask = (operation, given) => JSON.parse(core.call(JSON.stringify({ operation, ...given })));
  const { gate } = ask("open", { options: { policy, file: "policy.json" } });
  ask("check", { gate, request, offsets: "utf16" });
  ask("outline", { command, shell: "bash", offsets: "utf16" });
  ask("classify", { command });
  ask("version", {});
  ask("close", { gate });
}

/** What agents also run, and are asked about: most commands of the lists are allowed. */
const ASKED = [
  "./scripts/check.sh unit",
  "bin/serve --port 8080 &",
  "frobnicate --all input.txt output.txt",
  "bash build.sh && ./build/app --version",
  "python3 -c 'import sys; print(sys.version)'",
  "/opt/venv/bin/python -m pytest tests -x",
  "sed -i 's/old/new/g' src/main.py",
  "sed -i '12a\\    print(\"here\")' src/main.py",
  "sed -i '3,5d' notes.txt && sed -i '1i # Title' notes.txt",
  "cat <<'EOF' > notes.txt\nfirst line\n\"second\" line\nEOF",
  "cat <<EOF > config.ini\nhome=$HOME\nEOF\nchmod +x run.sh",
  "mkdir -p build/out\ntouch build/out/.keep\ncp -r assets build/out",
  'DB=~/data/app.db\necho "rows" && sqlite3 "$DB" "SELECT count(*) FROM t"',
  'ROOT=$(git rev-parse --show-toplevel) && ls "$ROOT/src"',
  'for i in 1 2 3; do ./run.sh "$i" || break; done',
  "(cd web && npm ci && npm run build) > build.log 2>&1",
  "curl -s https://example.com/data.json | jq '.items[].name'",
  "rm -rf build dist && git add -A && git commit -m 'Clean up'",
  "find . -name '*.tmp' -delete",
  "grep -rl 'a\\|b' src | xargs sed -i 's/a/b/'",
];

/** The lines of a list that are commands. */
function lines(list) {
  const text = readFileSync(list, "utf8");
  const blocks = list.endsWith(".md") ? text.split(/^```.*$/m).filter((_, at) => at % 2 === 1) : [text];
  return blocks
    .join("\n")
    .split("\n")
    .filter((line) => line !== "");
}

const samples = [];
const written = lists.flatMap(lines).map((line) => line.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
for (const command of [...written, ...ASKED]) {
  if (samples.length > 0) core.__wbg_reset_state();
  const exports = core.initSync({ module });
  decide(command);
  const called = Object.entries(exports).filter(([name, { value }]) => /^f\d+$/.test(name) && value === 1);
  samples.push(called.map(([name]) => Number(name.slice(1))));
}
console.log(JSON.stringify(samples));
