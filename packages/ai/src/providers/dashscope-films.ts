import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import { type FilmWith, type PaintConfig, ProviderError } from '#providers/provider.ts';

/** Those that make a film between a first and a last picture go by another door. */
const isBetween = (model: string) => model.includes('kf2v');

/** Wan at DashScope. */
export const filmWithDashscope: FilmWith = {
  limitsOf: ({ model }) => ({
    // It keeps the shape of the picture, whatever is wished.
    ratios: ['9:16', '16:9', '1:1', '3:4', '4:3', '4:5'],
    durations: /wan2\.2/.test(model) ? [5] : [5, 10],
    prompt_max: 800,
    has_negative: true,
    has_camera: false,
    has_tail: isBetween(model),
    has_modes: true,
    picture: { bytes_max: 10_000_000, side_min: 240, ratio_max: 8 },
  }),

  async submit(config, { image, tail, prompt, negative, duration, mode, seed }, signal) {
    const model = config.model || 'wan2.5-i2v-preview';
    const service = isBetween(model) ? 'image2video' : 'video-generation';
    const pictures = tail ? { first_frame_url: data(image), last_frame_url: data(tail) } : { img_url: data(image) };
    const { bytes } = await ask(`${config.url}/api/v1/services/aigc/${service}/video-synthesis`, {
      headers: { ...headersOf(config), 'x-dashscope-async': 'enable' },
      body: JSON.stringify({
        model,
        input: { ...(prompt && { prompt }), ...(negative && { negative_prompt: negative }), ...pictures },
        parameters: {
          resolution: mode === 'pro' ? '1080P' : '720P',
          duration,
          prompt_extend: true,
          watermark: false,
          ...(seed !== null && { seed }),
        },
      }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const task_id = wordOf(dig(readJson(bytes), 'output', 'task_id'));
    if (!task_id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { task_id };
  },

  async look(config, { task_id = '' }, signal) {
    const { bytes } = await ask(taskUrl(config, task_id), { headers: headersOf(config), body: null, signal });
    const output = dig(readJson(bytes), 'output');
    const status = wordOf(dig(output, 'task_status'));
    if (status === 'PENDING' || status === 'RUNNING') return { state: 'waiting', progress: null };
    const url = wordOf(dig(output, 'video_url'));
    if (status === 'SUCCEEDED' && url) return { state: 'made', output: { films: [{ url }] } };
    const said = JSON.stringify(output ?? null);
    throw new ProviderError(failureOf(400, said) === 'refused-content' ? 'refused-content' : 'failed', said);
  },

  /** Only what still waits there. */
  async cancel(config, { task_id = '' }, signal) {
    await ask(`${taskUrl(config, task_id)}/cancel`, { headers: headersOf(config), body: '{}', signal });
  },
};

function data(base64: string): string {
  return `data:image/jpeg;base64,${base64}`;
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function taskUrl({ url }: PaintConfig, task_id: string): string {
  return `${url}/api/v1/tasks/${encodeURIComponent(task_id)}`;
}
