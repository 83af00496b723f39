import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PackMissing } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import { inFolder, type MediaFacts, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { newId } from '#db/id.ts';
import { toRefusal } from '#features/ai/refusal.ts';
import { claimDerived, type Derived, storeDerived } from '#features/analysis/derived-files.ts';
import { type JobContext, NotYet } from '#queue/job.ts';
import type { Figure, Track } from './face.tables.ts';
import { type FaceLook, type FreshTrack, groupTracks, longestTracks, trackFaces } from './track-faces.ts';

/** A head crosses a fifth of its width in this time at most, but for a run. */
const STEP_MS = 200;
const LOOKS_MOST = 1500;
const AT_ONCE = 25;
const SIDE = 1280;
const COVER_SIDE = 160;
const TRACKS_MOST = 300;
const WAIT_S = 5;

type Source = { path: string; facts: MediaFacts; cuts_ms: number[] };
export type FoundFigures = { figures: Figure[]; contents: Derived[]; note: string | null };

const NO_MODEL = '识别人脸的模型还没有准备好，没有找人；请管理员下载「换脸」模型后重新添加';

/** Everybody whose face is seen in a film or picture. Covers are stored, and claimed by `keepCovers`. */
export async function findFigures(context: JobContext, source: Source): Promise<FoundFigures> {
  try {
    return await lookFor(context, source);
  } catch (error) {
    // Trying again does not bring a model that nobody fetches.
    if (!(error instanceof AppError && error.error === 'preparing')) throw error;
    return { figures: [], contents: [], note: NO_MODEL };
  }
}

async function lookFor(context: JobContext, { path, facts, cuts_ms }: Source): Promise<FoundFigures> {
  const { scratch } = context;
  return inFolder(scratch, async (folder) => {
    const step_ms = facts.isStill ? 0 : Math.max(STEP_MS, (facts.video!.seconds * 1000) / LOOKS_MOST);
    const looks = await lookAll(context, { path, facts, step_ms }, folder);
    const length = facts.isStill ? 0 : facts.video!.seconds * 1000;
    const seen = trackFaces(looks, cuts_ms, step_ms, length);
    const tracks = longestTracks(seen, TRACKS_MOST);
    const contents: Derived[] = [];
    const kept: Track[] = [];
    for (const track of tracks) {
      const content = await drawCover(context, track, picturePath(folder, facts.isStill ? path : null, track, step_ms));
      contents.push(content);
      const { start_ms, end_ms, boxes, years } = track;
      const numbers = [...track.vector].map((value) => Math.round(value * 1e4) / 1e4);
      kept.push({ start_ms, end_ms, boxes, years, vector: numbers, track_id: newId(), cover_vlc_id: content.sha256 });
    }
    return { figures: groupTracks(kept), contents, note: noteOf(kept.length, seen.length - kept.length) };
  });
}

/** Covers become files of the space with the figures that show them. */
export async function keepCovers(
  tx: Parameters<typeof claimDerived>[0],
  owner: { space_id: string; created_by: string },
  { figures, contents }: FoundFigures,
): Promise<Figure[]> {
  const ids = await claimDerived(tx, owner, contents);
  const idOf = new Map(contents.map(({ sha256 }, n) => [sha256, ids[n]!]));
  const withId = (track: Track) => ({ ...track, cover_vlc_id: idOf.get(track.cover_vlc_id ?? '') ?? null });
  return figures.map((figure) => ({ ...figure, tracks: figure.tracks.map(withId) }));
}

function noteOf(kept: number, left: number): string | null {
  if (kept === 0) return '没有找到人脸：画面里没有人、脸太小（不到 20 像素），或是卡通、背影。换一个素材试试';
  if (left > 0) return `露脸的片段太多，只找出较长的 ${kept} 段，另外 ${left} 段很短，不会换脸；要全部换请先剪短`;
  return null;
}

async function lookAll(
  { tools, ai, signal, report }: JobContext,
  { path, facts, step_ms }: { path: string; facts: MediaFacts; step_ms: number },
  folder: string,
): Promise<FaceLook[]> {
  const paths = [path];
  if (!facts.isStill) {
    const scale = `scale='min(1,${SIDE}/max(iw,ih))*iw':-2`;
    await runFfmpeg(
      tools,
      [
        ['-i', path, '-map', '0:V:0', '-vf', `fps=1000/${step_ms}:round=near:start_time=0,${scale}`],
        ['-q:v', 2, '-frames:v', LOOKS_MOST, '-f', 'image2', join(folder, 'look-%05d.jpg')],
      ],
      { signal },
    );
    const names = (await readdir(folder)).filter((name) => name.startsWith('look-')).toSorted();
    paths.splice(0, 1, ...names.map((name) => join(folder, name)));
  }
  const looks: FaceLook[] = [];
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const seen = await ask(() => ai.traceFaces(paths.slice(from, from + AT_ONCE), { signal }));
    for (const [n, { faces }] of seen.entries()) looks.push({ at_ms: Math.round((from + n) * step_ms), faces });
    report((0.95 * (from + seen.length)) / paths.length);
  }
  return looks;
}

/** A model that is being fetched is there in a minute; for one that nobody fetches a person would wait for ever. */
export async function ask<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PackMissing && error.state === 'fetching') throw new NotYet(error.message, WAIT_S);
    throw toRefusal(error) ?? error;
  }
}

function picturePath(folder: string, still: string | null, { best }: FreshTrack, step_ms: number): string {
  if (still !== null) return still;
  return join(folder, `look-${String(Math.round(best.at_ms / step_ms) + 1).padStart(5, '0')}.jpg`);
}

async function drawCover(context: JobContext, { best: { box } }: FreshTrack, path: string): Promise<Derived> {
  const image = sharp(path, { limitInputPixels: 64e6 }).autoOrient();
  const { info } = await image.clone().toBuffer({ resolveWithObject: true });
  const side = Math.min(
    info.width,
    info.height,
    Math.round(1.7 * Math.max(box.width * info.width, box.height * info.height)),
  );
  const out = context.scratch.file('.jpg');
  await image
    .extract({
      left: clamp((box.x + box.width / 2) * info.width - side / 2, info.width - side),
      top: clamp((box.y + box.height / 2) * info.height - side * 0.55, info.height - side),
      width: side,
      height: side,
    })
    .resize(COVER_SIDE, COVER_SIDE)
    .jpeg({ quality: 85 })
    .toFile(out);
  return storeDerived(context, out, 'face.jpg', context.signal);
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value)));
}
