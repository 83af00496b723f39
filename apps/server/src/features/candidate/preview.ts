import { AppError, type ClipPick, type PlannedVideo, type Preview } from '@mixreel/contract';
import { canMake, signatureOf } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq } from '#db/orm.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { heardKeys } from '#features/mix/narration.ts';
import { type BuiltVariant, openBook, type Place } from './book.ts';
import { toCombination, toVideo } from './build-plan.ts';
import { readCandidates } from './candidate.queries.ts';
import { candidate } from './candidate.tables.ts';
import { type MixState, possible, readState } from './choose.ts';
import { speakMissing } from './narrate.jobs.ts';
import { openVideo } from './open-video.ts';
import { askPlanner } from './plan-thread.ts';
import { videoLink } from './serve-video.ts';

type Quality = Preview['quality'];

const LINK_SECONDS = 6 * 3600;
const PEAKS_PER_SECOND = 50;

type Asked = {
  space_id: string;
  mproject_id: string;
  candidate_id?: string | undefined;
  picks?: string[] | undefined;
  quality: Quality;
  sequence?: number | undefined;
  user_uid: string;
  signal: AbortSignal;
};

/**
 * A combination that plays without being rendered as a whole: parts that exist are used, others are made now, before
 * anything else that waits. A draft does not wait for voices either: lines that nobody has spoken yet are silent.
 */
export async function openPreview(app: App, asked: Asked): Promise<{ preview: Preview; isSilent: boolean }> {
  const { space_id, mproject_id, quality, sequence, user_uid, signal } = asked;
  let state = await readState(app, space_id, mproject_id, sequence);
  const { video, candidate_id } = await readVideo(app, state, asked);
  const scripts = new Set(heardKeys(video));
  const isMissing = [...scripts].some((id) => {
    const said = state.heard.get(id);
    return said?.request && !said.sha256;
  });
  if (isMissing && quality === 'full') {
    await speakMissing(app, { space_id, user_uid }, state.heard, scripts, signal);
    state = await readState(app, space_id, mproject_id, sequence);
  }
  const { built, canvas, key } = await openVideo(app, state, { video, quality, signal });
  const full = quality === 'full' ? null : await readiness(app, state, video, 'full');
  return {
    isSilent: isMissing,
    preview: {
      mproject_id,
      signature: signatureOf(toCombination(video)),
      candidate_id,
      picks: video.picks,
      quality,
      url: videoLink(app, { space_id, mproject_id, ...video, quality, key, sequence }),
      width: canvas.width,
      height: canvas.height,
      duration: built.seconds,
      cuts: built.places.map((place, n) => toCut(app, place, built, n, full?.cuts[n] ?? true)),
      peaks: peaksOf(built),
      beats_ms: built.beats.filter((beat) => beat < built.seconds).map((beat) => Math.round(beat * 1000)),
      readiness: full?.share ?? 1,
    },
  };
}

/** How much of a combination exists: what a page shows while somebody waits for it. */
export async function readReadiness(app: App, asked: Omit<Asked, 'signal' | 'user_uid'>): Promise<number> {
  const state = await readState(app, asked.space_id, asked.mproject_id, asked.sequence);
  const { video } = await readVideo(app, state, asked);
  return (await readiness(app, state, video, asked.quality)).share;
}

/** How much of a video exists, as a whole and by place. */
async function readiness(app: App, { document, heard }: MixState, video: PlannedVideo, quality: Quality) {
  const book = await openBook(app, document, heard, { isDraft: quality === 'draft' });
  try {
    const { variant } = await book.build(video);
    const cuts = variant.cuts.map((cut) => app.engine.readiness({ ...variant, sound: null, cuts: [cut] }) === 1);
    return { share: app.engine.readiness(variant), cuts };
  } finally {
    await book.close();
  }
}

