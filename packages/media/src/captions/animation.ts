import type { CaptionAnimation } from '#captions/style.ts';

/** A state of the caption some milliseconds after it appears, or before it goes. Between two states it changes evenly. */
export type Keyframe = { ms: number; scale: number; opacity: number };

/** How a caption comes and goes; each line scales about its own middle. */
export type AnimationFrames = { kind: CaptionAnimation; enter: Keyframe[]; leave: Keyframe[] };

const FADE_MS = 160;
const POP_MS = 220;

/** The keyframes of an animation, cut down for captions too short to hold them. */
export function animationOf(kind: CaptionAnimation, seconds: number): AnimationFrames {
  const limit = (ms: number) => Math.round(Math.min(ms, (seconds * 1000) / 3));
  if (kind === 'fade') {
    return {
      kind,
      enter: [
        { ms: 0, scale: 1, opacity: 0 },
        { ms: limit(FADE_MS), scale: 1, opacity: 1 },
      ],
      leave: [
        { ms: limit(FADE_MS), scale: 1, opacity: 1 },
        { ms: 0, scale: 1, opacity: 0 },
      ],
    };
  }
  if (kind === 'pop') {
    const end = limit(POP_MS);
    return {
      kind,
      enter: [
        { ms: 0, scale: 0.6, opacity: 1 },
        { ms: Math.round(end * 0.6), scale: 1.08, opacity: 1 },
        { ms: end, scale: 1, opacity: 1 },
      ],
      leave: [],
    };
  }
  return { kind, enter: [], leave: [] };
}
