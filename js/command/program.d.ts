/** The program for this system, or why there is none. */
export type Found = { path: string; problem?: never } | { path?: never; problem: string };

/**
 * Looks for the package of this system, of the version `version`, from the file or URL `from` and from the package
 * `shellgate-cli` that is installed beside it.
 */
export function find(from: string, version: string, platform?: string, arch?: string): Found;

/**
 * Runs the program with the standard streams of this process and returns the exit code: that of the program, or 128 + the
 * number of the signal that ended it. Throws when it cannot be started.
 */
export function run(path: string, words: string[]): number;
