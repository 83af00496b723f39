import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { failureOf } from '#providers/failures.ts';
import { BOTH_MODES, type FilmWith, type PaintConfig, ProviderError, qualityOf } from '#providers/provider.ts';

const PATH = '/contents/generations/tasks';

/** Seedance at Volcengine Ark. Its mark is off because ours is put in. */
export const filmWithArk: FilmWith = {
  limitsOf: (config) => {
    const model = modelOf(config);
    return {
      ratios: ['9:16', '16:9', '1:1', '3:4', '4:3'],
      durations: [5, 10],
      prompt_max: 2000,
      negative_max: 0,
      has_camera: false,
      qualities: isSmall(model)
        ? [{ mode: 'std', size: '720p' }]
        : [
            { mode: 'std', size: '720p' },
            { mode: 'pro', size: '1080p' },
          ],
      tail_modes: model.includes('1-0-pro-fast') ? [] : BOTH_MODES,
      // More than 300 pixels, and not 300.
      picture: { bytes_max: 10_000_000, side_min: 301, ratio_max: 2.5 },
    };
  },

  async submit(config, { image, tail, prompt, duration, ratio, mode, seed }, signal, callback = null) {
    const model = modelOf(config);
    const { bytes } = await ask(`${config.url}${PATH}`, {
      headers: headersOf(config),
      body: JSON.stringify({
        model,
        content: [
          ...(prompt ? [{ type: 'text', text: prompt }] : []),
          picture(image, 'first_frame'),
          ...(tail ? [picture(tail, 'last_frame')] : []),
        ],
        resolution: qualityOf(filmWithArk.limitsOf(config), mode).size,
        ratio,
        duration,
        seed: seed ?? -1,
        watermark: false,
        // Sound is put to films elsewhere, and costs as much again.
        ...(isSounding(model) && { generate_audio: false }),
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

function modelOf({ model }: { model: string }): string {
  return model || 'doubao-seedance-1-0-pro-250528';
}

/** Those that stop at 720p. */
function isSmall(model: string): boolean {
  return /2-0-(fast|mini)/.test(model);
}

function isSounding(model: string): boolean {
  return /seedance-(1-5|[2-9]-)/.test(model);
}

function picture(base64: string, role: 'first_frame' | 'last_frame') {
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}` }, role };
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}
