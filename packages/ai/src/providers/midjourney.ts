import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import {
  PAINT_CHANGES,
  type PaintChange,
  type PaintConfig,
  type PaintRequest,
  type PaintWith,
  ProviderError,
  type Ratio,
} from '#providers/provider.ts';

/** Answers of a submit that say that it was taken: now, or when its turn comes. */
const TAKEN = [1, 21, 22];
const QUEUE_FULL = 23;
const BANNED_WORD = 24;

/**
 * A midjourney-proxy of the administrator's own. It takes a job, tells its progress as `"45%"`, and gives one picture of four in a
 * square, of which whoever keeps it takes the quarters. It drives an account of theirs, under terms that are theirs to keep.
 */
export const paintWithMidjourney: PaintWith = {
  limitsOf: () => ({
    count_max: 4,
    prompt_max: 2000,
    references_max: 4,
    has_negative: true,
    has_seed: true,
    changes: PAINT_CHANGES,
  }),

  async submit(config, request, signal) {
    const { change = null } = request;
    const body = change ? changeOf(change) : { prompt: promptOf(config, request), base64Array: request.references };
    const task_id = await give(config, change ? 'change' : 'imagine', body, signal);
    // Larger, one comes by itself; everything else comes as four.
    return { task_id, count: String(request.count), form: change?.way === 'upscale' ? 'one' : 'square' };
  },

  async look(config, { task_id = '', count = '4', form }, signal) {
    const task = await fetchTask(config, task_id, signal);
    const image = wordOf(task['imageUrl']);
    // While it works, the address is that of an unfinished look.
    if (task['status'] !== 'SUCCESS') return { state: 'waiting', progress: progressOf(task['progress']) };
    if (!image) throw new ProviderError('bad-answer', 'it is done and there is no picture');
    if (form === 'one') return { state: 'made', output: { pictures: [{ url: image }] } };
    const pictures = Array.from({ length: Math.min(4, Number(count)) }, (_, cell) => ({ url: image, cell }));
    return { state: 'made', output: { pictures } };
  },

  describe: {
    async submit(config, { picture }, signal) {
      return { task_id: await give(config, 'describe', { base64: picture }, signal) };
    },
    async look(config, { task_id = '' }, signal) {
      const task = await fetchTask(config, task_id, signal);
      if (task['status'] !== 'SUCCESS') return { state: 'waiting', progress: progressOf(task['progress']) };
      const text = wordOf(dig(task, 'properties', 'finalPrompt')) || wordOf(task['promptEn']) || wordOf(task['prompt']);
      // Four, one below the other, each behind a number as a sign and before its flags.
      const prompts = text.split('\n').map((line) =>
        line
          .replace(/^\s*(\d\uFE0F?\u20E3|\d[.、)])\s*/u, '')
          .replace(/\s--\w.*$/, '')
          .trim(),
      );
      return { state: 'made', output: { prompts: prompts.filter(Boolean) } };
    },
  },
};

async function give(config: PaintConfig, what: string, body: object, signal: AbortSignal): Promise<string> {
  const { bytes } = await ask(`${config.url}/mj/submit/${what}`, {
    headers: headersOf(config),
    body: JSON.stringify(body),
    signal,
    timeout_ms: config.timeout_ms,
    is_once: true,
  });
  const said = readJson(bytes);
  const [code, task_id] = [Number(said['code']), wordOf(said['result'])];
  if (code === QUEUE_FULL) throw new ProviderError('busy', JSON.stringify(said));
  if (code === BANNED_WORD) throw new ProviderError('refused-content', JSON.stringify(said));
  if (!TAKEN.includes(code)) throw new ProviderError('bad-request', JSON.stringify(said));
  // It said yes, and not to what: whether it works on something nobody can know.
  if (!task_id) throw new ProviderError('unclear', JSON.stringify(said));
  return task_id;
}

async function fetchTask(config: PaintConfig, task_id: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const url = `${config.url}/mj/task/${encodeURIComponent(task_id)}/fetch`;
  const { bytes } = await ask(url, { headers: headersOf(config), body: null, signal });
  const task = readJson(bytes);
  if (task['status'] === 'FAILURE' || task['status'] === 'CANCEL') {
    const said = JSON.stringify([task['failReason'], dig(task, 'properties', 'bannedWord')]);
    const isImproper = /banned|prohibited|moderat|sensitive|违禁|敏感/i.test(said);
    throw new ProviderError(isImproper ? 'refused-content' : 'failed', said);
  }
  return task;
}

const ACTIONS: Record<PaintChange, string> = { upscale: 'UPSCALE', variation: 'VARIATION', reroll: 'REROLL' };

function changeOf({ way, cell, job }: NonNullable<PaintRequest['change']>) {
  return { taskId: job['task_id'] ?? '', action: ACTIONS[way], ...(way !== 'reroll' && { index: cell + 1 }) };
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  // Proxies ask for the one, gateways before them for the other.
  return { 'mj-api-secret': key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function plain(text: string): string {
  return text
    .replace(/\s*[-—–]{2,}\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

type Wanted = { prompt: string; negative: string; ratio: Ratio; seed: number | null };

/** Flags stand behind the words; two dashes in the words themselves would be flags of a stranger. */
function promptOf({ model }: PaintConfig, { prompt, negative, ratio, seed }: Wanted): string {
  const flags = [
    `--ar ${ratio}`,
    ...(negative ? [`--no ${plain(negative)}`] : []),
    ...(seed === null ? [] : [`--seed ${seed}`]),
    ...(model ? [`--v ${model}`] : []),
  ];
  return [plain(prompt), ...flags].join(' ');
}

/** `"45%"`; empty before it begins and when it fails. */
function progressOf(value: unknown): number | null {
  const [, percent] = /^(\d{1,3})\s*%$/.exec(wordOf(value)) ?? [];
  return percent === undefined ? null : Math.min(1, Number(percent) / 100);
}
