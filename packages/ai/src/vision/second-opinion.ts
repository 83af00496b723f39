import { areaOf } from '#vision/boxes.ts';
import { classify, SCENE_SIDE, type SceneModel } from '#vision/classify.ts';
import { cutSquare } from '#vision/picture.ts';
import { OBJECT_TOPICS } from '#vision/scene-table.ts';
import { toLikelihoods, topicsOf } from '#vision/scenes.ts';
import type { Box, RawPicture, SeenObject } from '#vision/sight.ts';

/** What the detector takes other things for: a car seen from above is a phone to it, a tower a kite. */
const DOUBTFUL = new Set(['cell_phone', 'remote', 'kite', 'donut']);
const SMALLEST = 0.01;
const MOST_ASKED = 2;
const BELIEVED = 0.25;
const CERTAIN = 0.4;
const CAR = { key: 'car', label: '汽车' };

/** Asks the classifier about things the detector is known to mistake: they stay, become cars, or go. */
export async function checkObjects(
  model: SceneModel,
  picture: RawPicture,
  objects: SeenObject[],
): Promise<SeenObject[]> {
  const doubtful = objects.filter(({ key, box }) => DOUBTFUL.has(key) && areaOf(box) >= SMALLEST);
  const asked = doubtful.toSorted((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, MOST_ASKED);
  const answers = new Map<SeenObject, SeenObject | undefined>();
  for (const object of asked) answers.set(object, await judge(model, picture, object));
  return objects.flatMap((object) => (answers.has(object) ? (answers.get(object) ?? []) : object));
}

async function judge(model: SceneModel, picture: RawPicture, object: SeenObject): Promise<SeenObject | undefined> {
  const views: Float32Array[] = [];
  for (const margin of [0, 0.5]) {
    const { logits } = await classify(model, await cutSquare(picture, widen(object.box, margin), SCENE_SIDE));
    views.push(logits);
  }
  const topics = topicsOf(toLikelihoods(views));
  const own = Math.max(0, ...(OBJECT_TOPICS[object.key] ?? []).map((topic) => topics.get(topic) ?? 0));
  const car = topics.get('car') ?? 0;
  if (car >= CERTAIN && car > own) return { ...object, ...CAR, score: car };
  const other = Math.max(0, ...topics.values());
  return own < BELIEVED && other >= CERTAIN ? undefined : object;
}

function widen({ x, y, width, height }: Box, by: number): Box {
  return { x: x - width * by, y: y - height * by, width: width * (1 + 2 * by), height: height * (1 + 2 * by) };
}