async function readVideo(
  app: App,
  state: MixState,
  { mproject_id, candidate_id, picks }: Pick<Asked, 'mproject_id' | 'candidate_id' | 'picks'>,
): Promise<{ video: PlannedVideo; candidate_id: string | null }> {
  if (picks) return { video: { picks: completePicks(state, picks.map(parsePick)), factors: {} }, candidate_id: null };
  if (candidate_id) {
    const [found] = await app.db
      .select()
      .from(candidate)
      .where(and(eq(candidate.candidate_id, candidate_id), eq(candidate.mproject_id, mproject_id)));
    if (!found) throw new AppError('not_found', '这个候选已不在，请重新挑选');
    return { video: { picks: found.picks, factors: found.factors }, candidate_id };
  }
  const [first] = possible(state.plan, await readCandidates(app.db, mproject_id));
  if (first && canMake(state.plan, toCombination(first))) {
    return { video: { picks: first.picks, factors: first.factors }, candidate_id: first.candidate_id };
  }
  return { video: await firstVideo(state), candidate_id: null };
}

async function firstVideo({ plan }: MixState): Promise<PlannedVideo> {
  const [best] = await askPlanner<'choose'>({ kind: 'choose', plan, request: { count: 1 } });
  if (best) return toVideo(best.picks);
  const report = await askPlanner<'limits'>({ kind: 'limits', plan });
  throw new AppError('conflict', report.limits[0]?.sentence ?? '还不能组合：请给每个镜头添加片段');
}

function parsePick(text: string): ClipPick {
  const [slot_id = '', video_clip_id = '', script_id = ''] = text.split('~');
  return { slot_id, video_clip_id, script_id: script_id || null };
}

/** What somebody put together by hand, in running order; a place that was left out gets its first clip. */
function completePicks({ plan }: MixState, given: ClipPick[]): ClipPick[] {
  const slots = [
    ...(plan.header?.length ? [{ id: 'header', name: '片头', clips: plan.header, scripts: [] }] : []),
    ...plan.shootings,
    ...(plan.footer?.length ? [{ id: 'footer', name: '片尾', clips: plan.footer, scripts: [] }] : []),
  ];
  return slots.map(({ id, name, clips, scripts = [] }) => {
    const wanted = given.find(({ slot_id }) => slot_id === id);
    const clip = clips.find((one) => one.id === wanted?.video_clip_id) ?? clips[0];
    const script = scripts.find((one) => one.id === wanted?.script_id) ?? scripts[0];
    if (!clip) throw new AppError('conflict', `「${name}」还没有能用的片段，添加后才能播放`);
    return { slot_id: id, video_clip_id: clip.id, script_id: script?.id ?? null };
  });
}

function toCut(app: App, place: Place, built: BuiltVariant, n: number, is_ready: boolean) {
  const { pick, clip, heard, name } = place;
  const { start, seconds } = built.times[n]!;
  const cover = clip.shot_cover_vlc_id ?? clip.material.cover_vlc_id;
  return {
    ...pick,
    slot_name: name,
    start_ms: Math.round(start * 1000),
    end_ms: Math.round((start + seconds) * 1000),
    line: heard?.script.text ?? '',
    words: heard?.words ?? [],
    cover_url: cover ? signFileLink(app, { vlc_id: cover, file_name: 'cover' }, { seconds: LINK_SECONDS }).url : null,
    is_ready,
  };
}

/** The waveform of what is said, over the whole video. */
function peaksOf({ places, times, seconds }: BuiltVariant): number[] {
  const peaks = Array.from({ length: Math.ceil(seconds * PEAKS_PER_SECOND) }, () => 0);
  for (const [n, { heard }] of places.entries()) {
    const from = Math.round(times[n]!.start * PEAKS_PER_SECOND);
    for (const [i, peak] of (heard?.peaks ?? []).entries()) {
      if (from + i < peaks.length) peaks[from + i] = Math.max(peaks[from + i]!, peak);
    }
  }
  return peaks;
}
