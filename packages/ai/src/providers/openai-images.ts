import sharp from 'sharp';
import { ask, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { type GivenFile, type PaintWith, ProviderError, type Ratio } from '#providers/provider.ts';

const SIZES: Record<Ratio, string> = {
  '1:1': '1024x1024',
  '3:4': '1024x1536',
  '9:16': '1024x1536',
  '4:3': '1536x1024',
  '16:9': '1536x1024',
};

/** It paints from words alone. */
const WORDS_ONLY = 'dall-e-3';

/**
 * `POST {url}/images/generations`, as OpenAI and gateways speak it, and `/images/edits` where pictures are given; it answers at
 * once, after up to some minutes.
 */
export const paintWithOpenai: PaintWith = {
  limitsOf: ({ model }) => ({
    count_max: 4,
    prompt_max: 2000,
    references_max: model === WORDS_ONLY ? 0 : 4,
    has_negative: true,
    has_seed: false,
    has_mask: model !== WORDS_ONLY,
  }),

  async answer({ url, key, model, timeout_ms }, request, signal) {
    const { prompt, negative, ratio, count, references, mask = null } = request;
    const fields = {
      model: model || 'gpt-image-1',
      prompt: negative ? `${prompt}\n不要出现：${negative}` : prompt,
      n: count,
      size: SIZES[ratio],
    };
    const authorization = `Bearer ${key}`;
    const common = { signal, timeout_ms, is_once: true };
    const { bytes } =
      references.length === 0
        ? await ask(`${url}/images/generations`, {
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(fields),
            ...common,
          })
        : await ask(`${url}/images/edits`, {
            headers: { authorization },
            body: await formOf(fields, references, mask),
            ...common,
          });
    return { pictures: readPictures(readJson(bytes)['data']) };
  },
};

async function formOf(fields: Record<string, string | number>, references: string[], mask: string | null) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [n, reference] of references.entries()) {
    form.append('image[]', new Blob([bytesOf(reference)], { type: 'image/jpeg' }), `${n + 1}.jpg`);
  }
  if (mask) form.append('mask', new Blob([await toClear(bytesOf(mask))], { type: 'image/png' }), 'mask.png');
  return form;
}

function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
}

/** Ours is white where something is to change; theirs has nothing there. */
async function toClear(mask: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const alpha = sharp(mask).extractChannel(0).negate();
  const { data, info } = await alpha.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const black = sharp({ create: { width, height, channels: 3, background: '#000' } });
  const made = black.joinChannel(data, { raw: { width, height, channels: 1 } }).png({ compressionLevel: 1 });
  return Uint8Array.from(await made.toBuffer());
}

/** `data` of an answer: each an address or the bytes. */
export function readPictures(data: unknown): GivenFile[] {
  const pictures = recordsOf(data).flatMap(({ url, b64_json }): GivenFile[] => {
    if (wordOf(b64_json)) return [{ bytes: Buffer.from(wordOf(b64_json), 'base64') }];
    return wordOf(url) ? [{ url: wordOf(url) }] : [];
  });
  if (pictures.length === 0) throw new ProviderError('bad-answer', 'no picture came');
  return pictures;
}
