import { locateFfmpeg, probe } from '@mixreel/media';
import { expect, test } from 'vitest';
import { createTestApp } from './test-app.ts';

test('a test has real films, pictures and sounds at hand', async () => {
  const { media } = await createTestApp();
  const tools = await locateFfmpeg();
  const [film, picture, sound] = [await media.film({ seconds: 2 }), await media.picture(), await media.sound()];
  expect(await media.film({ seconds: 2 })).toBe(film);

  expect(await probe(tools, film)).toMatchObject({ isStill: false, video: { width: 96, height: 54 }, audio: [{}] });
  expect(await probe(tools, picture)).toMatchObject({ isStill: true, video: { width: 96, height: 54 }, audio: [] });
  expect(await probe(tools, sound)).toMatchObject({ seconds: 2, video: null, audio: [{ sampleRate: 48_000 }] });
});
