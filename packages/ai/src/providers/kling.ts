import { createHmac } from 'node:crypto';
import { ask, type Asked, dig, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { troubleOf, unknownFailure } from '#providers/failures.ts';
import {
  BOTH_MODES,
  type FilmMode,
  type FilmRequest,
  type FilmWith,
  type PaintConfig,
  ProviderError,
  type ProviderFailure,
} from '#providers/provider.ts';

const TOKEN_S = 1800;
/** Clocks of both sides differ a little. */
const EARLIER_S = 5;
/** Those that take moves of the camera. */
const WITH_CAMERA = ['kling-v1', 'kling-v1-5', 'kling-v1-6'];
/** In which modes they take a last picture besides the first. */
const WITH_TAIL: Record<string, readonly FilmMode[]> = {
  'kling-v1': BOTH_MODES,
  'kling-v1-5': ['pro'],
  'kling-v1-6': ['pro'],
  'kling-v2-1': ['pro'],
  'kling-v2-5-turbo': ['pro'],
  'kling-v2-6': ['pro'],
  'kling-v3': BOTH_MODES,
};
/** In which modes parts of a picture can be painted to move. */
const WITH_BRUSH: Record<string, readonly FilmMode[]> = { 'kling-v1': BOTH_MODES, 'kling-v1-5': ['pro'] };
const LEGACY = '/v1/videos/image2video';

/** Kling has two interfaces side by side, told apart by the names of their models: `kling-v2-1` and `kling-2.6`. */
function isLegacy(model: string): boolean {
  return model.startsWith('kling-v');
}

function modelOf({ model }: { model: string }): string {
  return model || 'kling-v2-1';
}

function tailModesOf(model: string): readonly FilmMode[] {
  if (isLegacy(model)) return WITH_TAIL[model] ?? [];
  if (model.endsWith('turbo')) return [];
  return model === 'kling-2.6' ? ['pro'] : BOTH_MODES;
}

export const filmWithKling: FilmWith = {
  limitsOf(config) {
    const model = modelOf(config);
    const old = isLegacy(model);
    return {
      ratios: null,
      durations: [5, 10],
      prompt_max: 2500,
      negative_max: old ? 2500 : 0,
      has_camera: old && WITH_CAMERA.includes(model),
      qualities: [
        { mode: 'std', size: '720p' },
        { mode: 'pro', size: '1080p' },
      ],
      tail_modes: tailModesOf(model),
      brush_modes: WITH_BRUSH[model] ?? [],
      picture: { bytes_max: old ? 10_000_000 : 50_000_000, side_min: 300, ratio_max: 2.5 },
    };
  },

  async submit(config, request, signal, callback = null) {
    const model = modelOf(config);
    const old = isLegacy(model);
    const path = old ? LEGACY : `/image-to-video/${encodeURIComponent(model)}`;
    const body = old ? legacyBody(model, request, callback) : newBody(request, callback);
    const answer = await askKling(config, path, { body: JSON.stringify(body), signal, is_once: true });
    const id = wordOf(dig(answer, 'data', old ? 'task_id' : 'id'));
    // It said yes, and not to what: whether it works on something nobody can know.
    if (!id) throw new ProviderError('unclear', JSON.stringify(answer).slice(0, 200));
    return { id, interface: old ? 'legacy' : 'new' };
  },

  async look(config, ticket, signal) {
    return ticket['interface'] === 'legacy' ? lookLegacy(config, ticket, signal) : lookNew(config, ticket, signal);
  },
};

function legacyBody(model: string, request: FilmRequest, callback_url: string | null) {
  const { image, tail, prompt, negative, duration, camera, mode, cfg_scale, brushes } = request;
  // Of these it takes one at a time.
  const moves =
    brushes.length > 0 ? { dynamic_masks: brushes.map(maskOf) } : camera && !tail && { camera_control: camera };
  return {
    model_name: model,
    image,
    ...(tail && { image_tail: tail }),
    ...(prompt && { prompt }),
    ...(negative && { negative_prompt: negative }),
    // Words, not numbers.
    duration: String(duration),
    mode,
    ...(callback_url && { callback_url }),
    ...(WITH_CAMERA.includes(model) && { cfg_scale, ...moves }),
  };
}

/** Its pixels are counted from the lower left. */
function maskOf({ mask, path, height }: FilmRequest['brushes'][number]) {
  return { mask, trajectories: path.map(({ x, y }) => ({ x, y: height - y })) };
}

function newBody({ image, tail, prompt, duration, mode }: FilmRequest, callback_url: string | null) {
  const contents = [
    ...(prompt ? [{ type: 'prompt', text: prompt }] : []),
    { type: 'first_frame', url: image },
    ...(tail ? [{ type: 'last_frame', url: tail }] : []),
  ];
  const resolution = mode === 'pro' ? '1080p' : '720p';
  const settings = { resolution, duration, audio: 'off', multi_shot: false };
  return { contents, settings, ...(callback_url && { options: { callback_url } }) };
}

async function lookLegacy(config: PaintConfig, { id = '' }: Record<string, string>, signal: AbortSignal) {
  const answer = await askKling(config, `${LEGACY}/${encodeURIComponent(id)}`, { body: null, signal });
  const data = dig(answer, 'data');
  const videos = recordsOf(dig(data, 'task_result', 'videos'));
  return told(wordOf(dig(data, 'task_status')), videos, wordOf(dig(data, 'task_status_msg')));
}

async function lookNew(config: PaintConfig, { id = '' }: Record<string, string>, signal: AbortSignal) {
  const answer = await askKling(config, `/tasks?task_ids=${encodeURIComponent(id)}`, { body: null, signal });
  const [data] = recordsOf(dig(answer, 'data'));
  const videos = recordsOf(dig(data, 'outputs')).filter(({ type }) => type === 'video');
  return told(wordOf(dig(data, 'status')), videos, wordOf(dig(data, 'message')));
}

function told(status: string, videos: Record<string, unknown>[], message: string) {
  if (status === 'submitted' || status === 'processing') return { state: 'waiting' as const, progress: null };
  const films = videos.flatMap(({ url }) => wordOf(url) || []).map((url) => ({ url }));
  // The two interfaces spell it differently.
  if ((status === 'succeed' || status === 'succeeded') && films.length > 0) {
    return { state: 'made' as const, output: { films } };
  }
  if (status === 'failed') throw new ProviderError(isImproper(message) ? 'refused-content' : 'failed', message);
  throw new ProviderError('bad-answer', `${status} ${message}`);
}

function isImproper(message: string): boolean {
  return /risk|sensitive|policy|safety|violat|违规|敏感|风险/i.test(message);
}

type Question = Pick<Asked, 'body' | 'signal' | 'is_once'>;

/** Its answers say by a number of their own what went wrong, under any status. */
async function askKling(config: PaintConfig, path: string, question: Question) {
  const { url, timeout_ms } = config;
  const headers = { authorization: `Bearer ${tokenOf(config)}`, 'content-type': 'application/json' };
  try {
    const { bytes } = await ask(`${url}${path}`, { headers, timeout_ms, ...question });
    const answer = readJson(bytes);
    const code = Number(dig(answer, 'code') ?? 0);
    if (code === 0) return answer;
    const kind = failureOf(code, question) ?? unknownFailure(question);
    throw new ProviderError(kind, `${code} ${wordOf(dig(answer, 'message'))}`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const code = Number(/"code"\s*:\s*(\d{4})\b/.exec(error.details)?.[1] ?? 0);
    throw new ProviderError(failureOf(code, question) ?? error.kind, error.details, {
      retry_after_s: error.retry_after_s,
    });
  }
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** With an access key the other key only signs; without one it is sent itself. */
function tokenOf({ app, key }: PaintConfig): string {
  if (!app) return key;
  const now = Math.floor(Date.now() / 1000);
  const said = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: app, exp: now + TOKEN_S, nbf: now - EARLIER_S })}`;
  return `${said}.${createHmac('sha256', key).update(said).digest('base64url')}`;
}

const FAILURES: [from: number, to: number, kind: ProviderFailure][] = [
  [1000, 1004, 'refused-key'],
  [1100, 1102, 'no-credit'],
  [1103, 1103, 'refused-key'],
  [1200, 1201, 'bad-request'],
  [1202, 1203, 'no-model'],
  [1300, 1301, 'refused-content'],
  [1302, 1303, 'busy'],
  [1304, 1304, 'refused-key'],
  [5001, 5001, 'busy'],
];
/** It broke down at it, or took too long. */
const TROUBLE = [5000, 5002];

/** Null: the number is none of those that we know. */
function failureOf(code: number, question: Question): ProviderFailure | null {
  if (TROUBLE.includes(code)) return troubleOf(question);
  return FAILURES.find(([from, to]) => code >= from && code <= to)?.[2] ?? null;
}
