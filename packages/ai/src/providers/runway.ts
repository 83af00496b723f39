import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { type FilmWith, type PaintConfig, ProviderError } from '#providers/provider.ts';

const SIZES: Record<string, string> = {
  '9:16': '720:1280',
  '16:9': '1280:720',
  '1:1': '960:960',
  '3:4': '832:1104',
  '4:3': '1104:832',
};

/** Runway: each picture with its place, sizes instead of ratios. */
export const filmWithRunway: FilmWith = {
  limitsOf: () => ({
    ratios: Object.keys(SIZES),
    durations: [5, 10],
    prompt_max: 1000,
    has_negative: false,
    has_camera: false,
    has_tail: true,
    has_modes: false,
    // As text it is a third longer, and five million letters are taken.
    picture: { bytes_max: 3_700_000, side_min: 300, ratio_max: 2 },
  }),

  async submit(config, { image, tail, prompt, duration, ratio, seed }, signal) {
    const { bytes } = await ask(`${config.url}/v1/image_to_video`, {
      headers: headersOf(config),
      body: JSON.stringify({
        model: config.model || 'gen4_turbo',
        promptImage: [at(image, 'first'), ...(tail ? [at(tail, 'last')] : [])],
        ...(prompt && { promptText: prompt }),
        ratio: SIZES[ratio] ?? SIZES['9:16'],
        duration,
        ...(seed !== null && { seed }),
      }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const id = wordOf(readJson(bytes)['id']);
    if (!id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { id };
  },

  async look(config, { id = '' }, signal) {
    const { bytes } = await ask(taskUrl(config, id), { headers: headersOf(config), body: null, signal });
    const answer = readJson(bytes);
    const status = wordOf(answer['status']);
    if (['PENDING', 'THROTTLED', 'RUNNING'].includes(status)) {
      const progress = Number(answer['progress']);
      return { state: 'waiting', progress: Number.isFinite(progress) ? progress : null };
    }
    const output = answer['output'];
    const films = (Array.isArray(output) ? output : []).flatMap((url) => wordOf(url) || []).map((url) => ({ url }));
    if (status === 'SUCCEEDED' && films.length > 0) return { state: 'made', output: { films } };
    const said = `${wordOf(dig(answer, 'failureCode'))} ${wordOf(dig(answer, 'failure'))}`;
    throw new ProviderError(/^SAFETY|moderation/i.test(said) ? 'refused-content' : 'failed', said);
  },

  async cancel(config, { id = '' }, signal) {
    await ask(taskUrl(config, id), { method: 'DELETE', headers: headersOf(config), body: null, signal });
  },
};

function at(base64: string, position: 'first' | 'last') {
  return { uri: `data:image/jpeg;base64,${base64}`, position };
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-runway-version': '2024-11-06' };
}

function taskUrl({ url }: PaintConfig, id: string): string {
  return `${url}/v1/tasks/${encodeURIComponent(id)}`;
}
