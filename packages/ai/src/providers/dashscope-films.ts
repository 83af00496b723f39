import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import {
  BOTH_MODES,
  type FilmQuality,
  type FilmWith,
  type PaintConfig,
  ProviderError,
  qualityOf,
} from '#providers/provider.ts';

/** Those that make a film between a first and a last picture go by another door. */
const isBetween = (model: string) => model.includes('kf2v');

/** Wan at DashScope. */
export const filmWithDashscope: FilmWith = {
  limitsOf: (config) => {
    const model = modelOf(config);
    const version = versionOf(model);
    return {
      ratios: null,
      durations: version < 2.5 ? [5] : [5, 10],
      prompt_max: version < 2.5 ? 800 : version < 2.7 ? 1500 : 2500,
      negative_max: 500,
      has_camera: false,
      qualities: qualitiesOf(model),
      tail_modes: isBetween(model) || version >= 2.7 ? BOTH_MODES : [],
      needs_tail: isBetween(model),
      picture:
        version < 2.6
          ? { bytes_max: 10_000_000, side_min: 360, side_max: 2000, ratio_max: 5.5 }
          : { bytes_max: 10_000_000, side_min: 240, ratio_max: 8 },
    };
  },

  async submit(config, { image, tail, prompt, negative, duration, mode, seed }, signal) {
    const model = modelOf(config);
    const service = isBetween(model) ? 'image2video' : 'video-generation';
    const { bytes } = await ask(`${config.url}/api/v1/services/aigc/${service}/video-synthesis`, {
      headers: { ...headersOf(config), 'x-dashscope-async': 'enable' },
      body: JSON.stringify({
        model,
        input: {
          ...(prompt && { prompt }),
          ...(negative && { negative_prompt: negative }),
          ...picturesOf(model, image, tail),
        },
        parameters: {
          resolution: qualityOf(filmWithDashscope.limitsOf(config), mode).size,
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

function modelOf({ model }: { model: string }): string {
  return model || 'wan2.5-i2v-preview';
}

/** What is not known is taken for new. */
function versionOf(model: string): number {
  return Number(/^wanx?(\d\.\d)/.exec(model)?.[1] ?? 2.7);
}

/** Not all have all sizes: what is asked for in another is refused. */
function qualitiesOf(model: string): FilmQuality[] {
  const sizes = SIZES.find(([pattern]) => pattern.test(model))?.[1] ?? ['720P', '1080P'];
  return sizes.map((size, n) => ({ mode: n === 0 ? 'std' : 'pro', size }));
}

const SIZES: [RegExp, string[]][] = [
  [/^wan2\.2-i2v-plus/, ['480P', '1080P']],
  [/^wanx?2\.1-i2v-turbo/, ['480P', '720P']],
  [/^wanx?2\.1-/, ['720P']],
];

function picturesOf(model: string, image: string, tail: string | null) {
  if (versionOf(model) >= 2.7) {
    const last = tail ? [{ type: 'last_frame', url: data(tail) }] : [];
    return { media: [{ type: 'first_frame', url: data(image) }, ...last] };
  }
  return tail ? { first_frame_url: data(image), last_frame_url: data(tail) } : { img_url: data(image) };
}

function data(base64: string): string {
  return `data:image/jpeg;base64,${base64}`;
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function taskUrl({ url }: PaintConfig, task_id: string): string {
  return `${url}/api/v1/tasks/${encodeURIComponent(task_id)}`;
}
