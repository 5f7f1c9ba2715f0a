"""Lists the tools of `ludus mcp` and reads the rules of Trails: client.py NODE LUDUS FOLDER"""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(node, ludus, folder):
    server = StdioServerParameters(command=node, args=[ludus, "mcp", folder])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        print(*(tool.name for tool in (await session.list_tools()).tools))
        rules = await session.call_tool("rules", {"game": "trails", "language": "python"})
        print(rules.content[0].text.splitlines()[0])


asyncio.run(main(*sys.argv[1:]))
