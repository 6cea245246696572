// The corpus over one build of the module, in whatever runs JavaScript: Node and a page import the same file.
//
// Owns how each line is asked through the package, as its users do, and the comparison with the answer that is written.
// The form of the file is described in tests/conformance/README.md.

/** Differing answers that a report shows. */
const SHOWN = 5;
/** How a first part without its rest says that it has no answer. */
const UNANSWERED = "stopped: CoreError: the rest of the module has not arrived yet";

/**
 * Asks every question of the corpus `text`; a module `withoutPowerShell` is not asked about that shell, but that it allows
 * nothing of it. A module `withoutRest` may have no answer, and has no glue.
 *
 * `Gate` is the package's, `core` the bindings' glue with an instance of the module. What is thrown is an answer too,
 * and a differing one. Returns how much was asked, how many answers differ, and the first of these.
 */
export function ask(text, { Gate, core, withoutPowerShell = false, withoutRest = false }) {
  const lines = text.split("\n").filter((line) => line !== "");
  const head = JSON.parse(lines[0]);
  if (head.format !== "shellgate-conformance" || head.version !== 1) {
    throw new Error("this is no corpus of a known version");
  }
  const gates = [];
  const report = { requests: 0, differing: 0, notAsked: 0, first: [] };
  for (const line of lines.slice(1)) {
    const { answer: expected, ...question } = JSON.parse(line);
    if (expected === undefined) {
      gates[question.policy] = opened(JSON.parse(question.open), Gate, withoutRest);
      continue;
    }
    if (withoutPowerShell && isPowerShell(question)) {
      report.notAsked += 1;
      const wrong = allowed(question, gates, Gate, core);
      if (wrong === undefined) continue;
      report.differing += 1;
      if (report.first.length < SHOWN)
        report.first.push({ question: JSON.stringify(question), expected: "no allow", answer: wrong });
      continue;
    }
    const answer = withoutRest && "call" in question ? UNANSWERED : answered(question, gates, Gate, core);
    if (withoutRest && answer.startsWith(UNANSWERED)) {
      report.notAsked += 1;
      continue;
    }
    report.requests += 1;
    if (answer === expected) continue;
    report.differing += 1;
    if (report.first.length < SHOWN) report.first.push({ question: JSON.stringify(question), expected, answer });
  }
  if (report.requests + report.notAsked !== head.requests || gates.length !== head.policies) {
    throw new Error("the file does not hold what its first line promises");
  }
  return report;
}

/** A gate; where the first part cannot open one, something that throws at every request what was thrown then. */
function opened(options, Gate, withoutRest) {
  try {
    return new Gate(options);
  } catch (error) {
    if (!withoutRest) throw error;
    const stopped = () => {
      throw error;
    };
    return { check: stopped, checkJson: stopped };
  }
}

/** Whether a question is about a command of PowerShell: by its shell, or by its tool, whose shell that is. */
function isPowerShell(question) {
  const text = question.request ?? question.call;
  if (text === undefined || !/powershell/i.test(text)) return false;
  try {
    const { shell, tool, request = { shell, tool } } = JSON.parse(text);
    return request.shell === "powershell" || (request.shell == null && request.tool === "PowerShell");
  } catch {
    return false;
  }
}

/** The answer of a module without PowerShell that lets a command of it run; undefined where it asks or denies. */
function allowed(question, gates, Gate, core) {
  if (question.request === undefined) return undefined;
  const answer = answered(question, gates, Gate, core);
  const isWrong = answer.startsWith("stopped") && !answer.startsWith(UNANSWERED);
  return answer.startsWith('{"decision":"allow"') || isWrong ? answer : undefined;
}

function answered(question, gates, Gate, core) {
  try {
    if ("call" in question) return core.call(question.call);
    if ("open" in question) return refused(JSON.parse(question.open), Gate);
    const gate = gates[question.policy];
    return question.offsets === "utf8" ? gate.checkJson(question.request) : written(gate, JSON.parse(question.request));
  } catch (error) {
    // A trap leaves the instance behind `core` in an unknown state; the package makes itself another one.
    if (error instanceof WebAssembly.RuntimeError) core.__wbg_reset_state();
    return `stopped: ${error} ${error.cause ?? ""}`;
  }
}

/** The answer to a request that is given as an object. */
function written(gate, request) {
  try {
    return JSON.stringify(gate.check(request));
  } catch (error) {
    if (error.name !== "RequestError") throw error;
    const { message, help, line, column } = error;
    return JSON.stringify({ error: { message, help, line, column } });
  }
}

/** What is said of options under which there is no gate. */
function refused(options, Gate) {
  try {
    new Gate(options);
  } catch (error) {
    if (error.name !== "PolicyError") throw error;
    const [first, ...more] = error.errors;
    return JSON.stringify(more.length > 0 ? { error: first, more } : { error: first });
  }
  return "a gate was opened";
}
