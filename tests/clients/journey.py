# The journey by the official Python client, over Streamable HTTP or, where COMMAND says how to start the server, over
# the pipes of a server of its own. Prints one JSON report: the structured content and the text of every answer.

import asyncio
import json
import os
import re

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

BROWSER = os.environ["BROWSER"]
PAGE = os.environ["PAGE"]


def ref(outline, role, name):
    return re.search(rf'^(\S+) {role} "{name}"', outline, re.MULTILINE)[1]


async def journey(client):
    steps, texts = {}, {}

    async def call(step, tool, **arguments):
        result = await client.call_tool(tool, arguments)
        texts[step] = result.content[0].text
        if result.is_error:
            raise RuntimeError(f"{tool}: {texts[step]}")
        steps[step] = result.structured_content
        return texts[step]

    tools = [tool.name for tool in (await client.list_tools()).tools]
    await call("open", "open_session", browser=BROWSER)
    await call("page", "navigate", url=PAGE, outline="none")
    outline = await call("outline", "outline")
    await call("write", "write", selector=ref(outline, "textbox", "Name"), text="Ada", outline="none")
    await call("click", "interact", action="click", selector={"ref": ref(outline, "button", "Greet")})
    await call("after", "outline", interactive=False)
    await call("end", "end_browser")
    return {"protocol": client.protocol_version, "tools": tools, "steps": steps, "texts": texts}


async def main():
    if "COMMAND" in os.environ:
        command, *arguments = json.loads(os.environ["COMMAND"])
        # The server starts with the environment of this program, not with the few names that are passed on otherwise.
        server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
        async with Client(server) as client:
            return await journey(client)
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Sf-Workspace": os.environ["WORKSPACE"]}
    async with create_mcp_http_client(headers) as http:
        async with Client(streamable_http_client(f"{os.environ['SERVER']}/mcp", http_client=http)) as client:
            return await journey(client)


print(json.dumps(asyncio.run(main())))
