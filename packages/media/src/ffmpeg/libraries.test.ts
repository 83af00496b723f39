import { expect, test } from 'vitest';
import { findOrder, librariesOf, type Names } from '#ffmpeg/libraries.ts';
import { tools } from '#testing/footage.ts';

/** A loader: each name is taken from the first library that has it. */
function loaderOf(libraries: Record<string, string>) {
  const names = new Set(Object.values(libraries).join(''));
  return async (first: string[]): Promise<Names> =>
    new Map(
      [...names].map((name) => [
        name,
        [...first, ...Object.keys(libraries)].find((library) => libraries[library]!.includes(name))!,
      ]),
    );
}

/** Another one, in which whatever comes first takes a name that is not its own. */
async function loadTorn(first: string[]): Promise<Names> {
  return new Map(['/a', '/b'].map((library) => [library, first[0] === library ? `${library}2` : library]));
}

test('libraries that most names lead to come first, and every name still leads where it did', async () => {
  const load = loaderOf({ '/a': 'abc', '/b': 'cdefg', '/c': 'ghijklmn', '/d': 'no' });
  const order = await findOrder(load);
  expect(order).toEqual(['/a', '/b', '/c', '/d']);
  expect(await load(order)).toEqual(await load([]));
  expect(await findOrder(loadTorn)).toEqual([]);
});

test('a program that nobody asked about is started as it is', () => {
  expect(librariesOf('/bin/sh')).toEqual([]);
  expect(librariesOf(tools.ffmpegPath).every((path) => path.startsWith('/'))).toBe(true);
});
