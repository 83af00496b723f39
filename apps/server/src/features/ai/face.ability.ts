import { type FaceRequest, type FaceWith, type PaintConfig, SWAP_WITH } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import { Bytes, defineAbility, type Engine, kindOf, Longest, type Parts, Service } from './ability.ts';
import { clientEngine } from './client-engine.ts';

const PICTURE_BYTES_MAX = 10_000_000;

/** A film with one person, and the picture of the face they are to have. Whoever asks has seen the consent (`features/face`). */
const FaceFilm = z.object({
  film: z.string(),
  picture: Bytes.refine(({ length }) => length <= PICTURE_BYTES_MAX, '照片太大'),
  /** Where both may be fetched for a while; empty where nobody outside can reach us. */
  film_url: z.string(),
  picture_url: z.string(),
  seconds: z.number(),
});
type FaceFilm = z.output<typeof FaceFilm>;

const GivenFile = z.union([z.object({ url: z.string().max(5000) }), z.object({ bytes: Bytes })]);
const Filmed = z.object({ films: z.array(GivenFile).min(1).max(1) });
type Filmed = z.output<typeof Filmed>;

const FaceService = Service.extend({
  kind: kindOf(SWAP_WITH),
  at_once: z.int().min(1).max(1000).default(2),
  timeout_s: z.number().min(0.1).max(1800).default(300),
  poll_s: z.number().min(0.01).max(60).default(6),
  longest_s: Longest,
});
type FaceService = z.output<typeof FaceService>;

const UNREACHABLE = '要从公网取视频：请管理员设置 https 的 PUBLIC_URL';

export const faceSwap = defineAbility({
  ability: 'face_swap',
  name: '视频换脸',
  input: FaceFilm,
  output: Filmed,
  unit: { name: '秒', price_per: 1, price_name: '秒' },
  makes: 'video',
  // What is built in does without services: pages offer one where there is one.
  is_ahead: true,
  files: ({ films }) => films,
  service: FaceService,
  engines: (parts: Parts, services): Engine<FaceFilm, Filmed>[] =>
    services
      .filter((service): service is FaceService => service.ability === 'face_swap')
      .map((service) => swapService(parts, service)),
  amountOf: ({ seconds }) => seconds,
  trial: {
    async input() {
      throw new AppError('invalid', '换脸要有本人同意的脸，不能空试：请在 AI 换脸里用一段短视频试');
    },
    told: () => '换好了',
  },
});

function swapService({ config }: Parts, service: FaceService): Engine<FaceFilm, Filmed> {
  const { kind, url, key, model, app, timeout_s, poll_s, longest_s } = service;
  const client: FaceWith = SWAP_WITH[kind];
  const timeout_ms = timeout_s * 1000;
  const made: PaintConfig = { url, key, model, app, timeout_ms };
  const isReached = !client.is_fetching || config.publicUrl?.startsWith('https:') === true;
  return {
    ...clientEngine<PaintConfig, FaceRequest, FaceFilm, Filmed>(service, {
      client,
      config: made,
      toRequest: ({ film, picture, film_url, picture_url }) => ({ film, picture, film_url, picture_url }),
      poll_ms: poll_s * 1000,
      timeout_ms,
      longest_ms: longest_s * 1000,
    }),
    problem: () => (isReached ? null : UNREACHABLE),
  };
}
