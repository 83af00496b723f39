import { ask, readJson, wordOf } from '#providers/ask.ts';
import { type PaintConfig, type PaintWith, ProviderError, type Ratio } from '#providers/provider.ts';

/** About as many pixels as its models learnt with, in steps of 64. */
const SIZES: Record<Ratio, { width: number; height: number }> = {
  '1:1': { width: 1024, height: 1024 },
  '3:4': { width: 896, height: 1152 },
  '4:3': { width: 1152, height: 896 },
  '9:16': { width: 768, height: 1344 },
  '16:9': { width: 1344, height: 768 },
};
const STEPS = 28;
/** How far from the reference it may go: 0 is the same picture. */
const FREEDOM = 0.6;

/** Stable Diffusion WebUI (AUTOMATIC1111, Forge) started with `--api`: the request stays open until all is painted. */
export const paintWithSdWebui: PaintWith = {
  limitsOf: () => ({
    count_max: 4,
    prompt_max: 2000,
    references_max: 1,
    has_negative: true,
    has_seed: true,
    has_mask: true,
  }),

  async answer(config, { prompt, negative, ratio, count, seed, references, mask = null }, signal) {
    const [reference] = references;
    const { bytes } = await ask(`${config.url}/sdapi/v1/${reference ? 'img2img' : 'txt2img'}`, {
      headers: headersOf(config),
      body: JSON.stringify({
        prompt,
        negative_prompt: negative,
        seed: seed ?? -1,
        ...SIZES[ratio],
        batch_size: 1,
        n_iter: count,
        steps: STEPS,
        ...(reference && {
          init_images: [reference],
          denoising_strength: FREEDOM,
          resize_mode: 1,
          include_init_images: false,
        }),
        // Only what is white is painted anew, from what was there.
        ...(reference && mask && { mask, mask_blur: 4, inpainting_fill: 1, inpaint_full_res: false }),
        ...(config.model && {
          override_settings: { sd_model_checkpoint: config.model },
          override_settings_restore_afterwards: true,
        }),
        send_images: true,
        save_images: false,
      }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const images: unknown = readJson(bytes)['images'];
    // A grid of all comes first where the server was set so.
    const all = (Array.isArray(images) ? images : []).map(wordOf).filter(Boolean);
    const pictures = all
      .slice(-count)
      .map((image) => ({ bytes: Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64') }));
    if (pictures.length === 0) throw new ProviderError('bad-answer', 'no picture came');
    return { pictures };
  },

  describe: {
    async answer(config, { picture }, signal) {
      const { bytes } = await ask(`${config.url}/sdapi/v1/interrogate`, {
        headers: headersOf(config),
        body: JSON.stringify({ image: picture, model: 'clip' }),
        signal,
        timeout_ms: config.timeout_ms,
      });
      return { prompts: [wordOf(readJson(bytes)['caption'])].filter(Boolean) };
    },
  },
};

/** `--api-auth name:word` is basic authentication. */
function headersOf({ key }: PaintConfig): Record<string, string> {
  const json = { 'content-type': 'application/json' };
  return key ? { ...json, authorization: `Basic ${Buffer.from(key).toString('base64')}` } : json;
}
