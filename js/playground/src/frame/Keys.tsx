// The keys of the page, from the actions themselves.

import { ACTIONS } from "./actions.ts";
import { Frame } from "./Dialog.tsx";
import { shown } from "./keys.ts";

const EDITORS: readonly [string, string][] = [
  ["Ctrl+Space", "complete, in a policy"],
  ["F8", "next error, in a policy"],
  ["Mod+F", "find"],
  ["Mod+Z", "undo"],
  ["Tab", "leave the editor"],
];

export function Keys() {
  return (
    <Frame title="Keys">
      <dl class="keys">
        {ACTIONS.filter(({ keys }) => keys).map(({ id, label, keys }) => (
          <div key={id}>
            <dt>
              <kbd>{shown(keys ?? "")}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        {EDITORS.map(([keys, label]) => (
          <div key={keys}>
            <dt>
              <kbd>{shown(keys)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        Everything is decided in this page; nothing that you type leaves it. A link carries the work behind its `#`,
        which browsers do not send.
      </p>
    </Frame>
  );
}
