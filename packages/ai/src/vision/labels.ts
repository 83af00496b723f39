import { OBJECTS } from '#vision/objects.ts';
import { SCENE_ROWS, TOPICS } from '#vision/scene-table.ts';
import { isPlace } from '#vision/scene-tags.ts';

/** Every word that the models have for things and subjects, and for places: what is none of them nobody can have seen. */
export const THING_LABELS: ReadonlySet<string> = new Set([
  '手',
  ...Object.values(OBJECTS).map(({ label }) => label),
  ...SCENE_ROWS.filter(({ kind }) => kind === 'thing').map(({ label }) => label),
  ...TOPICS.filter(({ key }) => !isPlace(key)).map(({ label }) => label),
]);

export const PLACE_LABELS: ReadonlySet<string> = new Set([
  ...SCENE_ROWS.filter(({ kind }) => kind === 'place').map(({ label }) => label),
  ...TOPICS.filter(({ key }) => isPlace(key)).map(({ label }) => label),
  '夜景',
  '蓝天',
  '草地',
  '水面',
  '沙滩',
]);
