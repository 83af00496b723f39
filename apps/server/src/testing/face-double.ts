import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEY = 'secret-of-faces-very-long';

type Asked = { path: string; body: Buffer };

/**
 * Services that put a face onto somebody, in the shapes of HeyGen's workflow and of a `face-swaps` service of one's own. A job
 * is asked for twice before it is made; `fail` is what it then failed at instead.
 */
export async function startFaceDouble(film: () => Promise<Buffer>) {
  const asked: Asked[] = [];
  const looks = new Map<string, number>();
  const wishes = { fail: '' };
  const server = createServer((request, response) => {
    void receive(request).then(async (body) => {
      const path = request.url ?? '';
      if (path.endsWith('.mp4')) return void response.setHeader('content-type', 'video/mp4').end(await film());
      const isHeygen = path.startsWith('/v1/workflows/');
      const key = isHeygen ? request.headers['x-api-key'] : request.headers.authorization?.slice('Bearer '.length);
      if (key !== KEY) return json(response, 401, { error: { code: 'unauthorized', message: 'invalid api key' } });
      if (request.method === 'GET') return tellOf(response, path, isHeygen);
      asked.push({ path, body });
      const id = `job-${looks.size + 1}`;
      looks.set(id, 0);
      return isHeygen ? json(response, 200, { data: { execution_id: id } }) : json(response, 202, { id });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function tellOf(response: ServerResponse, path: string, isHeygen: boolean): void {
    const id = /job-\d+$/.exec(path)?.[0] ?? '';
    const seen = (looks.get(id) ?? 0) + 1;
    looks.set(id, seen);
    const output_url = `${url}/made/${id}.mp4`;
    const { fail } = wishes;
    const state = seen < 2 ? 'running' : fail ? 'failed' : isHeygen ? 'completed' : 'succeeded';
    if (isHeygen) {
      const more = state === 'completed' ? { output: { video: { video_url: output_url } } } : {};
      return json(response, 200, { data: { execution_id: id, status: state, ...more, ...(fail && { error: fail }) } });
    }
    const more = state === 'succeeded' ? { output_url } : {};
    const error = state === 'failed' ? { error: { code: fail, message: 'it did not work' } } : {};
    return json(response, 200, { id, status: state, progress: state === 'running' ? 40 : 100, ...more, ...error });
  }

  return {
    asked,
    wishes,
    provider(kind: 'face-swaps' | 'heygen') {
      const entry = { ability: 'face_swap', kind, engine: kind, name: kind, url, key: KEY };
      return { ...entry, price: 0.5, poll_s: 0.02, timeout_s: 5 };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
