import type { ColourKey } from '#vision/colour-names.ts';
import { bestOf } from '#vision/object-tags.ts';
import { OBJECT_TOPICS, TOPICS } from '#vision/scene-table.ts';
import type { ShotMeasures, ShotTag } from '#vision/shot.ts';
import type { SeenColour, Sight } from '#vision/sight.ts';

const SURE = 0.6;
const GUESSED = 0.3;
/** What a thing says of where it is. */
const OF_OBJECT = 0.87;
const SURE_BESIDE_PEOPLE = 0.8;
/** What is worn or carried says nothing of where it is. */
const OF_THINGS = new Set(
  'food drink fruit vegetable dessert car traffic beauty clothes shoes bag jewellery digital appliance home furniture kitchenware cleaning pet animal plant flower toy baby music stationery tool medical'.split(
    ' ',
  ),
);
/** Places of which one excludes the other. */
const OPPOSITES = [['indoor', 'outdoor']] as const;

/** Where it is and what it is about; what is only guessed has a low score. */
export function tagScenes(
  sights: readonly Sight[],
  objects: ShotTag[],
  { brightness = 128 }: ShotMeasures,
  isBusyWithPeople: boolean,
): ShotTag[] {
  const seen = bestOf(sights.map((sight) => sight.scenes.filter(({ key }) => !key.startsWith('thing.'))));
  const tags: ShotTag[] = [];
  const doubts = new Map<string, number>();
  for (const [key, { label, score }] of seen) {
    // With somebody before it the classifier names what it takes clothes and hands for.
    const worth = isBusyWithPeople && score < SURE_BESIDE_PEOPLE ? Math.min(score, 0.45) : score;
    if (key.startsWith('place.')) {
      if (worth >= GUESSED) tags.push({ tag_type: 'scene', key: key.replace('place.', ''), name: label, score: worth });
    } else doubts.set(key.replace('topic.', ''), 1 - worth);
  }
  for (const { key, score, tag_type } of objects) {
    if (tag_type !== 'object' || score < SURE) continue;
    for (const topic of OBJECT_TOPICS[key] ?? []) doubts.set(topic, (doubts.get(topic) ?? 1) * (1 - OF_OBJECT * score));
  }
  const names = new Set(objects.map(({ name }) => name));
  for (const { key, label } of TOPICS) {
    const score = 1 - (doubts.get(key) ?? 1);
    const isSaid = names.has(label);
    if (score >= GUESSED && !isSaid) tags.push({ tag_type: 'scene', key, name: label, score });
  }
  const night = ['outdoor', 'street', 'building', 'traffic'].some((key) => has(tags, key, GUESSED));
  if (brightness < 60 && night) tags.push({ tag_type: 'scene', key: 'night', name: '夜景', score: 0.7 });
  else if (isNightSky(sights, brightness)) tags.push({ tag_type: 'scene', key: 'night', name: '夜景', score: 0.5 });
  else tags.push(...tagGround(sights, tags));
  const kept = OPPOSITES.reduce((left, [one, other]) => withoutWeaker(left, one, other), tags);
  return kept.filter(({ name }, i) => kept.findIndex((other) => other.name === name) === i);
}

/** What the upper and the lower third look like, where it is known to be outside. */
function tagGround(sights: readonly Sight[], scenes: ShotTag[]): ShotTag[] {
  const isOutside = ['outdoor', 'sea', 'nature', 'building', 'mountain'].some((key) => has(scenes, key, GUESSED));
  if (!isOutside) return [];
  const tags: ShotTag[] = [];
  const guess = (key: string, name: string) => tags.push({ tag_type: 'scene', key, name, score: 0.5 });
  const most = (part: 'upper' | 'lower', keys: ColourKey[]) =>
    Math.max(0, ...sights.map((sight) => shareOf(sight[part], keys)));
  if (most('upper', ['blue', 'cyan']) > 0.4) guess('blue_sky', '蓝天');
  if (most('lower', ['green', 'yellow']) > 0.35 && !has(scenes, 'sea', SURE)) guess('grass', '草地');
  if (has(scenes, 'sea', GUESSED) && most('lower', ['blue', 'cyan', 'green']) > 0.4) guess('water', '水面');
  if (has(scenes, 'sea', GUESSED) && most('lower', ['beige', 'white', 'yellow']) > 0.4) guess('sand', '沙滩');
  return tags;
}

function isNightSky(sights: readonly Sight[], brightness: number): boolean {
  return brightness < 75 && sights.some(({ upper }) => shareOf(upper, ['blue', 'black']) > 0.7);
}

function shareOf(colours: SeenColour[], keys: ColourKey[]): number {
  return colours.filter(({ key }) => keys.includes(key)).reduce((sum, { share }) => sum + share, 0);
}

function has(tags: ShotTag[], key: string, least: number): boolean {
  return tags.some((tag) => tag.key === key && tag.score >= least);
}

function withoutWeaker(tags: ShotTag[], one: string, other: string): ShotTag[] {
  const score = (key: string) => tags.find((tag) => tag.key === key)?.score ?? 0;
  const weaker = score(one) < score(other) ? one : other;
  return score(one) && score(other) ? tags.filter(({ key }) => key !== weaker) : tags;
}

/** Whether a subject is a place rather than a kind of thing. */
export function isPlace(key: string): boolean {
  return !OF_THINGS.has(key);
}
