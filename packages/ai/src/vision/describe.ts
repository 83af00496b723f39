import { areaOf } from '#vision/boxes.ts';
import { tagColours, tagLight, tagMotion, tagQuality } from '#vision/measure-tags.ts';
import { OBJECT_TOPICS, SCENE_ROWS, TOPICS } from '#vision/scene-table.ts';
import { tagShotSize } from '#vision/shot-size.ts';
import type { ShotDescription, ShotMeasures, ShotTag, ShotTagType } from '#vision/shot.ts';
import type { Sight } from '#vision/sight.ts';
import { tagText } from '#vision/text-tags.ts';

const SURE = 0.5;
const SURE_OF_OBJECT = 0.55;
/** With somebody in front of it the classifier names what it takes clothes and hands for. */
const SURE_BESIDE_PEOPLE = 0.8;
const MUCH_OF_PICTURE = 0.2;
const CLOTHES = new Set(['clothes', 'shoes', 'bag', 'jewellery', 'beauty']);
/** Subjects of which a picture has one kind: a classifier that is sure overrules the detector's nearest word. */
const ONE_KIND = ['fruit', 'animal', 'dessert', 'food'];

/** Tags and a caption from one to three pictures of a shot and its measures. */
export function describeShot(sights: readonly Sight[], measures: ShotMeasures): ShotDescription {
  const people = countPeople(sights);
  const isBusyWithPeople = sights.some((sight) => peopleShare(sight) > MUCH_OF_PICTURE);
  const objects = tagObjects(sights, isBusyWithPeople);
  const scenes = tagScenes(sights, objects, measures, isBusyWithPeople);
  const tags = [
    ...scenes,
    tagPeople(people),
    ...tagShotSize(sights, scenes),
    ...objects,
    ...tagColours(measures),
    ...tagLight(scenes, measures),
    ...tagMotion(measures),
    ...tagText(sights),
    ...tagQuality(measures),
  ];
  return { tags, caption: captionOf(tags) };
}

