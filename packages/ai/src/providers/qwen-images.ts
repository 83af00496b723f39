import { ask, dig, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { type PaintWith, ProviderError, type Ratio } from '#providers/provider.ts';

const SIZES: Record<Ratio, string> = {
  '1:1': '1328*1328',
  '3:4': '1140*1472',
  '4:3': '1472*1140',
  '9:16': '928*1664',
  '16:9': '1664*928',
};
/** Those that make several at once, and those that take pictures. */
const SEVERAL = /^(qwen-image-2|qwen-image-edit-|wan2\.[6-9])/;
const WITH_PICTURES = /edit|^qwen-image-2|^wan2\.[6-9]-image/;

/** Qwen-Image and its kin at DashScope, which answer at once, with pictures in what they say. */
export const paintWithQwen: PaintWith = {
  limitsOf: ({ model }) => ({
    count_max: SEVERAL.test(model) ? 4 : 1,
    prompt_max: 800,
    references_max: WITH_PICTURES.test(model) ? 3 : 0,
    has_negative: true,
    has_seed: true,
  }),

  async answer({ url, key, model, timeout_ms }, { prompt, negative, ratio, count, seed, references }, signal) {
    const content = [...references.map((image) => ({ image })), { text: prompt }];
    const { bytes } = await ask(`${url}/api/v1/services/aigc/multimodal-generation/generation`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: model || 'qwen-image-plus',
        input: { messages: [{ role: 'user', content }] },
        parameters: {
          size: SIZES[ratio],
          n: count,
          watermark: false,
          ...(negative && { negative_prompt: negative }),
          ...(seed !== null && { seed }),
        },
      }),
      signal,
      timeout_ms,
      is_once: true,
    });
    const choices = recordsOf(dig(readJson(bytes), 'output', 'choices'));
    const said = choices.flatMap((choice) => recordsOf(dig(choice, 'message', 'content')));
    const pictures = said.flatMap(({ image }) => (wordOf(image) ? [{ url: wordOf(image) }] : []));
    if (pictures.length === 0) throw new ProviderError('bad-answer', 'no picture came');
    return { pictures };
  },
};
