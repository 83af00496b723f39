import type { OpenVariant } from '@mixreel/media';
import { expect, test } from 'vitest';
import { findHeld, hold } from './held-videos.ts';

test('somebody who leaves while a video is opened takes it from nobody else', async () => {
  const app = { memory: new Map() };
  const opened = { file: {}, release: () => {} } as unknown as OpenVariant;
  const leave = Promise.withResolvers<OpenVariant>();
  const first = hold(app, 'video', [], () => leave.promise);
  const second = hold(app, 'video', [], async () => opened);
  leave.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(await second).toBe(opened);
  expect(await findHeld(app, 'video')).toBe(opened);
});

test('a video that plays stays open however many others are looked at meanwhile', async () => {
  const app = { memory: new Map() };
  let isReleased = false;
  const playing = { file: {}, release: () => (isReleased = true) } as unknown as OpenVariant;
  const other = { file: {}, release: () => {} } as unknown as OpenVariant;
  await hold(app, 'playing', [], async () => playing);
  for (let n = 0; n < 100; n += 1) {
    await hold(app, `other ${n}`, [], async () => other);
    expect(await findHeld(app, 'playing')).toBe(playing);
  }
  expect(isReleased).toBe(false);
});
