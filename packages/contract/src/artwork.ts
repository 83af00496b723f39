import { z } from 'zod';
import { ClipPick } from './candidate.ts';
import { query } from './endpoint.ts';
import { Id, PageInput, Time, page } from './wire.ts';

/** A finished video. */
export const Artwork = z.object({
  artwork_id: Id,
  project_id: Id,
  dir_id: Id,
  dir_name: z.string(),
  artwork_name: z.string(),
  mproject_id: Id.nullable(),
  candidate_id: Id.nullable(),
  /** What it was made of. */
  picks: z.array(ClipPick),
  vlc_id: Id,
  video_url: z.string(),
  download_url: z.string(),
  cover_url: z.string().nullable(),
  duration: z.number(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** Machines made parts of it; it is labelled as such. */
  ai_origin: z.boolean(),
  creator_name: z.string(),
  created_at: Time,
});
export type Artwork = z.infer<typeof Artwork>;

/** A directory of finished videos. */
export const ArtworkDir = z.object({
  dir_id: Id,
  project_id: Id,
  parent_id: Id.nullable(),
  dir_name: z.string(),
  artwork_count: z.int(),
  created_at: Time,
});
export type ArtworkDir = z.infer<typeof ArtworkDir>;

export const artwork = {
  list: query('/api/v2/mix-artwork/list', {
    summary: '成片列表',
    input: PageInput.extend({
      project_id: Id,
      mproject_id: Id.optional(),
      dir_id: Id.optional(),
      keyword: z.string().trim().max(100).optional(),
    }),
    output: page(Artwork),
    space: { by: 'project_id', role: 'viewer' },
  }),
  dirs: query('/api/v2/mix-artwork/dir/list', {
    summary: '成片目录',
    input: z.object({ project_id: Id }),
    output: z.object({ dirs: z.array(ArtworkDir) }),
    space: { by: 'project_id', role: 'viewer' },
  }),
};
