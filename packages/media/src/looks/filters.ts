import { EVERYDAY_FILTERS } from '#looks/everyday-filters.ts';
import { MOOD_FILTERS } from '#looks/mood-filters.ts';
import type { Recipe } from '#looks/recipe.ts';

/** A row of the tables of filters. */
export type FilterRecipe = {
  key: string;
  name: string;
  group: FilterGroup;
  recipe: Recipe;
  sharpness?: number;
  strength?: number;
};

/** A named look. */
export type Filter = {
  key: string;
  name: string;
  group: FilterGroup;
  /** The strength it is offered with, 0 to 100. */
  defaultStrength: number;
  recipe: Recipe;
  /** Sharpening that belongs to the look, −100 to 100. */
  sharpness: number;
  /** Greys keep no colour: the look is safe for white backgrounds and packaging. */
  keepsGreys: boolean;
};

/** The groups in which filters are offered, in order. */
export const FILTER_GROUPS = [
  '基础',
  '美食',
  '人像',
  '胶片',
  '日系',
  '清新',
  '复古',
  '电影',
  '黑白',
  '风景',
  '商品',
  '情绪',
] as const;

/** One of the groups. */
export type FilterGroup = (typeof FILTER_GROUPS)[number];

/** Every filter of the product, in the order of its groups. */
export const FILTERS: Filter[] = [...EVERYDAY_FILTERS, ...MOOD_FILTERS]
  .map(({ strength = 80, sharpness = 0, ...row }) => ({
    ...row,
    sharpness,
    defaultStrength: strength,
    keepsGreys: !tintsGreys(row.recipe),
  }))
  .toSorted((a, b) => FILTER_GROUPS.indexOf(a.group) - FILTER_GROUPS.indexOf(b.group));

/** The filter with this key; throws when there is none. */
export function findFilter(key: string): Filter {
  const found = FILTERS.find((entry) => entry.key === key);
  if (!found) throw new Error(`There is no filter ${key}`);
  return found;
}

function tintsGreys({ temperature, tint, red, green, blue, shadows, highlights }: Recipe): boolean {
  return [temperature, tint, red, green, blue, shadows, highlights].some((change) => change !== undefined);
}
