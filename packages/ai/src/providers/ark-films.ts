import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import { type FilmWith, type PaintConfig, ProviderError } from '#providers/provider.ts';

const PATH = '/contents/generations/tasks';

/** Seedance at Volcengine Ark. Its mark is off because ours is put in. */
export const filmWithArk: FilmWith = {
  limitsOf: () => ({
    ratios: ['9:16', '16:9', '1:1', '3:4', '4:3'],
    durations: [5, 10],
    prompt_max: 2000,
    has_negative: false,
    has_camera: false,
    has_tail: true,
    has_modes: true,
    picture: { bytes_max: 10_000_000, side_min: 300, ratio_max: 2.5 },
  }),

  async submit(config, { image, tail, prompt, duration, ratio, mode, seed }, signal, callback = null) {
    const { bytes } = await ask(`${config.url}${PATH}`, {
      headers: headersOf(config),
      body: JSON.stringify({
        model: config.model || 'doubao-seedance-1-0-pro-250528',
        content: [
          ...(prompt ? [{ type: 'text', text: prompt }] : []),
          picture(image, 'first_frame'),
          ...(tail ? [picture(tail, 'last_frame')] : []),
        ],
        resolution: mode === 'pro' ? '1080p' : '720p',
        ratio,
        duration,
        seed: seed ?? -1,
        watermark: false,
        ...(callback && { callback_url: callback }),
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
    const url = `${config.url}${PATH}/${encodeURIComponent(id)}`;
    const { bytes } = await ask(url, { headers: headersOf(config), body: null, signal });
    const answer = readJson(bytes);
    const status = wordOf(answer['status']);
    if (status === 'queued' || status === 'running') return { state: 'waiting', progress: null };
    const film = wordOf(dig(answer, 'content', 'video_url'));
    if (status === 'succeeded' && film) return { state: 'made', output: { films: [{ url: film }] } };
    const said = JSON.stringify(answer['error'] ?? status);
    throw new ProviderError(failureOf(400, said) === 'refused-content' ? 'refused-content' : 'failed', said);
  },

  async cancel(config, { id = '' }, signal) {
    const url = `${config.url}${PATH}/${encodeURIComponent(id)}`;
    await ask(url, { method: 'DELETE', headers: headersOf(config), body: null, signal });
  },
};

function picture(base64: string, role: 'first_frame' | 'last_frame') {
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}` }, role };
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}
