import { decimal, filter } from '#ffmpeg/filter.ts';
import type { Stretch } from '#render/picture.ts';
import type { Shot } from '#render/shot.ts';

/** zoompan moves by whole pixels of its input: at twice the size that is half a pixel, and the move looks smooth. */
export const OVERSAMPLING = 2;

/** Whether the camera moves over this shot. */
export function isMoving({ source, motion }: Shot): boolean {
  return source.facts.isStill && motion !== null;
}

/** The camera move over a still that was fitted at twice the canvas size. */
export function motionFilters({ shot, canvas, from, to }: Stretch): string[] {
  if (!shot.motion) return [];
  const { fromZoom, toZoom, fromCentre, toCentre } = shot.motion;
  // Slow at both ends, like a hand that starts and stops.
  const share = `clip((on+${from})/${Math.max(1, shot.frames - 1)},0,1)`;
  const ease = `(${share}*${share}*(3-2*${share}))`;
  const between = (a: number, b: number) => `(${decimal(a)}+${decimal(b - a)}*${ease})`;
  return [
    // In 4:2:0 zoompan moves by two pixels at a time.
    'format=yuv444p',
    filter('zoompan', {
      z: between(Math.max(1, fromZoom), Math.max(1, toZoom)),
      x: `clip(iw*${between(fromCentre[0], toCentre[0])}-iw/zoom/2,0,iw-iw/zoom)`,
      y: `clip(ih*${between(fromCentre[1], toCentre[1])}-ih/zoom/2,0,ih-ih/zoom)`,
      d: to - from,
      s: `${canvas.width}x${canvas.height}`,
      fps: canvas.fps,
    }),
  ];
}
