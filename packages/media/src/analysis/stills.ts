import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mainColours, type ColourFrame } from '#analysis/colours.ts';
import { brightness, countLevels, highlight, sharpness, type LumaFrame } from '#analysis/luma-frame.ts';
import { perceptualHash } from '#analysis/perceptual-hash.ts';
import { BLACK_LEVEL } from '#analysis/picture-meter.ts';

/** A picture of a file that was kept, and what it is like. */
export type Still = {
  path: string;
  /** The moment of the file that it shows. */
  seconds: number;
  /** Strength of fine detail; under 30 reads as blurred. */
  sharpness: number;
  /** Mean brightness, 0 to 255. */
  brightness: number;
  isBlack: boolean;
  /** Perceptual hash, 16 hex digits. */
  hash: string;
  /** The main colours, `#rrggbb`, the largest first. */
  colours: string[];
};

type Facts = Omit<Still, 'path' | 'seconds'>;

/** Takes the stills in small, and answers which file is which. */
export function createStillMeter() {
  const facts: Facts[] = [];
  return {
    add(frame: ColourFrame): void {
      const luma = lumaOf(frame);
      const levels = countLevels(luma);
      facts.push({
        sharpness: Math.round(sharpness(luma) * 10) / 10,
        brightness: Math.round(brightness(levels) * 10) / 10,
        isBlack: highlight(levels) < BLACK_LEVEL,
        hash: perceptualHash(luma),
        colours: mainColours(frame),
      });
    },
    async finish(folder: string, stepSeconds: number): Promise<Still[]> {
      const names = (await readdir(folder)).filter((name) => /^still-\d+\.jpg$/.test(name)).toSorted();
      return names.flatMap((name, i) =>
        facts[i] ? { path: join(folder, name), seconds: i * stepSeconds, ...facts[i] } : [],
      );
    },
  };
}

/** What it takes to say which of several stills shows a stretch best. */
type JudgedStill = Pick<Still, 'seconds' | 'sharpness' | 'brightness' | 'isBlack'>;

/** The still that shows a stretch of a file best, or undefined when none was taken there. */
export function bestStill<T extends JudgedStill>(
  stills: T[],
  { from, to }: { from: number; to: number },
): T | undefined {
  const [middle, half] = [(from + to) / 2, Math.max((to - from) / 2, 0.01)];
  const score = (still: T) => {
    const exposure = 1 - Math.abs(still.brightness - 118) / 128;
    // Near its ends a shot is still coming or already going.
    const centred = 1 - 0.25 * (Math.abs(still.seconds - middle) / half) ** 2;
    return (still.isBlack ? 0.01 : Math.max(0.05, exposure)) * Math.log1p(still.sharpness) * centred;
  };
  const inside = stills.filter(({ seconds }) => seconds >= from && seconds < to);
  return inside.toSorted((a, b) => score(b) - score(a))[0];
}

function lumaOf({ width, height, pixels }: ColourFrame): LumaFrame {
  const luma = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < luma.length; i += 1, at += 3) {
    luma[i] = (77 * pixels[at]! + 150 * pixels[at + 1]! + 29 * pixels[at + 2]!) >> 8;
  }
  return { width, height, pixels: luma };
}
