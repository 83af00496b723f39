import { expect, test } from 'vitest';
import { combineParts, type CombinePart, type CombineVideo } from '#plan/combine.ts';
import type { Forecast } from '#plan/forecast.ts';
import { createPredictor } from '#plan/predict.ts';

const PLACES = 6;
const SECONDS = 3;
const BELOW = 0.3;

/** So many parts for each of six places, each with words and pictures of its own. */
function stock(ways: number, change: (part: CombinePart, n: number) => CombinePart = (part) => part) {
  const parts = Array.from({ length: PLACES * ways }, (_, n): CombinePart => {
    const text = String.fromCodePoint(...Array.from({ length: 10 }, (__, at) => 0x4e00 + 20 * n + at));
    const shown = { content: `clip ${n}`, fromSeconds: 0, toSeconds: SECONDS, seconds: SECONDS };
    return change({ shown, text, isSaid: false, seconds: SECONDS, about: [`${n}`], cost: SECONDS }, n);
  });
  const lists = Array.from({ length: PLACES }, (_, place) => Array.from({ length: ways }, (__, n) => place * ways + n));
  return { parts, lists };
}

function videos(lists: number[][], count: number): CombineVideo[] {
  return Array.from({ length: count }, (_, n) => ({ places: lists, wished: [], group: String(n) }));
}

function forecastOf(parts: CombinePart[], own: number[]): Forecast {
  const shown = own.map((part) => parts[part]!.shown);
  return { shown, own: shown, said: [], music: null, text: own.map((part) => parts[part]!.text).join('') };
}

function mostAlike(forecasts: Forecast[], past: Forecast[] = []): number {
  const predictor = createPredictor();
  const [own, before] = [forecasts.map(predictor.read), past.map(predictor.read)];
  return Math.max(...own.flatMap((a, n) => [...own.slice(0, n), ...before].map((b) => predictor.likeness(a, b))));
}

test('many videos are made of few parts, no two too alike, and a second batch of the same parts needs nothing new', () => {
  const { parts, lists } = stock(11);
  const setting = { lists, below: BELOW, seconds: PLACES * SECONDS };
  const first = combineParts(parts, videos(lists, 40), { ...setting, room: 40 });
  const used = new Set(first.flat());
  expect([first.length, used.size]).toEqual([40, 54]);
  const past = first.map((own) => forecastOf(parts, own));
  expect(mostAlike(past)).toBeLessThan(BELOW);

  const made = parts.map((part, n) => (used.has(n) ? { ...part, cost: 0 } : part));
  const second = combineParts(made, videos(lists, 40), { ...setting, past });
  expect(second.flat().filter((part) => !used.has(part))).toEqual([]);
  expect(
    mostAlike(
      second.map((own) => forecastOf(parts, own)),
      past,
    ),
  ).toBeLessThan(BELOW);
});

test('what clashes or is too long stands in no video, and what begins alike is in no group twice', () => {
  // The first way of every place speaks of the same, and one line is too long for any video.
  const { parts, lists } = stock(9, (part, n) => ({
    ...part,
    about: n % 9 === 0 ? ['same'] : part.about,
    seconds: n === 10 ? 2 * SECONDS : SECONDS,
  }));
  const asked = videos(lists, 12).map((video, n) => ({ ...video, group: String(n % 2) }));
  const picks = combineParts(parts, asked, { lists, below: BELOW, seconds: PLACES * SECONDS });
  expect(picks.flat()).not.toContain(10);
  expect(picks.every((own) => own.filter((part) => part % 9 === 0).length <= 1)).toBe(true);
  expect(new Set(picks.map(([first], n) => `${n % 2} ${first}`)).size).toBe(12);
});

test('a library with pictures for few lines is enough: more openings than anything else, and none made without need', () => {
  const { parts, lists: all } = stock(8);
  const lists = all.map((own, place) => (place === 0 ? own : own.slice(0, 5)));
  const plan = (groups: number) => {
    const asked = videos(lists, 12).map((video, n) => ({ ...video, group: String(n % groups) }));
    return combineParts(parts, asked, { lists, below: BELOW, seconds: PLACES * SECONDS });
  };
  const picks = plan(2);
  expect(mostAlike(picks.map((own) => forecastOf(parts, own)))).toBeLessThan(BELOW);
  expect(new Set(picks.map(([first], n) => `${n % 2} ${first}`)).size).toBe(12);
  expect(new Set(picks.flat()).size).toBeLessThanOrEqual(5 * 5 + 6);
  expect(new Set(plan(3).map(([first]) => first)).size).toBe(5);
});

/** A look of its own for each number. */
function look(n: number): Uint32Array {
  return Uint32Array.of(Math.imul(n + 1, 0x9e3779b1), Math.imul(n + 1, 0x85ebca6b));
}

test('what looks the same counts as the same, whichever film it is of', () => {
  // In every place the shots of all ways were filmed of the same things.
  const { parts, lists } = stock(8, (part, n) => ({
    ...part,
    shown: { ...part.shown, looks: look(n % 8 < 4 ? Math.floor(n / 8) : 100 + n) },
  }));
  const picks = combineParts(parts, videos(lists, 6), { lists, below: BELOW, seconds: PLACES * SECONDS });
  // As alike as two may be, and not more.
  expect(mostAlike(picks.map((own) => forecastOf(parts, own)))).toBeCloseTo(BELOW);
  const unlooked = stock(8);
  const blind = combineParts(unlooked.parts, videos(lists, 6), { lists, below: BELOW, seconds: PLACES * SECONDS });
  expect(mostAlike(blind.map((own) => forecastOf(parts, own)))).toBeGreaterThan(BELOW + 0.1);
});

test('where no code has enough words a search finds what is least alike, with as little to make as that allows', () => {
  const { parts, lists } = stock(4);
  const picks = combineParts(parts, videos(lists, 6), { lists, below: BELOW, seconds: PLACES * SECONDS });
  expect(mostAlike(picks.map((own) => forecastOf(parts, own)))).toBeLessThan(BELOW);
  expect(new Set(picks.flat()).size).toBeLessThan(24);
});
