// The gallery: every check with the examples that are its own tests.

import { useEffect, useState } from "preact/hooks";
import { addCommand } from "../editor/handles.ts";
import { commandsText } from "../judge/signals.ts";
import { allStories, decisions, stories } from "../judge/judge.ts";
import { written } from "../model/commands.ts";
import type { Decision, Story } from "../model/verdict.ts";
import { Badge, Words } from "../panes/parts.tsx";
import { Frame } from "./Dialog.tsx";
import { closeDialog } from "./dialogs.ts";
import { say } from "./notice.ts";

type Example = Story["examples"][number];

const SAYS = {
  fires: "the check asks about these",
  silent: "these look alike and are fine",
  blind: "admitted misses: another part of the core asks about them",
} as const;

/** A story as it is told: its text, then its examples by what is expected of them. */
export function StoryText({ story }: { story: Story }) {
  const [decided, setDecided] = useState<{ of: Story; found: (Decision | null)[] } | null>(null);
  useEffect(() => {
    let wanted = true;
    void decisions(story).then((found) => {
      if (wanted) setDecided({ of: story, found });
    });
    return () => {
      wanted = false;
    };
  }, [story]);
  const decision = (example: Example): Decision | null =>
    decided?.of === story ? (decided.found[story.examples.indexOf(example)] ?? null) : null;
  return (
    <article class="story">
      <h3>
        {story.number ? <span class="number">{story.number}</span> : null}
        {story.code}
      </h3>
      <p class="lead">
        <Words text={story.message} />
      </p>
      {paragraphs(story.text).map((paragraph, index) => (
        <p key={index}>
          <Words text={paragraph} />
        </p>
      ))}
      {story.help && (
        <p class="help">
          <Words text={story.help} />
        </p>
      )}
      {(["fires", "silent", "blind"] as const).map((expectation) => {
        const examples = story.examples.filter((example) => example.expectation === expectation);
        if (examples.length === 0) return null;
        return (
          <section key={expectation}>
            <h4>
              <span class={`expectation ${expectation}`}>{expectation}</span> {SAYS[expectation]}
            </h4>
            <ul class="examples">
              {examples.map((example, index) => (
                <li key={index}>
                  <Badge decision={decision(example)} />
                  <button
                    type="button"
                    class="link"
                    title="put it into the editor"
                    onClick={() => take(example.command)}
                  >
                    <code>{example.command}</code>
                  </button>
                  {example.shell !== "bash" && <span class="tag">{example.shell}</span>}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <button type="button" class="primary" onClick={() => takeAll(story)}>
        Judge all of them in the editor
      </button>
    </article>
  );
}

/** The words of a story; its examples, which are in fences there, are shown on their own. */
function paragraphs(markdown: string): string[] {
  const words = markdown.replace(/^```[^]*?^```$/gm, "");
  return words.split(/\n\s*\n/).flatMap((part) => part.trim().replaceAll("\n", " ") || []);
}

function take(command: string): void {
  closeDialog();
  // After the dialog has given the focus back.
  setTimeout(() => addCommand(command));
}

function takeAll(story: Story): void {
  const parts = (["fires", "silent", "blind"] as const).flatMap((expectation) => {
    const examples = story.examples.filter((example) => example.expectation === expectation);
    return examples.length === 0
      ? []
      : [`# ${story.code}: ${expectation}`, ...examples.map(({ command }) => written(command))];
  });
  commandsText.value = `${parts.join("\n")}\n`;
  closeDialog();
  say(`${story.examples.length} examples of ${story.code}`);
}

export function Gallery() {
  const [chosen, choose] = useState<string | null>(null);
  useEffect(() => void allStories(), []);
  const all = stories.value.filter(({ examples }) => examples.length > 0);
  const story = all.find(({ code }) => code === chosen) ?? all[0];
  return (
    <Frame title="Gallery of attacks" wide>
      <div class="gallery">
        <nav aria-label="checks">
          <ul>
            {all.map(({ code, number, message }) => (
              <li key={code}>
                <button
                  type="button"
                  aria-current={code === story?.code ? "true" : undefined}
                  onClick={() => choose(code)}
                >
                  <span class="number">{number ?? ""}</span>
                  <span>
                    {code}
                    <span class="says">
                      <Words text={message} />
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div class="gallery-story" tabIndex={0} role="region" aria-label="the check">
          {story ? <StoryText story={story} /> : <p class="empty">…</p>}
        </div>
      </div>
    </Frame>
  );
}

/** The story behind the code of a finding. */
export function StoryDialog({ code }: { code: string }) {
  useEffect(() => void allStories(), []);
  const story = stories.value.find((one) => one.code === code);
  return (
    <Frame title="What this is for">
      {story ? (
        <StoryText story={story} />
      ) : (
        <p class="empty">{stories.value.length > 0 ? `${code} has no story of its own.` : "…"}</p>
      )}
    </Frame>
  );
}
