import {
  type CameraMove,
  cameraMoveOf,
  halved,
  moveBetween,
  type MoveStep,
  STEPS_A_SECOND,
} from '#analysis/camera-move.ts';
import {
  brightness,
  countLevels,
  difference,
  highlight,
  histogramDistance,
  sharpness,
  type Levels,
  type LumaFrame,
} from '#analysis/luma-frame.ts';
import { profileOf, shakeOf, shiftBetween, type Profile, type Shift } from '#analysis/motion.ts';
import { perceptualHash } from '#analysis/perceptual-hash.ts';
import { findCuts } from '#analysis/scene-cuts.ts';
import { spansOf, type Span } from '#analysis/spans.ts';

/** What one second of a picture is like. */
export type SecondFacts = {
  /** Mean brightness, 0 to 255. */
  brightness: number;
  /** Strength of fine detail; under 30 reads as blurred. */
  sharpness: number;
  /** Trembling in thousandths of the picture's long side a frame; over 3 disturbs. */
  shake: number;
  /** Mean change from frame to frame, 0 to 255. */
  motion: number;
  /** Perceptual hash, 16 hex digits. */
  hash: string;
};

/** What the pictures of a file are like, in seconds of the file. */
export type PictureFacts = {
  cuts: number[];
  black: Span[];
  frozen: Span[];
  blurred: Span[];
  shaky: Span[];
  seconds: SecondFacts[];
  /** How long the picture really is, whatever the header says. */
  length: number;
  frames: FrameFacts;
  /** How the picture as a whole moved, step by step, each so many frames long. */
  moves: { every: number; steps: MoveStep[] };
};

/** Measured frame by frame, `rate` of them a second. */
export type FrameFacts = {
  rate: number;
  /** Mean brightness, 0 to 255. */
  brightness: number[];
  /** Change from the frame before, 0 to 255. */
  change: number[];
  /** Strength of fine detail of every fifth frame. */
  sharpness: number[];
};

/** What a stretch of a picture is like, in the measures of a second. */
export type StretchFacts = Pick<SecondFacts, 'brightness' | 'sharpness' | 'motion' | 'shake'> & {
  camera_move: CameraMove | null;
};

export const BLACK_LEVEL = 32;
const FROZEN_CHANGE = 0.12;
const BLURRED_SHARPNESS = 30;
const SHAKY = 3;
const SHARPNESS_EVERY = 5;
const SHORTEST = { black: 0.2, frozen: 1, blurred: 1, shaky: 1 };

/** Takes frames at a constant rate and answers what they were like. */
export function createPictureMeter(fps: number) {
  const changes: { difference: number; distance: number }[] = [];
  const isBlack: boolean[] = [];
  const lights: number[] = [];
  const details: number[] = [];
  const seconds: SecondFacts[] = [];
  const every = Math.max(1, Math.round(fps / STEPS_A_SECOND));
  const steps: MoveStep[] = [];
  let stepped: LumaFrame | undefined;
  let second = newSecond();
  let before: { frame: LumaFrame; profile: Profile; levels: Levels } | undefined;

  const endSecond = (side: number) => {
    const count = second.frames;
    seconds.push({
      brightness: round(second.brightness / count),
      sharpness: round(second.sharpness),
      shake: round((shakeOf(second.shifts) / side) * 1000),
      motion: round(second.motion / count),
      hash: second.hash,
    });
    second = newSecond();
  };

  return {
    add(frame: LumaFrame): void {
      const [profile, levels] = [profileOf(frame), countLevels(frame)];
      const change = before ? difference(before.frame, frame) : 0;
      changes.push({
        difference: change,
        distance: before && change > 4 ? histogramDistance(before.levels, levels) : 0,
      });
      isBlack.push(highlight(levels) < BLACK_LEVEL);
      const light = brightness(levels);
      lights.push(light);
      second.brightness += light;
      second.motion += change;
      if (before) second.shifts.push(shiftBetween(before.profile, profile));
      // A hand-held second has sharp frames and smeared ones; people see the sharp ones.
      if (second.frames === 0 || isDetailed(changes.length - 1)) {
        const detail = sharpness(frame);
        second.sharpness = Math.max(second.sharpness, detail);
        if (isDetailed(changes.length - 1)) details.push(detail);
      }
      if (second.frames === Math.floor(fps / 2) || second.hash === '') second.hash = perceptualHash(frame);
      if ((changes.length - 1) % every === 0) {
        const half = halved(frame);
        if (stepped) steps.push(moveBetween(stepped, half));
        stepped = half;
      }
      second.frames += 1;
      before = { frame, profile, levels };
      if (changes.length >= (seconds.length + 1) * fps) endSecond(Math.max(frame.width, frame.height));
    },
    finish(): PictureFacts {
      if (before && second.frames > 0) endSecond(Math.max(before.frame.width, before.frame.height));
      const isFrozen = changes.map((change, i) => i > 0 && change.difference < FROZEN_CHANGE);
      return {
        cuts: findCuts(changes).map((frame) => frame / fps),
        black: spansOf(isBlack, fps, SHORTEST.black),
        frozen: spansOf(isFrozen, fps, SHORTEST.frozen),
        blurred: spansOf(
          seconds.map((facts) => facts.sharpness < BLURRED_SHARPNESS),
          1,
          SHORTEST.blurred,
        ),
        shaky: spansOf(
          seconds.map((facts) => facts.shake > SHAKY),
          1,
          SHORTEST.shaky,
        ),
        seconds,
        length: changes.length / fps,
        frames: {
          rate: fps,
          brightness: lights,
          change: changes.map((change) => change.difference),
          sharpness: details,
        },
        moves: { every, steps },
      };
    },
  };
}

/** What a stretch of a picture is like. The jump of the cut that it begins with is no motion of its own. */
export function describeStretch(
  { frames, seconds, moves }: PictureFacts,
  { from, to }: { from: number; to: number },
): StretchFacts {
  const [first, end] = [Math.round(from * frames.rate), Math.max(Math.round(to * frames.rate), 1)];
  const changes = frames.change.slice(first + 1, end);
  const details = frames.sharpness.slice(Math.ceil(first / SHARPNESS_EVERY), Math.ceil(end / SHARPNESS_EVERY));
  // Not the step that the cut lies in.
  const steps = moves.steps.slice(Math.ceil(first / moves.every), Math.floor((end - 1) / moves.every));
  const around = seconds.slice(Math.floor(from), Math.max(Math.ceil(to), Math.floor(from) + 1));
  return {
    brightness: round(mean(frames.brightness.slice(first, end))),
    // As for a second: the sharp frames count. A fifth may be smeared or out of focus.
    sharpness: round(details.toSorted((a, b) => a - b)[Math.floor(details.length * 0.8)] ?? around[0]?.sharpness ?? 0),
    motion: round(mean(changes)),
    shake: round(mean(around.map(({ shake }) => shake))),
    camera_move: cameraMoveOf(steps),
  };
}

function isDetailed(frame: number): boolean {
  return frame % SHARPNESS_EVERY === 0;
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function newSecond() {
  return { frames: 0, brightness: 0, sharpness: 0, motion: 0, shifts: [] as Shift[], hash: '' };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
