import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import {
  ANY_MOTION,
  BOTH_MODES,
  type FilmMode,
  type FilmQuality,
  type FilmWith,
  type PaintConfig,
  ProviderError,
} from '#providers/provider.ts';

type Sizes = Record<string, string>;

/** What its models have in common, and not: each has sizes of its own, and few take a last picture. */
type Model = {
  sizes: Partial<Record<FilmMode, Sizes>>;
  lengths: [short: number, long: number];
  prompt_max: number;
  has_tail?: boolean;
  has_negative?: boolean;
  needs_prompt?: boolean;
  has_seed?: boolean;
  has_sound?: boolean;
};

const GEN4: Model = {
  sizes: {
    std: { '9:16': '720:1280', '16:9': '1280:720', '1:1': '960:960', '3:4': '832:1104', '4:3': '1104:832' },
  },
  lengths: [5, 10],
  prompt_max: 1000,
  has_seed: true,
};
const VEO: Model = {
  sizes: {
    std: { '9:16': '720:1280', '16:9': '1280:720' },
    pro: { '9:16': '1080:1920', '16:9': '1920:1080' },
  },
  lengths: [4, 8],
  prompt_max: 1000,
  has_tail: true,
  has_negative: true,
  has_sound: true,
};
const SEEDANCE: Model = {
  sizes: {
    std: { '9:16': '720:1280', '16:9': '1280:720', '1:1': '960:960', '3:4': '834:1112', '4:3': '1112:834' },
    pro: { '9:16': '1080:1920', '16:9': '1920:1080', '1:1': '1440:1440', '3:4': '1248:1664', '4:3': '1664:1248' },
  },
  lengths: [5, 10],
  prompt_max: 2500,
  has_tail: true,
  has_sound: true,
};
const SEEDANCE_SMALL: Model = { ...SEEDANCE, sizes: { std: SEEDANCE.sizes.std ?? {} } };

const MODELS: Record<string, Model> = {
  gen4_turbo: GEN4,
  'gen4.5': { ...GEN4, needs_prompt: true },
  gen3a_turbo: { ...GEN4, sizes: { std: { '9:16': '768:1280', '16:9': '1280:768' } }, has_tail: true },
  'veo3.1': VEO,
  'veo3.1_fast': VEO,
  seedance2: SEEDANCE,
  seedance2_5: SEEDANCE,
  seedance2_fast: SEEDANCE_SMALL,
  seedance2_mini: SEEDANCE_SMALL,
};

/** One that is not known is asked as those of Runway's own are, for nothing besides. */
function modelOf({ model }: { model: string }): Model {
  return MODELS[model || 'gen4_turbo'] ?? GEN4;
}

function qualitiesOf({ sizes }: Model): FilmQuality[] {
  const small: FilmQuality = { mode: 'std', size: '720p' };
  return sizes.pro ? [small, { mode: 'pro', size: '1080p' }] : [small];
}

/** Runway: each picture with its place, sizes instead of ratios. */
export const filmWithRunway: FilmWith = {
  limitsOf: (config) => {
    const model = modelOf(config);
    return {
      ratios: Object.keys(model.sizes.std ?? {}),
      durations: [5, 10],
      lengths: model.lengths,
      prompt_max: model.prompt_max,
      negative_max: model.has_negative ? 1000 : 0,
      has_camera: false,
      qualities: qualitiesOf(model),
      tail_modes: model.has_tail ? BOTH_MODES : [],
      // As text it is a third longer, and five million letters are taken.
      picture: { bytes_max: 3_700_000, side_min: 300, ratio_max: 2 },
    };
  },

  async submit(config, { image, tail, prompt, negative, duration, ratio, mode, seed }, signal) {
    const model = modelOf(config);
    const sizes = model.sizes[mode] ?? model.sizes.std ?? {};
    const words = prompt || (model.needs_prompt ? ANY_MOTION : '');
    const { bytes } = await ask(`${config.url}/v1/image_to_video`, {
      headers: headersOf(config),
      body: JSON.stringify({
        model: config.model || 'gen4_turbo',
        promptImage: [at(image, 'first'), ...(tail ? [at(tail, 'last')] : [])],
        ...(words && { promptText: words }),
        ...(negative && model.has_negative && { negativePrompt: negative }),
        ratio: sizes[ratio] ?? sizes['9:16'],
        duration: model.lengths[duration === 10 ? 1 : 0],
        ...(seed !== null && model.has_seed && { seed }),
        // Sound is put to films elsewhere, and costs more.
        ...(model.has_sound && { audio: false }),
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
    const { bytes } = await ask(taskUrl(config, id), { headers: headersOf(config), body: null, signal });
    const answer = readJson(bytes);
    const status = wordOf(answer['status']);
    if (['PENDING', 'THROTTLED', 'RUNNING'].includes(status)) {
      const progress = Number(answer['progress']);
      return { state: 'waiting', progress: Number.isFinite(progress) ? progress : null };
    }
    const output = answer['output'];
    const films = (Array.isArray(output) ? output : []).flatMap((url) => wordOf(url) || []).map((url) => ({ url }));
    if (status === 'SUCCEEDED' && films.length > 0) return { state: 'made', output: { films } };
    const said = `${wordOf(dig(answer, 'failureCode'))} ${wordOf(dig(answer, 'failure'))}`;
    throw new ProviderError(/^SAFETY|moderation/i.test(said) ? 'refused-content' : 'failed', said);
  },

  async cancel(config, { id = '' }, signal) {
    await ask(taskUrl(config, id), { method: 'DELETE', headers: headersOf(config), body: null, signal });
  },
};

function at(base64: string, position: 'first' | 'last') {
  return { uri: `data:image/jpeg;base64,${base64}`, position };
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-runway-version': '2024-11-06' };
}

function taskUrl({ url }: PaintConfig, id: string): string {
  return `${url}/v1/tasks/${encodeURIComponent(id)}`;
}
