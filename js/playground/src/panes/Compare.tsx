// Two policies over the same commands: the differences first.

import { jumpToCommand } from "../editor/handles.ts";
import { action, run } from "../frame/actions.ts";
import { answers, secondAnswers } from "../judge/judge.ts";
import { commands, second, secondReading } from "../judge/signals.ts";
import { Badge, Words } from "./parts.tsx";

interface Row {
  command: string;
  first: ReturnType<typeof answers.current>;
  other: ReturnType<typeof answers.current>;
  differs: boolean;
}

function rows(): Row[] {
  const texts = [...new Set(commands.value.map(({ text }) => text))];
  const all = texts.map((command): Row => {
    const first = answers.current(command);
    const other = secondAnswers.current(command);
    return { command, first, other, differs: first !== null && other !== null && first.decision !== other.decision };
  });
  return [...all.filter(({ differs }) => differs), ...all.filter(({ differs }) => !differs)];
}

export function Compare() {
  if (second.value === null) {
    return (
      <div class="empty">
        <p>Hold a second policy against the first one, over the same commands.</p>
        <button type="button" class="primary" onClick={() => run(action("compare"))}>
          Compare with a second policy
        </button>
      </div>
    );
  }
  void answers.revision.value;
  void secondAnswers.revision.value;
  const all = rows();
  const different = all.filter(({ differs }) => differs).length;
  return (
    <div class="compare">
      <p class="bar">
        <strong>
          {different === 0 ? "no difference" : different === 1 ? "1 difference" : `${different} differences`}
        </strong>{" "}
        <span class="muted">in {all.length} commands</span>
        {secondReading.value.errors.length > 0 && <span class="failed"> · the second policy is in error</span>}
        <button type="button" class="end" onClick={() => (second.value = null)}>
          End the comparison
        </button>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">command</th>
            <th scope="col">policy</th>
            <th scope="col">second</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ command, first, other, differs }) => (
            <tr key={command} class={differs ? "differs" : ""}>
              <td>
                <button type="button" class="link" onClick={() => jumpToCommand(command)}>
                  <code>{command}</code>
                </button>
                {differs && (
                  <span class="why">
                    <Words text={other?.message ?? ""} />
                  </span>
                )}
              </td>
              <td>
                <Badge decision={first?.decision ?? null} readOnly={first?.readOnly ?? false} />
              </td>
              <td>
                <Badge decision={other?.decision ?? null} readOnly={other?.readOnly ?? false} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
