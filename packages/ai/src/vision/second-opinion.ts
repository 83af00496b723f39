import { areaOf } from '#vision/boxes.ts';
import { classify, SCENE_SIDE, type SceneModel } from '#vision/classify.ts';
import { cutSquare } from '#vision/picture.ts';
import { OBJECT_TOPICS, SCENE_ROWS } from '#vision/scene-table.ts';
import { toLikelihoods, topicsOf } from '#vision/scenes.ts';
import type { Box, RawPicture, SeenObject } from '#vision/sight.ts';

/** What the detector takes other things for: a car seen from above is a phone to it, a tower a kite. */
const DOUBTFUL = new Set(['cell_phone', 'remote', 'donut']);
/** What such things are used by, or lie beside. */
const BESIDE = new Set(['person', 'dining_table', 'laptop', 'keyboard', 'mouse', 'book', 'cup', 'tv', 'couch', 'bed']);
/** Words of the classifier for these. */
const OWN_ROWS: Readonly<Record<string, string[]>> = {
  cell_phone: ['phone', 'tablet'],
  remote: ['remote'],
  donut: ['bread', 'cake'],
};
/** What a car from above may be, though not surely. */
const MAYBE_CAR = 0.2;
/** What it sees in anything of that outline: a round table is no frisbee unless the classifier thinks so as well. */
const NEVER_ALONE = new Set(
  (
    'frisbee kite sports_ball skis snowboard skateboard surfboard baseball_bat baseball_glove tennis_racket toothbrush ' +
    'hair_drier traffic_light parking_meter fire_hydrant stop_sign train airplane clock toilet bear zebra giraffe ' +
    'elephant scissors tie hot_dog sandwich microwave toaster refrigerator umbrella vase'
  ).split(' '),
);
/** So sure, it needs nobody. */
const ALONE_SURE = 0.8;
const SMALLEST = 0.01;
const MOST_ASKED = 3;
const BELIEVED = 0.25;
const CERTAIN = 0.4;
const CAR = { key: 'car', label: '汽车' };
const GUESS = 0.45;

function isDoubtful({ key, score }: SeenObject): boolean {
  return DOUBTFUL.has(key) || (NEVER_ALONE.has(key) && score < ALONE_SURE);
}

/** Asks the classifier about things the detector is known to mistake: they stay, become cars, or go. */
export async function checkObjects(
  model: SceneModel,
  picture: RawPicture,
  objects: SeenObject[],
): Promise<SeenObject[]> {
  const doubtful = objects.filter((object) => isDoubtful(object) && areaOf(object.box) >= SMALLEST);
  const asked = doubtful.toSorted((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, MOST_ASKED);
  const answers = new Map<SeenObject, SeenObject | undefined>();
  const isUsed = objects.some(({ key }) => BESIDE.has(key));
  for (const object of asked) {
    const judged = await judge(model, picture, object);
    // By itself on a plain ground it may be anything of that outline.
    const isAlone = judged && DOUBTFUL.has(judged.key) && !isUsed;
    answers.set(object, isAlone ? { ...judged, score: Math.min(judged.score, GUESS) } : judged);
  }
  return objects.flatMap((object) => {
    if (answers.has(object)) return answers.get(object) ?? [];
    return isDoubtful(object) ? [] : object;
  });
}

async function judge(model: SceneModel, picture: RawPicture, object: SeenObject): Promise<SeenObject | undefined> {
  const views: Float32Array[] = [];
  for (const margin of [0, 0.5]) {
    const { logits } = await classify(model, await cutSquare(picture, widen(object.box, margin), SCENE_SIDE));
    views.push(logits);
  }
  const likelihoods = toLikelihoods(views);
  const topics = topicsOf(likelihoods);
  // A thing of the same subject is not enough for what it mistakes most: a car from above is a mouse to the classifier.
  const rows = OWN_ROWS[object.key] ?? [];
  const own = DOUBTFUL.has(object.key)
    ? SCENE_ROWS.filter(({ key }) => rows.includes(key))
        .flatMap(({ classes }) => classes)
        .reduce((sum, each) => sum + (likelihoods[each] ?? 0), 0)
    : Math.max(0, ...(OBJECT_TOPICS[object.key] ?? []).map((topic) => topics.get(topic) ?? 0));
  const car = topics.get('car') ?? 0;
  if (car >= CERTAIN && car > own) return { ...object, ...CAR, score: car };
  const other = Math.max(0, ...topics.values());
  if (own >= BELIEVED) return object;
  if (DOUBTFUL.has(object.key) && car >= MAYBE_CAR) return { ...object, ...CAR, score: GUESS };
  return NEVER_ALONE.has(object.key) || DOUBTFUL.has(object.key) || other >= CERTAIN ? undefined : object;
}

function widen({ x, y, width, height }: Box, by: number): Box {
  return { x: x - width * by, y: y - height * by, width: width * (1 + 2 * by), height: height * (1 + 2 * by) };
}
