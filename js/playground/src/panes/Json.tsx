// The answer as data, as a program would get it.

import { examined } from "../judge/judge.ts";
import { context, facts } from "../judge/signals.ts";
import { requestFor } from "../model/context.ts";

export function Json() {
  const now = examined.value;
  if (!now || "refused" in now.result)
    return <p class="empty">Put the cursor on a command to see its verdict as JSON.</p>;
  const request = requestFor(now.command, context.value, facts.value);
  return (
    <div class="data">
      <h3>Request</h3>
      <pre tabIndex={0}>{JSON.stringify(request, null, 2)}</pre>
      <h3>Verdict, spans in UTF-16</h3>
      <pre tabIndex={0}>{JSON.stringify(now.result.verdict, null, 2)}</pre>
    </div>
  );
}
