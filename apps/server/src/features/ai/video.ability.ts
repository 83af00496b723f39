import { FILM_WITH, type FilmLimits, type FilmRequest, type FilmWith } from '@mixreel/ai/providers';
import {
  type AnimateCan,
  AnimateParams,
  ANIMATE_PICTURES_MAX,
  ANIMATE_PROMPT_MAX,
  animateObjection,
  filmSeconds,
  MOTION_BRUSHES_MAX,
  VIDEO_RATIOS,
  type VideoRatio,
  type VideoWay,
} from '@mixreel/contract';
import { z } from 'zod';
import { type Engine, Bytes, defineAbility, kindOf, Longest, type Parts, Service } from './ability.ts';
import { clientEngine } from './client-engine.ts';
import { builtInFilms } from './film/built-in.ts';
import { samplePicture } from './film/sample-picture.ts';
import { base64, fitPicture } from './fit-picture.ts';

const PICTURE_BYTES_MAX = 10_000_000;

/** A picture that is to move, upright and as JPEG. */
const FilmPicture = z.object({
  jpeg: Bytes.refine(({ length }) => length <= PICTURE_BYTES_MAX, '图片太大'),
  width: z.int().min(1),
  height: z.int().min(1),
  /** The same as PNG where parts of it are transparent: somebody has cut it out already. */
  clear: Bytes.nullable().optional(),
});
export type FilmPicture = z.output<typeof FilmPicture>;

/** A film that is wanted: of one picture, of a first and a last, or of several all around a thing. */
export const Film = AnimateParams.extend({
  /** The areas of the brushes, white on black, in the picture's size. */
  masks: z.array(Bytes).max(MOTION_BRUSHES_MAX).optional(),
  pictures: z.array(FilmPicture).min(1, '请选择图片').max(ANIMATE_PICTURES_MAX),
  prompt: z.string().max(ANIMATE_PROMPT_MAX, '画面描述最多 2500 字'),
  negative: z.string().max(ANIMATE_PROMPT_MAX, '不想要的内容最多 2500 字'),
});
export type Film = z.output<typeof Film>;

const GivenFile = z.union([z.object({ url: z.string().max(5000) }), z.object({ bytes: Bytes })]);
/** `note` says in words where a picture did not suit. */
const Filmed = z.object({ films: z.array(GivenFile).min(1).max(4), note: z.string().nullable().default(null) });
export type Filmed = z.output<typeof Filmed>;

export type FilmEngine = Engine<Film, Filmed> & { can: AnimateCan };

const VideoService = Service.extend({
  kind: kindOf(FILM_WITH),
  at_once: z.int().min(1).max(1000).default(2),
  timeout_s: z.number().min(0.1).max(1800).default(120),
  poll_s: z.number().min(0.01).max(60).default(6),
  longest_s: Longest,
});
type VideoService = z.output<typeof VideoService>;

export const video = defineAbility({
  ability: 'video',
  name: '图生视频',
  input: Film,
  output: Filmed,
  unit: { name: '秒', price_per: 1, price_name: '秒' },
  makes: 'video',
  files: ({ films }) => films,
  noteOf: ({ note }) => note,
  service: VideoService,
  engines: (parts: Parts, services): FilmEngine[] => [
    ...services.filter((service): service is VideoService => service.ability === 'video').map(filmService),
    builtInFilms(parts),
  ],
  amountOf: ({ duration }) => duration,
  trial: {
    async input() {
      const picture = await samplePicture();
      return { ...AnimateParams.parse({ ratio: '1:1' }), pictures: [picture], prompt: '', negative: '' };
    },
    told: ({ films }) => `做了 ${films.length} 条视频，按价计费`,
  },
});

function filmService(service: VideoService): FilmEngine {
  const { kind, url, key, model, app, timeout_s, poll_s, longest_s } = service;
  const client: FilmWith = FILM_WITH[kind];
  const timeout_ms = timeout_s * 1000;
  const limits = client.limitsOf({ model });
  const can = canOf(limits);
  const named = { ...client, look: client.look.bind(client) };
  return {
    ...clientEngine(service, {
      client: withoutNote(named),
      config: { url, key, model, app, timeout_ms },
      toRequest: (film) => toRequest(film, limits),
      poll_ms: poll_s * 1000,
      timeout_ms,
      longest_ms: longest_s * 1000,
    }),
    can,
    amountOf: ({ duration }) => filmSeconds(can, duration),
    objects: (film) => animateObjection(can, film),
  };
}

function withoutNote(client: FilmWith) {
  return {
    ...client,
    async look(...asked: Parameters<FilmWith['look']>) {
      const found = await client.look(...asked);
      return found.state === 'made' ? { ...found, output: { ...found.output, note: null } } : found;
    },
  };
}

function waysOf({ tail_modes, needs_tail = false }: FilmLimits): VideoWay[] {
  if (needs_tail) return ['morph'];
  return tail_modes.length > 0 ? ['camera', 'morph'] : ['camera'];
}

function canOf(limits: FilmLimits): AnimateCan {
  const { bytes_max, side_min, ratio_max } = limits.picture;
  return {
    ratios: VIDEO_RATIOS.filter((ratio) => limits.ratios?.includes(ratio) ?? true),
    keeps_shape: limits.ratios === null,
    durations: [...limits.durations],
    lengths: [...(limits.lengths ?? limits.durations)],
    ways: waysOf(limits),
    has_prompt: true,
    prompt_max: limits.prompt_max,
    negative_max: limits.negative_max,
    has_camera: limits.has_camera,
    has_effects: false,
    qualities: limits.qualities.map(({ durations = limits.durations, ...quality }) => ({
      ...quality,
      durations: [...durations],
    })),
    tail_modes: [...limits.tail_modes],
    brush_modes: [...(limits.brush_modes ?? [])],
    picture: { bytes_max, side_min, ratio_max },
  };
}

async function toRequest({ pictures, way, ...film }: Film, limits: FilmLimits): Promise<FilmRequest> {
  const { prompt, negative, duration, ratio, camera, mode, cfg_scale, seed } = film;
  const given = way === 'morph' ? pictures.slice(0, 2) : pictures.slice(0, 1);
  const fitted: FilmPicture[] = [];
  for (const picture of given) fitted.push(await fitPicture(picture, limits.picture, { ratio, mode }));
  const [first, last] = fitted;
  const size = { width: first?.width ?? 0, height: first?.height ?? 0 };
  const brushes = film.brushes.flatMap(({ path }, n) => {
    const mask = film.masks?.[n];
    const drawn = mask && {
      mask: Buffer.from(mask).toString('base64'),
      path: pixelsOf(path, size),
      height: size.height,
    };
    return drawn ?? [];
  });
  return {
    image: first ? base64(first) : '',
    tail: last ? base64(last) : null,
    prompt,
    negative: limits.negative_max > 0 ? negative : '',
    duration,
    ratio,
    camera,
    mode,
    cfg_scale,
    seed,
    brushes,
  };
}

function pixelsOf(path: number[], { width, height }: { width: number; height: number }): { x: number; y: number }[] {
  return Array.from({ length: path.length / 2 }, (_, n) => ({
    x: Math.round(path[2 * n]! * width),
    y: Math.round(path[2 * n + 1]! * height),
  }));
}

/** Pixels of a film: the shorter side is as long as a phone is wide. */
export const FILM_SIZES: Record<VideoRatio, { width: number; height: number }> = {
  '9:16': { width: 1080, height: 1920 },
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
  '3:4': { width: 1080, height: 1440 },
  '4:3': { width: 1440, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
};
