import type { CallOf, Timeline, TimelineCut } from '@mixreel/contract';
import type { z } from 'zod';
import type { App } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { readState } from '#features/candidate/choose.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { material } from '#features/material/material.tables.ts';
import { mproject, video_clip } from '#features/mix/mix.tables.ts';
import type { ArtworkRow } from './artwork.tables.ts';
import { placesOf } from './fresh-clips.ts';

const LINK_SECONDS = 6 * 3600;

type Origin = NonNullable<z.input<CallOf<'artwork.detail'>['output']>['origin']>;

/** Where a video came from; null for one that no mix here made. */
export async function readOrigin(app: App, row: ArtworkRow): Promise<Origin | null> {
  const { timeline, mproject_id, candidate_id, space_id } = row;
  if (!mproject_id) return null;
  const { db } = app;
  const [[mix], [made_as], cuts] = await Promise.all([
    db
      .select({ mproject_name: mproject.mproject_name, deleted_at: mproject.deleted_at })
      .from(mproject)
      .where(and(eq(mproject.mproject_id, mproject_id), eq(mproject.space_id, space_id))),
    db
      .select({ number: candidate.number })
      .from(candidate)
      .where(eq(candidate.candidate_id, candidate_id ?? '')),
    timeline ? readCuts(app, space_id, timeline) : [],
  ]);
  const has_mix = mix?.deleted_at === null;
  return {
    mproject_name: mix?.mproject_name ?? '',
    has_mix,
    candidate_number: made_as?.number ?? null,
    cuts,
    captions: timeline?.captions ?? [],
    voices: timeline?.voices ?? [],
    music: timeline?.music ?? null,
    fresh_shots: has_mix ? await countFresh(app, mproject_id, row) : 0,
  };
}

async function countFresh(app: App, mproject_id: string, row: ArtworkRow): Promise<number> {
  const places = placesOf(await readState(app, row.space_id, mproject_id), row);
  return places.filter((place) => (place?.fresh.length ?? 0) > 0).length;
}

async function readCuts(
  app: Pick<App, 'db' | 'secret'>,
  space_id: string,
  { cuts, fps }: Timeline,
): Promise<Origin['cuts']> {
  const { db } = app;
  const ids = <K extends 'material_id' | 'video_clip_id'>(key: K) => [...new Set(cuts.map((cut) => cut[key]))];
  const [materials, covers] = await Promise.all([
    db
      .select({
        material_id: material.material_id,
        material_name: material.material_name,
        cover_vlc_id: material.cover_vlc_id,
        deleted_at: material.deleted_at,
      })
      .from(material)
      .where(and(inArray(material.material_id, ids('material_id')), eq(material.space_id, space_id))),
    db
      .select({ video_clip_id: video_clip.video_clip_id, cover_vlc_id: shot.cover_vlc_id })
      .from(video_clip)
      .innerJoin(shot, eq(shot.shot_id, video_clip.shot_id))
      .where(and(inArray(video_clip.video_clip_id, ids('video_clip_id')), eq(video_clip.space_id, space_id))),
  ]);
  const known = new Map(materials.map((one) => [one.material_id, one]));
  const pictures = new Map(covers.map((one) => [one.video_clip_id, one.cover_vlc_id]));
  return cuts.map((cut) => {
    const found = known.get(cut.material_id);
    const vlc_id = found ? (pictures.get(cut.video_clip_id) ?? found.cover_vlc_id) : null;
    return {
      slot_name: cut.slot_name,
      video_clip_id: cut.video_clip_id,
      material_id: cut.material_id,
      material_name: found?.material_name ?? cut.material_name,
      cover_url: vlc_id ? signFileLink(app, { vlc_id, file_name: 'cover' }, { seconds: LINK_SECONDS }).url : null,
      ...timesOf(cut, fps),
      line: cut.line,
      is_gone: !found || found.deleted_at !== null,
      ai_origin: cut.ai_origin,
    };
  });
}

function timesOf({ start_frame, frames, source_start, speed, is_still }: TimelineCut, fps: number) {
  const seconds = frames / fps;
  return {
    start_ms: ms(start_frame / fps),
    end_ms: ms(start_frame / fps + seconds),
    source_start_ms: ms(source_start),
    source_end_ms: ms(source_start + (is_still ? 0 : seconds * speed)),
  };
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000);
}
