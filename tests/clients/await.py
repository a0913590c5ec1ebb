# Waits for the hand-back by the official Python client, in the lifecycle that MODE names. Prints one JSON report.

import asyncio
import json
import os

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


async def main():
    said = []

    async def hear(progress, total, message):
        said.append(message)

    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Sf-Workspace": os.environ["WORKSPACE"]}
    async with create_mcp_http_client(headers) as http:
        transport = streamable_http_client(f"{os.environ['SERVER']}/mcp", http_client=http)
        async with Client(transport, mode=os.environ["MODE"]) as client:
            result = await client.call_tool("await_control", {}, progress_callback=hear)
            return {
                "protocol": client.protocol_version,
                "said": said,
                "failed": result.is_error,
                "data": result.structured_content,
                "text": result.content[0].text,
            }


print(json.dumps(asyncio.run(main())))
