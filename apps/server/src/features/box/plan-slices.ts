import type { BoxSlice } from '@mixreel/contract';
import { amongTexts } from '@mixreel/media';
import type { Said } from './said.ts';

/** What is known of a recording. Times are in seconds. */
export type Recording = {
  seconds: number;
  said: Pick<Said, 'start' | 'end' | 'text'>[];
  /** How loud it is, at even distances over its length. */
  peaks: number[];
  shots: { start: number; end: number; motion: number | null }[];
  /** Names of products and brands. */
  names: string[];
};
export type SliceWish = { seconds: number; count: number; words: string };

const MONEY =
  /(?:[\d.]+|[零一二三四五六七八九十百千两半]+)(?:块钱?|元|折|毛钱?)(?![一-龥]*期)|到手价?|买.送.|立减|直降|包邮|秒杀|福利价?|优惠券?|补贴|赠送?|限时|下单|上链接|小黄车|库存|最后.{0,3}[件单组份]/u;
const ASKED = /有没有|是不是|为什么|怎么(?:办|选|用)|你们|家人们|姐妹们|宝宝们|大家/u;
const LAUGHTER = /哈哈|呵呵|嘿嘿|嘻嘻/u;
/** Whoever begins with one of these goes on with what was said before. */
const GOES_ON = /^(?:然后|所以|但是|而且|因为|不过|就是|那么|还有|并且|对吧|对，|嗯|啊|呃)/u;
const WORTH = { named: 0.9, wished: 4, money: 0.8, asked: 0.3, laughter: 0.4, said: 0.3 };
const WEIGHT = { loud: 0.35, fast: 0.15, moving: 0.2 };
/** More than this above the middle is worth a word. */
const STANDS_OUT = 0.8;
/** How far from the wished length a clip may be. */
const SHORTEST = 0.5;
const LONGEST = 1.5;
const PAUSE_SECONDS = 0.5;
/** What is shown before the first word and behind the last, as far as there is silence. */
const LEAD_SECONDS = 0.25;
/** Sellers repeat themselves every ten minutes: a clip that owes so much to sentences of a better one is left out. */
const SAME_WORDS = 0.7;
const REPEATED = 0.4;
/** Somebody who says nothing is cut by pictures: shots, and where they are long parts of them. */
const UNHEARD_SECONDS = 5;

type Unit = {
  start: number;
  end: number;
  text: string;
  worth: number;
  loud: number;
  fast: number;
  moving: number;
  found: string[];
};
type Stretch = { from: number; to: number; value: number };

/** The stretches of a long recording that are most worth watching by themselves, the best first; none overlaps another. */
export function planSlices(recording: Recording, wish: SliceWish): BoxSlice[] {
  const units = unitsOf(recording, wish);
  const stretches = stretchesOf(units, recording, wish.seconds).toSorted((a, b) => b.value - a.value);
  const likenessTo = amongTexts(units.map(({ text }) => text));
  const worth = units.map((unit) => unit.worth * (unit.end - unit.start));
  const isTold = units.map(() => false);
  const isTaken = units.map(() => false);
  const all = sumsOf(worth);
  let [told, taken] = [sumsOf([]), sumsOf([])];
  const chosen: Stretch[] = [];
  for (const one of stretches) {
    if (chosen.length >= wish.count) break;
    if (taken(one) > 0 || told(one) / Math.max(1e-6, all(one)) > REPEATED) continue;
    chosen.push(one);
    for (let at = one.from; at <= one.to; at += 1) {
      isTaken[at] = true;
      const likeness = likenessTo(at);
      for (let n = 0; n < likeness.length; n += 1) if (likeness[n]! > SAME_WORDS) isTold[n] = true;
    }
    taken = sumsOf(isTaken.map(Number));
    told = sumsOf(worth.map((own, n) => (isTold[n] ? own : 0)));
  }
  const most = Math.max(0.01, chosen[0]?.value ?? 0);
  return chosen.map((one) => {
    const inside = units.slice(one.from, one.to + 1);
    const best = inside.toSorted((a, b) => b.worth - a.worth)[0];
    const { start, end } = timesOf(units, one, recording.seconds);
    return {
      start_ms: Math.round(start * 1000),
      end_ms: Math.round(end * 1000),
      score: Math.round(Math.min(100, Math.max(1, (100 * one.value) / most))),
      sentence: best?.text ?? '',
      text: textOf(units, one),
      reasons: reasonsOf(inside),
    };
  });
}

