// The commands of the editor: one a line, or of several lines between two lines of three back-ticks.

export interface Command {
  /** Exactly what the shell would get. */
  text: string;
  /** Where `text` is in the document, the end not included. */
  from: number;
  to: number;
  /** The line of its first character, from 0. */
  line: number;
}

const FENCE = /^\s*```/;

/** Whether this line of the document only opens or closes a command of several lines. */
export function isFence(line: string): boolean {
  return FENCE.test(line);
}

/**
 * Every command of a document in order. Blank lines are none, and outside of fences neither are lines that begin
 * with `#`. A fence that is not closed reaches to the end.
 */
export function commandsOf(document: string): Command[] {
  const commands: Command[] = [];
  let from = 0;
  let fence: { from: number; line: number } | null = null;
  const add = (start: number, end: number, line: number): void => {
    const text = document.slice(start, end);
    if (text.trim() !== "") commands.push({ text, from: start, to: end, line });
  };
  const lines = document.split("\n");
  lines.forEach((text, line) => {
    const to = from + text.length;
    if (isFence(text)) {
      if (fence) add(fence.from, Math.max(fence.from, from - 1), fence.line);
      fence = fence ? null : { from: Math.min(to + 1, document.length), line: line + 1 };
    } else if (!fence && !text.trimStart().startsWith("#")) {
      const start = from + text.length - text.trimStart().length;
      add(start, from + text.trimEnd().length, line);
    }
    from = to + 1;
  });
  const open = fence as { from: number; line: number } | null;
  if (open) add(open.from, document.length, open.line);
  return commands;
}

/** The command that the place `at` is in or nearest after it on its line; null where there is none. */
export function commandAt(
  commands: readonly Command[],
  at: number,
  lineStart: number,
  lineEnd: number,
): Command | null {
  return (
    commands.find((command) => command.from <= at && at <= command.to) ??
    commands.find((command) => command.from <= lineEnd && lineStart <= command.to) ??
    null
  );
}

/** How a command is written into the document: as a line, or between fences where a line would say something else. */
export function written(command: string): string {
  const asLine = !command.includes("\n") && command.trim() === command && !command.startsWith("#") && !isFence(command);
  return asLine ? command : `\`\`\`\n${command}\n\`\`\``;
}
