import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decimal, filter } from '#ffmpeg/filter.ts';
import type { Rgb } from '#looks/colour.ts';
import { findFilter } from '#looks/filters.ts';
import { bakeLut, LUT_SIZE, writeCube } from '#looks/lut.ts';
import type { Lut } from '#looks/lut.ts';
import { compileRecipe } from '#looks/recipe.ts';

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

/** A look ready for rendering: at most one colour table, then filters in order. An unchanged picture has neither. */
export type Look = { cube?: { text: string; hash: string }; filters: string[] };

/** The steps of a look as the renderer takes them. */
export type WrittenLook = (
  | { kind: 'lut'; path: string; hash: string; strength: number }
  | { kind: 'filter'; text: string }
)[];

/** Looks that were built last: a batch asks for the same one for every shot, and a table takes a tenth of a second. */
const recent = new Map<string, Look>();
const MOST_RECENT = 32;

/** Everything that changes colours goes into one table, so that a look costs one pass however much is set. */
export function buildLook(settings: LookSettings): Look {
  const key = JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => a.localeCompare(b)));
  const look = recent.get(key) ?? computeLook(settings);
  recent.delete(key);
  recent.set(key, look);
  if (recent.size > MOST_RECENT) recent.delete(recent.keys().next().value!);
  return look;
}

function computeLook(settings: LookSettings): Look {
  const lut = lookLut(settings);
  const text = lut && writeCube(lut, settings.filter || 'adjust');
  const cube = text === undefined ? undefined : { text, hash: createHash('sha256').update(text).digest('hex') };
  return { ...(cube && { cube }), filters: sharpenFilters(settings) };
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

/** Write the table of a look into a folder, named by its content, and give the steps for the renderer. */
export async function writeLook({ cube, filters }: Look, folder: string): Promise<WrittenLook> {
  const steps: WrittenLook = filters.map((text) => ({ kind: 'filter', text }));
  if (!cube) return steps;
  const path = join(folder, `${cube.hash}.cube`);
  await mkdir(folder, { recursive: true });
  // Others may read or write the same one at the same time: only a whole one gets its name.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, cube.text);
  await rename(draft, path);
  return [{ kind: 'lut', path, hash: cube.hash, strength: 1 }, ...steps];
}

function sharpenFilters({ filter: key = '', strength = 100, sharpness = 0 }: LookSettings): string[] {
  const own = key === '' ? 0 : (findFilter(key).sharpness * strength) / 100;
  const amount = Math.min(100, Math.max(-100, sharpness + own));
  if (Math.round(amount) === 0) return [];
  return [filter('unsharp', { luma_msize_x: 5, luma_msize_y: 5, luma_amount: decimal((amount / 100) * 1.2) })];
}
