import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const ACCESS = 'access-of-films';
const KEY = 'secret-of-films-very-long';

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> };
type Reply = (response: ServerResponse) => void;

/**
 * Services that make films of pictures, in the shapes of Kling (both interfaces and both ways to sign in), Ark, DashScope,
 * MiniMax, Runway and OpenAI. `next` are answers to what is submitted next instead of a proper one; `polls` is how often a job
 * is asked for before it is made, `link` where the film is said to lie.
 */
export async function startFilmDouble(film: Buffer) {
  const asked: Asked[] = [];
  const next: Reply[] = [];
  const looks = new Map<string, number>();
  const wishes = { polls: 1, link: '' };
  const server = createServer((request, response) => {
    void receive(request).then((one) => {
      if (one.path.startsWith('/films/')) return serve(response, one.path);
      if (!isAllowed(one)) return json(response, 401, { code: 1002, message: `invalid ${KEY}`, request_id: 'r' });
      if (one.method === 'GET') return tellOf(response, one.path);
      asked.push(one);
      if (one.method === 'DELETE') return json(response, 200, {});
      (next.shift() ?? ((to) => take(to, one.path)))(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function serve(response: ServerResponse, path: string): void {
    if (path.endsWith('.mp4')) response.setHeader('content-type', 'video/mp4').end(film);
    else if (path.endsWith('.html')) response.setHeader('content-type', 'video/mp4').end('<html>no film</html>');
    else response.writeHead(404).end();
  }

  function take(response: ServerResponse, path: string): void {
    const id = `job-${looks.size + 1}`;
    looks.set(id, 0);
    if (path.startsWith('/v1/videos/image2video')) {
      return json(response, 200, { code: 0, data: { task_id: id, task_status: 'submitted' } });
    }
    if (path.startsWith('/image-to-video/')) return json(response, 200, { code: 0, data: { id, status: 'submitted' } });
    if (path.startsWith('/api/v1/services')) return json(response, 200, { output: { task_id: id } });
    if (path.startsWith('/v1/video_generation')) {
      return json(response, 200, { task_id: id, base_resp: { status_code: 0, status_msg: 'success' } });
    }
    return json(response, 200, { id, status: 'queued' });
  }

  function tellOf(response: ServerResponse, path: string): void {
    const id = /job-\d+/.exec(path)?.[0] ?? '';
    const seen = (looks.get(id) ?? 0) + 1;
    looks.set(id, seen);
    const isMade = seen > wishes.polls;
    const link = wishes.link || `${url}/films/${id}.mp4`;
    if (path.endsWith('/content')) return void response.end(film);
    if (path.startsWith('/v1/files/')) return json(response, 200, { file: { download_url: link } });
    if (path.startsWith('/v1/videos/image2video/')) {
      const task_result = { videos: [{ id: 'v', url: link, duration: '5.1' }] };
      const made = isMade ? { task_status: 'succeed', task_result } : { task_status: 'processing' };
      return json(response, 200, { code: 0, data: { task_id: id, ...made } });
    }
    if (path.startsWith('/tasks?')) {
      const outputs = [{ type: 'video', id: 'v', url: link }];
      return json(response, 200, { code: 0, data: [{ id, status: isMade ? 'succeeded' : 'processing', outputs }] });
    }
    if (path.startsWith('/api/v3/')) {
      return json(response, 200, { id, status: isMade ? 'succeeded' : 'running', content: { video_url: link } });
    }
    if (path.startsWith('/api/v1/tasks/')) {
      const output = { task_id: id, task_status: isMade ? 'SUCCEEDED' : 'RUNNING', video_url: link };
      return json(response, 200, { output });
    }
    if (path.startsWith('/v1/query/')) {
      return json(response, 200, { status: isMade ? 'Success' : 'Processing', file_id: id });
    }
    if (path.startsWith('/v1/tasks/')) {
      return json(response, 200, { id, status: isMade ? 'SUCCEEDED' : 'RUNNING', progress: 0.5, output: [link] });
    }
    return json(response, 200, { id, status: isMade ? 'completed' : 'in_progress', progress: 50 });
  }

  const prefixes = { kling: '', ark: '/api/v3', dashscope: '', minimax: '', runway: '', openai: '/openai' };
  return {
    url,
    key: KEY,
    asked,
    next,
    wishes,
    json,
    provider(kind: keyof typeof prefixes, more: object = {}) {
      const entry = { ability: 'video', kind, engine: kind, name: kind, url: `${url}${prefixes[kind]}`, key: KEY };
      return { ...entry, price: 0.5, poll_s: 0.02, timeout_s: 5, ...more };
    },
    /** As Kling's older interface is signed in to. */
    signed: { app: ACCESS },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** By the key itself, or by a token that it signed; DashScope wants to hear that it need not answer at once. */
function isAllowed({ headers, method, path }: Asked): boolean {
  const token = headers.authorization?.slice('Bearer '.length) ?? '';
  const isLater = headers['x-dashscope-async'] === 'enable';
  if (path.startsWith('/api/v1/services') && method === 'POST' && !isLater) return false;
  if (token === KEY) return true;
  const [head = '', said = '', signature = ''] = token.split('.');
  const isOurs = createHmac('sha256', KEY).update(`${head}.${said}`).digest('base64url') === signature;
  // The newer interface takes no tokens.
  if (!isOurs || !path.startsWith('/v1/videos/')) return false;
  const { iss, exp, nbf } = JSON.parse(Buffer.from(said, 'base64url').toString()) as Record<string, number | string>;
  const now = Date.now() / 1000;
  return iss === ACCESS && Number(exp) > now && Number(nbf) < now;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function receive(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { form: text };
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
}
