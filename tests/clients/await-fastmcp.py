# Waits for the hand-back by FastMCP's client, which turns calls into tasks by itself and leaves Mcp-Name out when it asks
# for them. DO says how: `call` waits without a word about tasks, `task` holds the task, `cancel` gives it up. Prints one
# JSON report.

import asyncio
import json
import os

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp_tasks import call_tool_task

HEADERS = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Sf-Workspace": os.environ["WORKSPACE"]}


def answer(result):
    return {"data": result.structured_content, "text": result.content[0].text}


async def main():
    transport = StreamableHttpTransport(f"{os.environ['SERVER']}/mcp", headers=HEADERS)
    async with Client(transport, mode="auto") as client:
        if os.environ["DO"] == "call":
            return answer(await client.call_tool("await_control", {}))
        task = await call_tool_task(client, "await_control", {})
        first = await task.status()
        report = {"statuses": [first.status], "says": first.status_message}
        if os.environ["DO"] == "cancel":
            await task.cancel()
            while report["statuses"][-1] == "working":
                await asyncio.sleep(0.1)
                report["statuses"].append((await task.status()).status)
            return report
        return report | answer(await task.result())


print(json.dumps(asyncio.run(main())))
