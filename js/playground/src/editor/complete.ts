// Completion in a policy: the keys and values that the settings' schema knows at this place, and the forms of a rule.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import { getLocation } from "jsonc-parser";

/** The part of JSON Schema that the settings' schema is written in. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const RULES: readonly Completion[] = [
  { label: "Bash()", detail: "exactly this command" },
  { label: "Bash(:*)", detail: "commands that begin with these words" },
  { label: "Read()", detail: "reading these files" },
  { label: "Edit()", detail: "changing these files" },
  { label: "WebFetch(domain:)", detail: "fetching from this host" },
];

/** The schemas that hold at `path`, every reference and alternative followed. */
function schemasAt(root: Schema, path: readonly (string | number)[]): Schema[] {
  let here = alternatives(root, root);
  for (const step of path) {
    here = here.flatMap((schema) => {
      const next = typeof step === "number" ? schema.items : (schema.properties?.[step] ?? schema.additionalProperties);
      return typeof next === "object" ? alternatives(root, next) : [];
    });
  }
  return here;
}

function alternatives(root: Schema, schema: Schema, depth = 0): Schema[] {
  if (depth > 8) return [];
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : (root.$defs?.[name] ?? root.definitions?.[name]);
  const more = [...(target ? [target] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...more.flatMap((one) => alternatives(root, one, depth + 1))];
}

function valuesOf(schema: Schema): unknown[] {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.includes("boolean") ? [true, false] : [];
}

/** What a new key gets as its value: something of the right kind to type into. */
function emptyFor(schemas: readonly Schema[]): string {
  const types = schemas.flatMap((schema) => schema.type ?? []);
  if (types.includes("object")) return "{}";
  if (types.includes("array")) return "[]";
  if (types.includes("boolean")) return "true";
  return types.includes("integer") || types.includes("number") ? "0" : '""';
}

/** Completion from `schema`; inside the lists of rules the forms of a rule, and the rules that `suggested` has. */
export function completeFrom(schema: Schema, suggested: () => readonly string[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const location = getLocation(text, context.pos);
    // Inside a string the whole of it is replaced, quotes included.
    const open = context.matchBefore(/"(?:[^"\\\n]|\\.)*|[\w$-]*/);
    const from = open?.from ?? context.pos;
    if (open?.text === "" && !context.explicit) return null;
    const closed = open?.text.startsWith('"') && text[context.pos] === '"' ? context.pos + 1 : context.pos;
    const replace =
      (insert: string, cursor = insert.length): NonNullable<Completion["apply"]> =>
      (view, _completion, start) => {
        view.dispatch({ changes: { from: start, to: closed, insert }, selection: { anchor: start + cursor } });
      };
    const quotedLabel = (label: string): string => JSON.stringify(label);
    if (location.isAtPropertyKey) {
      const parents = schemasAt(schema, location.path.slice(0, -1));
      const bare = !/^\s*:/.test(text.slice(closed));
      const options = parents.flatMap((parent) =>
        Object.entries(parent.properties ?? {}).map(([key, found]): Completion => {
          const value = emptyFor(alternatives(schema, found));
          const insert = bare ? `${JSON.stringify(key)}: ${value}` : JSON.stringify(key);
          const inside = bare && /[\]}"]$/.test(value) ? insert.length - 1 : insert.length;
          return {
            label: quotedLabel(key),
            type: "property",
            ...(found.description !== undefined && { info: found.description }),
            apply: replace(insert, inside),
          };
        }),
      );
      return options.length > 0 ? { from, options } : null;
    }
    const rules = location.path[0] === "permissions" && ["allow", "ask", "deny"].includes(String(location.path[1]));
    const options: Completion[] = rules
      ? [
          ...suggested().map((rule) => ({
            label: quotedLabel(rule),
            detail: "for the selected command",
            boost: 1,
            apply: replace(quotedLabel(rule)),
          })),
          // The cursor goes to where the form is empty.
          ...RULES.map((rule) => ({
            ...rule,
            label: quotedLabel(rule.label),
            apply: replace(quotedLabel(rule.label), 1 + rule.label.search(/:\*\)$|\)$/)),
          })),
        ]
      : schemasAt(schema, location.path).flatMap((found) =>
          valuesOf(found).map((value): Completion => ({
            label: JSON.stringify(value),
            type: "constant",
            ...(found.description !== undefined && { info: found.description }),
            apply: replace(JSON.stringify(value)),
          })),
        );
    return options.length > 0 ? { from, options } : null;
  };
}
