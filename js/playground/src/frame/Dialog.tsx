// The frame of every dialog: over the page, with a name, closed by escape, by its button or by a click beside it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { closeDialog } from "./dialogs.ts";

export function Frame({
  title,
  wide = false,
  children,
}: {
  title: string;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const place = useRef<HTMLDialogElement>(null);
  // Before the next key arrives: what is typed right after the key that opens a dialog belongs to the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    place.current?.showModal();
    return () => {
      // While the dialog is there, nothing beneath it can have the focus.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={place}
      class={wide ? "dialog wide" : "dialog"}
      aria-label={title}
      onClose={closeDialog}
      onClick={(event) => {
        if (event.target === place.current) closeDialog();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon" aria-label="Close" onClick={closeDialog}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
