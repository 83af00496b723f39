import { ask, dig, isRecord, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { NO_WORKFLOW, readWorkflow, type Workflow } from '#providers/comfyui-workflow.ts';
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
 * it is one. What is not marked is not offered. It has no keys of its own: it stands where only the product reaches it.
 */
export const paintWithComfyui: PaintWith = {
  has_workflow: true,

  limitsOf({ workflow = {} }) {
    const { marks } = readWorkflow(workflow);
    const has = (name: string) => marks.some(({ mark }) => mark === name);
    const count_max = has('count') ? 4 : 1;
    return { count_max, prompt_max: 2000, references_max: 0, has_negative: has('negative'), has_seed: has('seed') };
  },

  async submit(config, request, signal) {
    const workflow = workflowOf(config);
    const { bytes } = await ask(`${config.url}/prompt`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: fill(workflow, valuesOf(request)), client_id: 'mixreel' }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    }).catch((error: unknown) => {
      throw error instanceof ProviderError && error.kind === 'bad-request' ? unrunnable(error, workflow) : error;
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
      throw stopped(dig(job, 'status', 'messages'));
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

function workflowOf({ workflow }: PaintConfig): Workflow {
  if (!isRecord(workflow)) throw new ProviderError('no-model', 'no workflow', { told: NO_WORKFLOW });
  return workflow;
}

const SAID_MOST = 200;

/** It was not taken, because of the workflow: who looks after that has to know which node it is. The answer may be cut off. */
function unrunnable({ kind, details }: ProviderError, workflow: Workflow): ProviderError {
  const [found, node = ''] = /"node_errors"\s*:\s*\{\s*"([^"]+)"/.exec(details) ?? [];
  const said = found ? details.slice(details.indexOf(found)) : details;
  const why = ['message', 'details'].map((name) => saidAs(said, name)).filter(Boolean);
  const place = { node, class_type: wordOf(dig(workflow, node, 'class_type')) };
  return new ProviderError(kind, details, { told: runFault(place, why.join('：')) });
}

/** It was taken and came to a node that failed. Messages are pairs: what happened, and about what. */
function stopped(messages: unknown): ProviderError {
  const pairs: unknown[] = Array.isArray(messages) ? messages : [];
  const [, said] = pairs.filter(Array.isArray).find(([kind]) => kind === 'execution_error') ?? [];
  const place = { node: wordOf(dig(said, 'node_id')), class_type: wordOf(dig(said, 'node_type')) };
  const told = isRecord(said) ? runFault(place, wordOf(said['exception_message'])) : null;
  return new ProviderError('failed', JSON.stringify(messages), { told });
}

/** The first field of that name in a piece of JSON. */
function saidAs(text: string, name: string): string {
  const [, inner = ''] = new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`).exec(text) ?? [];
  return inner
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
}

function runFault({ node, class_type }: { node: string; class_type: string }, why: string): string {
  const place = node ? `，停在节点 ${node}${class_type ? `（${class_type}）` : ''}` : '';
  return `ComfyUI 没有跑完这个工作流${place}${why ? `：${why.slice(0, SAID_MOST).trim()}` : ''}。请管理员检查工作流`;
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
  const [, alone] = /^\{\{\s*(\w+)\s*\}\}$/.exec(node) ?? [];
  if (alone !== undefined && Object.hasOwn(values, alone)) return values[alone];
  return node.replace(/\{\{\s*(\w+)\s*\}\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : mark,
  );
}
