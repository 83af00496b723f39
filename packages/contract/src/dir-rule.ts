import { z } from 'zod';
import { Id } from './wire.ts';

export const REVIEW_STATES = { waiting: '待审', approved: '通过', rejected: '退回' } as const;
export type ReviewState = keyof typeof REVIEW_STATES;

export const Review = z.enum(Object.keys(REVIEW_STATES) as [ReviewState, ...ReviewState[]]);
const Keyword = z.string().trim().max(100);

/** Which finished videos: what a list asks for, and what a smart directory remembers. */
export const ArtworkFilter = z.object({
  mproject_id: Id.optional(),
  keyword: Keyword.optional(),
  review_state: z.array(Review).max(3).optional(),
  /** All of them are ticked. */
  checkbox_ids: z.array(Id).max(20).optional(),
  /** None of them is ticked. */
  without_checkbox_ids: z.array(Id).max(20).optional(),
  ai_origin: z.boolean().optional(),
  /** Made in the last so many days. */
  days: z.int().min(1).max(3650).optional(),
  /** Wider than high, higher than wide, as high as wide. */
  orientation: z.enum(['portrait', 'landscape', 'square']).optional(),
  has_open_comments: z.boolean().optional(),
});
export type ArtworkFilter = z.infer<typeof ArtworkFilter>;
