// The journey by the TypeScript client of the first generation.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { endpoint, headers, journey } from "./journey.mjs";

const client = new Client({ name: "sdk1", version: "1" });
const transport = new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } });
await client.connect(transport);
console.log(JSON.stringify(await journey(client, transport.protocolVersion)));
