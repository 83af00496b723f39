import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDamage } from '#analysis/damage.ts';
import { plainShot } from '#render/shot.ts';
import type { Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine, TINY } from '#testing/engine.ts';
import { testFolder } from '#testing/folder.ts';
import { testFootage, tools } from '#testing/footage.ts';
import { complaints } from '#testing/inspect.ts';

/** Four seconds with a keyframe every half, whose middle was overwritten. */
async function brokenFilm(): Promise<string> {
  const bytes = readFileSync(await testFootage({ seconds: 4, hasSound: false, width: 192, height: 108 }));
  const start = bytes.indexOf('mdat');
  const at = Math.floor(start + (bytes.length - start) * 0.45);
  bytes.fill(0x5a, at, at + 3000);
  const path = join(testFolder(), 'broken.mp4');
  writeFileSync(path, bytes);
  return path;
}

async function variantOf(path: string, starts: number[], transition: Variant['cuts'][number]['transition'] = null) {
  const source = await sourceOf(path);
  const cuts = starts.map((startSeconds, i) => ({
    shot: plainShot({ source, startSeconds, frames: 30 }),
    transition: i === 0 ? transition : null,
  }));
  return { canvas: TINY, quality: 'standard', cuts, sound: null, tags: {} } satisfies Variant;
}

test('where a film is broken is found to the frame, up to the next picture that stands alone', async () => {
  expect(await findDamage(tools, await testFootage({ seconds: 4 }))).toEqual([]);
  const [span, ...others] = await findDamage(tools, await brokenFilm());
  expect(others).toEqual([]);
  expect(span!.from).toBeGreaterThan(1.3);
  expect(span!.to).toBeLessThan(2.6);
  expect((span!.to * 2) % 1).toBeCloseTo(0, 1);
});

test('a video that shows broken pictures says which and where, also when its parts were made before', async () => {
  const path = await brokenFilm();
  const [span] = await findDamage(tools, path);
  const cacheDir = testFolder();
  const broken = await variantOf(path, [1.2, 3]);
  for (const engine of [testEngine({ cacheDir }), testEngine({ cacheDir })]) {
    const { damage, release } = await engine.open(broken);
    release();
    expect(damage).toEqual([
      { hash: path, from: expect.closeTo(span!.from, 1), to: expect.closeTo(Math.min(2.2, span!.to), 1) },
    ]);
  }
  expect(await complaints(await renderTo(testEngine({ cacheDir }), broken))).toBe('');
});

test('what is not shown of a broken film is not told', async () => {
  const { damage } = await testEngine().open(await variantOf(await brokenFilm(), [0, 3]));
  expect(damage).toEqual([]);
});

test('a transition out of broken pictures tells of them, too', async () => {
  const path = await brokenFilm();
  const { damage } = await testEngine().open(await variantOf(path, [1, 3], { kind: 'fade', frames: 12 }));
  expect(damage.map(({ hash }) => hash)).toEqual([path]);
});

test('a film of which nothing can be read where it is wanted is named, with its seconds', async () => {
  const bytes = readFileSync(await testFootage({ seconds: 4, hasSound: false, width: 192, height: 108 }));
  const start = bytes.indexOf('mdat');
  const path = join(testFolder(), 'gone.mp4');
  // All that comes after the first second, up to the table of what is where.
  writeFileSync(path, bytes.fill(0x5a, start + Math.floor((bytes.length - start) * 0.2), bytes.indexOf('moov') - 4));
  const { cuts, ...variant } = await variantOf(path, [1.8]);
  const short = { ...variant, cuts: cuts.map((cut) => ({ ...cut, shot: { ...cut.shot, frames: 5 } })) };
  await expect(testEngine().open(short)).rejects.toMatchObject({
    reason: 'unreadable',
    shown: { hash: path, from: 1.8, to: expect.closeTo(1.8 + 5 / TINY.fps, 3) },
  });
});
