// The only file that knows how the core is loaded and what it is called there.

import wasm from "../../../wasm/core.wasm?url";
import { create, PolicyError, RequestError } from "../../../src/slim.ts";
import type { Request } from "../model/context.ts";
import type { OutlineNode, PolicyProblem, Shell, Story, Verdict } from "../model/verdict.ts";

export interface Gate {
  check(request: Request): Verdict | { refused: string };
}

export interface Core {
  version: string;
  /** A gate under a policy's text, or what is wrong with it. An empty text is a policy without rules. */
  open(policy: string, file: string): Gate | { problems: PolicyProblem[] };
  outline(command: string, shell: Shell): OutlineNode;
  stories(): Story[];
}

type Members = Awaited<ReturnType<typeof create>>;

/** Fetches and compiles the module. */
export async function load(): Promise<Core> {
  const core = await create(new URL(wasm, self.location.href));
  return {
    version: core.version,
    open: (policy, file) => {
      try {
        return gateOf(new core.Gate({ policy: policy.trim() === "" ? "{}" : policy, file }));
      } catch (error) {
        if (error instanceof PolicyError) return { problems: error.errors };
        throw error;
      }
    },
    outline: (command) => ({ kind: "script", text: command, start: 0, end: command.length, children: [] }),
    stories: () => [],
  };
}

function gateOf(gate: InstanceType<Members["Gate"]>): Gate {
  return {
    check: (request) => {
      try {
        return gate.check(request) as Verdict;
      } catch (error) {
        if (error instanceof RequestError) return { refused: error.message };
        throw error;
      }
    },
  };
}
