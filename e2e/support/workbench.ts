import { once } from 'node:events';
import { createServer } from 'node:http';
import { callOf, type Envelope, type Session } from '@mixreel/contract';

/** Another app of the company: takes the one-time key it is opened with, and hands back with one of its own. */
export async function startWorkbench(productUrl: () => string) {
  const server = createServer((request, response) => {
    const key = new URL(request.url ?? '', 'http://workbench').searchParams.get('code') ?? '';
    void greet(productUrl(), key).then((html) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/open?lang=zh`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function greet(productUrl: string, key: string): Promise<string> {
  const taken = await fetch(`${productUrl}${callOf('auth.loadTokenByKey').path}?key=${encodeURIComponent(key)}`);
  const { code, message, data } = (await taken.json()) as Envelope<Session>;
  if (code !== 0) return `<h1>${message}</h1>`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${data.access_token}` };
  const issued = await fetch(`${productUrl}${callOf('auth.issueKey').path}`, { method: 'POST', headers, body: '{}' });
  const back = ((await issued.json()) as Envelope<{ key: string }>).data.key;
  const way = `${productUrl}/login?key=${back}&from=${encodeURIComponent('/videoGenerate?projectId=p')}`;
  return `<h1>工作台：${data.user_info.name}</h1><a href="${way}">回到混剪工场</a>`;
}
