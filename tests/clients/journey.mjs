// The journey of both TypeScript clients. It takes what differs between them, and gives a report: the structured content
// and the text of every answer.

const { SERVER, TOKEN, WORKSPACE, BROWSER, PAGE } = process.env;

export const endpoint = new URL(`${SERVER}/mcp`);
export const headers = { Authorization: `Bearer ${TOKEN}`, "Sf-Workspace": WORKSPACE };

export async function journey(client, protocol) {
  const steps = {};
  const texts = {};
  const call = async (step, name, args) => {
    const result = await client.callTool({ name, arguments: args });
    texts[step] = result.content[0].text;
    if (result.isError) throw new Error(`${name}: ${texts[step]}`);
    steps[step] = result.structuredContent;
    return texts[step];
  };
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  await call("open", "open_session", { browser: BROWSER });
  await call("page", "navigate", { url: PAGE, outline: "none" });
  const outline = await call("outline", "outline", {});
  await call("write", "write", { selector: ref(outline, "textbox", "Name"), text: "Ada", outline: "none" });
  await call("click", "interact", { action: "click", selector: { ref: ref(outline, "button", "Greet") } });
  await call("after", "outline", { interactive: false });
  await call("end", "end_browser", {});
  await client.close();
  return { protocol, tools, steps, texts };
}

function ref(outline, role, name) {
  return outline.match(new RegExp(`^(\\S+) ${role} "${name}"`, "m"))[1];
}