/** Sums of values over any stretch: of two hours there are a hundred thousand stretches. */
function sumsOf(values: number[]): (stretch: Stretch) => number {
  const sums = [0];
  for (const [n, value] of values.entries()) sums.push(sums[n]! + value);
  return ({ from, to }) => (sums[to + 1] ?? 0) - (sums[from] ?? 0);
}

function textOf(units: Unit[], { from, to }: Stretch): string {
  return units
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(' ')
    .trim();
}

/** From a little before the first word to a little behind the last, and never into what is said beside it. */
function timesOf(units: Unit[], { from, to }: Stretch, seconds: number): { start: number; end: number } {
  const [first, last] = [units[from]!, units[to]!];
  const before = units[from - 1]?.end ?? 0;
  const after = units[to + 1]?.start ?? seconds;
  return {
    start: Math.max(0, first.start - Math.min(LEAD_SECONDS, Math.max(0, (first.start - before) / 2))),
    end: Math.min(seconds, last.end + Math.min(LEAD_SECONDS, Math.max(0, (after - last.end) / 2))),
  };
}

function unitsOf({ seconds, said, peaks, shots, names }: Recording, { words }: SliceWish): Unit[] {
  const parts = said.length > 0 ? said : silentParts(shots, seconds);
  const wished = words.split(/[\s，、,]+/u).filter((word) => word !== '');
  const rate = peaks.length / Math.max(1, seconds);
  const loudness = parts.map(({ start, end }) => mean(peaks, start * rate, end * rate));
  const speeds = parts.map(({ start, end, text }) => text.length / Math.max(0.5, end - start));
  const moves = motionOf(parts, shots);
  const [loud, fast, moving] = [standing(loudness), standing(speeds), standing(moves)];
  return parts.map(({ start, end, text }, n) => {
    const own = { loud: loud[n] ?? 0, fast: text === '' ? 0 : (fast[n] ?? 0), moving: moving[n] ?? 0 };
    const { worth, found } = worthOf(text, names, wished);
    const felt =
      WEIGHT.loud * Math.max(0, own.loud) +
      WEIGHT.fast * Math.max(0, own.fast) +
      WEIGHT.moving * Math.max(0, own.moving);
    return { start, end, text, worth: worth + felt, found, ...own };
  });
}

function worthOf(text: string, names: string[], wished: string[]): { worth: number; found: string[] } {
  const found: string[] = [];
  let worth = text.length >= 6 ? WORTH.said : 0;
  const hasWished = wished.filter((word) => text.includes(word));
  const named = names.filter((name) => text.includes(name) && !hasWished.includes(name));
  if (hasWished.length > 0) worth += WORTH.wished;
  if (named.length > 0) worth += WORTH.named;
  found.push(...[...hasWished, ...named].map((name) => `说到「${name}」`));
  const money = MONEY.exec(text)?.[0];
  if (money) {
    worth += WORTH.money;
    found.push(`讲价格和优惠「${money}」`);
  }
  if (ASKED.test(text)) worth += WORTH.asked;
  if (LAUGHTER.test(text)) {
    worth += WORTH.laughter;
    found.push('听到笑声');
  }
  return { worth, found };
}

