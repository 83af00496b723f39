import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Message = { role: string; content: string | { type: string; text?: string; image_url?: { url: string } }[] };
type Body = {
  model: string;
  messages: Message[];
  stream?: boolean;
  response_format?: { type: string; json_schema?: { schema: unknown } };
};

/** What the double was asked: `text` is everything that was said to it, `task` the last words of a person that are JSON. */
export type ChatAsked = {
  messages: Message[];
  text: string;
  task: Record<string, unknown> | null;
  body: Body;
  headers: IncomingMessage['headers'];
  isStream: boolean;
};

type Reply = (asked: ChatAsked, response: ServerResponse) => void;
type TaskLine = { n: number; text: string };

const KEY = 'sk-double-very-secret';
const MODEL = 'double-1';

/**
 * A service that speaks as OpenAI, DeepSeek and the others do, and answers as it is told: what is said is said in order, once;
 * the last one stays.
 */
export async function startChatDouble({ engine = 'words', name = '云文案', timeout_s = 1 } = {}) {
  const asked: ChatAsked[] = [];
  const replies: Reply[] = [];
  let usual: Reply = received;
  const server = createServer((request, response) => {
    void receive(request).then((one) => {
      asked.push(one);
      (replies.shift() ?? usual)(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = { ability: 'text', kind: 'openai', engine, name, url, key: KEY, model: MODEL };
  const provider = { ...settings, price: 2, price_out: 8, timeout_s, can_see: true };

  const next = (reply: Reply) => void replies.push(reply);
  const refuse = (status: number, error: object, headers: Record<string, string> = {}) =>
    next((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    });
  return {
    url,
    key: KEY,
    asked,
    provider,
    env: { AI_PROVIDERS: JSON.stringify([provider]) },
    /** The next answer: a text as it is, anything else as JSON. The last that was said stays. */
    says(value: unknown) {
      const reply: Reply = (one, response) => tell(one, response, wordsOf(value));
      next(reply);
      usual = reply;
    },
    /** The next answer, which comes when it is let go. */
    holds(value: unknown): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      next((one, response) => void promise.then(() => tell(one, response, wordsOf(value))));
      return resolve;
    },
    /** What was to be said and was not asked for. */
    forgets: () => void replies.splice(0),
    /** Every answer from now on, made of what is asked. */
    answers(make: (one: ChatAsked) => unknown) {
      usual = (one, response) => tell(one, response, wordsOf(make(one)));
    },
    /** Every answer from now on: translations, line by line. */
    translates(each: (line: string, to: string) => string) {
      usual = (one, response) => {
        const { lines = [], to = '' } = (one.task ?? {}) as { lines?: TaskLine[]; to?: string };
        tell(one, response, wordsOf({ lines: lines.map(({ n, text }) => ({ n, text: each(text, to) })) }));
      };
    },
    /** Each for one request. */
    fails: {
      noJson: () => next((one, response) => tell(one, response, '好的，我很乐意帮忙，不过先聊聊天气。')),
      halfJson: (value: unknown) =>
        next((one, response) => {
          const words = wordsOf(value);
          tell(one, response, words.slice(0, Math.ceil(words.length / 2)), 'length');
        }),
      fenced: (value: unknown) =>
        next((one, response) => tell(one, response, `当然可以：\n\`\`\`json\n${wordsOf(value)}\n\`\`\`\n希望有用！`)),
      busy: (seconds: number) =>
        refuse(429, { message: 'Rate limit reached', type: 'rate_limit' }, { 'retry-after': String(seconds) }),
      broken: () => refuse(500, { message: 'Internal error', type: 'server_error' }),
      badKey: () => refuse(401, { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' }),
      noCredit: () => refuse(402, { message: 'Insufficient Balance', code: 'invalid_request_error' }),
      refuses: () => refuse(400, { message: 'Content Exists Risk', code: 'invalid_request_error' }),
      silent: () => next(() => {}),
      cut: (value: unknown) => next((one, response) => cutOff(one, response, wordsOf(value))),
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function received(one: ChatAsked, response: ServerResponse): void {
  tell(one, response, '收到');
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function receive(request: IncomingMessage): Promise<ChatAsked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{"messages":[]}') as Body;
  const { messages } = body;
  const tasks = messages.filter(({ role }) => role === 'user').map((one) => taskIn(said(one)));
  return {
    messages,
    text: messages.map(said).join('\n'),
    task: tasks.findLast((one) => one !== null) ?? null,
    body,
    headers: request.headers,
    isStream: body.stream === true,
  };
}

function said({ content }: Message): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

function taskIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function tell(one: ChatAsked, response: ServerResponse, words: string, finish_reason = 'stop'): void {
  const usage = {
    prompt_tokens: one.text.length,
    completion_tokens: words.length,
    total_tokens: one.text.length + words.length,
  };
  const head = { id: 'chatcmpl-1', created: 1_790_000_000, model: one.body.model };
  if (!one.isStream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: words }, finish_reason }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    return;
  }
  const chunk = { ...head, object: 'chat.completion.chunk' };
  const events = [
    ...deltas(words).map((content) => ({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...chunk, choices: [], usage },
  ];
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(': keep-alive\r\n\r\n');
  stream(response, `${lines}data: [DONE]\r\n\r\n`);
}

/** A stream that breaks off in the middle of what it was about to say; without one, half an answer. */
function cutOff(one: ChatAsked, response: ServerResponse, words: string): void {
  const half = deltas(words).slice(0, Math.ceil(words.length / 16));
  const lines = half.map((content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  response.setHeader('content-type', one.isStream ? 'text/event-stream' : 'application/json');
  response.write(one.isStream ? lines.join('') : `{"choices":[{"message":{"content":"${words.slice(0, 4)}`, () => {
    response.destroy();
  });
}

function deltas(words: string): string[] {
  return words.match(/.{1,8}/gsu) ?? [];
}

/** In pieces that end inside of characters, as networks cut them. */
function stream(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'text/event-stream');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 101) response.write(bytes.subarray(at, at + 101));
  response.end();
}
