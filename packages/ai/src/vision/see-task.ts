import { join } from 'node:path';
import type { Task } from '#runtime/tasks.ts';
import { insideOf } from '#vision/boxes.ts';
import { classify, loadSceneModel, SCENE_SIDE, type SceneModel } from '#vision/classify.ts';
import { loadFaceModel, seeFaces, type FaceModel } from '#vision/find-faces.ts';
import { findObjects, loadObjectModel, type ObjectModel } from '#vision/find-objects.ts';
import { lookVector } from '#vision/look-vector.ts';
import { cutSquare, readPicture } from '#vision/picture.ts';
import { seeText } from '#vision/read-text.ts';
import { emptySight, type Picture, type SeenFace, type SeenObject, type Sight, type SightPart } from '#vision/sight.ts';
import { loadTextModel, type TextModel } from '#vision/text-model.ts';

/** Small writing needs the pixels of a full frame; things and faces do not. */
const SIDE_FOR_TEXT = 1920;
const SIDE = 1280;
const SURE_PERSON = 0.5;

type Where = { folders: Record<string, string>; threads: number };

/** Models stay loaded until the process ends. */
const models: {
  text?: Promise<TextModel>;
  faces?: Promise<FaceModel>;
  objects?: Promise<ObjectModel>;
  scenes?: Promise<SceneModel>;
} = {};

/** Looks at one picture after the other and hands each sight over as soon as it is there. */
export const runSee: Task<'see'> = async ({ pictures, want }, { folders, threads, tell }) => {
  for (const [at, picture] of pictures.entries()) {
    await tell({ at, sight: await look(picture, new Set(want), { folders, threads }) });
  }
  return { pictures: pictures.length };
};

async function look(picture: Picture, want: Set<SightPart>, { folders, threads }: Where): Promise<Sight> {
  const sight = emptySight();
  const pixels = await readPicture(picture, want.has('text') ? SIDE_FOR_TEXT : SIDE);
  if (want.has('text')) {
    models.text ??= loadTextModel(folders['vision-text']!, threads);
    sight.text = await seeText(await models.text, pixels);
  }
  if (want.has('objects')) {
    models.objects ??= loadObjectModel(join(folders['vision-objects']!, 'efficientdet-lite2.tflite'), threads);
    sight.objects = await findObjects(await models.objects, pixels);
  }
  if (want.has('faces')) {
    models.faces ??= loadFaceModel(folders['vision-faces']!, threads);
    const persons = personsOf(sight.objects).map(({ box }) => box);
    sight.faces = await seeFaces(await models.faces, pixels, persons);
  }
  if (want.has('scenes') || want.has('vector')) {
    models.scenes ??= loadSceneModel(folders['vision-scenes']!, threads);
    const { logits } = await classify(await models.scenes, await cutSquare(pixels, { x: 0.5, y: 0.5 }, SCENE_SIDE));
    if (want.has('vector')) sight.vector = lookVector(logits);
  }
  sight.people = countPeople(sight.faces, sight.objects);
  return sight;
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
