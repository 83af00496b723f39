import { z } from 'zod';
import { MixConfig } from './mix-config.ts';
import { Id } from './wire.ts';

/** Where the picture of a cover comes from. */
export const COVER_KINDS = { auto: '自动选', frame: '选一个画面', picture: '用一张图片' } as const;

/** Words on a cover, drawn as titles and captions are. */
export const CoverTitle = MixConfig.shape.title.pick({ text: true, style: true, position: true });
export type CoverTitle = z.infer<typeof CoverTitle>;

/** What somebody wants for the cover of a video. */
export const Cover = z.object({
  kind: z.enum(Object.keys(COVER_KINDS) as [keyof typeof COVER_KINDS, ...(keyof typeof COVER_KINDS)[]]),
  /** The moment of the video; counts for a frame. */
  at_ms: z.int().min(0).max(3_600_000).nullable(),
  /** A picture of the library; counts for a picture. */
  material_id: Id.nullable(),
  /** Null: the title of the mix, where it has one. An empty text is no title. */
  title: CoverTitle.nullable(),
});
export type Cover = z.infer<typeof Cover>;

export const AUTO_COVER: Cover = { kind: 'auto', at_ms: null, material_id: null, title: null };

/** Fields to set; what is not named stays. */
export const CoverChange = Cover.partial();
export type CoverChange = z.infer<typeof CoverChange>;

/** A cover as it is or would be, and what else there is to choose from. */
export const CoverView = z.object({
  cover: Cover,
  /** Drawn small, with its title and, where it has to be there, the notice of AI. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  duration: z.number(),
  /** The moment that is seen; null for a picture of the library. */
  at_ms: z.int().nullable(),
  /** The title that holds where it has none of its own. */
  inherited: CoverTitle,
  /** Good moments that differ from one another and from other covers, the best first. */
  proposals: z.array(z.object({ at_ms: z.int(), url: z.string() })),
  /** Whose cover it would be too, in words; null when it is like no other one. */
  same_as: z.string().nullable(),
});
export type CoverView = z.infer<typeof CoverView>;
