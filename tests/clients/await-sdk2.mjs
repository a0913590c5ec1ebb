// Waits for the hand-back by the TypeScript client of the second generation, in the lifecycle that MODE names. Prints one
// JSON report.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { endpoint, headers } from "./journey.mjs";

const client = new Client({ name: "sdk2", version: "1" }, { versionNegotiation: { mode: process.env.MODE } });
await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }));
const protocol = client.getNegotiatedProtocolVersion();
const said = [];
const onprogress = ({ message }) => said.push(message);
const call = { name: "await_control", arguments: {} };
const result = await client.callTool(call, { onprogress, resetTimeoutOnProgress: true });
const { isError: failed, structuredContent: data, content } = result;
await client.close();
console.log(JSON.stringify({ protocol, said, failed, data, text: content[0].text }));
