import { Readable } from 'node:stream';
import { DEFAULT_CAPTION_STYLE, RATIOS } from '@mixreel/contract';
import { layoutCaption } from '@mixreel/media';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addFile } from '#features/file/add-file.ts';
import { addFilm, mixWorld } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { toCaptionPosition, toCaptionStyle, toWireStyle } from './media-style.ts';

test('every font can be fetched, and a browser may keep it for ever', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data } = await app.call('caption.fonts', {}, user);
  expect(data.fonts.find(({ font_id }) => font_id === 'hei-bold')?.charset_count).toBeGreaterThan(7000);
  expect(data.presets.length).toBeGreaterThan(20);
  for (const { file_url } of data.fonts) {
    const response = await fetch(app.url + file_url, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
  }
  const whole = await fetch(app.url + (data.fonts[3]?.file_url ?? ''));
  expect(whole.headers.get('content-type')).toBe('font/ttf');
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(500_000);
  expect((await fetch(`${app.url}/mix/font/comic-sans`)).status).toBe(404);
});

test('a caption is checked for characters, speed, room and words that the law forbids', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const fine = await app.call('caption.analyze', { text: '夏天来一杯冰镇西瓜汁', seconds: 3 }, user);
  expect(fine.data).toMatchObject({ missing_glyphs: [], is_too_fast: false, overflow: false, forbidden_words: [] });
  const fast = await app.call('caption.analyze', { text: '夏天来一杯冰镇西瓜汁', seconds: 0.5 }, user);
  expect(fast.data).toMatchObject({ read_cps: 20, is_too_fast: true });
  const odd = await app.call('caption.analyze', { text: '好喝🍉' }, user);
  expect(odd.data).toMatchObject({ missing_glyphs: ['🍉'], read_cps: null });
  const long = await app.call('caption.analyze', { text: '很长的一句话'.repeat(40), size: 120 }, user);
  expect(long.data.overflow).toBe(true);
});

test('the layout that a page draws is the one that is burned in', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const style = { ...DEFAULT_CAPTION_STYLE, box: null, shadow: { colour: '#000000', x: 1, y: 2, blur: 3 } };
  const position = { kind: 'free' as const, x_percent: 30, y_percent: 40 };
  const text = '今天下单立减五十元，前一百名再送小样';
  const asked = { ratio: '9:16' as const, platform: 'douyin' as const, captions: [{ text, style, position }] };
  const { data } = await app.call('caption.layout', asked, user);
  const burned = layoutCaption(
    { text, style: toCaptionStyle(style), position: toCaptionPosition(position), startSeconds: 0, endSeconds: 1 },
    RATIOS['9:16'],
    'douyin',
  );
  const [drawn] = data.layouts;
  expect(drawn?.lines.map((line) => line.text)).toEqual(burned.lines.map((line) => line.text));
  expect(drawn?.bounds).toEqual(burned.bounds);
  expect(drawn?.font_size).toBe(burned.fontSize);
  expect(drawn?.shadow).toEqual(burned.shadow);
  expect(data.safe).toEqual({ x: 120, y: 150, width: 810, height: 1286 });
  expect(toWireStyle(toCaptionStyle(style))).toEqual(style);

  // Of a long line, what is shown first, as large as it will be.
  const line = { text: text.repeat(3), style, position, is_line: true };
  const cut = (await app.call('caption.layout', { ...asked, captions: [line] }, user)).data.layouts[0];
  expect(cut?.lines.map((one) => one.text).join('')).toMatch(/^今天下单立减五十元，/);
  expect(cut).toMatchObject({ shrink: 1, overflows: false });
});

test("filters are shown on the clip's own picture, and on a drawn one without a clip", async () => {
  const { app, ann, stranger, project_id, space_id, mproject_id, mix } = await mixWorld();
  const red = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#c03020' } })
    .png()
    .toBuffer();
  const file = { space_id, file_name: 'cover', content_type: 'image/png', created_by: ann.user_uid };
  const cover = await addFile(app.db, app.storage, { ...file, source: Readable.from([red]) });
  const film = await addFilm(app, space_id, project_id, { cover_vlc_id: cover.vlc_id });
  const place = { mproject_id, shooting_id: mix.shootings[0]?.shooting_id };
  const clips = await app.call('clip.add', { ...place, clips: [{ material_id: film.material_id }] }, ann);
  const video_clip_id = clips.data.clips[0]?.video_clip_id ?? '';

  const { data } = await app.call('caption.filters', { mproject_id, video_clip_id }, ann);
  const { columns, rows, width, height, url } = data.sprite;
  expect(data.filters.length).toBeLessThan(columns * rows);
  const sheet = Buffer.from(await (await fetch(app.url + url)).arrayBuffer());
  expect(await sharp(sheet).metadata()).toMatchObject({ width: columns * width, height: rows * height });
  const middle = async (n: number) => {
    const area = { left: (n % columns) * width + 40, top: Math.floor(n / columns) * height + 40, width: 1, height: 1 };
    return [...(await sharp(sheet).extract(area).removeAlpha().raw().toBuffer())];
  };
  const [r = 0, g = 0, b = 0] = await middle(0);
  expect(Math.abs(r - 0xc0) + Math.abs(g - 0x30) + Math.abs(b - 0x20)).toBeLessThan(30);
  const grey = data.filters.find(({ group }) => group === '黑白');
  const [x = 0, y = 0] = await middle(grey?.sprite_index ?? 0);
  // At its usual strength a fifth of the colour is left.
  expect(Math.abs(x - y)).toBeLessThan(40);

  const drawn = await app.call('caption.filters', { mproject_id }, ann);
  expect((await fetch(app.url + drawn.data.sprite.url)).status).toBe(200);
  expect((await fetch(app.url + url.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')))).status).toBe(403);
  expect(await app.call('caption.filters', { mproject_id, video_clip_id }, stranger)).toMatchObject({ code: 404 });
});

test('places for captions that somebody named are kept with the mix', async () => {
  const { app, ann, ben, mproject_id } = await mixWorld();
  const position = { kind: 'free' as const, x_percent: 50, y_percent: 20 };
  const items = [{ position_name: '商品上方', position }];
  const saved = await app.call('caption.savePositions', { mproject_id, items }, ann);
  const own = saved.data.positions.filter(({ is_own }) => is_own);
  expect(own).toMatchObject([{ position_name: '商品上方', position }]);
  const position_id = own[0]?.position_id;
  const renamed = [{ position_id, position_name: '上方', position }];
  await app.call('caption.savePositions', { mproject_id, items: renamed }, ben);
  const { data } = await app.call('caption.positions', { mproject_id }, ann);
  expect(data.positions.map(({ position_name }) => position_name)).toEqual([
    '顶部',
    '上三分之一',
    '正中',
    '下三分之一',
    '底部',
    '上方',
  ]);
  expect(data.positions.at(-1)?.position_id).toBe(position_id);
});
