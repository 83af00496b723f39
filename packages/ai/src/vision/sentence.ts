import { COLOURS } from '#vision/colour-names.ts';
import { DOINGS, doingOf } from '#vision/doing.ts';
import { numeral } from '#vision/numerals.ts';
import { countPeople, SHOWN } from '#vision/person-tags.ts';
import { isPlace } from '#vision/scene-tags.ts';
import type { ShotTag } from '#vision/shot.ts';
import type { SeenColour, SeenPerson, Sight } from '#vision/sight.ts';

const SAID_DOINGS = [
  'sitting',
  'walking',
  'riding',
  'on_boat',
  'arms_up',
  'gesture',
  'hand_at_face',
  'holding',
] as const;
const PHRASES: Record<(typeof SAID_DOINGS)[number], string> = {
  sitting: '坐着',
  walking: '在走路',
  riding: '在骑行',
  on_boat: '在船上',
  arms_up: '举着手',
  gesture: '双手比划',
  hand_at_face: '手放在脸旁',
  holding: '手里拿着东西',
};

/** What is sure of a shot, as people would tell it: who, wearing what, doing what; where; how it is framed. */
export function writeSentence(sights: readonly Sight[], tags: ShotTag[]): string {
  const of = (type: ShotTag['tag_type']) => tags.filter(({ tag_type }) => tag_type === type).map(({ name }) => name);
  const objects = of('object');
  const counted = of('count').filter((name) => !name.endsWith('个人'));
  // 红色汽车 says 汽车 too, and so does 两辆汽车.
  const things = objects.filter(
    (name) => ![...objects, ...counted].some((other) => other !== name && other.endsWith(name)),
  );
  const scenes = tags.filter(({ tag_type }) => tag_type === 'scene');
  const places = scenes.filter(({ key }) => isPlace(key)).slice(0, 3);
  const topics = scenes.filter(({ key }) => !isPlace(key)).slice(0, 2);
  const parts = [
    people(sights, tags),
    [...counted, ...things].slice(0, 5).join('、'),
    places.map(({ name }) => name).join('、'),
    topics.map(({ name }) => name).join('、'),
    ...of('shot_size'),
    ...of('light').slice(0, 1),
    ...of('motion'),
  ];
  return parts.filter(Boolean).join('，');
}

/** 一个穿橙色上衣的女生，双手比划; nothing that is only guessed. */
function people(sights: readonly Sight[], tags: ShotTag[]): string {
  const count = countPeople(sights);
  const isSaid = (type: ShotTag['tag_type'], name: string) =>
    tags.some((tag) => tag.tag_type === type && tag.name === name);
  if (count === 0 || !['单人', '双人', '多人'].some((name) => isSaid('person', name))) return '';
  const [sight] = sights.toSorted((a, b) => b.persons.length - a.persons.length);
  const persons = sight?.persons ?? [];
  const [only] = persons;
  const doings = persons.flatMap((person) => doingOf(person, sight!));
  const said = SAID_DOINGS.filter((key) => doings.some((doing) => doing.key === key && doing.score >= SHOWN)).slice(
    0,
    2,
  );
  const phrases = said.map((key) => PHRASES[key] ?? DOINGS[key]);
  if (count > 1 || !only) {
    const each = [...new Set(persons.map((person) => whoOf(person, isSaid)))].filter((word) => !word.endsWith('人'));
    const counted = `${numeral(count)}个人`;
    const many = count === 1 || isSaid('count', counted) ? counted : '好几个人';
    return [many, each.slice(0, 3).join('、'), ...phrases].filter(Boolean).join('，');
  }
  return [`一个${whoOf(only, isSaid)}`, ...phrases].join('，');
}

function whoOf(
  { male, years, top, hat }: SeenPerson,
  isSaid: (type: ShotTag['tag_type'], name: string) => boolean,
): string {
  const isChild = years !== undefined && years < 9;
  const who = isChild ? '小孩' : male === undefined ? '人' : male >= 0.8 ? '男生' : male <= 0.3 ? '女生' : '人';
  const worn = (colours: SeenColour[], garment: string) => {
    const [first] = colours;
    const name = first ? `${COLOURS[first.key].name}${garment}` : '';
    return isSaid('clothes', name) ? name : '';
  };
  const [cap, shirt] = [worn(hat, '帽子'), worn(top, '上衣')];
  const looks = [cap && `戴${cap}`, shirt && `穿${shirt}`].filter(Boolean).join('、');
  return looks ? `${looks}的${who}` : who;
}
