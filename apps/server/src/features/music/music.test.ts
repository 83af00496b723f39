import { expect, test } from 'vitest';
import { createTestApp } from '#testing/test-app.ts';
import { measureMusic } from './measure-music.ts';

test('music of the packs that are here is listed with its licence, measured, found by tempo, and plays in parts', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  expect(await measureMusic(app, 1)).toBe(1);
  const { data } = await app.call('music.list', { tempo_min: 60, tempo_max: 160 }, user);
  const [piece] = data.items;
  expect(piece).toMatchObject({ is_ai_made: true, licence: { licence: 'cc0', platforms: [] } });
  expect(piece?.notice).toMatch(/AI/);
  expect(piece?.tempo).toBeGreaterThanOrEqual(60);
  const gaps = (piece?.beats ?? []).slice(1).map((beat, n) => beat - (piece?.beats[n] ?? 0));
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  expect(60 / middle).toBeGreaterThan((piece?.tempo ?? 0) * 0.9);
  expect(60 / middle).toBeLessThan((piece?.tempo ?? 0) * 1.1);

  const url = new URL(piece?.audio_url ?? '', app.url);
  const part = await fetch(url, { headers: { range: 'bytes=0-3' } });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe('OggS');
  expect((await fetch(new URL('/music/..%2f..%2fetc%2fpasswd', app.url))).status).toBe(404);
});

test('platform music is links that say where it may be used, never sound', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data } = await app.call('music.platformList', { platform: 'tiktok' }, user);
  expect(data.items).toHaveLength(1);
  expect(data.items[0]?.notice).toMatch(/只能在该平台内使用/);
});
