import type { Engine, OpenVariant } from '@mixreel/media';
import { expect, test } from 'vitest';
import { findHeld, hold } from './held-videos.ts';

test('somebody who leaves while a video is opened takes it from nobody else', async () => {
  const engine = {} as Engine;
  const opened = { file: {}, release: () => {} } as unknown as OpenVariant;
  const leave = Promise.withResolvers<OpenVariant>();
  const first = hold({ engine }, 'video', () => leave.promise);
  const second = hold({ engine }, 'video', async () => opened);
  leave.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(await second).toBe(opened);
  expect(await findHeld({ engine }, 'video')).toBe(opened);
});
