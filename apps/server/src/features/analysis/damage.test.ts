import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { testMedia } from '#testing/test-media.ts';
import { measureFile } from './measure-file.ts';

const tools = await locateFfmpeg();

function measure(path: string, folder: string) {
  return measureFile(
    { tools },
    {
      path,
      folder,
      material_type: 'video',
      content_type: 'video/mp4',
      labelOf: () => null,
      cuts_ms: null,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
}

test('broken pictures are remembered with their seconds, and the shot is worth less for them', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const whole = await testMedia.film({ seconds: 4, hasSound: false, width: 192, height: 108 });
  const bytes = readFileSync(whole);
  const start = bytes.indexOf('mdat');
  const at = Math.floor(start + (bytes.length - start) * 0.45);
  bytes.fill(0x5a, at, at + 3000);
  const path = join(dir, 'broken.mp4');
  writeFileSync(path, bytes);
  const [good, bad] = [await measure(whole, join(dir, 'good')), await measure(path, join(dir, 'bad'))];
  expect([good.marks.damaged, good.damage]).toEqual([[], null]);
  expect(bad.marks.damaged).toEqual([{ start: expect.closeTo(1.5, 0), end: expect.closeTo(2, 0) }]);
  expect(bad.damage).toMatch(/^视频第 1\.\d 到 2\.\d 秒的画面损坏，其余可以使用$/);
  expect(bad.shots[0]!.quality!).toBeLessThan(good.shots[0]!.quality!);
});

test('a film is as long as its picture, however long its sound and its header are', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const [picture, sound] = [
    await testMedia.film({ seconds: 1, hasSound: false }),
    await testMedia.sound({ seconds: 6 }),
  ];
  const path = join(dir, 'long.mp4');
  await runFfmpeg(tools, [
    ['-i', picture],
    ['-i', sound],
    ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', path],
  ]);
  const { duration, facts, shots } = await measure(path, join(dir, 'made'));
  expect(duration).toBeCloseTo(1, 1);
  expect([facts.seconds, facts.video!.seconds]).toEqual([duration, expect.closeTo(1, 1)]);
  expect(shots.at(-1)!.end_ms).toBeLessThan(1100);
});
