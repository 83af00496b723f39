import { ask, readJson } from '#providers/ask.ts';
import { readPictures } from '#providers/openai-images.ts';
import type { PaintWith, Ratio } from '#providers/provider.ts';

/** At least 3,686,400 pixels: newer models take no less. */
const SIZES: Record<Ratio, string> = {
  '1:1': '2048x2048',
  '3:4': '1728x2304',
  '4:3': '2304x1728',
  '9:16': '1440x2560',
  '16:9': '2560x1440',
};

/** Seedream at Volcengine Ark: OpenAI's path with options of its own. Its mark is off because ours is put in. */
export const paintWithArk: PaintWith = {
  limitsOf: () => ({ count_max: 4, prompt_max: 2000, references_max: 4, has_negative: true, has_seed: true }),
  async answer({ url, key, model, timeout_ms }, { prompt, negative, ratio, count, seed, references }, signal) {
    const { bytes } = await ask(`${url}/images/generations`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: model || 'doubao-seedream-4-5-251128',
        prompt: negative ? `${prompt}\n不要出现：${negative}` : prompt,
        size: SIZES[ratio],
        sequential_image_generation: count > 1 ? 'auto' : 'disabled',
        ...(count > 1 && { sequential_image_generation_options: { max_images: count } }),
        ...(references.length > 0 && { image: references }),
        ...(seed !== null && { seed }),
        response_format: 'url',
        watermark: false,
      }),
      signal,
      timeout_ms,
      is_once: true,
    });
    return { pictures: readPictures(readJson(bytes)['data']) };
  },
};
