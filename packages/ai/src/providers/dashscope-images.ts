import { ask, dig, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import { type PaintConfig, type PaintWith, ProviderError, type Ratio } from '#providers/provider.ts';

const SIZES: Record<Ratio, string> = {
  '1:1': '1024*1024',
  '3:4': '960*1280',
  '4:3': '1280*960',
  '9:16': '720*1280',
  '16:9': '1280*720',
};

/** Wan and its kin at DashScope: a job is taken, asked for, and its pictures lie there for a day. */
export const paintWithDashscope: PaintWith = {
  limitsOf: () => ({ count_max: 4, prompt_max: 800, references_max: 0, has_negative: true, has_seed: true }),
  async submit(config, { prompt, negative, ratio, count, seed }, signal) {
    const { bytes } = await ask(`${config.url}/api/v1/services/aigc/text2image/image-synthesis`, {
      headers: { ...headersOf(config), 'x-dashscope-async': 'enable' },
      body: JSON.stringify({
        model: config.model || 'wan2.2-t2i-flash',
        input: { prompt, ...(negative && { negative_prompt: negative }) },
        parameters: { size: SIZES[ratio], n: count, watermark: false, ...(seed !== null && { seed }) },
      }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const task_id = wordOf(dig(readJson(bytes), 'output', 'task_id'));
    // It said yes, and not to what: whether it works on something nobody can know.
    if (!task_id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { task_id };
  },

  async look(config, { task_id = '' }, signal) {
    const { bytes } = await ask(taskUrl(config, task_id), { headers: headersOf(config), body: null, signal });
    const output = dig(readJson(bytes), 'output');
    const status = wordOf(dig(output, 'task_status'));
    if (status === 'PENDING' || status === 'RUNNING') return { state: 'waiting', progress: progressOf(output) };
    const urls = recordsOf(dig(output, 'results')).flatMap(({ url }) => wordOf(url) || []);
    if (status === 'SUCCEEDED' && urls.length > 0) {
      return { state: 'made', output: { pictures: urls.map((url) => ({ url })) } };
    }
    const said = JSON.stringify(output ?? null);
    throw new ProviderError(failureOf(400, said) === 'refused-content' ? 'refused-content' : 'failed', said);
  },

  async cancel(config, { task_id = '' }, signal) {
    await ask(`${taskUrl(config, task_id)}/cancel`, { headers: headersOf(config), body: '{}', signal });
  },
};

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function taskUrl({ url }: PaintConfig, task_id: string): string {
  return `${url}/api/v1/tasks/${encodeURIComponent(task_id)}`;
}

function progressOf(output: unknown): number | null {
  const [done, all] = [Number(dig(output, 'task_metrics', 'SUCCEEDED')), Number(dig(output, 'task_metrics', 'TOTAL'))];
  return all > 0 && done >= 0 ? Math.min(1, done / all) : null;
}
