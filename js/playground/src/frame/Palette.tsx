// The palette: every action by typing a part of its name.

import { useState } from "preact/hooks";
import { ACTIONS, run, type Action } from "./actions.ts";
import { Frame } from "./Dialog.tsx";
import { shown } from "./keys.ts";

/** The actions whose label has every typed word in it. */
function matching(typed: string): Action[] {
  const words = typed.toLowerCase().split(/\s+/);
  return ACTIONS.filter(
    ({ label, id }) => id !== "palette" && words.every((word) => label.toLowerCase().includes(word)),
  );
}

export function Palette() {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = matching(typed);
  const chosen = Math.min(at, found.length - 1);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const one = found[chosen];
    if (step !== undefined && found.length > 0) setAt((chosen + step + found.length) % found.length);
    else if (event.key === "Enter" && one) run(one);
    else return;
    event.preventDefault();
  };
  return (
    <Frame title="Actions">
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] ? `palette-${found[chosen].id}` : undefined}
        placeholder="type a part of what you want to do"
        value={typed}
        autoFocus
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul class="palette-list" id="palette-list" role="listbox" aria-label="actions">
        {found.map((one, index) => (
          <li
            key={one.id}
            id={`palette-${one.id}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(one)}
          >
            {one.label}
            {one.keys && <kbd>{shown(one.keys)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="empty">nothing is called so</p>}
    </Frame>
  );
}
