import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real picture of four by four pixels, a quarter each: red, green, blue and white, as four come in one. */
const GRID = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAGElEQVR4nGP4z8DwnwGM4QhGgWkIQOEAAO5TF+lByH6qAAAAAElFTkSuQmCC',
  'base64',
);
/** A real picture of one blue pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
);
const KEY = 'sk-pictures-very-secret';

type Asked = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> };
type Reply = (response: ServerResponse) => void;

/**
 * Services that make pictures, in the shapes of OpenAI, Ark, DashScope, midjourney-proxy, SD WebUI and ComfyUI. `next` are answers to what comes next instead of a
 * proper one; `polls` is how often a job is asked for before it is made, and what is held is never
 * answered.
 */
export async function startImageDouble() {
  const asked: Asked[] = [];
  const next: Reply[] = [];
  const looks = new Map<string, number>();
  const wishes = {
    polls: 2,
    links: [] as string[],
    looked: [] as Reply[],
    /** What is answered at once. */
    png: PNG,
    isHeld: (_path: string): boolean => false,
  };
  const server = createServer((request, response) => {
    void receive(request).then((one) => {
      if (/^\/(files\/|view\?)/.test(one.path)) serve(response, one.path);
      else if (request.method === 'POST') {
        asked.push(one);
        if (wishes.isHeld(one.path)) return;
        (next.shift() ?? ((to) => take(to, one)))(response);
      } else (wishes.looked.shift() ?? ((to) => tell(to, one.path)))(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const linkOf = (n: number) => wishes.links[n] ?? `${url}/files/${n}.png`;

  function take(response: ServerResponse, { path, body }: Asked): void {
    if (path.endsWith('/cancel')) return json(response, 200, { request_id: 'r' });
    if (path === '/sdapi/v1/interrogate') return json(response, 200, { caption: 'a red apple on a table' });
    if (path.endsWith('/multimodal-generation/generation')) {
      const content = [{ image: linkOf(0) }];
      return json(response, 200, { output: { choices: [{ finish_reason: 'stop', message: { content } }] } });
    }
    if (path.startsWith('/mj/submit/') || path === '/prompt') {
      const id = `job-${looks.size + 1}`;
      looks.set(id, 0);
      return json(
        response,
        200,
        path === '/prompt' ? { prompt_id: id, number: 1, node_errors: {} } : { code: 22, result: id },
      );
    }
    if (path.startsWith('/sdapi/')) {
      const images = Array.from({ length: Number(body['n_iter']) }, () => PNG.toString('base64'));
      return json(response, 200, { images, parameters: {}, info: '{}' });
    }
    if (path.startsWith('/api/v1/services')) {
      const task_id = `job-${looks.size + 1}`;
      looks.set(task_id, 0);
      return json(response, 200, { request_id: 'r', output: { task_id, task_status: 'PENDING' } });
    }
    const count = Number(body['n'] ?? 1);
    const data = Array.from({ length: count }, (_, n) =>
      path.startsWith('/api/v3') ? { url: linkOf(n), size: '1x1' } : { b64_json: wishes.png.toString('base64') },
    );
    return json(response, 200, { created: 1, data });
  }

  /** What a path asks about, in the shape of whose path it is. */
  function tell(response: ServerResponse, path: string): void {
    const [, mj = ''] = /^\/mj\/task\/(.+)\/fetch$/.exec(path) ?? [];
    const [, comfy = ''] = /^\/history\/(.+)$/.exec(path) ?? [];
    const id = mj || comfy;
    if (!id) return tellOf(response, path.split('/').at(-1) ?? '');
    const seen = (looks.get(id) ?? 0) + 1;
    looks.set(id, seen);
    const isMade = seen > wishes.polls;
    if (mj) {
      const state = isMade ? { status: 'SUCCESS', progress: '100%' } : { status: 'IN_PROGRESS', progress: '45%' };
      const properties = { finalPrompt: '1️⃣ 一只红苹果，柔光 --ar 1:1\n\n2️⃣ 木桌上的苹果' };
      return json(response, 200, { id, action: 'IMAGINE', imageUrl: `${url}/files/grid.png`, properties, ...state });
    }
    const images = [{ filename: 'a.png', subfolder: '', type: 'output' }];
    const done = { [id]: { outputs: { 9: { images } }, status: { status_str: 'success', completed: true } } };
    return json(response, 200, isMade ? done : {});
  }

  function tellOf(response: ServerResponse, task_id: string): void {
    const seen = (looks.get(task_id) ?? 0) + 1;
    looks.set(task_id, seen);
    const task_metrics = { TOTAL: 2, SUCCEEDED: 1, FAILED: 0 };
    if (seen <= wishes.polls) {
      return json(response, 200, { output: { task_id, task_status: 'RUNNING', task_metrics } });
    }
    const results = [{ url: linkOf(0) }, { url: linkOf(1) }];
    return json(response, 200, { output: { task_id, task_status: 'SUCCEEDED', results }, usage: { image_count: 2 } });
  }

  const prefixes = {
    openai: '/v1',
    ark: '/api/v3',
    dashscope: '',
    'qwen-image': '',
    midjourney: '',
    'sd-webui': '',
    comfyui: '',
  };
  return {
    url,
    key: KEY,
    asked,
    next,
    looks,
    wishes,
    json,
    provider(kind: keyof typeof prefixes, more: object = {}) {
      const entry = { ability: 'image', kind, engine: kind, name: kind, url: `${url}${prefixes[kind]}`, key: KEY };
      return { ...entry, price: 0.2, poll_s: 0.02, timeout_s: 5, ...more };
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

function serve(response: ServerResponse, path: string): void {
  if (path.endsWith('/grid.png')) response.setHeader('content-type', 'image/png').end(GRID);
  else if (path.startsWith('/view?')) response.setHeader('content-type', 'image/png').end(PNG);
  else if (path.endsWith('.png')) response.setHeader('content-type', 'image/png').end(PNG);
  else if (path.endsWith('.html')) response.setHeader('content-type', 'image/png').end('<html>no picture</html>');
  else response.writeHead(404).end();
}

async function receive(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { url: path = '', headers } = request;
  return { path, headers, body: await bodyOf(headers['content-type'] ?? '', Buffer.concat(chunks)) };
}

/** Fields of a form by their names; of files, their bytes. */
async function bodyOf(type: string, bytes: Buffer): Promise<Record<string, unknown>> {
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString() || '{}') as Record<string, unknown>;
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) fields[name] = typeof value === 'string' ? value : Buffer.from(await value.bytes());
  return fields;
}
