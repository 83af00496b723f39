import { createHash } from 'node:crypto';
import { BoundedMap } from '#bounded-map.ts';
import { decimal, filter } from '#ffmpeg/filter.ts';
import type { Rgb } from '#looks/colour.ts';
import { findFilter } from '#looks/filters.ts';
import { bakeLut, LUT_SIZE, writeCube } from '#looks/lut.ts';
import type { Lut } from '#looks/lut.ts';
import { compileRecipe } from '#looks/recipe.ts';
import type { LookStep } from '#render/shot.ts';

/** What a person sets: a filter with its strength, and the sliders. Sliders run from −100 to 100 with 0 for unchanged. */
export type LookSettings = {
  /** Key of a filter; empty for none. */
  filter?: string;
  /** 0 to 100. */
  strength?: number;
  brightness?: number;
  contrast?: number;
  saturation?: number;
  temperature?: number;
  /** Below 0 the picture gets softer. */
  sharpness?: number;
};

/** Looks that were built last: a batch asks for the same one for every shot, and a table takes a tenth of a second. */
const recent = new BoundedMap<string, LookStep[]>(32);

/**
 * The steps of a look as the renderer takes them: at most one colour table, so that a look costs one pass however much
 * is set, then filters. None for an unchanged picture.
 */
export function buildLook(settings: LookSettings): LookStep[] {
  const key = JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => a.localeCompare(b)));
  const look = recent.get(key) ?? computeLook(settings);
  recent.set(key, look);
  return look;
}

function computeLook(settings: LookSettings): LookStep[] {
  const lut = lookLut(settings);
  const filters = sharpenFilters(settings).map((text) => ({ kind: 'filter' as const, text }));
  if (!lut) return filters;
  const cube = writeCube(lut, settings.filter || 'adjust');
  return [{ kind: 'lut', cube, hash: createHash('sha256').update(cube).digest('hex'), strength: 1 }, ...filters];
}

/**
 * The colour table of a look; undefined when no colour changes. Seventeen corners a side are enough for a thumbnail and
 * eight times faster.
 */
export function lookLut(settings: LookSettings, size = LUT_SIZE): Lut | undefined {
  const { filter: key = '', strength = 100, brightness = 0, contrast = 0, saturation = 0, temperature = 0 } = settings;
  const sliders = { brightness, contrast, saturation, temperature };
  const isAdjusted = Object.values(sliders).some((value) => value !== 0);
  const entry = key === '' || strength <= 0 ? undefined : findFilter(key);
  if (!entry && !isAdjusted) return undefined;

  const adjust = compileRecipe({
    brightness: (brightness / 100) * 0.8,
    contrast: contrast / 100,
    saturation: saturation / 100,
    temperature: (temperature / 100) * 1.6,
  });
  if (!entry) return bakeLut(adjust, 1, size);
  const grade = compileRecipe(entry.recipe);
  const share = Math.min(100, strength) / 100;
  if (!isAdjusted) return bakeLut(grade, share, size);
  const both = (colour: Rgb): Rgb => {
    const adjusted = adjust(colour);
    const graded = grade(adjusted);
    return adjusted.map((value, i) => value + (graded[i]! - value) * share) as Rgb;
  };
  return bakeLut(both, 1, size);
}

function sharpenFilters({ filter: key = '', strength = 100, sharpness = 0 }: LookSettings): string[] {
  const own = key === '' ? 0 : (findFilter(key).sharpness * strength) / 100;
  const amount = Math.min(100, Math.max(-100, sharpness + own));
  if (Math.round(amount) === 0) return [];
  return [filter('unsharp', { luma_msize_x: 5, luma_msize_y: 5, luma_amount: decimal((amount / 100) * 1.2) })];
}
