import type { Canvas } from '#render/canvas.ts';
import type { Quality } from '#render/encoder.ts';
import type { Stretch } from '#render/picture.ts';
import type { Seam, TransitionKind } from '#render/seam.ts';
import type { Shot } from '#render/shot.ts';
import type { SoundMix } from '#render/sound/sound.ts';

/** How one shot turns into the next; both play for `frames` frames at once. */
export type Transition = { kind: TransitionKind; frames: number };

/** A shot of a variant, and the transition into the shot after it. */
export type Cut = { shot: Shot; transition: Transition | null };

/** One finished video, as plain data. */
export type Variant = {
  canvas: Canvas;
  quality: Quality;
  cuts: Cut[];
  sound: SoundMix | null;
  /** Tags of the file, such as `AIGC`. */
  tags: Record<string, string>;
};

/** A stretch of the timeline that is encoded as one: frames of one shot, or two shots in transition. */
export type Part = { kind: 'stretch'; stretch: Stretch } | { kind: 'seam'; seam: Seam };

/**
 * The parts of a variant in order. A shot gives the frames of its transitions to the seams on both sides; what is left
 * between them is its body, and a shot that is all transition has none.
 */
export function layOut({ canvas, cuts }: Pick<Variant, 'canvas' | 'cuts'>): Part[] {
  if (cuts.length === 0) throw new RangeError('视频至少需要一个镜头');
  const parts: Part[] = [];
  let from = 0;
  for (const [i, { shot }] of cuts.entries()) {
    const next = cuts[i + 1]?.shot;
    const seam = seamAfter(cuts, i);
    const to = shot.frames - seam;
    if (shot.frames < 1 || to < from) throw new RangeError(`第 ${i + 1} 个镜头太短，容不下它的转场`);
    if (to > from) parts.push({ kind: 'stretch', stretch: { shot, canvas, from, to } });
    if (next && seam > 0) {
      const before: Stretch = { shot, canvas, from: to, to: shot.frames };
      const after: Stretch = { shot: next, canvas, from: 0, to: seam };
      parts.push({ kind: 'seam', seam: { before, after, transition: cuts[i]!.transition!.kind } });
    }
    from = seam;
  }
  return parts;
}

/** Frames of a part. */
export function partFrames(part: Part): number {
  const { from, to } = part.kind === 'stretch' ? part.stretch : part.seam.before;
  return to - from;
}

/** Frames of all these parts. */
export function framesIn(parts: Part[]): number {
  return parts.reduce((sum, part) => sum + partFrames(part), 0);
}

/** All that decides when a shot begins and ends. */
type Timing = { shot: Pick<Shot, 'frames'>; transition: Transition | null };

/** Frames of the whole variant: transitions overlap, so they count once. */
export function variantFrames({ cuts }: { cuts: Timing[] }): number {
  return cuts.reduce((sum, cut, i) => sum + cut.shot.frames - seamAfter(cuts, i), 0);
}

/** When each shot of a variant begins, in seconds; a transition belongs to the shot it leads into. */
export function shotStarts({ canvas, cuts }: Pick<Variant, 'canvas' | 'cuts'>): number[] {
  const starts: number[] = [];
  let frame = 0;
  for (const [i, { shot }] of cuts.entries()) {
    starts.push(frame / canvas.fps);
    frame += shot.frames - seamAfter(cuts, i);
  }
  return starts;
}

/** A transition never takes more than a third of either shot, or short shots would be nothing else. */
function seamAfter(cuts: Timing[], index: number): number {
  const { shot, transition } = cuts[index]!;
  const next = cuts[index + 1]?.shot;
  if (!transition || !next) return 0;
  return Math.max(0, Math.min(transition.frames, Math.floor(shot.frames / 3), Math.floor(next.frames / 3)));
}
