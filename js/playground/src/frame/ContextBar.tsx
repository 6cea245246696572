// The machine that the commands are judged for: directory, home, shell, mode.

import { loading } from "../judge/judge.ts";
import { context, facts } from "../judge/signals.ts";
import { isWeb, MODES, SHELLS, WEB_TOOLS, type Context } from "../model/context.ts";
import { isOrdinary, ORDINARY, special, withFacts } from "../model/facts.ts";

function set(change: Partial<Context>): void {
  context.value = { ...context.value, ...change };
}

/** A directory is taken once it is absolute; until then the last one holds. */
function Directory({ label, name }: { label: string; name: "cwd" | "home" }) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="text"
        spellcheck={false}
        size={9}
        value={context.value[name]}
        placeholder="not known"
        pattern="/.*"
        onInput={({ currentTarget }) => {
          if (currentTarget.validity.valid) set({ [name]: currentTarget.value });
        }}
      />
    </label>
  );
}

export function ContextBar() {
  const { shell, mode, tool } = context.value;
  const reads = (value: string): Partial<Context> =>
    value in WEB_TOOLS ? { tool: value } : { tool: "Bash", shell: SHELLS.find((one) => one === value) ?? "bash" };
  return (
    <div class="context" role="group" aria-label="the machine that the commands are judged for">
      <Directory label="in" name="cwd" />
      <Directory label="home" name="home" />
      <label>
        <span>reader</span>
        <select
          title="the shell that reads each line, or the web tool that gets it"
          value={isWeb(context.value) ? tool : shell}
          onChange={({ currentTarget: { value } }) => set(reads(value))}
        >
          {[...SHELLS, ...Object.keys(WEB_TOOLS)].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <span class="loading" role="status">
        {loading.value && `loading ${loading.value} …`}
      </span>
      <label>
        <span>mode</span>
        <select
          value={mode}
          onChange={({ currentTarget: { value } }) => set({ mode: MODES.find((one) => one === value) ?? "" })}
        >
          <option value="">the policy's</option>
          {MODES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label
        class="check"
        title="no path leads elsewhere, and there is no bare repository; without it, see what the core asks about the machine"
      >
        <input
          type="checkbox"
          checked={isOrdinary(facts.value)}
          onChange={({ currentTarget: { checked } }) => {
            facts.value = checked ? withFacts(facts.value, ORDINARY) : special(facts.value);
          }}
        />
        <span>everyday project</span>
      </label>
    </div>
  );
}
