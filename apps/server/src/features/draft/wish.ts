import { DRAFT_FORMATS, DRAFT_PROFILES, type DraftFormat, DraftMarkers, type DraftProfile } from '@mixreel/contract';
import { z } from 'zod';

const keysOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]]);

/** What is to be written down, and how: settled when it was asked for. */
export const DraftWish = z.object({
  project_id: z.string(),
  artwork_ids: z.array(z.string()),
  candidate_ids: z.array(z.string()),
  format: keysOf<DraftFormat>(DRAFT_FORMATS),
  profile: keysOf<DraftProfile>(DRAFT_PROFILES),
  markers: DraftMarkers,
  draft_root: z.string(),
  /** From where it was asked for: written down where the notice of AI is left away. */
  address: z.string(),
});
export type DraftWish = z.output<typeof DraftWish>;
