import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

export type Received = { path: string; type: string; body: unknown };

/** A report service of somebody else: takes everything, on another origin than the product. */
export async function startCollector() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    void readText(request).then((text) => {
      received.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body: JSON.parse(text) });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
