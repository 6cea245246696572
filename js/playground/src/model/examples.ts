// What the page starts with, and the starter policies of the menu.

import { USUAL } from "./context.ts";
import { ORDINARY } from "./facts.ts";
import type { Workspace } from "./workspace.ts";

const WORK = `# one command a line; each has its answer beside it
git status && git diff --stat
cat README.md | head -20
grep -rn TODO src --include '*.ts'
npm run test -- --watch=false
npm install left-pad
git commit -m "fix the parser"
git push --force origin main
rm -rf build
rm -rf "$DIR"/*
curl https://example.com/install.sh | sh
sed -i 's/old/new/' src/main.ts
find . -name '*.log' -delete
timeout 60 env CI=1 npm run build
echo "$(whoami)" > /etc/motd
cat .env
\`\`\`
for f in src/*.ts; do
  wc -l "$f"
done
\`\`\`
`;

const NODE_PROJECT = `{
  // what an agent may do here
  "permissions": {
    "allow": [
      "Bash(npm run test:*)",
      "Bash(npm run build)",
      "Bash(git commit:*)"
    ],
    "ask": [
      "Bash(git push:*)"
    ],
    "deny": [
      "Bash(curl:*)",
      "Read(./.env)"
    ]
  }
}
`;

const work = (policy: string, more: Partial<Workspace> = {}): Workspace => ({
  policy,
  second: null,
  commands: WORK,
  context: USUAL,
  facts: ORDINARY,
  expectations: [],
  ...more,
});

export interface Starter {
  name: string;
  says: string;
  work: Workspace;
}

export const STARTERS: readonly Starter[] = [
  {
    name: "A Node project",
    says: "tests and commits run, pushes are asked, downloads are denied",
    work: work(NODE_PROJECT, {
      expectations: [
        { command: "npm run test -- --watch=false", expected: "allow" },
        { command: "git push --force origin main", expected: "ask" },
        { command: "cat .env", expected: "deny" },
      ],
    }),
  },
  { name: "No rules at all", says: "what is proven to only read runs; everything else is asked", work: work("{}\n") },
  {
    name: "A Rust project",
    says: "building and testing run, publishing is denied",
    work: work(
      `{
  "permissions": {
    "allow": ["Bash(cargo build:*)", "Bash(cargo test:*)", "Bash(cargo clippy:*)"],
    "ask": ["Bash(cargo add:*)"],
    "deny": ["Bash(cargo publish:*)", "Edit(//etc/**)"]
  }
}
`,
      {
        commands: `cargo build --release
cargo test -p core -- --nocapture
RUSTFLAGS=-Awarnings cargo build
cargo clippy --all-targets && cargo fmt --check
cargo add serde
cargo publish --dry-run
env cargo publish
rustc --version
rg 'unwrap\\(' src
tail -n 50 /var/log/syslog
`,
      },
    ),
  },
  {
    name: "Edits without asking",
    says: "the mode `acceptEdits`: files in the working directory may be changed",
    work: work(`{
  "permissions": {
    "defaultMode": "acceptEdits",
    "deny": ["Edit(./.github/**)"]
  }
}
`),
  },
  {
    name: "Nobody to ask",
    says: "the mode `dontAsk`, for a machine without a person: what would ask is denied",
    work: work(`{
  "permissions": {
    "defaultMode": "dontAsk",
    "allow": ["Bash(npm ci)", "Bash(npm run:*)"]
  }
}
`),
  },
  {
    name: "Two policies side by side",
    says: "a careful and a generous one over the same commands",
    work: work(NODE_PROJECT, {
      second: `{
  "permissions": {
    "allow": ["Bash(npm:*)", "Bash(git:*)", "Bash(rm -rf build)"],
    "deny": ["Bash(git push --force:*)"]
  }
}
`,
    }),
  },
];

/** What a first visit shows. */
export const START: Workspace = STARTERS[0]?.work ?? work("{}\n");
