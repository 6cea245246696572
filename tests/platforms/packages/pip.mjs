// The wheels, each installed from its file as pip installs it on its system.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { python } from "../windows/interpreters.mjs";
import { answers, identity } from "./answers.mjs";
import { archived, empty, isStartedHere, pathOn, run, seconds, starting, windows } from "./place.mjs";
import { LINUX, WINDOWS, release, systems, tested, wheel } from "./release.mjs";

const PIP = ["-m", "pip", "--disable-pip-version-check"];

for (const system of systems) {
  test(`${system.name}: pip chooses this wheel for every version of the system, and installs the program`, () => {
    const folder = empty(`wheels-${system.target}`);
    for (const tag of system.wheels) {
      const options = ["--no-index", "--find-links", release, "--only-binary=:all:", "--no-deps", "--platform", tag];
      run(folder, "python3", [...PIP, "install", "--quiet", ...options, "--target", tag, "shellgate"]);
      const installed = join(folder, tag, "bin", system.program);
      assert.ok(readFileSync(installed).equals(archived(system)), "it is the program of the archive");
      assert.equal(statSync(installed).mode & 0o111, 0o111);
      if (isStartedHere(system)) answers(system, folder, starting(system, installed));
    }
  });
}

const linux = tested(LINUX);
if (linux !== undefined) {
  test("Linux: pip installs the wheel into an environment, the program answers, and pip removes it", () => {
    const folder = empty("pip");
    run(folder, "python3", ["-m", "venv", "--without-pip", "env"]);
    const pip = ["-m", "pip", "--python", "env/bin/python", "--disable-pip-version-check"];
    const program = join(folder, "env/bin/shellgate");
    seconds("pip install of the wheel, and a verdict", () => {
      run(folder, "python3", [...pip, "install", "--no-index", wheel(linux)]);
      assert.match(run(folder, program, ["check", "--no-policy", "ls"]).stdout, /^allow/);
    });
    answers(linux, folder, [program]);
    identity(linux, folder, [program]);
    assert.match(run(folder, "python3", [...pip, "show", "-f", "shellgate"]).stdout, /bin\/shellgate/);
    run(folder, "python3", [...pip, "uninstall", "--yes", "shellgate"]);
    assert.ok(!existsSync(program));
  });
}

const onWindows = tested(WINDOWS);
if (onWindows !== undefined) {
  test("Windows: the pip of Python for Windows installs the wheel, the program answers, and pip removes it", () => {
    const folder = empty("pip-windows");
    const [starter, ...words] = [...windows("pipes"), python(join(folder, "python"))];
    const pip = (...more) => run(folder, starter, [...words, ...PIP, ...more]);
    pip("install", "--no-index", pathOn(onWindows, wheel(onWindows)));
    const [name] = readdirSync(join(folder, "python/Scripts"));
    assert.equal(name, "shellgate.exe");
    const program = join(folder, "python/Scripts", name);
    answers(onWindows, folder, starting(onWindows, program));
    identity(onWindows, folder, starting(onWindows, program));
    assert.match(pip("show", "-f", "shellgate").stdout, /Scripts\\shellgate\.exe/);
    pip("uninstall", "--yes", "shellgate");
    assert.ok(!existsSync(program));
  });
}
