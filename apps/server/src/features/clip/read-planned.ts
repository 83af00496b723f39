import type { NewClip, VideoClip } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { withSources } from '#features/mix/document.ts';
import { toVideoClip } from '#features/mix/mix-project.ts';

/** Clips that are in no mix yet, as the editor would show them. */
export async function readPlanned(context: Context, mproject_id: string, clips: NewClip[]): Promise<VideoClip[]> {
  const { space_id } = context.space;
  const rows = clips.map((clip) => ({
    ...clip,
    space_id,
    mproject_id,
    pool: 'shooting' as const,
    shooting_id: null,
    rank: '',
    revision: 1,
    created_at: new Date().toISOString(),
    deleted_at: null,
  }));
  const found = await withSources(context.db, space_id, rows, false);
  return found.map((one, position) => toVideoClip(context, { ...one, clip: { ...one.clip, position } }));
}
