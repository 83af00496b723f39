import type { StretchFacts } from '@mixreel/media';

/** What the quality of a shot is judged by. */
export type Rated = Omit<StretchFacts, 'camera_move'> & {
  /** The short side of the picture as shown, in pixels. */
  shortSide: number;
  /** Shares of its time, 0 to 1. */
  black: number;
  frozen: number;
  damaged: number;
};

/**
 * How well a shot can be used, 0 to 100 (docs/decisions/0063): what is sharp, well lit, steady and large enough, each a
 * factor that can only take away. Black, standing and broken pictures take away their share of the time.
 */
export function rateQuality({ sharpness, brightness, shake, shortSide, black, frozen, damaged }: Rated): number {
  const sharp = ramp(Math.log1p(sharpness), Math.log1p(8), Math.log1p(180));
  const lit = Math.min(ramp(brightness, 15, 60), ramp(255 - brightness, 15, 45));
  const steady = 1 - 0.6 * ramp(shake, 1.5, 8);
  const large = 0.5 + 0.5 * ramp(shortSide, 240, 1080);
  const seen = (1 - black - 0.3 * frozen * (1 - black)) * (1 - damaged);
  const quality = 100 * (0.25 + 0.75 * sharp) * (0.2 + 0.8 * lit) * steady * large * Math.max(0, seen);
  return Math.round(quality * 10) / 10;
}

/** 0 up to `from`, 1 from `to` on, a straight line in between. */
function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
