import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import { type FilmWith, type PaintConfig, ProviderError } from '#providers/provider.ts';

const SIZES: Record<string, string> = { '9:16': '720x1280', '16:9': '1280x720' };
/** It has four, eight and twelve seconds. */
const SECONDS: Record<number, string> = { 5: '4', 10: '8' };

/** Films in OpenAI's way, as gateways offer them: a form is sent, and the film itself is fetched with the key. */
export const filmWithOpenai: FilmWith = {
  limitsOf: () => ({
    ratios: Object.keys(SIZES),
    durations: [5, 10],
    prompt_max: 2000,
    has_negative: false,
    has_camera: false,
    has_tail: false,
    has_modes: false,
    picture: { bytes_max: 10_000_000, side_min: 300, ratio_max: 2.5 },
  }),

  async submit(config, { image, prompt, duration, ratio }, signal) {
    const body = new FormData();
    body.set('model', config.model || 'sora-2');
    body.set('prompt', prompt || '让画面自然地动起来');
    body.set('seconds', SECONDS[duration] ?? '4');
    body.set('size', SIZES[ratio] ?? '720x1280');
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

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
