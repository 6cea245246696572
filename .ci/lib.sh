# What the tiers share; each of them sources it. Installs what a bare Debian machine lacks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A tier says itself how much its tests try, and from which seed.
for name in "${!SHELLGATE_@}"; do unset "$name"; done
unset INSTA_FORCE_PASS PROPTEST_CASES

export INSTA_UPDATE=no CARGO_TERM_COLOR=never
# Nothing may be left out here. Debian has no package of PowerShell.
export SHELLGATE_TESTS=required
command -v pwsh >/dev/null || SHELLGATE_TESTS="required except pwsh"
# What is built once needs no state to be built again from, which is gigabytes. A failure has its line without line tables,
# which are a quarter of what the tests need on the disk.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false
built=${CARGO_TARGET_DIR:-$PWD/target}

say() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

# The last lines of a tier: the commit that passed, and how long it took.
passed() {
  printf '\n%s passed: commit %s%s, %d s\n' "$1" "$(git rev-parse HEAD)" "$(git diff --quiet HEAD || echo ' with changes')" "$SECONDS"
}

# A job beside the others, for work that leaves a core idle. `joined NAME` waits for it and shows what it printed.
logs=$(mktemp -d)
declare -A started=()
trap 'for job in "${started[@]}"; do kill "$job" 2>/dev/null || true; done; rm -rf "$logs"' EXIT
beside() {
  local name=$1
  shift
  "$@" >"$logs/$name" 2>&1 &
  started[$name]=$!
}
joined() {
  local status=0
  wait "${started[$1]}" || status=$?
  unset "started[$1]"
  say "$2"
  cat "$logs/$1"
  return "$status"
}

# Installs the packages of Debian that are missing; `PROGRAM:PACKAGE` is missing where the program is.
packages() {
  local missing=() pair as_root=()
  for pair in "$@"; do
    case $pair in
      *:*) command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}") ;;
      *) dpkg-query --show --showformat '${db:Status-Status}' "$pair" 2>/dev/null | grep -qx installed || missing+=("$pair") ;;
    esac
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  echo "installing ${missing[*]}"
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# Installs the packages whose programs the oracle executes.
oracle_packages() {
  packages python3:python3
  local listed
  listed=$(python3 - "$(. /etc/os-release && echo "$ID $VERSION_ID")" <<'END'
import sys, tomllib
pinned = tomllib.load(open("tests/oracle/packages.toml", "rb"))
print(*pinned["packages"], *pinned["versioned"][sys.argv[1]])
END
  )
  # shellcheck disable=SC2086 # one word a package
  packages $listed
}

# Programs of the Python registry, by exact version: NAME==VERSION.
python_tools() {
  packages python3:python3
  python3 -c 'import ensurepip' 2>/dev/null || packages python3-venv
  [ -x "$built/tools/bin/pip" ] || python3 -m venv "$built/tools"
  "$built/tools/bin/pip" install --quiet --disable-pip-version-check "$@"
  PATH=$built/tools/bin:$PATH
}

# What every tier needs.
basics() {
  packages cc:gcc cc:libc6-dev bash:bash git:git
  node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { echo "Node 20 or newer is needed: https://nodejs.org" >&2; exit 1; }
  command -v cargo >/dev/null || { echo "Rust is needed: https://rustup.rs" >&2; exit 1; }
}

# The packages whose tests run as one build, and those that only build. One build of both, or with the generator, would give them
# each other's features: it keeps JSON in the order in which it is written.
builders=(--package xtask --package xtask-base --package shellgate-release --package shellgate-mutants)
suites=(--workspace "${builders[@]/--package/--exclude}" --exclude shellgate-generator --exclude 'policy-core-bindings*')

formatting() {
  say "formatting"
  cargo fmt --all --check
  python_tools typos==1.52.0
  typos
}

lints() {
  say "lints ($(df -h --output=avail . | tail -n 1 | tr -d ' ') of the disk are free)"
  cargo clippy --workspace --all-targets --locked -- -D warnings
}

# Builds these packages, and by them the modules, beside what the caller does until `joined module`.
modules() {
  say "what builds the module"
  cargo build --locked --quiet "$@"
  beside module "$built/debug/xtask" wasm --install
}

# The page is built before the tests, because the program that they start carries it.
page() {
  say "the page"
  (
    cd js/playground
    npm ci --no-audit --no-fund
    npm run format:check
    npm run build
  )
}

page_tests() {
  say "the page in Chromium"
  (cd js/playground && npm run test:built)
}

npm_package() {
  say "the npm package"
  (
    cd js
    npm ci --no-audit --no-fund
    npm run format:check
    npm test
  )
}

# Runs README's command. It builds the program anew, as a plain build has it; `$tested` is the one that the tests built, which has
# the MCP server that the agents are given.
tested=$built/tested/shellgate
first_command() {
  say "the first command of README.md"
  mkdir -p "${tested%/*}"
  cp "$built/debug/shellgate" "$tested"
  cargo run --locked --quiet -- run -- 'ls && git status | head -3'
}
