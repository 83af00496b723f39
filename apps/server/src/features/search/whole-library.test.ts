import type { Tag, Timeline } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { readInfo } from '#features/analysis/analysis-info.ts';
import { shot, shot_looks } from '#features/analysis/analysis.tables.ts';
import { renewOldAnalyses } from '#features/analysis/renew-analysis.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { artworkWorld } from '#testing/artworks.ts';
import { secondOf } from './explain-clips.ts';
import { indexWords, packVector } from './index-shot.ts';

type World = Awaited<ReturnType<typeof artworkWorld>>;
const unit = (at: number) => Float32Array.from({ length: 256 }, (_, n) => (n === at ? 1 : 0));

type Given = Partial<typeof shot.$inferInsert> & { project_id: string };

async function add({ app, space_id }: World, { project_id, ...values }: Given) {
  const material_id = newId();
  const owner = { material_id, space_id, project_id, material_type: values.material_type ?? 'video' } as const;
  await app.db.insert(material).values({
    ...owner,
    material_type: owner.material_type as 'video',
    material_name: '素材.mp4',
    material_source: 'user_upload',
    created_by: 'nobody',
  });
  const shot_id = newId();
  await app.db
    .insert(shot)
    .values({ ...owner, shot_id, index: 0, start_ms: 0, end_ms: 60_000, duration: 60, ...values });
  await indexWords(app.db, [material_id]);
  return { shot_id, material_id };
}

test('what is said in a recording is found with the second at which it is said', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id } = world;
  const spoken = ['大家', '好', '，', '今天', '讲', '保', '温杯'].map((text, n) => {
    return { text, start: n * 2, end: n * 2 + 1, from: 0, to: 1 };
  });
  const { material_id } = await add(world, { project_id, material_type: 'audio', speech_text: '大家好，今天讲保温杯' });
  await app.db.insert(material_sound).values({ material_id, peaks: [], words: spoken });
  const { data } = await app.call('search.clips', { project_id, q: '保温杯' }, owner);
  expect(data.items[0]?.reasons[0]).toMatchObject({ kind: 'speech', at: 10 });
  expect(secondOf(spoken, ['烤箱'])).toBeUndefined();
});

test('a picture from outside finds the shot that looks like it, or has a part that does', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id } = world;
  const whole = await add(world, { project_id, look: packVector(unit(1)) });
  const part = await add(world, { project_id, look: packVector(unit(2)) });
  await add(world, { project_id, look: packVector(unit(3)) });
  const vectors = Buffer.concat([packVector(unit(2)), packVector(unit(1))]);
  await app.db.insert(shot_looks).values({ shot_id: part.shot_id, cover_vlc_id: 'none', vectors });
  const look = packVector(unit(1)).toString('base64url');
  const { data } = await app.call('search.clips', { project_id, look }, owner);
  const found = data.items.map(({ shot_id }) => shot_id).toSorted();
  expect(found).toEqual([whole.shot_id, part.shot_id].toSorted());
  expect(await app.call('search.clips', { project_id, look: 'A'.repeat(20) }, owner)).toMatchObject({ code: 400 });
  // By a material as well: its first shot.
  const alike = await app.call('search.clips', { project_id, similar_to: part.material_id }, owner);
  expect(alike.data.items).toEqual([]);
});

test('a sentence finds finished videos by what they say, write and show, at the second', async () => {
  const world = await artworkWorld();
  const { app, owner, stranger, project_id, video } = world;
  const shown = await add(world, {
    project_id,
    tags: [{ tag_type: 'object', name: '咖啡机', source: 'ai', score: 0.9 }],
  });
  const cut = { material_id: shown.material_id, source_start: 0, frames: 60, speed: 1, start_frame: 90 };
  const timeline = {
    fps: 30,
    cuts: [cut],
    captions: [{ kind: 'title', text: '限时特惠', start: 2, end: 4 }],
    voices: [{ text: '这台机器三十秒出杯', start: 5, seconds: 3 }],
  } as unknown as Timeline;
  const made = await video({ artwork_name: '夏季新品', timeline });
  await video({ artwork_name: '别的' });
  // Brought in rather than made: what is known of the material with the same bytes.
  const brought = await video({ artwork_name: '外拍', timeline: null });
  const same = await add(world, { project_id, speech_text: '欢迎光临小店', start_ms: 4000 });
  const [{ vlc_id } = { vlc_id: '' }] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, brought));
  await app.db.update(material).set({ vlc_id }).where(eq(material.material_id, same.material_id));
  const first = async (q: string) => {
    const { data } = await app.call('artwork.find', { project_id, q }, owner);
    return data.items.map(({ artwork_id, reasons }) => ({ artwork_id, ...reasons[0] }));
  };
  expect(await first('咖啡机')).toMatchObject([{ artwork_id: made, kind: 'tag', at: 3 }]);
  expect(await first('特惠')).toMatchObject([{ artwork_id: made, kind: 'text', at: 2 }]);
  expect(await first('三十秒出杯')).toMatchObject([{ artwork_id: made, kind: 'speech', at: 5 }]);
  expect(await first('夏季新品')).toMatchObject([{ artwork_id: made, kind: 'name' }]);
  expect(await first('欢迎光临')).toMatchObject([{ artwork_id: brought, kind: 'speech', at: 4 }]);
  expect(await first('一头大象')).toEqual([]);
  await app.call('artwork.update', { artwork_ids: [made], artwork_name: '冬季老款' }, owner);
  expect(await first('冬季老款')).toMatchObject([{ artwork_id: made }]);
  expect(await first('夏季新品')).toEqual([]);
  expect(await app.call('artwork.find', { project_id, q: '冬季' }, stranger)).toMatchObject({ code: 404 });
});

