// The answers to the core's questions about the machine: one switch for each question, several answers to it.
//
// Owns what a person can answer. Asks no machine.

import type { Facts, Need } from "./verdict.ts";

/** What a host says of an everyday project: no path in it leads elsewhere, and it is no bare repository. */
export const ORDINARY: Facts = { noSymbolicLinks: true, bareRepository: false };

/** Whether the machine is such a project. */
export function isOrdinary(facts: Facts): boolean {
  return facts.noSymbolicLinks === true && facts.bareRepository === false;
}

/** The facts without those of an everyday project. */
export function special({ noSymbolicLinks: _links, bareRepository: _bare, ...others }: Facts): Facts {
  return others;
}

export interface Answer {
  label: string;
  facts: Facts;
}

/** A question in words. */
export function question(need: Need): string {
  switch (need.kind) {
    case "bareRepository":
      return `is \`${need.path}\` a bare repository?`;
    case "contents":
      return `what does \`${need.path}\` hold?`;
    case "exists":
      return `does \`${need.path}\` exist?`;
    case "implementation":
      return `whose implementation is \`${need.path}\`?`;
    case "program":
      return `which program is \`${need.path}\`?`;
    case "realPath":
      return `where does \`${need.path}\` lead?`;
    case "repositoryPrograms":
      return `which programs can the settings of the repository at \`${need.path}\` make git start?`;
    case "url":
      return `what does a browser make of \`${need.path}\`?`;
    case "workTrees":
      return `which work trees belong to the repository around \`${need.path}\`?`;
  }
}

/** The answers that are offered for a question; the first is the everyday one. */
export function answers(need: Need): Answer[] {
  const { path } = need;
  switch (need.kind) {
    case "bareRepository":
      return [
        { label: "no", facts: { bareRepositories: { [path]: false } } },
        { label: "yes", facts: { bareRepositories: { [path]: true } } },
      ];
    case "contents":
      return [
        { label: "three lines", facts: { contents: { [path]: "old one\nold two\nold three\n" } } },
        { label: "nothing readable", facts: { contents: { [path]: null } } },
      ];
    case "exists":
      return [
        { label: "yes", facts: { existing: { [path]: true } } },
        { label: "no", facts: { existing: { [path]: false } } },
      ];
    case "implementation":
      return [
        { label: "GNU/Linux", facts: { implementations: { [path]: "gnu" } } },
        { label: "BSD", facts: { implementations: { [path]: "bsd" } } },
        { label: "macOS", facts: { implementations: { [path]: "macos" } } },
        { label: "BusyBox", facts: { implementations: { [path]: "busybox" } } },
      ];
    case "program":
      return [
        { label: `/usr/bin/${path}`, facts: { programs: { [path]: [`/usr/bin/${path}`, `/usr/bin/${path}`] } } },
        { label: "none of the system", facts: { programs: { [path]: [] } } },
      ];
    case "realPath":
      return [
        { label: "to itself", facts: { realPaths: { [path]: path } } },
        { label: "to /etc/passwd", facts: { realPaths: { [path]: "/etc/passwd" } } },
      ];
    case "repositoryPrograms":
      return [
        { label: "none", facts: { repositoryPrograms: { [path]: [] } } },
        { label: "core.fsmonitor", facts: { repositoryPrograms: { [path]: ["core.fsmonitor"] } } },
      ];
    case "url": {
      const canonical = URL.canParse(path) ? new URL(path).href : null;
      return [{ label: canonical ?? "no URL", facts: { urls: { [path]: canonical } } }];
    }
    case "workTrees":
      return [
        { label: "none", facts: { workTrees: { [path]: [] } } },
        { label: parentOf(path), facts: { workTrees: { [path]: [parentOf(path)] } } },
      ];
  }
}

/** The directory that a path is in. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** The facts with further ones; a later answer to the same question replaces the earlier one. */
export function withFacts(facts: Facts, more: Facts): Facts {
  const merged: Record<string, unknown> = { ...facts };
  for (const [key, value] of Object.entries(more)) {
    const before = merged[key];
    merged[key] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
  }
  return merged as Facts;
}

/** A fact that was given, in words, and the facts without it. */
export interface Given {
  text: string;
  without: Facts;
}

/** Every fact that was given, one by one. */
export function given(facts: Facts): Given[] {
  return Object.entries(facts).flatMap(([key, value]) => {
    if (!isRecord(value)) {
      const { [key as keyof Facts]: _gone, ...without } = facts;
      return [{ text: `${key}: ${JSON.stringify(value)}`, without }];
    }
    return Object.keys(value).map((path) => {
      const { [path]: _gone, ...rest } = value;
      const { [key as keyof Facts]: _all, ...others } = facts;
      const without = Object.keys(rest).length > 0 ? { ...facts, [key]: rest } : others;
      return { text: `${key}: ${path} = ${JSON.stringify(value[path])}`, without };
    });
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
