// Programs of Windows: as they are on Windows, elsewhere under Wine.
//
// Owns a Wine of the test's own, which has nothing of the person who runs the test, and what Wine 8 has not.

import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const isWindows = process.platform === "win32";

/** The path as Windows has it: Wine shows the whole disk as drive Z. */
export const onWindows = (path) => (isWindows ? path : `Z:${path.replaceAll("/", "\\")}`);

/** Compiles a program or a library for Windows. */
export const compile = (...words) => execFileSync("x86_64-w64-mingw32-gcc", words);

const WINE = process.env.SHELLGATE_WINE ?? "wine";
const RANDOM = fileURLToPath(new URL("windows/process_prng.c", import.meta.url));

/**
 * A Wine with its files in the directory `prefix`: the words before each program, the variables that it needs, and how
 * to end it. On Windows there is nothing to add.
 */
export function wineIn(prefix) {
  if (isWindows) return { words: [], env: {}, end() {} };
  const env = {
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree,mshtml=",
  };
  const start = (...words) =>
    spawnSync(WINE, words, {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
  start("wineboot", "-i");
  // Node starts on no system that is older, and the Wine of Debian says that it is.
  start("reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f");
  compile("-shared", "-o", join(prefix, "drive_c/windows/system32/bcryptprimitives.dll"), RANDOM, "-ladvapi32");
  return { words: [WINE], env, end: () => start("wineboot", "-k") };
}
