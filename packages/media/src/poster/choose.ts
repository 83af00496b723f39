import type { Brief } from '#poster/brief.ts';
import { LAYOUTS } from '#poster/layouts/index.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import type { PosterPicture } from '#poster/picture.ts';

/** Layouts for a brief and its pictures, the fittest first; another seed shuffles those that fit about as well. */
export function chooseLayouts(brief: Brief, pictures: PosterPicture[], seed: number, count: number): Layout[] {
  const random = randomOf(seed);
  const able = LAYOUTS.filter((layout) => canBuild(layout, pictures) && (layout.wants?.(brief) ?? true));
  const rated = able
    .map((layout) => ({ layout, rate: rate(layout, brief, pictures) + random() * 3 }))
    .toSorted((a, b) => b.rate - a.rate)
    .map(({ layout }) => layout);
  const chosen: Layout[] = [];
  // Four of one kind are one proposal: moods and kinds of picture take turns.
  for (const strict of [true, false]) {
    for (const layout of rated) {
      if (chosen.length >= count) break;
      if (chosen.includes(layout)) continue;
      const alike = chosen.filter(({ mood, needs }) => mood === layout.mood && needs === layout.needs).length;
      const sameMood = chosen.filter(({ mood }) => mood === layout.mood).length;
      if (!strict || (alike === 0 && sameMood < 2)) chosen.push(layout);
    }
  }
  return chosen;
}

function canBuild({ needs }: Layout, pictures: PosterPicture[]): boolean {
  const [first] = pictures;
  if (needs === 'nothing') return true;
  if (!first) return false;
  if (needs === 'cut') return first.cut !== null && !first.cut.touches.bottom;
  if (needs === 'bust') return first.cut !== null;
  return needs === 'photo' || pictures.length > 1;
}

function rate({ suits, styles, needs }: Layout, { occasion, style }: Brief, pictures: PosterPicture[]): number {
  const byOccasion = suits[occasion] ?? -4;
  const byStyle = style && styles?.includes(style) ? 3 : 0;
  // Words alone only where there is nothing to show; a thing that stands free makes the better poster.
  const byPicture =
    needs === 'nothing' ? (pictures.length === 0 ? 0 : -6) : needs === 'photo' || needs === 'photos' ? 0 : 1;
  return byOccasion + byStyle + byPicture;
}

/** Mulberry32: the same seed gives the same posters. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
