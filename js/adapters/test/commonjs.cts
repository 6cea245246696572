// The adapters' types in CommonJS: each call must be what its framework takes there as well.

import shellgate = require("shellgate");
import ai = require("shellgate/ai-sdk");
import claude = require("shellgate/claude-agent-sdk");
import langchain = require("shellgate/langchain");
import mastra = require("shellgate/mastra");
import openai = require("shellgate/openai-agents");

const gate = new shellgate.Gate();
export const made = [
  ai.toolApproval(gate),
  claude.hooks(gate),
  langchain.asks(gate),
  mastra.guard(gate),
  openai.toolGuard(gate),
];
// @ts-expect-error a gate is needed
ai.toolApproval();
