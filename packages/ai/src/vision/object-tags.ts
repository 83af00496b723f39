import { COLOURS } from '#vision/colour-names.ts';
import { counted } from '#vision/numerals.ts';
import { OBJECT_TOPICS, SCENE_ROWS } from '#vision/scene-table.ts';
import type { ShotTag } from '#vision/shot.ts';
import type { SeenColour, SeenObject, Sight } from '#vision/sight.ts';

const SURE = 0.6;
const GUESSED = 0.35;
const SURE_OF_OBJECT = 0.55;
const COUNTED = 0.5;
/** With somebody in front of it the classifier names what it takes clothes and hands for. */
const SURE_BESIDE_PEOPLE = 0.8;
const CLOTHES = new Set(['clothes', 'shoes', 'bag', 'jewellery', 'beauty']);
/** Subjects of which a picture has one kind: a classifier that is sure overrules the detector's nearest word. */
const ONE_KIND = ['fruit', 'animal', 'dessert', 'food', 'vegetable'];
const LEAST_SHARE = 0.3;
const MOST_OBJECTS = 14;
/** Most of its box is something else. */
const COVERED = new Set(['dining_table', 'bed', 'hand', 'spoon', 'fork', 'knife', 'scissors']);
const SEEN_THROUGH = new Set(['bottle', 'wine_glass', 'cup', 'vase']);
const GREYS = new Set<string>(['grey', 'white', 'black']);

type Best = { label: string; score: number };

/** The best score of each key over the pictures; being there in a second picture is worth a tenth. */
export function bestOf(found: { key: string; label: string; score: number }[][]): Map<string, Best> {
  const best = new Map<string, Best>();
  for (const picture of found) {
    const here = new Map<string, Best>();
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

/** Things with their colours and numbers; what is only guessed has a low score. */
export function tagObjects(sights: readonly Sight[], isBusyWithPeople: boolean): ShotTag[] {
  const tags = new Map<string, ShotTag>();
  const add = (key: string, name: string, score: number, tag_type: ShotTag['tag_type'] = 'object') => {
    if (score > (tags.get(`${tag_type}:${name}`)?.score ?? 0)) {
      tags.set(`${tag_type}:${name}`, { tag_type, key, name, score });
    }
  };
  const settled = addClassified(sights, isBusyWithPeople, add);
  for (const [key, { label, score }] of bestOf(sights.map((sight) => sight.objects))) {
    const isSettled = (OBJECT_TOPICS[key] ?? []).some((topic) => settled.has(topic));
    const isSaid = [...tags.values()].some(
      (tag) => tag.score >= SURE && tag.name !== label && tag.name.endsWith(label),
    );
    if (key === 'person' || isSettled || isSaid) continue;
    const isSure = score >= SURE_OF_OBJECT || key === 'hand';
    add(key, label, isSure ? Math.max(score, SURE) : 0.45);
    const seen = sights.map(({ objects }) => objects.filter((one) => one.key === key));
    addLooks(key, label, seen, isSure, add);
  }
  return [...tags.values()].toSorted((a, b) => b.score - a.score).slice(0, MOST_OBJECTS);
}

type Add = (key: string, name: string, score: number, tag_type?: ShotTag['tag_type']) => void;

/** What the classifier takes the whole picture for; the subjects that are settled by it. */
function addClassified(sights: readonly Sight[], isBusyWithPeople: boolean, add: Add): Set<string> {
  const settled = new Set<string>();
  const things = bestOf(sights.map((sight) => sight.scenes.filter(({ key }) => key.startsWith('thing.'))));
  for (const [key, { label, score }] of things) {
    const topics = SCENE_ROWS.find((row) => `thing.${row.key}` === key)?.topics ?? [];
    const isWorn = topics.some((topic) => CLOTHES.has(topic));
    const least = isBusyWithPeople && !isWorn ? SURE_BESIDE_PEOPLE : SURE;
    if (score >= least) add(key.replace('thing.', ''), label, score);
    else if (score >= GUESSED) add(key.replace('thing.', ''), label, 0.45);
    if (score >= SURE_BESIDE_PEOPLE) for (const topic of topics) if (ONE_KIND.includes(topic)) settled.add(topic);
  }
  return settled;
}

/** How many there are and what colour they have. */
function addLooks(key: string, label: string, seen: SeenObject[][], isSure: boolean, add: Add): void {
  const counts = seen.map((each) => each.filter(({ score }) => score >= 0.5).length).toSorted((a, b) => a - b);
  const count = counts[Math.floor(counts.length / 2)] ?? 0;
  // Where more are half seen, nobody has counted them.
  const isCounted = seen.every((each) => each.every(({ score }) => score >= COUNTED));
  if (count > 1 && isSure && key !== 'hand') {
    add(`${key}_${count}`, counted(count, label), isCounted ? 0.65 : 0.5, 'count');
  }
  if (COVERED.has(key)) return;
  for (const { score, colours = [] } of seen.flat()) {
    tellGloss(colours)
      .slice(0, 2)
      .forEach(({ key: colour, share }, place) => {
        if (share < LEAST_SHARE) return;
        // What is grey may be seen through: glass has the colour of what is behind it.
        const least = GREYS.has(colour) ? (SEEN_THROUGH.has(key) ? 2 : 0.6) : 0.45;
        const isClear = isSure && place === 0 && share >= least && score >= SURE_OF_OBJECT;
        add(`${colour}_${key}`, `${COLOURS[colour].name}${label}`, isClear ? SURE : 0.45);
      });
  }
}

/** What shines of red is pink: with much of both, the thing is red. */
function tellGloss(colours: SeenColour[]): SeenColour[] {
  const of = (key: SeenColour['key']) => colours.find((one) => one.key === key)?.share ?? 0;
  if (of('pink') === 0 || of('red') < of('pink') / 3) return colours;
  const red = { key: 'red' as const, share: of('pink') + of('red') };
  const others = colours.filter(({ key }) => key !== 'pink' && key !== 'red');
  return [red, ...others].toSorted((a, b) => b.share - a.share);
}
