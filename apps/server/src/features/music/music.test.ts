import { readFileSync } from 'node:fs';
import type { MusicLicence } from '@mixreel/contract';
import { writeMono } from '@mixreel/media';
import { expect, test } from 'vitest';
import { labelIn } from '#testing/read-label.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { checkLicence } from './check-licence.ts';
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

  for (const keyword of [piece?.title ?? '', piece?.original_title.toUpperCase() ?? '']) {
    const { items } = (await app.call('music.list', { keyword }, user)).data;
    expect(items.map(({ music_id }) => music_id)).toContain(piece?.music_id);
  }
  expect(piece?.licence.source).toContain(piece?.original_title);

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

async function soundFile(app: TestApp, seconds: number): Promise<string> {
  const path = app.scratch.file('.mp3');
  const samples = new Float32Array(24_000 * seconds).map((_, i) => 0.3 * Math.sin(i / 10));
  await writeMono(app.tools, samples, path, { rate: 24_000, format: 'mp3', label: null });
  return readFileSync(path).toString('base64');
}

const LICENCE = { licence: 'purchased' as const, licence_text: '商用一年', source: '订单 123' };

test("a space's own music is listed first with its licence, plays, and is nobody else's", async () => {
  const app = await createTestApp();
  const [user, other] = [await app.signIn(), await app.signIn()];
  const content_base64 = await soundFile(app, 3);
  const given = { title: '品牌主题曲', licence: LICENCE, file_name: 'a.mp3', content_base64 };
  const { data } = await app.call('music.add', given, user);
  expect(data).toMatchObject({ title: '品牌主题曲', is_own: true, licence: { source: '订单 123' } });
  expect(data.duration).toBeCloseTo(3, 0);
  expect((await fetch(new URL(data.audio_url, app.url))).headers.get('content-type')).toBe('audio/mpeg');
  expect((await app.call('music.list', {}, user)).data.items[0]?.music_id).toBe(data.music_id);
  expect((await app.call('music.list', { is_own: true }, other)).data.items).toEqual([]);
  expect(await app.call('music.delete', { music_id: data.music_id }, other)).toMatchObject({ code: 404 });
  await app.call('music.delete', { music_id: data.music_id }, user);
  expect((await app.call('music.list', { is_own: true }, user)).data.items).toEqual([]);
});

test('music that is declared as made by a machine says so in its file', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  for (const extension of ['mp3', 'wav'] as const) {
    const path = await app.media.sound({ extension });
    const given = { title: '生成的', licence: LICENCE, file_name: `a.${extension}`, is_ai_made: true };
    const content_base64 = readFileSync(path).toString('base64');
    const { data } = await app.call('music.add', { ...given, content_base64 }, user);
    const bytes = Buffer.from(await (await fetch(new URL(data.audio_url, app.url))).arrayBuffer());
    const label = { Label: '2', ContentPropagator: app.config.aigcProducer, PropagateID: data.music_id };
    expect([extension, await labelIn(app, `a.${extension}`, bytes)]).toMatchObject([extension, label]);
  }
});

test('what is no sound is refused, whatever it is called', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const text = Buffer.from('这不是音乐').toString('base64');
  const add = (file_name: string, content_base64: string) =>
    app.call('music.add', { title: '假', licence: LICENCE, file_name, content_base64 }, user);
  expect(await add('a.mp3', text)).toMatchObject({ message: expect.stringContaining('文件内容是文本文件') });
  expect(await add('a.exe', text)).toMatchObject({ message: expect.stringContaining('.mp3') });
  expect(await add('a.mp4', text)).toMatchObject({ message: expect.stringContaining('只接受音频') });
  const manifest = Buffer.from('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>').toString('base64');
  expect(await add('a.m4a', manifest)).toMatchObject({ message: expect.stringContaining('文件内容是XML 文件') });
});

test('a licence that does not cover the use warns or blocks', () => {
  const licence = { licence: 'purchased' as const, licence_text: '', source: '', territories: '', expires_at: null };
  const now = new Date('2026-06-01T00:00:00Z');
  const check = (given: Partial<MusicLicence>, wanted: ('douyin' | 'tiktok')[]) =>
    checkLicence({ ...licence, platforms: [], ...given }, wanted, now);
  expect(check({}, ['tiktok'])).toBeNull();
  expect(check({ platforms: ['tiktok'] }, ['tiktok'])).toBeNull();
  expect(check({ platforms: ['tiktok'] }, ['douyin'])).toMatchObject({ blocks: true });
  expect(check({ platforms: ['tiktok'] }, ['douyin', 'tiktok'])).toMatchObject({ blocks: false });
  expect(check({ platforms: ['tiktok'] }, [])).toMatchObject({ blocks: false });
  expect(check({ expires_at: '2026-05-01T00:00:00Z' }, [])).toMatchObject({ blocks: true });
  expect(check({ licence: 'platform_only' }, ['tiktok'])).toMatchObject({ blocks: true });
  expect(check({ territories: '中国大陆' }, [])).toMatchObject({ blocks: false });
});
