// Waits for the hand-back as a task, by the TypeScript client of the second generation with the official package for tasks;
// CANCEL=1 gives the wait up as soon as it is one. Prints one JSON report.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { endpoint, headers } from "./journey.mjs";

const protocol = "2026-07-28";
const info = { name: "ext-tasks", version: "1" };
const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const client = new Client(info, { capabilities, versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }));

// The package leaves the requests about tasks to its user: what it wants sent, and the answer as it came.
const asked = [];
const rawDispatch = async (request) => {
  const { name, taskId } = request.params;
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: {
      ...headers,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": protocol,
      "Mcp-Method": request.method,
      "Mcp-Name": name ?? taskId,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: `r${asked.length}`, ...request }),
  });
  const message = await answer.json();
  asked.push({ method: request.method, status: message.result?.status });
  return message;
};

const session = createTaskSessionFromClient(client, {
  endpointId: "handback",
  rawDispatch,
  v2RequestFraming: { protocolVersion: protocol, clientInfo: info, clientCapabilities: capabilities },
});
const execution = await session.callTool("await_control", {});
if (process.env.CANCEL) await execution.cancel();
const { outcome } = await execution.settle();
const result = process.env.CANCEL ? {} : resultFromTaskOutcome(outcome);
const report = { protocol, kind: execution.kind, asked, outcome: outcome.status ?? outcome.kind, failed: result.isError };
await session.close();
await client.close();
console.log(JSON.stringify({ ...report, data: result.structuredContent, text: result.content?.[0].text }));
