import { COLOURS } from '#vision/colour-names.ts';
import { type Doing, doingOf, DOINGS } from '#vision/doing.ts';
import { numeral } from '#vision/numerals.ts';
import { between } from '#vision/pose.ts';
import type { ShotTag } from '#vision/shot.ts';
import type { SeenColour, SeenPerson, Sight } from '#vision/sight.ts';

/** Below the first a tag is not shown but ranks lower, below the second nothing is said. */
export const SHOWN = 0.6;
const GUESSED = 0.4;

const MALE = { sure: 0.8, guess: 0.62 };
const FEMALE = { sure: 0.3, guess: 0.42 };
const CHILD_YEARS = 12;
const MOST_COUNTED = 5;
/** Somebody so far away, as a part of the picture's height, may have others beside them. */
const FAR_AWAY = 0.12;
/** Grey is what shade makes of white and light of black: only what is grey all over, below a face that tells of the shade. */
const ALL_GREY = 0.8;
/** How much of another shade makes a shade doubtful: of grey, and of black and white. */
const NEARLY_AS_MUCH = { grey: 0.6, other: 0.9 };
const SHADES = new Set<string>(['grey', 'white', 'black']);
const DOING_OF_SHOT_SIZE = new Set(['facing']);

/** Who is there and how many, what they wear, what they do: surest first, what is only guessed with a low score. */
export function tagPersons(sights: readonly Sight[]): ShotTag[] {
  const tags = [...tagCount(sights), ...sights.flatMap((sight) => sight.persons.flatMap(tagPerson(sight)))];
  const best = new Map<string, ShotTag>();
  for (const tag of tags) {
    const known = best.get(`${tag.tag_type}:${tag.name}`);
    if (tag.score >= GUESSED && tag.score > (known?.score ?? 0)) best.set(`${tag.tag_type}:${tag.name}`, tag);
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score);
}

/** The middle one of the pictures, so that a hand in one of three makes no person, and one missed loses none. */
export function countPeople(sights: readonly Sight[]): number {
  const counts = sights.map((sight) => sight.people).toSorted((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

function tagCount(sights: readonly Sight[]): ShotTag[] {
  const people = countPeople(sights);
  const names = ['无人', '单人', '双人', '多人'];
  const person = (place: number, score: number): ShotTag => ({
    tag_type: 'person',
    key: `people_${place}`,
    name: names[place]!,
    score,
  });
  // What may be somebody: enough not to swear that nobody is there.
  const maybe = Math.max(0, ...sights.map(({ objects }) => objects.filter(({ key }) => key === 'person').length));
  if (people === 0 && maybe > 0) return [person(Math.min(3, maybe), 0.45)];
  // A hand belongs to somebody.
  if (people === 0 && sights.some(({ objects }) => objects.some(({ key }) => key === 'hand'))) return [];
  // In a crowd some are always half seen: how many, nobody has counted.
  const isFar = sights.some(({ objects }) => objects.some(({ key, box }) => key === 'person' && box.height < FAR_AWAY));
  const isCounted = people <= MOST_COUNTED && maybe <= people && !isFar;
  const isFew = people < 3 && !isCounted;
  const tags = [person(Math.min(3, people), isFew ? 0.5 : 0.9)];
  if (people > 1) {
    const score = isCounted ? 0.65 : 0.5;
    tags.push({ tag_type: 'count', key: `person_${people}`, name: `${numeral(people)}个人`, score });
  }
  return tags;
}

const tagPerson =
  (sight: Sight) =>
  (person: SeenPerson): ShotTag[] => [
    ...tagWho(person),
    ...tagClothes(person),
    ...doingOf(person, sight).flatMap(tagDoing),
  ];

function who(key: string, name: string, score: number): ShotTag {
  return { tag_type: 'person', key, name, score };
}

function tagWho({ male, years }: SeenPerson): ShotTag[] {
  if (male === undefined || years === undefined) return [];
  if (years < CHILD_YEARS) return [who('child', '小孩', years < CHILD_YEARS - 3 ? 0.75 : 0.5)];
  if (male >= MALE.guess) return [who('man', '男生', male >= MALE.sure ? male : 0.5)];
  if (male <= FEMALE.guess) return [who('woman', '女生', male <= FEMALE.sure ? 1 - male : 0.5)];
  return [];
}

function tagClothes({ top, bottom, hat, male, points }: SeenPerson): ShotTag[] {
  const tags: ShotTag[] = [];
  const wear = (colours: SeenColour[], garment: string, worth = 1) => {
    const [first, second] = colours;
    const isGrey = first?.key === 'grey';
    const isMixed =
      first &&
      second &&
      SHADES.has(first.key) &&
      (isGrey || SHADES.has(second.key)) &&
      second.share >= NEARLY_AS_MUCH[isGrey ? 'grey' : 'other'] * first.share;
    const isDoubtful = isMixed || (isGrey && (first.share < ALL_GREY || male === undefined));
    colours.slice(0, 2).forEach(({ key, share }, place) => {
      const sure = place === 0 && !isDoubtful;
      const score = worth * (sure ? Math.min(0.9, 0.35 + 0.7 * share) : Math.min(0.5, 0.3 + 0.5 * share));
      const name = `${COLOURS[key].name}${garment}`;
      if (share >= 0.25) tags.push({ tag_type: 'clothes', key: `${key}_${garment}`, name, score });
    });
  };
  wear(top, '上衣');
  wear(hat, '帽子');
  // One colour from the shoulders to the knees is a dress, or may be one.
  const hasLegs = between(points, 'left_knee', 'right_knee') !== undefined;
  const isDress = male !== undefined && male < 0.5 && hasLegs && top[0] !== undefined && top[0].key === bottom[0]?.key;
  // Without legs in the picture, more of the same is the end of a long coat.
  if (hasLegs || bottom[0]?.key !== top[0]?.key) wear(bottom, isDress ? '裙子' : '裤子', isDress ? 0.75 : 0.9);
  return tags;
}

function tagDoing({ key, score }: Doing): ShotTag[] {
  if (DOING_OF_SHOT_SIZE.has(key)) return [{ tag_type: 'action', key, name: DOINGS[key], score: 0.5 }];
  return [{ tag_type: 'action', key, name: DOINGS[key], score }];
}
