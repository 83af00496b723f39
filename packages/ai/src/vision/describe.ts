import { areaOf } from '#vision/boxes.ts';
import { doubtScenes } from '#vision/doubt.ts';
import { tagColours, tagLight, tagMotion, tagQuality } from '#vision/measure-tags.ts';
import { tagObjects } from '#vision/object-tags.ts';
import { SHOWN, tagPersons } from '#vision/person-tags.ts';
import { tagScenes } from '#vision/scene-tags.ts';
import { writeSentence } from '#vision/sentence.ts';
import { tagShotSize } from '#vision/shot-size.ts';
import type { ShotDescription, ShotMeasures } from '#vision/shot.ts';
import type { Sight } from '#vision/sight.ts';
import { tagText } from '#vision/text-tags.ts';

const MUCH_OF_PICTURE = 0.2;

/** Tags, guesses and a caption from one to three pictures of a shot and its measures. */
export function describeShot(seen: readonly Sight[], measures: ShotMeasures): ShotDescription {
  const sights = seen.map((sight) => ({ ...sight, scenes: doubtScenes(sight) }));
  const isBusyWithPeople = sights.some((sight) => peopleShare(sight) > MUCH_OF_PICTURE);
  const objects = tagObjects(sights, isBusyWithPeople);
  const scenes = tagScenes(sights, objects, measures, isBusyWithPeople);
  const sure = scenes.filter(({ score }) => score >= SHOWN);
  const found = [
    ...scenes,
    ...tagPersons(sights),
    ...tagShotSize(sights, sure),
    ...objects,
    ...tagColours(measures),
    ...tagLight(sure, measures),
    ...tagMotion(measures),
    ...tagText(sights),
    ...tagQuality(measures),
  ];
  const tags = found.filter(({ score }) => score >= SHOWN);
  return { tags, guesses: found.filter(({ score }) => score < SHOWN), caption: writeSentence(sights, tags) };
}

function peopleShare(sight: Sight): number {
  const boxes = [...sight.objects.filter(({ key }) => key === 'person'), ...sight.faces].map(({ box }) => box);
  return Math.max(0, ...boxes.map(areaOf));
}
