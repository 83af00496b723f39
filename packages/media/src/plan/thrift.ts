import { PICTURE_COST, SPEECH_COST } from '#plan/cost.ts';
import type { Draft } from '#plan/draft.ts';
import { isFree, isIn } from '#plan/fill.ts';
import type { Gathering } from '#plan/gather.ts';
import { worstShare } from '#plan/polish.ts';
import type { Search } from '#plan/search.ts';
import type { Axis, Space } from '#plan/space.ts';

/** Pairs of drafts that are looked at; a few hundredths of a second. */
const MOST_TRIES = 20_000;

/** What saves work may make the set as a whole a little more alike, never its most alike pairs. */
const MOST_ENERGY = 1.02;

const SAVING: Axis['kind'][] = ['wording', 'voice', 'pace', 'style', 'title'];

/**
 * Lets drafts exchange wordings, voices and looks, as long as that leaves fewer pictures to encode and less to be spoken
 * and no pair becomes more alike than the two that exchange were before. What is used how often stays as it is. First all
 * at once: where few of several voices are used, those may be ones that speak for less.
 */
export function saveWork(space: Space, search: Search, gathering: Gathering): void {
  const { drafts } = search;
  const account = openAccount(space);
  for (const draft of drafts) account.add(draft, 1);
  for (const [axis, { size, ...of }] of space.axes.entries()) {
    if (!('ids' in of) || !SAVING.includes(of.kind)) continue;
    for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) trade(search, gathering, account, { axis, a, b });
  }
  const axes = [...space.axes.keys()].filter((axis) => SAVING.includes(space.axes[axis]!.kind));
  let tries = 0;
  for (const axis of axes) {
    for (let i = gathering.kept.length; i < drafts.length; i++) {
      for (let j = i + 1; j < drafts.length && tries < MOST_TRIES; j++) {
        if (drafts[i]![axis] === drafts[j]![axis]) continue;
        tries++;
        exchange(search, gathering, account, { i, j, axis });
      }
    }
  }
}

type Exchange = { i: number; j: number; axis: number };

function exchange(search: Search, gathering: Gathering, account: Account, { i, j, axis }: Exchange): void {
  const [a, b] = [search.drafts[i]!, search.drafts[j]!];
  const [nextA, nextB] = [a.with(axis, b[axis]!), b.with(axis, a[axis]!)];
  const saved = account.add(a, -1) + account.add(b, -1) + account.add(nextA, 1) + account.add(nextB, 1);
  if (saved < -1e-6 && isFree(search, nextA, gathering) && isFree(search, nextB, gathering)) {
    const measure = () => ({
      most: Math.max(search.mostShare(search.drafts[i]!, i), search.mostShare(search.drafts[j]!, j)),
      energy: search.energy(search.drafts[i]!, i) + search.energy(search.drafts[j]!, j),
    });
    const before = measure();
    search.replace(i, nextA);
    search.replace(j, nextB);
    const after = measure();
    if (after.most <= before.most + 1e-9 && after.energy <= before.energy * MOST_ENERGY) return;
    search.replace(i, a);
    search.replace(j, b);
  }
  account.add(nextA, -1);
  account.add(nextB, -1);
  account.add(a, 1);
  account.add(b, 1);
}

type Trade = { axis: number; a: number; b: number };

/** All who have one choice get the other one, and the other way round. */
function trade(search: Search, gathering: Gathering, account: Account, { axis, a, b }: Trade): void {
  const before = [...search.drafts];
  const after = before.map((draft, n) => {
    const isMoved = n >= gathering.kept.length && (draft[axis] === a || draft[axis] === b);
    return isMoved ? draft.with(axis, draft[axis] === a ? b : a) : draft;
  });
  const book = (drafts: Draft[], step: 1 | -1) => drafts.reduce((sum, draft) => sum + account.add(draft, step), 0);
  const put = (drafts: Draft[]) => {
    for (const [n, draft] of drafts.entries()) if (draft !== search.drafts[n]) search.replace(n, draft);
  };
  if (book(before, -1) + book(after, 1) < -1e-6 && !after.some((draft) => isIn(gathering.avoid, draft))) {
    const [most, energy] = [worstShare(search), energyOf(search)];
    put(after);
    if (worstShare(search) <= most + 1e-9 && energyOf(search) <= energy * MOST_ENERGY) return;
    put(before);
  }
  book(after, -1);
  book(before, 1);
}

function energyOf({ drafts, energy }: Search): number {
  return drafts.reduce((sum, draft, n) => sum + energy(draft, n), 0);
}

type Account = ReturnType<typeof openAccount>;

/** Keeps count of the parts that drafts have; `add` says how much more, or less, there is to be made. */
function openAccount({ plan, slots, axes }: Space) {
  const axisOf = (kind: Axis['kind'], slot?: number) =>
    axes.findIndex((axis) => axis.kind === kind && (slot === undefined || ('slot' in axis && axis.slot === slot)));
  const drawn = [axisOf('pace'), axisOf('style'), axisOf('title')].filter((axis) => axis >= 0);
  const voiceAxis = axisOf('voice');
  const voices = plan.voices?.map(({ id }) => id) ?? [''];
  const wordingAxes = slots.map((_, slot) => axisOf('wording', slot));
  const looks = drawn.reduce((product, axis) => product * axes[axis]!.size, 1);
  const shots = slots.map((one) => new Int32Array(one.choices.length * Math.max(1, one.scripts.length) * looks));
  const lines = slots.map(({ scripts }) => new Int32Array(scripts.length * voices.length));
  const seconds = slots.map(({ choices }) => choices.map(({ typical }) => typical.seconds * PICTURE_COST));
  const spoken = slots.map(({ scripts }) =>
    scripts.map(({ spokenSeconds = 0, sound, spokenIn = [] }) =>
      voices.map((voice) => (sound !== undefined || spokenIn.includes(voice) ? 0 : spokenSeconds * SPEECH_COST)),
    ),
  );
  return {
    add(draft: Draft, step: 1 | -1): number {
      let cost = 0;
      for (let slot = 0; slot < slots.length; slot++) {
        const wording = wordingAxes[slot]! < 0 ? 0 : draft[wordingAxes[slot]!]!;
        let key = draft[slot]! * Math.max(1, slots[slot]!.scripts.length) + wording;
        for (const axis of drawn) key = key * axes[axis]!.size + draft[axis]!;
        cost += count(shots[slot]!, key, step, seconds[slot]![draft[slot]!]!);
        const said = spoken[slot]![wording];
        if (!said) continue;
        const voice = voiceAxis < 0 ? 0 : draft[voiceAxis]!;
        cost += count(lines[slot]!, wording * voices.length, step, said[0]!);
        if (voice > 0) cost += count(lines[slot]!, wording * voices.length + voice, step, said[voice]!);
      }
      return cost;
    },
  };
}

/** What it costs that a part is used once more, or less: only the first use does. */
function count(uses: Int32Array, key: number, step: number, cost: number): number {
  const before = uses[key]!;
  uses[key] = before + step;
  return before === 0 ? cost : before + step === 0 ? -cost : 0;
}
