// The only file that knows how the core is loaded and what its operations are called. Places count UTF-16.

import { __wbg_reset_state, call, initSync } from "../../../wasm/core.js";
import { compiled } from "../../../src/compiled.ts";
import * as larger from "../../../wasm/core.js?powershell";
import firstPart from "../../../wasm/core.first.wasm?url";
import restPart from "../../../wasm/core.rest.wasm?url";
import powershell from "../../../wasm/powershell.wasm?url";
import type { OutlineNode, PolicyProblem, Request, Shell, Story, Verdict } from "../model/verdict.ts";
import { type Answering, failed, Instance } from "./instance.ts";

/** A policy that was read, and the commands that are judged under it. */
export interface Gate {
  /** What the policy says and cannot do. */
  warnings: PolicyProblem[];
  check(request: Request): Verdict | { refused: string };
  /** Lets the core forget it; no request may follow. */
  close(): void;
}

export interface Core {
  version(): string;
  /** A gate under a policy's text, or what is wrong with it. An empty text is a policy without rules. */
  open(policy: string, file: string): Gate | { problems: PolicyProblem[] };
  outline(command: string, shell: Shell): OutlineNode;
  stories(): Story[];
  /** Waits until a module is there that reads this shell. */
  reads(shell: Shell): Promise<void>;
}

/** Fetches and compiles the first part of the module. The rest follows it, so that they do not share the line. */
export async function load(): Promise<Core> {
  const instance = new Instance(inParts(await compiled(address(firstPart))));
  let asked: Promise<void> | undefined;
  return coreOf(instance, async (shell) => {
    if (shell !== "powershell") return;
    asked ??= larger.default({ module_or_path: address(powershell) }).then(
      // It also reads what the smaller one reads, in the same way.
      () => instance.replace({ call: larger.call, restart: larger.__wbg_reset_state }),
      (error: unknown) => {
        // The next command tries again.
        asked = undefined;
        throw error;
      },
    );
    await asked;
  });
}

/** An instance of the first part, and the rest, which is on its way. */
function inParts(module: WebAssembly.Module): Answering {
  initSync({ module });
  let linked: WebAssembly.Module | undefined;
  let arriving: Promise<WebAssembly.Module> | undefined;
  const arrival = (): Promise<WebAssembly.Module> =>
    (arriving ??= compiled(address(restPart)).catch((error: unknown) => {
      // The next command tries again.
      arriving = undefined;
      throw error;
    }));
  arrival().catch(() => {});
  return {
    call,
    restart: () => {
      __wbg_reset_state();
      // There is an instance, whose exports this gives.
      const exports = initSync({ module });
      if (linked !== undefined) new WebAssembly.Instance(linked, { first: { ...exports } });
    },
    complete: async () => {
      linked = await arrival();
    },
  };
}

function address(file: string): URL {
  return new URL(file, self.location.href);
}

/** The operations of an instance; `reads` loads another module for them. */
export function coreOf(instance: Instance, reads: Core["reads"]): Core {
  const opened = (policy: string, file: string) =>
    instance.ask<{ gate: number; warnings?: PolicyProblem[] }>("open", {
      options: { policy: policy.trim() === "" ? "{}" : policy, file },
    });
  return {
    version: () => instance.asked<string>("version"),
    open: (policy, file) => {
      const first = opened(policy, file);
      if (failed(first)) return { problems: [first.error, ...(first.more ?? [])] };
      let { gate } = first;
      let { life } = instance;
      return {
        warnings: first.warnings ?? [],
        check: (request) => {
          // A gate outlives its instance: in another one it is opened again.
          if (life !== instance.life) {
            const again = opened(policy, file);
            if (failed(again)) return { refused: again.error.message };
            [gate, life] = [again.gate, instance.life];
          }
          const verdict = instance.ask<Verdict>("check", { gate, request, offsets: "utf16" });
          return failed(verdict) ? { refused: `${verdict.error.message}; ${verdict.error.help}` } : verdict;
        },
        close: () => {
          if (life === instance.life) instance.asked<null>("close", { gate });
        },
      };
    },
    outline: (command, shell) => instance.asked<OutlineNode>("outline", { command, shell, offsets: "utf16" }),
    stories: () => instance.asked<Story[]>("explainAll"),
    reads,
  };
}
