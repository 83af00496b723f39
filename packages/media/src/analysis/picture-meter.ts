import {
  brightness,
  difference,
  highlight,
  histogramDistance,
  sharpness,
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
};

const BLACK_LEVEL = 32;
const FROZEN_CHANGE = 0.12;
const BLURRED_SHARPNESS = 30;
const SHAKY = 3;
const SHORTEST = { black: 0.2, frozen: 1, blurred: 1, shaky: 1 };

/** Takes frames at a constant rate and answers what they were like. */
export function createPictureMeter(fps: number) {
  const changes: { difference: number; distance: number }[] = [];
  const isBlack: boolean[] = [];
  const seconds: SecondFacts[] = [];
  let second = newSecond();
  let [before, profile]: [LumaFrame | undefined, Profile | undefined] = [undefined, undefined];

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
      const nextProfile = profileOf(frame);
      const change = before ? difference(before, frame) : 0;
      changes.push({ difference: change, distance: before && change > 4 ? histogramDistance(before, frame) : 0 });
      isBlack.push(highlight(frame) < BLACK_LEVEL);
      second.brightness += brightness(frame);
      second.motion += change;
      if (profile) second.shifts.push(shiftBetween(profile, nextProfile));
      // A hand-held second has sharp frames and smeared ones; people see the sharp ones.
      if (second.frames % 5 === 0) second.sharpness = Math.max(second.sharpness, sharpness(frame));
      if (second.frames === Math.floor(fps / 2) || second.hash === '') second.hash = perceptualHash(frame);
      second.frames += 1;
      [before, profile] = [frame, nextProfile];
      if (changes.length >= (seconds.length + 1) * fps) endSecond(Math.max(frame.width, frame.height));
    },
    finish(): PictureFacts {
      if (before && second.frames > 0) endSecond(Math.max(before.width, before.height));
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
      };
    },
  };
}

function newSecond() {
  return { frames: 0, brightness: 0, sharpness: 0, motion: 0, shifts: [] as Shift[], hash: '' };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
