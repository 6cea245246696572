// The head of the page: its name, the examples, and what can be done with all of it.

import { useRef } from "preact/hooks";
import { version } from "../judge/judge.ts";
import { ACTIONS, action, run, type Action } from "./actions.ts";
import { shown } from "./keys.ts";
import { shownTheme, theme } from "./theme.ts";

export function Header() {
  void theme.value;
  const dark = shownTheme() === "dark";
  return (
    <header class="header">
      <a class="skip" href="#commands" onClick={(event) => skip(event, "go-commands")}>
        Skip to the commands
      </a>
      <a class="skip" href="#answer" onClick={(event) => skip(event, "tab-answer")}>
        Skip to the answer
      </a>
      <h1>
        <img src="./favicon.svg" alt="" width="20" height="20" />
        Shellgate <span class="muted">playground</span>
        {version.value && <span class="version">{version.value}</span>}
      </h1>
      <nav aria-label="what can be done">
        <Menu id="examples" label="Examples" actions={ACTIONS.filter(({ group }) => group === "examples")} />
        <Menu id="share" label="Share" actions={ACTIONS.filter(({ group }) => group === "share")} />
        <button type="button" onClick={() => run(action("palette"))} title={`every action (${shown("Mod+K")})`}>
          Actions <kbd>{shown("Mod+K")}</kbd>
        </button>
        <button type="button" class="icon" aria-label="Keys" title="Keys" onClick={() => run(action("keys"))}>
          ?
        </button>
        <button
          type="button"
          class="icon"
          aria-label={dark ? "Switch to light" : "Switch to dark"}
          title={dark ? "Switch to light" : "Switch to dark"}
          onClick={() => run(action("theme"))}
        >
          <span aria-hidden="true">{dark ? "☀" : "☾"}</span>
        </button>
      </nav>
    </header>
  );
}

function skip(event: Event, id: string): void {
  event.preventDefault();
  run(action(id));
}

/** A button with a list of actions below it; arrow keys go through them, escape closes it. */
function Menu({ id, label, actions }: { id: string; label: string; actions: readonly Action[] }) {
  const list = useRef<HTMLDivElement>(null);
  const close = (): void => list.current?.hidePopover();
  return (
    <div class="menu">
      <button type="button" id={`menu-${id}`} popovertarget={`menu-${id}-list`} aria-haspopup="menu">
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div
        class="menu-list"
        id={`menu-${id}-list`}
        popover="auto"
        role="menu"
        aria-labelledby={`menu-${id}`}
        ref={list}
        onToggle={(event) => {
          if (event.newState === "open") list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
        }}
        onKeyDown={move}
      >
        {actions.map((one) => (
          <button
            key={one.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close();
              run(one);
            }}
          >
            {one.label}
            {one.keys && <kbd>{shown(one.keys)}</kbd>}
          </button>
        ))}
      </div>
    </div>
  );
}

function move(event: KeyboardEvent): void {
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=menuitem]")];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
