import type { Timeline, TimelineCut } from '@mixreel/contract';

/** A file of a draft as it lies in its folder. Stills have no length; what has no picture has no size. */
export type MediaFile = {
  kind: 'video' | 'photo' | 'audio';
  file_name: string;
  seconds: number;
  width: number;
  height: number;
  has_sound: boolean;
  bytes: number;
};

/** What a timeline refers to, in its order. Null is gone. */
export type DraftMedia = {
  cuts: (MediaFile | null)[];
  voices: (MediaFile | null)[];
  /** Begins where the music is to begin and is at least as long as the video, so that no editor has to repeat it. */
  music: MediaFile | null;
  logo: MediaFile | null;
  /** The notice of AI as a picture of the whole canvas, for programs that know no text. */
  notice: MediaFile | null;
};

/** A shot as editors have it: side by side with the next one. */
export type LaidShot = {
  cut: TimelineCut;
  file: MediaFile | null;
  /** Frames of the timeline; the last one is not part of it. */
  from: number;
  to: number;
  /** What it shows at `from`, in seconds of its file. */
  source_start: number;
  speed: number;
  /** How far through the shot it begins and ends, 0 to 1: where a camera that moves over a still stands. */
  shares: [number, number];
  transition: { kind: NonNullable<TimelineCut['transition']>['kind']; from: number; to: number } | null;
};

/** The slowest that editors play a clip. */
const SLOWEST = 0.1;

/**
 * Our shots overlap while one turns into the next: the frames of a transition are the last of one and the first of the
 * other. Editors let clips abut and lay the transition over the cut, half before and half behind it. So the cut goes
 * into the middle of the overlap: the transition then covers exactly the frames it covers in our video, what each shot
 * shows in any frame stays the same, and nothing behind it moves: captions, narration and the length are those of the
 * video.
 */
export function layOutShots({ cuts, fps, frames }: Timeline, files: DraftMedia['cuts']): LaidShot[] {
  const overlaps = cuts.map(({ start_frame, frames: length }, n) =>
    Math.max(0, start_frame + length - (cuts[n + 1]?.start_frame ?? Infinity)),
  );
  return cuts.map((cut, n) => {
    const end = cut.start_frame + cut.frames;
    const before = overlaps[n - 1] ?? 0;
    const after = overlaps[n]!;
    const from = cut.start_frame + Math.floor(before / 2);
    const next = cuts[n + 1];
    const to = next ? next.start_frame + Math.floor(after / 2) : Math.min(end, frames);
    const file = files[n] ?? null;
    const length = Math.max(1, cut.frames);
    return {
      cut,
      file,
      from,
      to,
      ...fitSource(cut, file, { skipped: (from - cut.start_frame) / fps, seconds: (to - from) / fps, fps }),
      shares: [(from - cut.start_frame) / length, (to - cut.start_frame) / length],
      transition:
        next && after > 0 && cut.transition && cut.transition.kind !== 'none'
          ? { kind: cut.transition.kind, from: next.start_frame, to: next.start_frame + after }
          : null,
    };
  });
}

/** Our engine holds the last picture when a film ends too early; editors cannot, so that clip plays more slowly. */
function fitSource(
  cut: TimelineCut,
  file: MediaFile | null,
  { skipped, seconds, fps }: { skipped: number; seconds: number; fps: number },
): { source_start: number; speed: number } {
  if (cut.is_still || !file || file.kind === 'photo') return { source_start: 0, speed: 1 };
  const start = cut.source_start + skipped * cut.speed;
  const missing = start + seconds * cut.speed - file.seconds;
  if (missing <= 0) return { source_start: start, speed: cut.speed };
  // Less than a frame is a matter of rounding: it begins that much earlier.
  if (missing < cut.speed / fps && start >= missing) return { source_start: start - missing, speed: cut.speed };
  const from = Math.max(0, Math.min(start, file.seconds - SLOWEST * seconds));
  return { source_start: from, speed: Math.min(cut.speed, (file.seconds - from) / seconds) };
}

/** Frames as microseconds. Starts and ends are rounded each by itself, so that neighbours meet. */
export function frameUs(frame: number, fps: number): number {
  return Math.round((frame * 1_000_000) / fps);
}

/** A moment of the timeline in microseconds, never behind its end. */
export function momentUs(seconds: number, { frames, fps }: Pick<Timeline, 'frames' | 'fps'>): number {
  return Math.min(frameUs(frames, fps), Math.max(0, Math.round(seconds * 1_000_000)));
}

/** Sorted into as few rows as it takes for nothing to overlap within one. */
export function intoLanes<T extends { start: number; end: number }>(items: T[]): T[][] {
  const lanes: T[][] = [];
  for (const item of items.toSorted((a, b) => a.start - b.start)) {
    const free = lanes.find((lane) => lane.at(-1)!.end <= item.start);
    if (free) free.push(item);
    else lanes.push([item]);
  }
  return lanes;
}

/** What was slowed down because its film ends too early. */
export function slowNotes(shots: LaidShot[]): string[] {
  return shots.flatMap(({ cut, speed, file }, n) =>
    file?.kind === 'video' && speed < cut.speed * 0.99
      ? [`第 ${n + 1} 个镜头：素材不够长，成片停在最后一帧，这里放慢到 ${speed.toFixed(2)} 倍`]
      : [],
  );
}

/** How long the notice of AI shows from the first frame on. */
export function noticeFrames({ captions, fps, frames }: Timeline): number {
  const ends = captions.filter(({ kind }) => kind === 'ai_mark').map(({ end }) => Math.ceil(end * fps));
  return Math.min(frames, Math.max(0, ...ends));
}
