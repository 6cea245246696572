// Everything about the selected command: the verdict first, then why, then what would change it.

import { examined, failure } from "../judge/judge.ts";
import { reading, selected } from "../judge/signals.ts";
import type { Verdict } from "../model/verdict.ts";
import { ChangeList } from "./ChangeList.tsx";
import { EffectTable } from "./EffectTable.tsx";
import { FindingList } from "./FindingList.tsx";
import { NeedList } from "./NeedList.tsx";
import { Badge, Rule, Words } from "./parts.tsx";
import { Presentation } from "./Presentation.tsx";
import { SandboxRequest } from "./SandboxRequest.tsx";
import { Way } from "./Way.tsx";

export function Answer() {
  const now = examined.value;
  if (failure.value) {
    return (
      <div class="empty failed">
        <p>{failure.value}</p>
        <button type="button" class="primary" onClick={() => location.reload()}>
          Reload; the work is kept
        </button>
      </div>
    );
  }
  if (selected.value === null)
    return <p class="empty">Put the cursor on a command to see the reasons for its answer.</p>;
  if (!now) {
    return (
      <p class="empty">
        {reading.value.errors.length > 0 ? "The policy is in error; there is no answer until it is mended." : "…"}
      </p>
    );
  }
  if ("refused" in now.result) return <p class="empty failed">{now.result.refused}</p>;
  const { command, result } = now;
  const { verdict } = result;
  return (
    <div class="answer">
      {reading.value.errors.length > 0 && (
        <p class="stale">The policy has an error; this is the answer under the last valid policy.</p>
      )}
      <Head verdict={verdict} />
      <FindingList command={command} verdict={verdict} />
      <Way command={command} verdict={verdict} />
      <ChangeList of={result} />
      <NeedList needs={verdict.needs} />
      <EffectTable effects={verdict.effects} />
      <SandboxRequest verdict={verdict} />
      <Presentation verdict={verdict} />
    </div>
  );
}

/** The verdict for the person and for the model. */
function Head({ verdict }: { verdict: Verdict }) {
  const { reason } = verdict;
  return (
    <section class={`head ${verdict.decision}`}>
      <p class="verdict">
        <Badge decision={verdict.decision} readOnly={verdict.readOnly} />
        <span class="message">
          <Words text={reason.message} />
        </span>
        <span class="reason-code">{reason.code}</span>
      </p>
      {reason.rule && (
        <p class="by">
          decided by <Rule rule={reason.rule} source={reason.source} />
        </p>
      )}
      <p class="for-model">
        <span class="who">the model is told</span> <Words text={reason.modelMessage} />
      </p>
    </section>
  );
}
