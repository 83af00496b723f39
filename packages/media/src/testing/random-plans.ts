import type { Canvas } from '#render/canvas.ts';
import type { Quality } from '#render/encoder.ts';
import { TRANSITIONS } from '#render/seam.ts';
import { plainShot, type Fit, type Shot, type Source } from '#render/shot.ts';
import { silentMix } from '#render/sound/sound.ts';
import { shotStarts, variantFrames, type Variant } from '#render/variant.ts';

/** Numbers from 0 to 1 that are the same on every run. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CANVASES: Omit<Canvas, 'fps'>[] = [
  { width: 54, height: 96 },
  { width: 96, height: 54 },
  { width: 64, height: 64 },
  { width: 64, height: 80 },
  { width: 60, height: 80 },
];
const FITS: Fit[] = [{ kind: 'cover' }, { kind: 'contain', background: 'black' }, { kind: 'blur' }];

/** Dissolving is noise, and coding noise costs any picture its likeness; a push has no single filter to compare with. */
const COMPARABLE = TRANSITIONS.filter((kind) => kind !== 'dissolve' && kind !== 'zoom');

/** A variant that nobody would plan: any canvas, rate, source, fit, speed, length and transition. */
export function randomVariant(seed: number, sources: Source[], { isPlain = false } = {}): Variant {
  const random = seededRandom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { width, height } = one(CANVASES);
  // Coding costs the smallest pictures too much to be compared with anything.
  const factor = isPlain ? 2 : 1;
  const canvas = { width: width * factor, height: height * factor, fps: one([24, 25, 30, 60]) };
  const quality = isPlain ? 'high' : one<Quality>(['standard', 'high', 'small']);
  const count = random() < 0.03 ? 40 : 1 + Math.floor(random() * 5);

  const cuts = Array.from({ length: count }, () => ({
    shot: randomShot(random, one, sources, isPlain),
    transition:
      random() < 0.3 ? { kind: one(isPlain ? COMPARABLE : TRANSITIONS), frames: 2 + Math.floor(random() * 8) } : null,
  }));
  const shape = { canvas, cuts };
  const seconds = variantFrames(shape) / canvas.fps;
  const starts = shotStarts(shape);
  const ambience = cuts.map(({ shot }, i) => ({
    source: shot.source,
    startSeconds: shot.startSeconds,
    speed: shot.speed,
    fromSeconds: starts[i]!,
    toSeconds: starts[i]! + shot.frames / canvas.fps,
    volume: 1,
  }));
  return { ...shape, quality, sound: random() < 0.35 ? { ...silentMix(seconds), ambience } : null, tags: {} };
}

function randomShot(
  random: () => number,
  one: <T>(list: readonly T[]) => T,
  sources: Source[],
  isPlain: boolean,
): Shot {
  return plainShot({
    source: one(sources),
    startSeconds: one([0, 0.137, 0.5, 1.21]),
    // Single frames have no length of their own: the joins of one graph lose count of them.
    frames: (isPlain ? 3 : 1) + Math.floor(random() ** 2 * 24),
    speed: one([1, 1, 0.5, 1.5, 2]),
    isMirrored: random() < 0.2,
    fit: isPlain ? one(FITS.slice(0, 2)) : one(FITS),
  });
}
