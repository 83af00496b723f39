import type { Cover, PlannedVideo } from '@mixreel/contract';
import { chooseCovers, forecaster, type Shown, type TakenCover } from '@mixreel/media';
import type { App } from '#context.ts';
import { framesIn, type OfferedFrame, readFrames } from '#features/cover/frames.ts';
import { readTaken } from '#features/cover/taken.ts';
import { isPicture } from '#features/mix/document.ts';
import { toCombination } from './build-plan.ts';
import { type MixState, possible } from './choose.ts';

/** A video of a mix that is to have a cover, under a name of the caller's. */
type Covered = PlannedVideo & { id: string; cover: Cover | null };

/** What the videos of a mix have to offer for covers, and which is best for each. */
export type CoverPlan = {
  /** Pictures that a video shows, those of openings and endings only where it has no others. */
  framesOf(video: PlannedVideo): OfferedFrame[];
  /** By the caller's name; none for those that somebody chose a cover for. */
  chosen: Map<string, OfferedFrame>;
  /** Pictures that are covers of other videos. */
  taken: TakenCover[];
};

/**
 * Which picture each video has for its cover, made or not: chosen from what was measured when the films were analysed,
 * each unlike those before it and those of the project's finished videos.
 */
export async function planCovers(app: Pick<App, 'db'>, state: MixState, videos: Covered[]): Promise<CoverPlan> {
  const { document, plan } = state;
  const foretell = forecaster(plan);
  const framesOf = await frameReader(app, state);
  const known = possible(plan, videos);
  const finished = await readTaken(app.db, document.mix.project_id);
  const wished = known.flatMap((video) => {
    const at_ms = video.cover?.kind === 'frame' ? video.cover.at_ms : null;
    return at_ms === null ? [] : (shownAt(foretell(toCombination(video)).shown, at_ms / 1000) ?? []);
  });
  const taken = [...finished.map((one) => one.shown), ...wished];
  const open = known.filter(({ cover }) => cover === null || cover.kind === 'auto');
  const best = chooseCovers(open.map(framesOf), taken);
  const chosen = new Map(best.flatMap((frame, n) => (frame ? [[open[n]!.id, frame] as const] : [])));
  return { framesOf, chosen, taken };
}

async function frameReader(app: Pick<App, 'db'>, { document, plan }: MixState): Promise<CoverPlan['framesOf']> {
  const clips = new Map(document.clips.map((one) => [one.sha256 ?? one.clip.material_id, one]));
  const frames = await readFrames(app.db, [...new Set(document.clips.map(({ clip }) => clip.material_id))]);
  const pools = new Set([...(plan.header ?? []), ...(plan.footer ?? [])].map(({ content }) => content));
  const foretell = forecaster(plan);
  // The same part of the same film is in many videos.
  const known = new Map<string, OfferedFrame[]>();
  const ofPart = ({ content, fromSeconds: from, toSeconds: to }: Shown) => {
    const key = `${content} ${from} ${to}`;
    const clip = clips.get(content);
    const found =
      known.get(key) ??
      framesIn(
        { content, from, to, is_still: clip !== undefined && isPicture(clip.material) },
        frames.get(clip?.clip.material_id ?? ''),
      );
    known.set(key, found);
    return found;
  };
  return (video) => {
    const parts = foretell(toCombination(video)).shown;
    const own = parts.filter(({ content }) => !pools.has(content));
    return (own.length > 0 ? own : parts).flatMap(ofPart);
  };
}

/** The picture of a moment, as far as lengths are known without building the video. */
function shownAt(parts: Shown[], seconds: number): TakenCover | null {
  let start = 0;
  for (const { content, fromSeconds, toSeconds, seconds: lasts } of parts) {
    if (seconds < start + lasts) {
      const share = lasts > 0 ? (seconds - start) / lasts : 0;
      return { content, seconds: fromSeconds + share * (toSeconds - fromSeconds), hash: null };
    }
    start += lasts;
  }
  return null;
}
