// Waits for the hand-back by the TypeScript client of the first generation. Prints one JSON report.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { endpoint, headers } from "./journey.mjs";

const client = new Client({ name: "sdk1", version: "1" });
const transport = new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } });
await client.connect(transport);
const said = [];
const onprogress = ({ message }) => said.push(message);
const call = { name: "await_control", arguments: {} };
const result = await client.callTool(call, undefined, { onprogress, resetTimeoutOnProgress: true });
const { isError: failed, structuredContent: data, content } = result;
await client.close();
console.log(JSON.stringify({ protocol: transport.protocolVersion, said, failed, data, text: content[0].text }));
