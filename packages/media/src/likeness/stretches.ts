import type { Track } from '#render/mp4/track.ts';

/** Where the bytes of these frames lie, those beside each other as one. */
export function stretchesOf({ sizes, offsets }: Track, first: number, end: number): { at: number; size: number }[] {
  const found: { at: number; size: number }[] = [];
  for (let n = first; n < end; n += 1) {
    const [at, size] = [offsets[n] ?? 0, sizes[n] ?? 0];
    const last = found.at(-1);
    if (last && last.at + last.size === at) last.size += size;
    else found.push({ at, size });
  }
  return found;
}
