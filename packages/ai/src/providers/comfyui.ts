import { ask, dig, isRecord, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { type PaintConfig, type PaintRequest, type PaintWith, ProviderError, type Ratio } from '#providers/provider.ts';

const SIZES: Record<Ratio, { width: number; height: number }> = {
  '1:1': { width: 1024, height: 1024 },
  '3:4': { width: 896, height: 1152 },
  '4:3': { width: 1152, height: 896 },
  '9:16': { width: 768, height: 1344 },
  '16:9': { width: 1344, height: 768 },
};

/**
 * ComfyUI with a workflow of the administrator's (`workflow`, in its API format). Inputs that are marked `{{prompt}}`,
 * `{{negative}}`, `{{width}}`, `{{height}}`, `{{count}}` and `{{seed}}` are filled in; what is marked alone becomes a number where
 * it is one. It has no keys of its own: it stands where only the product reaches it.
 */
export const paintWithComfyui: PaintWith = {
  limitsOf: () => ({ count_max: 4, prompt_max: 2000, references_max: 0, has_negative: true, has_seed: true }),

  async submit(config, request, signal) {
    const { bytes } = await ask(`${config.url}/prompt`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: fill(workflowOf(config), valuesOf(request)), client_id: 'mixreel' }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const prompt_id = wordOf(readJson(bytes)['prompt_id']);
    if (!prompt_id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { prompt_id };
  },

  async look(config, { prompt_id = '' }, signal) {
    const { bytes } = await ask(`${config.url}/history/${encodeURIComponent(prompt_id)}`, {
      headers: {},
      body: null,
      signal,
    });
    const job = readJson(bytes)[prompt_id];
    if (!isRecord(job)) return { state: 'waiting', progress: null };
    if (wordOf(dig(job, 'status', 'status_str')) === 'error') {
      throw new ProviderError('failed', JSON.stringify(dig(job, 'status', 'messages')));
    }
    if (dig(job, 'status', 'completed') !== true) return { state: 'waiting', progress: null };
    const outputs = dig(job, 'outputs');
    const images = Object.values(isRecord(outputs) ? outputs : {}).flatMap((node) => recordsOf(dig(node, 'images')));
    const pictures = images
      .filter(({ type }) => type !== 'temp')
      .map(({ filename, subfolder, type }) => {
        const query = { filename: wordOf(filename), subfolder: wordOf(subfolder), type: wordOf(type) || 'output' };
        return { url: `${config.url}/view?${new URLSearchParams(query)}` };
      });
    if (pictures.length === 0) throw new ProviderError('failed', 'the workflow saved no picture');
    return { state: 'made', output: { pictures } };
  },

  async cancel(config, { prompt_id = '' }, signal) {
    const headers = { 'content-type': 'application/json' };
    await ask(`${config.url}/queue`, { headers, body: JSON.stringify({ delete: [prompt_id] }), signal });
    await ask(`${config.url}/interrupt`, { headers, body: JSON.stringify({ prompt_id }), signal });
  },
};

function workflowOf({ workflow }: PaintConfig): Record<string, unknown> {
  if (!isRecord(workflow)) throw new ProviderError('no-model', 'no workflow was configured');
  return workflow;
}

type Values = Record<string, string | number>;

function valuesOf({ prompt, negative, ratio, count, seed }: PaintRequest): Values {
  const any = Math.floor(Math.random() * 2 ** 31);
  return { prompt, negative, count, seed: seed ?? any, ...SIZES[ratio] };
}

/** The workflow with what is wanted at its marks. Words go in as values of JSON: nothing in them can become structure. */
function fill(node: unknown, values: Values): unknown {
  if (Array.isArray(node)) return node.map((one) => fill(one, values));
  if (isRecord(node)) return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, fill(one, values)]));
  if (typeof node !== 'string') return node;
  const [, alone] = /^\{\{(\w+)\}\}$/.exec(node) ?? [];
  if (alone !== undefined && Object.hasOwn(values, alone)) return values[alone];
  return node.replace(/\{\{(\w+)\}\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : mark,
  );
}
