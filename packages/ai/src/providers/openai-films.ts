import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import { ANY_MOTION, type FilmMode, type FilmWith, type PaintConfig, ProviderError } from '#providers/provider.ts';

const SIZES: Record<FilmMode, Record<string, { width: number; height: number }>> = {
  std: { '9:16': { width: 720, height: 1280 }, '16:9': { width: 1280, height: 720 } },
  pro: { '9:16': { width: 1024, height: 1792 }, '16:9': { width: 1792, height: 1024 } },
};
/** It has four, eight and twelve seconds. */
const SECONDS: Record<number, string> = { 5: '4', 10: '8' };

/** Films in OpenAI's way, as gateways offer them: a form is sent, and the film itself is fetched with the key. */
export const filmWithOpenai: FilmWith = {
  limitsOf: ({ model }) => ({
    ratios: Object.keys(SIZES.std),
    durations: [5, 10],
    lengths: [4, 8],
    prompt_max: 2000,
    negative_max: 0,
    has_camera: false,
    qualities: isLarge(model)
      ? [
          { mode: 'std', size: '720p' },
          { mode: 'pro', size: '1024p' },
        ]
      : [{ mode: 'std', size: '720p' }],
    tail_modes: [],
    // The picture has to have the size of the film.
    picture: {
      bytes_max: 10_000_000,
      side_min: 300,
      ratio_max: 2.5,
      size: ({ ratio, mode }) => sizeOf(model, ratio, mode),
    },
  }),

  async submit(config, { image, prompt, duration, ratio, mode }, signal) {
    const body = new FormData();
    body.set('model', config.model || 'sora-2');
    body.set('prompt', prompt || ANY_MOTION);
    body.set('seconds', SECONDS[duration] ?? '4');
    const { width, height } = sizeOf(config.model, ratio, mode);
    body.set('size', `${width}x${height}`);
    const picture = new Blob([Buffer.from(image, 'base64')], { type: 'image/jpeg' });
    body.set('input_reference', picture, 'picture.jpg');
    const { bytes } = await ask(`${config.url}/videos`, {
      headers: headersOf(config),
      body,
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const id = wordOf(readJson(bytes)['id']);
    if (!id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { id };
  },

  async look(config, { id = '' }, signal) {
    const url = `${config.url}/videos/${encodeURIComponent(id)}`;
    const headers = headersOf(config);
    const answer = readJson((await ask(url, { headers, body: null, signal })).bytes);
    const status = wordOf(answer['status']);
    if (status === 'queued' || status === 'in_progress') {
      const progress = Number(answer['progress']) / 100;
      return { state: 'waiting', progress: Number.isFinite(progress) ? progress : null };
    }
    if (status === 'completed') {
      const { bytes } = await ask(`${url}/content`, { headers, body: null, signal });
      return { state: 'made', output: { films: [{ bytes }] } };
    }
    const said = JSON.stringify(dig(answer, 'error') ?? status);
    throw new ProviderError(failureOf(400, said) === 'refused-content' ? 'refused-content' : 'failed', said);
  },
};

function isLarge(model: string): boolean {
  return model.endsWith('-pro');
}

function sizeOf(model: string, ratio: string, mode: FilmMode) {
  const sizes = SIZES[isLarge(model) ? mode : 'std'];
  return sizes[ratio] ?? sizes['9:16'] ?? { width: 720, height: 1280 };
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
