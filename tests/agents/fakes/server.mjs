// A model on the loopback interface. It plays a list of tool calls, one in each turn, and then ends the turn.
//
// Owns the server, the list and what the model was told. How a vendor writes all this is a file beside this one.

import { createServer } from "node:http";

/**
 * Starts a model that speaks `protocol` and makes `calls`. A call is `{ name, input }`, or a function of the results so
 * far that returns one. A request that does not offer the tool of the next call (a title, a summary) gets the text `ok`.
 */
export async function model(protocol, calls) {
  const requests = [];
  const made = [];
  let told = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://127.0.0.1").pathname;
    const body = json(await whole(request));
    requests.push({ at: performance.now(), path, body });
    if (!body || !protocol.isTurn(path)) return send(response, protocol.other?.(path) ?? {});
    const results = protocol.results(body);
    if (results.length > told.length) told = results;
    const next = calls[results.length];
    const call = typeof next === "function" ? next(results) : next;
    const isOffered = call !== undefined && protocol.tools(body).includes(call.name);
    if (isOffered) made[results.length] = call;
    protocol.answer(response, body, isOffered ? { ...call, id: `call_${results.length + 1}` } : undefined, path);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    /** The calls that were made, in order. */
    made,
    /** The text of each result that the model was given, in the order of the calls. */
    told: () => told,
    /** The names of the tools in the longest list that was offered. */
    offered: () => {
      const lists = requests
        .filter(({ path, body }) => body && protocol.isTurn(path))
        .map(({ body }) => protocol.tools(body));
      return lists.sort((a, b) => b.length - a.length)[0] ?? [];
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Answers with one JSON value. */
export function send(response, value) {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Answers with server-sent events, each `[name, data]`; a name of `undefined` is left out. */
export function stream(response, events) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [name, data] of events) {
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

/** The text of a content that is a text, or a list of blocks with texts. */
export function text(content) {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((block) => block.text ?? text(block.content ?? "")).join("\n");
  return JSON.stringify(content ?? "");
}

async function whole(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function json(source) {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