/** Every run of units that is about as long as was wished, with what it is worth a second. */
function stretchesOf(units: Unit[], { seconds }: Recording, wished: number): Stretch[] {
  const least = Math.min(wished * SHORTEST, seconds);
  const found: Stretch[] = [];
  for (let from = 0; from < units.length; from += 1) {
    const begin = beginOf(units, from);
    let sum = 0;
    for (let to = from; to < units.length; to += 1) {
      const [first, last] = [units[from]!, units[to]!];
      sum += last.worth * (last.end - last.start);
      const length = last.end - first.start;
      if (length > wished * LONGEST) break;
      if (length < least) continue;
      const opening = Math.min(1.5, first.worth) * 0.2;
      const value =
        sum / length + opening + begin + endOf(units, to) - (0.4 * Math.abs(length - wished)) / Math.max(1, wished);
      found.push({ from, to, value });
    }
  }
  return found;
}

/** Whether it begins where something begins. */
function beginOf(units: Unit[], from: number): number {
  const { start, text } = units[from]!;
  const before = start - (units[from - 1]?.end ?? -1);
  return (before >= PAUSE_SECONDS ? 0.15 : 0) - (GOES_ON.test(text) ? 0.25 : 0);
}

/** Whether it ends where something ends. */
function endOf(units: Unit[], to: number): number {
  const after = (units[to + 1]?.start ?? Infinity) - units[to]!.end;
  return after >= PAUSE_SECONDS ? 0.15 : 0;
}

const REASONS_MOST = 4;

function reasonsOf(units: Unit[]): string[] {
  const length = units.reduce((sum, { start, end }) => sum + end - start, 0);
  const usual = (of: (unit: Unit) => number) =>
    units.reduce((sum, unit) => sum + of(unit) * (unit.end - unit.start), 0) / Math.max(0.1, length);
  const counts = new Map<string, number>();
  for (const word of units.flatMap(({ found }) => found)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const said = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([word, times]) => (times > 1 ? `${word} ${times} 次` : word));
  const felt = [
    usual(({ loud }) => loud) > STANDS_OUT ? '声音比平时响' : '',
    usual(({ fast }) => fast) > STANDS_OUT ? '语速比平时快' : '',
    usual(({ moving }) => moving) > STANDS_OUT ? '画面动作多' : '',
  ].filter((word) => word !== '');
  const reasons = [...said.slice(0, REASONS_MOST - Math.min(1, felt.length)), ...felt].slice(0, REASONS_MOST);
  return reasons.length > 0 ? reasons : [units.some(({ text }) => text !== '') ? '话说得完整' : '画面和声音连贯'];
}

function silentParts(shots: Recording['shots'], seconds: number): Pick<Said, 'start' | 'end' | 'text'>[] {
  const whole = shots.length > 0 ? shots : [{ start: 0, end: seconds }];
  return whole.flatMap(({ start, end }) => {
    const count = Math.max(1, Math.round((end - start) / UNHEARD_SECONDS));
    const part = (end - start) / count;
    return Array.from({ length: count }, (_, n) => ({
      start: start + n * part,
      end: start + (n + 1) * part,
      text: '',
    }));
  });
}

function motionOf(parts: { start: number; end: number }[], shots: Recording['shots']): number[] {
  let at = 0;
  return parts.map(({ start, end }) => {
    const middle = (start + end) / 2;
    while (at < shots.length - 1 && shots[at]!.end <= middle) at += 1;
    return shots[at]?.motion ?? 0;
  });
}

function mean(values: number[], from: number, to: number): number {
  const [first, last] = [Math.max(0, Math.floor(from)), Math.min(values.length, Math.ceil(to))];
  let sum = 0;
  for (let n = first; n < last; n += 1) sum += values[n]!;
  return last > first ? sum / (last - first) : 0;
}

/** How far each is above or below what is usual, in usual distances, three at most. */
function standing(values: number[]): number[] {
  const usual = mean(values, 0, values.length);
  const spread = Math.sqrt(
    mean(
      values.map((value) => (value - usual) ** 2),
      0,
      values.length,
    ),
  );
  return values.map((value) => (spread < 1e-6 ? 0 : Math.max(-3, Math.min(3, (value - usual) / spread))));
}
