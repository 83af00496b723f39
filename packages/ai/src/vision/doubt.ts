import { OBJECT_TOPICS, SCENE_ROWS } from '#vision/scene-table.ts';
import type { SeenScene, Sight } from '#vision/sight.ts';

/** Words of the classifier for what the detector knows as well. */
const COUNTERPARTS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ship boat,boat boat,car car,bus bus,truck truck,train train,airplane airplane,bicycle bicycle,scooter motorcycle,' +
    'dog dog,cat cat,bird bird,horse horse,cow cow,sheep sheep,elephant elephant,bear bear,zebra zebra,sofa couch,' +
    'bed bed,toilet toilet,laptop laptop,keyboard keyboard,phone cell_phone,television tv,pizza pizza,banana banana'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
const SURE_OBJECT = 0.6;
const DOUBTED = 0.45;
/** So sure, the classifier needs nobody. */
const ALONE_SURE = 0.92;

/** What both take the same outline for, a car from above among them: half seen, neither is believed. */
const SAME_OUTLINE = new Set(['cell_phone', 'remote']);
const HALF_SEEN = 0.5;

/** What the classifier takes a picture for, each with how far it is believed. */
export function doubtScenes(sight: Sight): SeenScene[] {
  const scenes = doubtUnseen(sight);
  if (!sight.objects.some(({ key, score }) => SAME_OUTLINE.has(key) && score < HALF_SEEN)) return scenes;
  const rows = SCENE_ROWS.filter(({ topics }) => topics.includes('digital')).map(({ key }) => `thing.${key}`);
  const names = new Set(['topic.digital', ...rows]);
  return scenes.map((scene) => (names.has(scene.key) ? { ...scene, score: Math.min(scene.score, DOUBTED) } : scene));
}

/**
 * What the classifier takes a picture for, without what the detector would have to see too and does not, though it sees
 * other things well: a car on a large grey ground is no ship.
 */
function doubtUnseen({ scenes, objects }: Sight): SeenScene[] {
  const seen = objects.filter(({ key, score }) => key !== 'person' && score >= SURE_OBJECT);
  if (seen.length === 0) return scenes;
  const rows = scenes.flatMap(({ key, score }) => {
    const row = SCENE_ROWS.find((one) => `thing.${one.key}` === key);
    const counterpart = row && COUNTERPARTS[row.key];
    const isDoubted = counterpart && score < ALONE_SURE && !objects.some((object) => object.key === counterpart);
    return row && isDoubted ? row : [];
  });
  if (rows.length === 0) return scenes;
  const supported = new Set(seen.flatMap(({ key }) => OBJECT_TOPICS[key] ?? []));
  const topics = new Set(rows.flatMap((row) => row.topics).filter((topic) => !supported.has(topic)));
  const names = new Set([...rows.map((row) => `thing.${row.key}`), ...[...topics].map((topic) => `topic.${topic}`)]);
  return scenes.map((scene) => (names.has(scene.key) ? { ...scene, score: Math.min(scene.score, DOUBTED) } : scene));
}
