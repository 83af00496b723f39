import { openAsBlob } from 'node:fs';
import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { type FaceWith, type PaintConfig, ProviderError, type ProviderFailure } from '#providers/provider.ts';

/** What such a service may say is wrong; everything else is its own failure. */
const FAILURES: Record<string, ProviderFailure> = {
  no_face: 'no-face',
  multiple_faces: 'no-face',
  face_too_small: 'no-face',
  media_unreadable: 'bad-media',
  too_long: 'bad-media',
  moderated: 'refused-content',
  quota: 'no-credit',
  rate_limited: 'busy',
  provider_down: 'unreachable',
};

/** A service of the administrator's own, in front of whichever program they may use (README): files go with the question. */
export const swapWithFaceSwaps: FaceWith = {
  is_fetching: false,

  async submit(config, { film, picture }, signal, callback) {
    const form = new FormData();
    form.set('kind', 'video');
    form.set('source', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'source.jpg');
    form.set('target', await openAsBlob(film, { type: 'video/mp4' }), 'target.mp4');
    if (callback) form.set('callback_url', callback);
    const asked = { headers: headersOf(config), body: form, signal, timeout_ms: config.timeout_ms, is_once: true };
    const { bytes } = await ask(`${config.url}/v1/face-swaps`, asked);
    const id = wordOf(readJson(bytes)['id']);
    if (!id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { id };
  },

  async look(config, { id = '' }, signal) {
    const { bytes } = await ask(jobUrl(config, id), { headers: headersOf(config), body: null, signal });
    const job = readJson(bytes);
    const [status, url, progress] = [wordOf(job['status']), wordOf(job['output_url']), Number(job['progress'])];
    if (status === 'queued' || status === 'running') {
      return { state: 'waiting', progress: Number.isFinite(progress) ? progress / 100 : null };
    }
    if (status === 'succeeded' && url) return { state: 'made', output: { films: [{ url }] } };
    const code = wordOf(dig(job, 'error', 'code'));
    throw new ProviderError(FAILURES[code] ?? 'failed', `${code} ${wordOf(dig(job, 'error', 'message'))}`);
  },
};

function headersOf({ key }: PaintConfig): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {};
}

function jobUrl({ url }: PaintConfig, id: string): string {
  return `${url}/v1/face-swaps/${encodeURIComponent(id)}`;
}
