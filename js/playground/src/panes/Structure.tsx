// The structure of the selected command as a tree; tree and text light up each other.

import { useEffect, useRef } from "preact/hooks";
import { jumpToSpan } from "../editor/handles.ts";
import { examined } from "../judge/judge.ts";
import { cursor, pointed } from "../judge/signals.ts";
import type { OutlineNode } from "../model/verdict.ts";

export function Structure() {
  const now = examined.value;
  const tree = useRef<HTMLUListElement>(null);
  const at = cursor.value;
  useEffect(() => {
    if (at !== null) tree.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);
  if (!now || "refused" in now.result) return <p class="empty">Put the cursor on a command to see its structure.</p>;
  const root = now.result.outline;
  const marked = at === null ? null : innermost(root, at);
  return (
    <ul class="tree" role="tree" aria-label="structure of the command" ref={tree} onKeyDown={move}>
      <Branch node={root} command={now.command} marked={marked} first level={1} />
    </ul>
  );
}

interface Given {
  node: OutlineNode;
  command: string;
  marked: OutlineNode | null;
  first?: boolean;
  level: number;
}

function Branch({ node, command, marked, first = false, level }: Given) {
  const span = { start: node.start, end: node.end };
  const leaf = node.children.length === 0;
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-selected={node === marked}
      {...(!leaf && { "aria-expanded": true })}
      tabIndex={first ? 0 : -1}
      onFocus={(event) => {
        event.stopPropagation();
        pointed.value = span;
      }}
      onBlur={() => (pointed.value = null)}
      onMouseOver={(event) => {
        event.stopPropagation();
        pointed.value = span;
      }}
      onMouseOut={() => (pointed.value = null)}
      onClick={(event) => {
        event.stopPropagation();
        jumpToSpan(command, node.start, node.end);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.target !== event.currentTarget) return;
        event.stopPropagation();
        jumpToSpan(command, node.start, node.end);
      }}
    >
      <span class="node">
        <span class="kind">{node.kind}</span>
        <code>{shortened(command.slice(node.start, node.end))}</code>
        {node.known === false && <span class="tag">known when it runs</span>}
        <span class="offsets">
          {node.start}–{node.end}
        </span>
      </span>
      {!leaf && (
        <ul role="group">
          {node.children.map((child, index) => (
            <Branch key={index} node={child} command={command} marked={marked} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The smallest node that the place is in. */
function innermost(node: OutlineNode, at: number): OutlineNode {
  const inside = node.children.find(({ start, end }) => start <= at && at <= end);
  return inside ? innermost(inside, at) : node;
}

/** Arrow keys go from item to item, as trees are used; left goes up, right goes down. */
function move(event: KeyboardEvent): void {
  const tree = event.currentTarget as HTMLElement;
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const item = items[here];
  if (!item) return;
  const target = {
    ArrowDown: items[here + 1],
    ArrowUp: items[here - 1],
    ArrowLeft: item.parentElement?.closest<HTMLElement>('[role="treeitem"]') ?? undefined,
    ArrowRight: item.querySelector<HTMLElement>('[role="treeitem"]') ?? undefined,
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  for (const one of items) one.tabIndex = one === target ? 0 : -1;
  target.focus();
}

function shortened(text: string): string {
  const line = text.replaceAll("\n", "⏎");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