test('a library of more than a thousand shots is looked through to its end, each shot once', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id } = world;
  const { shot_id } = await add(world, { project_id, caption: '桌上的杯子', used_count: 3 });
  await app.db.execute(sql`
    with more as (
      select shot_id || to_char(n, 'FM0000') as shot_id, material_id, space_id, project_id, material_type, n as index,
        start_ms, end_ms, duration, caption, words, n as used_count
      from shot, generate_series(1, 1200) n where shot_id = ${shot_id}
    )
    insert into shot (shot_id, material_id, space_id, project_id, material_type, index, start_ms, end_ms, duration,
      caption, words, used_count)
    select shot_id, material_id, space_id, project_id, material_type, index, start_ms, end_ms, duration, caption, words,
      used_count from more`);
  const page = async (page_index: number, sort = 'relevance') => {
    const input = { project_id, q: '杯子', page_index, page_size: 100, sort };
    return (await app.call('search.clips', input as never, owner)).data;
  };
  const first = await page(1);
  expect({ items: first.items.length, is_total_exact: first.is_total_exact }).toEqual({
    items: 100,
    is_total_exact: false,
  });
  const found = new Set<string>();
  for (let n = 1; n <= 13; n += 1) for (const clip of (await page(n)).items) found.add(clip.shot_id);
  expect(found.size).toBe(1201);
  const last = await page(13);
  expect(last).toMatchObject({ is_total_exact: true, page_info: { total: 1201 } });
  expect(last.items[0]?.reasons[0]).toMatchObject({ kind: 'caption' });
  const [least] = (await page(1, 'least_used')).items;
  expect(least?.used_count).toBe(1);
});

test('what is said not to be meant comes last, what looks the same a little later, until it is taken back', async () => {
  const world = await artworkWorld();
  const { app, owner, viewer, project_id } = world;
  const tags: Tag[] = [{ tag_type: 'object', name: '飞盘', source: 'ai', score: 0.9 }];
  const other = await add(world, { project_id, tags, look: packVector(unit(2)) });
  const alike = await add(world, { project_id, tags, look: packVector(unit(1)) });
  const wrong = await add(world, { project_id, tags, look: packVector(unit(1)) });
  const find = async () => (await app.call('search.clips', { project_id, q: '飞盘' }, owner)).data.items;
  const ids = async () => (await find()).map(({ shot_id }) => shot_id);
  expect(await ids()).toEqual([wrong.shot_id, alike.shot_id, other.shot_id]);
  const said = { shot_id: wrong.shot_id, q: '飞盘' };
  expect(await app.call('search.notThis', said, viewer)).toMatchObject({ code: 403 });
  const { data } = await app.call('search.notThis', said, owner);
  const taught = await find();
  expect(taught.map(({ shot_id }) => shot_id)).toEqual([other.shot_id, alike.shot_id, wrong.shot_id]);
  expect(taught[2]?.reasons.at(-1)).toMatchObject({ kind: 'lesson', lesson_id: data.lesson_id });
  await app.call('search.takeBack', { project_id, lesson_id: data.lesson_id }, owner);
  expect(await ids()).toEqual([wrong.shot_id, alike.shot_id, other.shot_id]);
});

test('a tag that was taken from one shot is offered for all that look the same, and can be given back', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id } = world;
  const look = packVector(unit(1));
  const tags: Tag[] = [{ tag_type: 'object', name: '飞盘', source: 'ai', score: 0.9 }];
  const first = await add(world, { project_id, tags, look });
  const second = await add(world, { project_id, tags, look });
  const tag_key = 'object:飞盘';
  await app.call('analysis.correct', { shot_id: first.shot_id, remove_tags: [tag_key] }, owner);
  const of = { shot_id: first.shot_id, tag_key };
  expect((await app.call('analysis.sameLook', of, owner)).data).toEqual({ count: 1 });
  // The look alone counts already: what is left of the tag comes with a word of caution.
  const [left] = (await app.call('search.clips', { project_id, q: '飞盘' }, owner)).data.items;
  expect(left?.reasons.map(({ kind }) => kind)).toEqual(['tag', 'lesson']);
  const { data } = await app.call('analysis.removeAlike', of, owner);
  expect(data.shot_ids).toEqual([second.shot_id]);
  expect((await app.call('search.clips', { project_id, q: '飞盘' }, owner)).data.items).toEqual([]);
  await app.call('analysis.removeAlike', { ...of, give_back: data.shot_ids }, owner);
  expect((await app.call('search.clips', { project_id, q: '飞盘' }, owner)).data.items).toHaveLength(1);
});

test('what an older version looked at is looked at again while nobody waits, and found as before until then', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id } = world;
  for (let n = 0; n < 21; n += 1) await add(world, { project_id });
  const { material_id } = await add(world, { project_id, caption: '桌上的杯子' });
  const set = { analysis_status: 'done' as const, analysis_version: 1 };
  await app.db.update(material).set(set).where(eq(material.project_id, project_id));
  expect(await renewOldAnalyses(app)).toBe(20);
  expect(await readInfo(app.db, project_id)).toMatchObject({ analysis_total: 20, later_total: 2 });
  const { data } = await app.call('material.detail', { material_id }, owner);
  expect(data.analysis_status).toBe('waiting');
  const found = await app.call('search.clips', { project_id, q: '杯子' }, owner);
  expect(found.data.items).toHaveLength(1);
  // Somebody waits for it now: no other is begun.
  const other = await add(world, { project_id, caption: '桌上的书' });
  await app.db.update(material).set(set).where(eq(material.material_id, other.material_id));
  expect(await renewOldAnalyses(app)).toBe(0);
});
