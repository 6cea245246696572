// Files that are dropped on the page: logs, which are read here.

import { useEffect, useState } from "preact/hooks";
import { openLogs } from "../judge/logs.ts";
import { complain } from "./notice.ts";
import { tab } from "./tabs.ts";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** The cover of the page while files are dragged over it. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Every element that is entered and left is told; what counts is whether any is entered still.
    let entered = 0;
    const set = (count: number): void => setOver((entered = Math.max(count, 0)) > 0);
    const listeners: [string, (event: DragEvent) => void][] = [
      ["dragenter", () => set(entered + 1)],
      ["dragleave", () => set(entered - 1)],
      ["dragover", (event) => event.preventDefault()],
      [
        "drop",
        (event) => {
          event.preventDefault();
          event.stopPropagation();
          set(0);
          tab.value = "log";
          openLogs([...(event.dataTransfer?.files ?? [])]).catch(complain);
        },
      ],
    ];
    const guarded = listeners.map(([name, listener]): [string, (event: Event) => void] => [
      name,
      (event) => {
        if (event instanceof DragEvent && hasFiles(event)) listener(event);
      },
    ]);
    for (const [name, listener] of guarded) addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of guarded) removeEventListener(name, listener, true);
    };
  }, []);
  return over ? (
    <div class="drop-zone" aria-hidden="true">
      <p>Drop a log: it is read here, and sent nowhere.</p>
    </div>
  ) : null;
}
