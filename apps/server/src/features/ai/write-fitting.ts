import { type ChatAnswer, type ChatMessage, ProviderError } from '@mixreel/ai/providers';
import { z } from 'zod';
import type { Answer, Call } from './ability.ts';
import { readJsonIn } from './json-text.ts';
import { Wasted } from './refusal.ts';
import type { TextWriter } from './text-writer.ts';
import { type Wish, type Written, charactersOf } from './wish.ts';

/** Where a service does not count: a Chinese character is a bit more than half a token with most. */
const TOKENS_PER_CHARACTER = 0.7;
const ISSUES_TOLD = 12;

/**
 * Lets somebody write until the answer fits: what does not is sent back once, with what is wrong with it. The answer is never
 * taken for what it says it is.
 */
export async function writeFitting(writer: TextWriter, wish: Wish, { signal, onPart }: Call): Promise<Answer<Written>> {
  const schema = wish.answer ? schemaOf(wish.answer) : null;
  const { max_tokens, temperature } = wish;
  const spent: Spent = { amount: 0, cost: 0, cpu_seconds: 0 };
  const say = async (messages: ChatMessage[]) => {
    const asked = { signal, ...(onPart && { onText: onPart }) };
    const answer = await writer.say({ messages, schema, max_tokens, temperature }, asked);
    add(spent, writer, answer, wish);
    return answer;
  };

  const messages = [...wish.messages.map(toMessage), ...(schema ? [orderOf(schema)] : [])];
  try {
    const first = await say(messages);
    const read = readAs(wish, first);
    if (read.isFit) return { output: { value: read.value }, ...spent };
    const second = await say([...messages, { role: 'assistant', content: first.text }, complaint(read.problem)]);
    const again = readAs(wish, second);
    if (again.isFit) return { output: { value: again.value }, ...spent };
    throw new ProviderError('bad-answer', `${again.problem}\n${second.text}`);
  } catch (error) {
    throw error instanceof ProviderError && spent.amount > 0 ? new Wasted(error, spent) : error;
  }
}

function toMessage({ role, content }: Wish['messages'][number]): ChatMessage {
  if (typeof content === 'string') return { role, content };
  const parts = content.map((part) =>
    'text' in part ? part : { image: `data:image/jpeg;base64,${Buffer.from(part.jpeg).toString('base64')}` },
  );
  return { role, content: parts };
}

function schemaOf(answer: z.ZodType): Record<string, unknown> {
  const { $schema: _version, ...schema } = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });
  return schema;
}

/** Also for services that are told the schema: some take it as a hint only, and some refuse JSON where no word says so. */
function orderOf(schema: Record<string, unknown>): ChatMessage {
  const content = `只回答一个 JSON，不要任何解释，不要代码块标记。它必须符合这个 JSON Schema：\n${JSON.stringify(schema)}`;
  return { role: 'system', content };
}

function complaint(problem: string): ChatMessage {
  return { role: 'user', content: `上面的回答不能用：\n${problem}\n请改正后重新给出完整的 JSON，只回答 JSON。` };
}

type Read = { isFit: true; value: unknown } | { isFit: false; problem: string };

function readAs({ answer }: Wish, { text, is_cut_off }: ChatAnswer): Read {
  if (!answer) return { isFit: true, value: text.trim() };
  const value = readJsonIn(text);
  if (value === undefined) {
    return { isFit: false, problem: is_cut_off ? '回答太长，没有写完。请写得更短。' : '里面没有完整的 JSON。' };
  }
  const parsed = answer.safeParse(value);
  if (parsed.success) return { isFit: true, value: parsed.data };
  const issues = parsed.error.issues.slice(0, ISSUES_TOLD);
  return { isFit: false, problem: issues.map(({ path, message }) => `${path.join('.')}：${message}`).join('\n') };
}

type Spent = { amount: number; cost: number; cpu_seconds: number };

function add(
  spent: Spent,
  { price, price_out }: TextWriter,
  { tokens, text, cpu_seconds = 0 }: ChatAnswer,
  wish: Wish,
): void {
  const sent = tokens?.sent ?? Math.ceil(charactersOf(wish.messages) * TOKENS_PER_CHARACTER);
  const written = tokens?.written ?? Math.ceil(text.length * TOKENS_PER_CHARACTER);
  spent.cpu_seconds += cpu_seconds;
  spent.amount += sent + written;
  spent.cost += (sent * price + written * price_out) / 1_000_000;
}