/** The middle one, so that a hand in one picture of three makes no person, and one missed picture loses none. */
function countPeople(sights: readonly Sight[]): number {
  const counts = sights.map((sight) => sight.people).toSorted((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

function tagPeople(people: number): ShotTag {
  const names = ['无人', '单人', '双人', '多人'];
  const place = Math.min(3, people);
  return { tag_type: 'person', key: `people_${place}`, name: names[place]!, score: 0.9 };
}

function peopleShare(sight: Sight): number {
  const boxes = [...sight.objects.filter(({ key }) => key === 'person'), ...sight.faces].map(({ box }) => box);
  return Math.max(0, ...boxes.map(areaOf));
}

/** The best score of each key over the pictures; being there in a second picture is worth a tenth. */
function bestOf(
  found: { key: string; label: string; score: number }[][],
): Map<string, { label: string; score: number }> {
  const best = new Map<string, { label: string; score: number }>();
  for (const picture of found) {
    const here = new Map<string, { label: string; score: number }>();
    for (const { key, label, score } of picture) {
      if (score > (here.get(key)?.score ?? 0)) here.set(key, { label, score });
    }
    for (const [key, { label, score }] of here) {
      const before = best.get(key);
      best.set(key, { label, score: before ? Math.min(1, Math.max(before.score, score) + 0.1) : score });
    }
  }
  return best;
}

function tagObjects(sights: readonly Sight[], isBusyWithPeople: boolean): ShotTag[] {
  const tags = new Map<string, ShotTag>();
  const add = (key: string, name: string, score: number) => {
    if (score > (tags.get(name)?.score ?? 0)) tags.set(name, { tag_type: 'object', key, name, score });
  };
  const things = bestOf(sights.map((sight) => sight.scenes.filter(({ key }) => key.startsWith('thing.'))));
  const settled = new Set<string>();
  for (const [key, { label, score }] of things) {
    const topics = SCENE_ROWS.find((row) => `thing.${row.key}` === key)?.topics ?? [];
    const isWorn = topics.some((topic) => CLOTHES.has(topic));
    if (score < (isBusyWithPeople && !isWorn ? SURE_BESIDE_PEOPLE : SURE)) continue;
    add(key.replace('thing.', ''), label, score);
    if (score >= SURE_BESIDE_PEOPLE) for (const topic of topics) if (ONE_KIND.includes(topic)) settled.add(topic);
  }
  for (const [key, { label, score }] of bestOf(sights.map((sight) => sight.objects))) {
    const isSettled = (OBJECT_TOPICS[key] ?? []).some((topic) => settled.has(topic));
    const isSaid = [...tags.keys()].some((name) => name !== label && name.endsWith(label));
    if (key !== 'person' && score >= SURE_OF_OBJECT && !isSettled && !isSaid) add(key, label, score);
  }
  return [...tags.values()].toSorted((a, b) => b.score - a.score).slice(0, 10);
}

function tagScenes(
  sights: readonly Sight[],
  objects: ShotTag[],
  { brightness = 128 }: ShotMeasures,
  isBusyWithPeople: boolean,
): ShotTag[] {
  const seen = bestOf(sights.map((sight) => sight.scenes.filter(({ key }) => !key.startsWith('thing.'))));
  const tags: ShotTag[] = [];
  const doubts = new Map<string, number>();
  for (const [key, { label, score }] of seen) {
    const least = isBusyWithPeople ? SURE_BESIDE_PEOPLE : SURE;
    if (key.startsWith('place.')) {
      if (score >= least) tags.push({ tag_type: 'scene', key: key.replace('place.', ''), name: label, score });
    } else if (score >= least || CLOTHES.has(key.replace('topic.', ''))) {
      doubts.set(key.replace('topic.', ''), 1 - score);
    }
  }
  for (const { key, score } of objects) {
    for (const topic of OBJECT_TOPICS[key] ?? []) doubts.set(topic, (doubts.get(topic) ?? 1) * (1 - 0.8 * score));
  }
  for (const { key, label } of TOPICS) {
    const score = 1 - (doubts.get(key) ?? 1);
    if (score >= SURE) tags.push({ tag_type: 'scene', key, name: label, score });
  }
  if (isBusyWithPeople) tags.push({ tag_type: 'scene', key: 'people', name: '人物', score: 0.9 });
  if (textShare(sights) > 0.1) tags.push({ tag_type: 'scene', key: 'text', name: '文字', score: 0.8 });
  const names = new Set(objects.map(({ name }) => name));
  const kept = withoutWeaker(tags, 'indoor', 'outdoor').filter(({ name }) => !names.has(name));
  const isNight = brightness < 60 && kept.some(({ key }) => ['outdoor', 'street', 'building', 'traffic'].includes(key));
  if (isNight) kept.push({ tag_type: 'scene', key: 'night', name: '夜景', score: 0.7 });
  return kept.filter(({ name }, i) => kept.findIndex((other) => other.name === name) === i);
}

function withoutWeaker(tags: ShotTag[], one: string, other: string): ShotTag[] {
  const score = (key: string) => tags.find((tag) => tag.key === key)?.score ?? 0;
  const weaker = score(one) < score(other) ? one : other;
  return score(one) && score(other) ? tags.filter(({ key }) => key !== weaker) : tags;
}

function textShare(sights: readonly Sight[]): number {
  return Math.max(0, ...sights.map((sight) => sight.text.reduce((sum, { box }) => sum + areaOf(box), 0)));
}

/** Words in the order people say them; measures that say little of the contents are left to the tags. */
function captionOf(tags: ShotTag[]): string {
  const order: ShotTagType[] = ['scene', 'person', 'shot_size', 'object', 'colour', 'light', 'motion'];
  const most: Partial<Record<ShotTagType, number>> = { scene: 6, object: 6, colour: 2 };
  const words = order.flatMap((type) =>
    tags
      .filter((tag) => tag.tag_type === type)
      .slice(0, most[type])
      .map(({ name }) => name),
  );
  return [...new Set(words)].join('，');
}
