// A place for one session: a home, a working directory, a copy of the program, and whatever the session starts.
//
// Owns what is made on the disk and the processes, and removes both. A process is known by a mark in its environment, so
// that one which an agent leaves behind is ended too.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The variable of the mark. */
const MARK = "SHELLGATE_AGENT_SESSION";

/** Longest output of a process that is kept, in characters. */
const OUTPUT_MAX = 4_000_000;

/** How long the rest of the output of a process that has ended is awaited. */
const OUTPUT_MILLISECONDS = 500;

export class Place {
  mark = randomUUID();
  root = mkdtempSync(join(tmpdir(), "shellgate-agent-"));
  home = this.directory("home");
  work = this.directory("work");
  /** Where the program is that the hook starts. A session may put another one there. */
  program = join(this.directory("bin"), "shellgate");

  constructor(program) {
    this.directory("tmp");
    try {
      linkSync(program, this.program);
    } catch {
      copyFileSync(program, this.program);
    }
  }

  directory(name) {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Writes a file below the place; what is no text is written as JSON. */
  write(path, content, mode = 0o644) {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2), { mode });
    return file;
  }

  /** Puts a link to `target` at a path below the place; returns its directory. */
  link(path, target) {
    const link = join(this.root, path);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(target, link);
    return dirname(link);
  }

  read(path) {
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  has(path) {
    return existsSync(join(this.root, path));
  }

  /** Puts the script `source` in the place of the program; nothing without one. */
  replaceProgram(source) {
    rmSync(this.program);
    if (source !== undefined) this.write("bin/shellgate", source, 0o755);
  }

  environment(more = {}) {
    return {
      HOME: this.home,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      TMPDIR: join(this.root, "tmp"),
      LANG: "C.UTF-8",
      TERM: "dumb",
      SHELL: "/bin/bash",
      [MARK]: this.mark,
      ...more,
    };
  }

  /** Runs a program to its end, or until `seconds` are over. */
  run([program, ...parameters], { environment = {}, input = "", seconds = 60 } = {}) {
    return new Promise((done, fail) => {
      const env = this.environment(environment);
      const child = spawn(program, parameters, { cwd: this.work, env, detached: true });
      const output = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"]) {
        child[name].setEncoding("utf8").on("data", (part) => {
          if (output[name].length < OUTPUT_MAX) output[name] += part;
        });
      }
      let isLate = false;
      const timer = setTimeout(() => ((isLate = true), end(-child.pid)), seconds * 1000);
      child.on("error", fail);
      child.on("exit", (status, signal) => {
        clearTimeout(timer);
        const finish = () => done({ ...output, status, signal, isLate });
        // What an agent leaves behind keeps its output open.
        const limit = setTimeout(finish, OUTPUT_MILLISECONDS);
        child.on("close", () => (clearTimeout(limit), finish()));
      });
      child.stdin.on("error", () => {});
      child.stdin.end(input);
    });
  }

  /** Ends every process of this place and removes its files. */
  leave() {
    for (const id of this.processes()) end(id);
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** The processes that have the mark. */
  processes() {
    return readdirSync("/proc")
      .filter((id) => /^\d+$/.test(id) && environ(id).includes(`${MARK}=${this.mark}`))
      .map(Number);
  }
}

function environ(id) {
  try {
    return readFileSync(`/proc/${id}/environ`, "latin1");
  } catch {
    return "";
  }
}

function end(id) {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended.
  }
}
