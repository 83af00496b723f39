import { ask, askLines, dig, isRecord, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import {
  type ChatAnswer,
  type ChatConfig,
  type ChatMessage,
  type ChatRequest,
  ProviderError,
  type WriteWith,
} from '#providers/provider.ts';

/**
 * `POST {url}/chat/completions`, spoken by OpenAI, DeepSeek, Qwen, Doubao, Kimi, GLM and by everything that imitates them.
 * `url` has the whole prefix: they end in /v1, /v3, /v4.
 */
export const writeWithOpenai: WriteWith = async (config, request, { signal, onText }) => {
  const asked = {
    headers: { ...(config.key && { authorization: `Bearer ${config.key}` }), 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(config, request, onText !== undefined)),
    signal,
    timeout_ms: config.timeout_ms,
  };
  const url = `${config.url}/chat/completions`;
  if (!onText) return readAnswer(readJson((await ask(url, asked)).bytes));
  const written = emptyStream();
  const { bytes } = await askLines(url, asked, (line) => {
    if (takeLine(written, line)) onText(written.text);
  });
  return bytes ? readAnswer(readJson(bytes)) : endOf(written);
};

function bodyOf(config: ChatConfig, request: ChatRequest, isStream: boolean): Record<string, unknown> {
  const { schema, messages, max_tokens, temperature } = request;
  const body = {
    model: config.model,
    messages: messages.map(toWire),
    max_tokens,
    temperature,
    ...(schema && formatOf(config, schema)),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    ...config.extra,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function formatOf({ json }: ChatConfig, schema: Record<string, unknown>) {
  if (json === 'none') return {};
  if (json === 'object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } };
}

function toWire({ role, content }: ChatMessage) {
  if (typeof content === 'string') return { role, content };
  const parts = content.map((part) =>
    'text' in part ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: part.image } },
  );
  return { role, content: parts };
}

function readAnswer(answer: Record<string, unknown>): ChatAnswer {
  const [choice] = recordsOf(answer['choices']);
  const text = textOf(dig(choice, 'message', 'content'));
  return endOf({
    text,
    finish: wordOf(choice?.['finish_reason']) || 'stop',
    refusal: wordOf(dig(choice, 'message', 'refusal')),
    usage: answer['usage'],
  });
}

/** Some send their words in parts also where one text would do. */
function textOf(content: unknown): string {
  return (
    wordOf(content) ||
    recordsOf(content)
      .map(({ text }) => wordOf(text))
      .join('')
  );
}

type Stream = { text: string; finish: string; refusal: string; usage: unknown };

function emptyStream(): Stream {
  return { text: '', finish: '', refusal: '', usage: undefined };
}

/** One line of an event stream; whether it brought more text. Blank lines, comments and other fields say nothing. */
function takeLine(written: Stream, line: string): boolean {
  const data = /^data:\s?(.*)$/s.exec(line)?.[1]?.trim();
  if (data === '[DONE]') written.finish ||= 'stop';
  if (!data || data === '[DONE]') return false;
  const event = readJson(Buffer.from(data));
  if (isRecord(event['error'])) throw new ProviderError(failureOf(400, data), data);
  if (event['usage']) written.usage = event['usage'];
  const [choice] = recordsOf(event['choices']);
  const more = textOf(dig(choice, 'delta', 'content'));
  written.text += more;
  written.refusal += wordOf(dig(choice, 'delta', 'refusal'));
  written.finish = wordOf(choice?.['finish_reason']) || written.finish;
  return more !== '';
}

function endOf({ text, finish, refusal, usage }: Stream): ChatAnswer {
  if (finish === 'content_filter' || (refusal && !text)) throw new ProviderError('refused-content', refusal || finish);
  if (finish === '') throw new ProviderError('cut', 'the answer has no end');
  if (text.trim() === '') throw new ProviderError('bad-answer', `an empty answer, ended by ${finish}`);
  const [sent, written] = [Number(dig(usage, 'prompt_tokens')), Number(dig(usage, 'completion_tokens'))];
  const isCounted = Number.isFinite(sent) && Number.isFinite(written);
  return { text, tokens: isCounted ? { sent, written } : null, is_cut_off: finish === 'length' };
}
