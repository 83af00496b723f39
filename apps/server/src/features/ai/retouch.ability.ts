import { PICK_POINTS_MAX, PickPoint } from '@mixreel/contract';
import { z } from 'zod';
import { Bytes, defineAbility, type Engine, type Parts, Service } from './ability.ts';
import { samplePicture } from './film/sample-picture.ts';
import { builtInRetouch } from './retouch/built-in.ts';

const PICTURE_BYTES_MAX = 60_000_000;

/** A picture in which something is to be changed. */
const Retouch = z.object({
  way: z.enum(['remove_background', 'erase', 'pick', 'blur_background']),
  picture: Bytes.refine(({ length }) => length <= PICTURE_BYTES_MAX, '图片太大，最多 60 MB'),
  /** What is to go, white on black, as PNG in the picture's size. */
  hole: Bytes.nullable(),
  /** Where what is to be taken out is, and what is not of it, in fractions of the picture. */
  points: z.array(PickPoint).max(PICK_POINTS_MAX),
});
export type Retouch = z.output<typeof Retouch>;

/** `note` says what could not be done as well as it should. */
const Retouched = z.object({ bytes: Bytes, note: z.string().nullable() });
export type Retouched = z.output<typeof Retouched>;

/** Nothing outside is asked for it so far: an entry of AI_PROVIDERS for it is refused. */
const NoService = Service.extend({ kind: z.never('还没有可以配置的服务') });

export const retouch = defineAbility({
  ability: 'retouch',
  name: '图片修整',
  input: Retouch,
  output: Retouched,
  unit: { name: '张', price_per: 1, price_name: '张' },
  makes: 'picture',
  files: ({ bytes }) => [{ bytes }],
  noteOf: ({ note }) => note,
  service: NoService,
  engines: (parts: Parts): Engine<Retouch, Retouched>[] => [builtInRetouch(parts)],
  amountOf: () => 1,
  trial: {
    async input() {
      const { jpeg } = await samplePicture();
      return { way: 'remove_background' as const, picture: jpeg, hole: null, points: [] };
    },
    told: ({ bytes }) => `抠出了主体，${Math.round(bytes.length / 1024)} KB`,
  },
});
