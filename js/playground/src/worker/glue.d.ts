// The bindings' glue keeps one instance in its variables; under another address the bundler makes a second copy of it.

declare module "*/core.js?powershell" {
  /** Fetches and compiles the module. */
  export default function start(input: { module_or_path: URL }): Promise<unknown>;
  export function call(json: string): string;
  export function __wbg_reset_state(): void;
}
