import { join } from 'node:path';
import type { Task } from '#runtime/tasks.ts';
import { areaOf, insideOf } from '#vision/boxes.ts';
import { classify, loadSceneModel, SCENE_SIDE, type SceneModel } from '#vision/classify.ts';
import { loadFaceModel, seeFaces, type FaceModel } from '#vision/find-faces.ts';
import { findObjects, loadObjectModel, type ObjectModel } from '#vision/find-objects.ts';
import { tellHands } from '#vision/hands.ts';
import { lookVector } from '#vision/look-vector.ts';
import { cutSquare, readPicture, stretch } from '#vision/picture.ts';
import { seeText } from '#vision/read-text.ts';
import { coloursIn, coloursOfThing, lightOf } from '#vision/region-colour.ts';
import { nameScenes, toLikelihoods } from '#vision/scenes.ts';
import { checkObjects } from '#vision/second-opinion.ts';
import { loadPersonModel, type PersonModel, seePersons } from '#vision/see-persons.ts';
import {
  emptySight,
  type Box,
  type Picture,
  type RawPicture,
  type SeenFace,
  type SeenObject,
  type Sight,
  type SightPart,
} from '#vision/sight.ts';
import { loadTextModel, type TextModel } from '#vision/text-model.ts';

/** Small writing needs the pixels of a full frame; things and faces do not. */
const SIDE_FOR_TEXT = 1920;
const SIDE = 1280;
const SURE_PERSON = 0.5;

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };
const MIDDLE: Box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const MOST_CROPS = 4;
const SMALLEST_CROP = 0.01;

type Where = { folders: Record<string, string>; threads: number };

/** Models stay loaded until the process ends. */
const models: {
  text?: Promise<TextModel>;
  faces?: Promise<FaceModel>;
  objects?: Promise<ObjectModel>;
  scenes?: Promise<SceneModel>;
  persons?: Promise<PersonModel>;
} = {};

/** Looks at one picture after the other and hands each sight over as soon as it is there. */
export const runSee: Task<'see'> = async ({ pictures, want }, { folders, threads, tell }) => {
  for (const [at, picture] of pictures.entries()) {
    await tell({ at, sight: await look(picture, new Set(want), { folders, threads }) });
  }
  return { pictures: pictures.length };
};

async function look(picture: Picture, want: Set<SightPart>, { folders, threads }: Where): Promise<Sight> {
  const pixels = await readPicture(picture, want.has('text') ? SIDE_FOR_TEXT : SIDE);
  const sight = emptySight(pixels.width, pixels.height);
  if (want.has('text')) {
    models.text ??= loadTextModel(folders['vision-text']!, threads);
    sight.text = await seeText(await models.text, pixels);
  }
  if (want.has('objects') || want.has('crops') || want.has('persons')) {
    models.objects ??= loadObjectModel(join(folders['vision-objects']!, 'efficientdet-lite2.tflite'), threads);
    sight.objects = await findObjects(await models.objects, pixels);
  }
  if (want.has('faces') || want.has('persons')) {
    models.faces ??= loadFaceModel(folders['vision-faces']!, threads);
    const persons = personsOf(sight.objects).map(({ box }) => box);
    sight.faces = await seeFaces(await models.faces, pixels, persons);
  }
  if (want.has('scenes') || want.has('vector')) {
    models.scenes ??= loadSceneModel(folders['vision-scenes']!, threads);
    const views = await classifyViews(await models.scenes, pixels);
    if (want.has('vector')) sight.vector = lookVector(meanOf(views));
    if (want.has('scenes')) {
      sight.scenes = nameScenes(toLikelihoods(views));
      sight.objects = await checkObjects(await models.scenes, pixels, sight.objects);
    }
  }
  if (want.has('crops')) {
    models.scenes ??= loadSceneModel(folders['vision-scenes']!, threads);
    for (const box of cropsOf(sight.objects)) {
      const { logits } = await classify(await models.scenes, await cutSquare(pixels, box, SCENE_SIDE));
      sight.crops.push({ box, vector: lookVector(logits) });
    }
  }
  const light = lightOf(pixels);
  sight.objects = sight.objects.map((object) => ({ ...object, colours: coloursOfThing(pixels, object.box, light) }));
  sight.upper = coloursIn(pixels, { x: 0, y: 0, width: 1, height: 0.35 }, light);
  sight.lower = coloursIn(pixels, { x: 0, y: 0.65, width: 1, height: 0.35 }, light);
  if (want.has('persons')) {
    models.persons ??= loadPersonModel(folders['vision-persons']!, threads);
    sight.persons = await seePersons(await models.persons, pixels, { ...sight, light });
  }
  sight.people = countPeople(sight.faces, sight.objects);
  return tellHands(sight);
}

/** The middle, and the whole pressed into a square: what both see is there, what one sees may be a slip. */
async function classifyViews(model: SceneModel, pixels: RawPicture): Promise<Float32Array[]> {
  const middle = await classify(model, await cutSquare(pixels, WHOLE, SCENE_SIDE));
  const isSquare = Math.max(pixels.width, pixels.height) < 1.15 * Math.min(pixels.width, pixels.height);
  if (isSquare) return [middle.logits];
  const whole = await classify(model, await stretch(pixels, SCENE_SIDE, SCENE_SIDE));
  return [middle.logits, whole.logits];
}

function meanOf(views: Float32Array[]): Float32Array {
  const [first, second] = views as [Float32Array, Float32Array?];
  return second ? first.map((value, i) => (value + second[i]!) / 2) : first;
}

/** The middle, and the largest things that are no persons. */
function cropsOf(objects: SeenObject[]): Box[] {
  const things = objects.filter(({ key, box }) => key !== 'person' && areaOf(box) >= SMALLEST_CROP);
  const largest = things.toSorted((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, MOST_CROPS);
  return [MIDDLE, ...largest.map(({ box }) => box)];
}

function personsOf(objects: SeenObject[]): SeenObject[] {
  return objects.filter(({ key, score }) => key === 'person' && score >= SURE_PERSON);
}

/** Figures, and faces that belong to none of them. */
function countPeople(faces: SeenFace[], objects: SeenObject[]): number {
  const persons = personsOf(objects);
  const alone = faces.filter((face) => persons.every((person) => insideOf(face.box, person.box) < 0.6));
  return persons.length + alone.length;
}
