import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Somebody else's agent, with the official client. */
export async function openMcp(url: string, token: string) {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  /** What a tool answers; throws what it refuses with. */
  const use = async <T>(name: string, input: Record<string, unknown>): Promise<T> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [said] = content;
    const text = said?.type === 'text' ? said.text : '';
    if (isError) throw new Error(text);
    return JSON.parse(text) as T;
  };
  return { client, use };
}
