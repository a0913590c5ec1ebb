// The journey by the TypeScript client of the second generation, which takes the newest protocol that the server has.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { endpoint, headers, journey } from "./journey.mjs";

const client = new Client({ name: "sdk2", version: "1" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }));
console.log(JSON.stringify(await journey(client, client.getNegotiatedProtocolVersion())));
