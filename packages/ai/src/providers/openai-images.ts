import { ask, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { type GivenFile, type PaintWith, ProviderError, type Ratio } from '#providers/provider.ts';

const SIZES: Record<Ratio, string> = {
  '1:1': '1024x1024',
  '3:4': '1024x1536',
  '9:16': '1024x1536',
  '4:3': '1536x1024',
  '16:9': '1536x1024',
};

/** `POST {url}/images/generations`, as OpenAI and gateways speak it; it answers at once, after up to some minutes. */
export const paintWithOpenai: PaintWith = {
  limits: { count_max: 4, prompt_max: 2000, references_max: 0, has_negative: true, has_seed: false },
  async answer({ url, key, model, timeout_ms }, { prompt, negative, ratio, count }, signal) {
    const { bytes } = await ask(`${url}/images/generations`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: model || 'gpt-image-1',
        prompt: negative ? `${prompt}\n不要出现：${negative}` : prompt,
        n: count,
        size: SIZES[ratio],
      }),
      signal,
      timeout_ms,
      is_once: true,
    });
    return { pictures: readPictures(readJson(bytes)['data']) };
  },
};

/** `data` of an answer: each an address or the bytes. */
export function readPictures(data: unknown): GivenFile[] {
  const pictures = recordsOf(data).flatMap(({ url, b64_json }): GivenFile[] => {
    if (wordOf(b64_json)) return [{ bytes: Buffer.from(wordOf(b64_json), 'base64') }];
    return wordOf(url) ? [{ url: wordOf(url) }] : [];
  });
  if (pictures.length === 0) throw new ProviderError('bad-answer', 'no picture came');
  return pictures;
}
