import type { Timeline, TimelineCaption } from '@mixreel/contract';
import { aiMarkStyle, arrange, DEFAULT_AI_MARK, layoutAiMark, layoutCaption } from '@mixreel/media';
import { eq } from '#db/orm.ts';
import { timelinesOf } from '#features/candidate/timeline.ts';
import { toCaptionStyle, toWireStyle } from '#features/caption/media-style.ts';
import { archiveNames } from '#features/file/archive-names.ts';
import { needsNotice } from '#features/label/duty.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import type { JobContext } from '#queue/job.ts';
import { readConsentNotes, readFinished, readShown } from './draft.queries.ts';
import { shorten } from './gathering.ts';
import type { DraftWish } from './wish.ts';

/** Characters. Windows unpacks no path beyond 260, and the name stands in it twice: as archive and as folder. */
const NAME_MAX = 60;

/** A video to be written down, under a name that no other one has. */
export type NamedVideo = { name: string; timeline: Timeline; cover_vlc_id: string | null };

/** Finished videos as they were made, candidates as their mix is now; in the order asked for. */
export async function readVideosToPack(
  context: JobContext,
  { project_id, artwork_ids, candidate_ids }: DraftWish,
): Promise<{ videos: NamedVideo[]; notes: string[]; shows: string[] }> {
  const { db, task, signal } = context;
  const { space_id, user_uid } = task;
  const notes: string[] = [];
  const finished = await readFinished(db, { space_id, project_id }, artwork_ids);
  const found: NamedVideo[] = [];
  for (const artwork_id of new Set(artwork_ids)) {
    const video = finished.get(artwork_id);
    if (!video) notes.push('有一条成片已被删除，没有导出');
    else if (video.timeline) found.push({ ...video, timeline: video.timeline });
    else notes.push(`成片「${video.name}」没有剪辑记录（上传的，或较早导出的），没有导出；从混剪重新导出后即可`);
  }
  const timelines =
    candidate_ids.length > 0 ? await timelinesOf(context, space_id, candidate_ids, { user_uid, signal }) : new Map();
  for (const candidate_id of new Set(candidate_ids)) {
    const timeline = timelines.get(candidate_id) as Timeline | undefined;
    if (timeline) found.push({ name: timeline.name, timeline, cover_vlc_id: await readCover(context, timeline) });
    else notes.push('有一条候选的片段已被删除，没有导出，请重新挑选');
  }
  const all = found.map(({ timeline }) => timeline);
  const shows = await readShown(db, space_id, all);
  await requireFree(db, space_id, shows);
  notes.push(...(await readConsentNotes(db, all)));
  const isMarked = await needsNotice(db, space_id);
  const names = archiveNames(found.map(({ name }) => shorten(name.replaceAll('/', '_'), NAME_MAX)));
  const videos = found.map((video, n) => ({
    ...video,
    name: names[n] ?? '',
    timeline: withNotice(video.timeline, isMarked),
  }));
  return { videos, notes, shows };
}

async function readCover({ db }: JobContext, { cuts }: Timeline): Promise<string | null> {
  const first = cuts.find(({ script_id }) => script_id) ?? cuts[0];
  const [found] = await db
    .select({ cover_vlc_id: material.cover_vlc_id })
    .from(material)
    .where(eq(material.material_id, first?.material_id ?? ''));
  return found?.cover_vlc_id ?? null;
}

/**
 * With the notice that machines made parts of it, unless the space has taken that duty upon itself. Whether it was there
 * when a video was made does not matter: a draft is a new file.
 */
function withNotice(timeline: Timeline, isMarked: boolean): Timeline {
  const { captions, is_ai } = timeline;
  const others = captions.filter(({ kind }) => kind !== 'ai_mark');
  if (!is_ai || !isMarked) return { ...timeline, captions: others };
  if (others.length < captions.length) return timeline;
  return { ...timeline, captions: [...others, noticeFor(timeline)] };
}

/** In the corner, or beside the words that stand there. */
function noticeFor({ captions, width, height, fps, frames, platform }: Timeline): TimelineCaption {
  const canvas = { width, height };
  const { text, seconds } = DEFAULT_AI_MARK;
  const words = captions.map(({ text: said, style, x, y, start, end }) =>
    layoutCaption(
      {
        text: said,
        style: toCaptionStyle(style),
        position: { kind: 'free', xPercent: x * 100, yPercent: y * 100 },
        startSeconds: start,
        endSeconds: end,
        maxLines: 4,
      },
      canvas,
      platform,
    ),
  );
  const mark = layoutAiMark({ ...DEFAULT_AI_MARK, platform }, canvas) ?? null;
  const { bounds } = arrange({ canvas, platform, pictures: [], title: null, captions: words, mark }).mark!;
  const [x, y] = [(bounds.x + bounds.width / 2) / width, (bounds.y + bounds.height / 2) / height];
  return {
    kind: 'ai_mark',
    text,
    start: 0,
    end: Math.min(seconds, frames / fps),
    x,
    y,
    style: toWireStyle(aiMarkStyle(text)),
    position: { kind: 'free', x_percent: x * 100, y_percent: y * 100 },
    words: [],
  };
}
