import { readFileSync } from 'node:fs';
import type { Tag } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { person, shot, shot_face } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { createTestApp } from '#testing/test-app.ts';
import { indexShots, indexWords, packVector } from './index-shot.ts';
import { lookCells } from './look-cells.ts';

type ShotValues = Partial<typeof shot.$inferInsert> & { material_name?: string; own_tags?: Tag[] };

const seen = (...keys: string[]): Tag[] =>
  keys.map((key) => {
    const [tag_type = '', name = ''] = key.split(':');
    return { tag_type: tag_type as Tag['tag_type'], name, source: 'ai', score: 0.9 };
  });

async function setUp() {
  const app = await createTestApp();
  const user = await app.signIn();
  const { space_id, user_uid: created_by } = user;
  const project_id = newId();
  await app.db.insert(project).values({ project_id, space_id, project_name: '夏季', created_by });

  async function add({ material_name = '素材.mp4', own_tags = [], ...values }: ShotValues = {}) {
    const material_id = values.material_id ?? newId();
    const tag_keys = [...(values.tags ?? []), ...own_tags].map(({ tag_type, name }) => `${tag_type}:${name}`);
    const owner = { material_id, space_id, project_id, material_type: 'video' as const };
    if (!values.material_id) {
      await app.db
        .insert(material)
        .values({ ...owner, material_name, tags: own_tags, tag_keys, material_source: 'user_upload', created_by });
    }
    const shot_id = newId();
    const length = { index: 0, start_ms: 0, end_ms: 5000, duration: 5 };
    await app.db.insert(shot).values({ ...owner, shot_id, ...length, tag_keys, ...values });
    await indexWords(app.db, [material_id]);
    return { shot_id, material_id };
  }
  const find = async (q: string, input: object = {}) => {
    const { data } = await app.call('search.clips', { project_id, q, ...input }, user);
    return data;
  };
  const ids = async (q: string, input: object = {}) => (await find(q, input)).items.map(({ shot_id }) => shot_id);
  return { app, user, project_id, add, find, ids };
}

test('a shot is found by a part of its name, by what is seen, written and said in it, with the reason', async () => {
  const { add, find } = await setUp();
  const name = await add({ material_name: '夏季新品口红试色_01.mp4' });
  const tag = await add({ tags: seen('object:杯子'), caption: '一只杯子放在木桌上' });
  const text = await add({ ocr_text: '全场五折 仅限今天' });
  const speech = await add({ speech_text: '这款面霜连敏感肌也能放心使用' });
  const first = async (q: string) => {
    const [clip] = (await find(q)).items;
    return { shot_id: clip?.shot_id, reason: clip?.reasons[0], reasons: clip?.reasons };
  };
  expect(await first('品口红')).toMatchObject({
    shot_id: name.shot_id,
    reason: { kind: 'name', text: '夏季新品口红试色_01.mp4' },
  });
  expect(await first('桌上的杯子')).toMatchObject({
    shot_id: tag.shot_id,
    reasons: expect.arrayContaining([{ kind: 'tag', text: '杯子', words: ['杯子'] }]),
  });
  expect(await first('五折')).toMatchObject({ shot_id: text.shot_id, reason: { kind: 'text', words: ['五折'] } });
  expect(await first('敏感肌')).toMatchObject({ shot_id: speech.shot_id, reason: { kind: 'speech' } });
});

test('a number by itself is looked for; beside words it says only how many', async () => {
  const { add, ids } = await setUp();
  const numbered = await add({ material_name: 'IMG_0042.mp4' });
  const cups = await add({ tags: seen('object:杯子') });
  expect(await ids('0042')).toEqual([numbered.shot_id]);
  expect(await ids('2 个杯子')).toEqual([cups.shot_id]);
});

test('another word for the same thing finds it, and the card says which', async () => {
  const { add, find } = await setUp();
  await add({ tags: seen('object:杯子') });
  const { shot_id } = await add({ tags: seen('object:手机') });
  const { items, understood } = await find('打电话用的智能手机');
  expect(items[0]?.shot_id).toBe(shot_id);
  expect(understood.words).toContain('智能手机');
  expect(items[0]?.reasons[0]).toMatchObject({ kind: 'tag', text: '手机', words: ['手机'] });
});

test('a sentence is matched part by part, and the card says which parts', async () => {
  const { add, find } = await setUp();
  const right = await add({ tags: seen('person:女生', 'person:单人', 'clothes:橙色上衣') });
  await add({ tags: seen('person:女生', 'person:单人', 'clothes:黑色上衣') });
  await add({ tags: seen('person:男生', 'person:单人', 'clothes:橙色上衣') });
  const { items, understood } = await find('穿橙色衣服的女生');
  expect(items.map(({ shot_id }) => shot_id)).toEqual([right.shot_id]);
  expect(items[0]?.reasons).toEqual([{ kind: 'tag', text: '橙色上衣 · 女生', words: ['橙色上衣', '女生'] }]);
  expect(understood.missing).toEqual([]);
});

test('one sentence finds films, pictures and sounds, and says how many of each', async () => {
  const { add, find } = await setUp();
  await add({ tags: seen('object:杯子') });
  const picture = await add({ tags: seen('object:杯子'), material_type: 'image' });
  await add({ speech_text: '这个杯子很好看', material_type: 'audio' });
  const { kinds, page_info } = await find('杯子');
  expect({ kinds, total: page_info.total }).toEqual({ kinds: { video: 1, image: 1, audio: 1 }, total: 3 });
  const { items } = await find('杯子', { material_type: 'image' });
  expect(items.map(({ shot_id }) => shot_id)).toEqual([picture.shot_id]);
});

test('what is only guessed is found, behind what is sure', async () => {
  const { add, ids } = await setUp();
  const guessed = await add({ tags: seen('object:汽车'), guesses: ['object:红色汽车'] });
  const sure = await add({ tags: seen('object:汽车', 'object:红色汽车') });
  await add({ tags: seen('object:汽车', 'object:白色汽车') });
  expect(await ids('红色的汽车')).toEqual([sure.shot_id, guessed.shot_id]);
});

test('a part that no shot has is said, and the rest decides; with nothing left there is no result', async () => {
  const { add, find, ids } = await setUp();
  const { shot_id } = await add({ tags: seen('person:女生', 'person:单人') });
  await add({ tags: seen('object:杯子') });
  const { items, understood } = await find('女生在海边');
  expect(items.map((clip) => clip.shot_id)).toEqual([shot_id]);
  expect(understood.missing).toEqual(['海边']);
  expect(await ids('一头大象')).toEqual([]);
  expect((await find('一头大象')).understood.missing).toEqual([]);
});

test('what must not be there is not', async () => {
  const { add, ids } = await setUp();
  const empty = await add({ tags: seen('person:无人', 'object:瓶子') });
  const full = await add({ tags: seen('person:单人', 'object:瓶子') });
  const marked = await add({ tags: seen('person:女生', 'person:单人', 'text:有水印') });
  const plain = await add({ tags: seen('person:女生', 'person:单人') });
  expect(await ids('没有人的瓶子')).toEqual([empty.shot_id]);
  expect((await ids('瓶子')).toSorted()).toEqual([empty.shot_id, full.shot_id].toSorted());
  expect(await ids('没有水印的女生')).toEqual([plain.shot_id]);
  expect(await ids('女生')).toContain(marked.shot_id);
});

test('traditional characters, capitals and full width letters find the same', async () => {
  const { add, ids } = await setUp();
  const { shot_id } = await add({ caption: '女生在厨房里用 iPhone 拍牛奶' });
  expect(await ids('廚房')).toEqual([shot_id]);
  expect(await ids('IPHONE')).toEqual([shot_id]);
  expect(await ids('ｉＰｈｏｎｅ')).toEqual([shot_id]);
});

test('whatever is typed gets an answer', async () => {
  const { add, find, ids } = await setUp();
  const { shot_id } = await add({ caption: '红色的汽车' });
  expect(await ids('😀😀')).toEqual([]);
  expect(await ids("'; drop table shot; -- & | ! ( ) : *")).toEqual([]);
  expect(await ids("汽车' & !'红色 \\")).toEqual([shot_id]);
  expect(await ids('%_%')).toEqual([]);
  expect(await ids('的'.repeat(300))).toEqual([]);
  expect(await ids('汽车'.repeat(150))).toEqual([shot_id]);
  const nothing = await find('zxqwvut');
  expect(nothing).toMatchObject({ items: [], page_info: { total: 0 }, understood: { words: ['zxqwvut'] } });
});

test('what has more of the words comes first, and rare words count more than common ones', async () => {
  const { add, ids } = await setUp();
  for (let n = 0; n < 8; n += 1) await add({ ocr_text: '限时促销' });
  const rare = await add({ ocr_text: '转盘抽奖' });
  const both = await add({ ocr_text: '促销现场抽奖' });
  expect((await ids('促销和抽奖')).slice(0, 2)).toEqual([both.shot_id, rare.shot_id]);
});

test('filters and a sentence together narrow what is found', async () => {
  const { app, user, add, ids } = await setUp();
  const short = await add({ caption: '杯子', duration: 1, quality: 20, has_speech: true, orientation: 'portrait' });
  const long = await add({
    caption: '杯子',
    duration: 9,
    quality: 90,
    has_speech: false,
    orientation: 'landscape',
    tags: seen('scene:厨房'),
  });
  const person_id = newId();
  await app.db.insert(person).values({ person_id, space_id: user.space_id, vector: Buffer.alloc(4) });
  const face = { face_id: newId(), box: { x: 0, y: 0, width: 1, height: 1 }, vector: Buffer.alloc(4), score: 1 };
  await app.db.insert(shot_face).values({ ...face, shot_id: short.shot_id, person_id });
  for (const q of ['杯子', '']) {
    expect(await ids(q, { duration_min: 5 })).toEqual([long.shot_id]);
    expect(await ids(q, { duration_max: 5 })).toEqual([short.shot_id]);
    expect(await ids(q, { quality_min: 50 })).toEqual([long.shot_id]);
    expect(await ids(q, { has_speech: true })).toEqual([short.shot_id]);
    expect(await ids(q, { orientation: 'landscape' })).toEqual([long.shot_id]);
    expect(await ids(q, { tags: ['scene:厨房'] })).toEqual([long.shot_id]);
    expect(await ids(q, { person_id })).toEqual([short.shot_id]);
  }
});

test('a renamed, moved or newly tagged material is found by what it is now', async () => {
  const { app, user, add, ids } = await setUp();
  const { shot_id, material_id } = await add({ material_name: '旧名字.mp4' });
  await app.call('material.update', { material_id, material_name: '开箱测评.mp4' }, user);
  expect(await ids('开箱')).toEqual([shot_id]);
  expect(await ids('旧名字')).toEqual([]);
  await app.call('material.batchTag', { material_ids: [material_id], add: [{ name: '双十一主推' }] }, user);
  expect(await ids('主推')).toEqual([shot_id]);
  expect(await ids('', { tags: ['custom:双十一主推'] })).toEqual([shot_id]);
  const other = newId();
  await app.db
    .insert(project)
    .values({ project_id: other, space_id: user.space_id, project_name: '冬季', created_by: user.user_uid });
  await app.call('material.move', { material_ids: [material_id], project_id: other }, user);
  expect(await ids('开箱')).toEqual([]);
  expect(await ids('开箱', { project_id: other })).toEqual([shot_id]);
});

test('what is in the bin is not found, and is found again when it came back', async () => {
  const { app, user, add, ids } = await setUp();
  const { shot_id, material_id } = await add({ caption: '杯子' });
  await app.call('material.delete', { material_ids: [material_id] }, user);
  expect(await ids('杯子')).toEqual([]);
  expect(await ids('')).toEqual([]);
  await app.call('material.restore', { material_ids: [material_id] }, user);
  expect(await ids('杯子')).toEqual([shot_id]);
});

test('nobody finds the shots of another space', async () => {
  const { app, add, project_id } = await setUp();
  await add({ caption: '杯子' });
  const stranger = await app.signIn();
  expect((await app.call('search.clips', { q: '杯子', project_id }, stranger)).code).toBe(404);
  expect((await app.call('search.clips', { q: '杯子' }, stranger)).data.items).toEqual([]);
});

test('in a large library common and rare words are found, and pages neither repeat nor skip', async () => {
  const { app, user, project_id, add, find, ids } = await setUp();
  const { material_id } = await add({ caption: '别的' });
  const rows = Array.from({ length: 1500 }, (_, n) => ({
    shot_id: newId(),
    material_id,
    space_id: user.space_id,
    project_id,
    material_type: 'video',
    index: n + 1,
    start_ms: 0,
    end_ms: 1000,
    duration: 1,
    caption: n === 700 ? '一只企鹅在室内' : n % 2 ? '女生在室内' : '男生在户外',
  }));
  await app.db.insert(shot).values(rows);
  await indexWords(app.db, [material_id]);
  await app.db.execute('analyze shot');
  expect((await ids('企鹅'))[0]).toBe(rows[700]?.shot_id);
  expect((await ids('室内的企鹅'))[0]).toBe(rows[700]?.shot_id);
  const pages = [];
  for (const page_index of [1, 2, 3]) pages.push(...(await ids('室内', { page_index })));
  expect(new Set(pages).size).toBe(60);
  const { items } = await find('女生 室内');
  expect(items).toHaveLength(20);
  expect(items.every(({ caption }) => caption === '女生在室内')).toBe(true);
  expect(await ids('', { tags: ['object:没有'] })).toEqual([]);
});

test('among tens of thousands of shots words and tags find what has all of them and nothing else', async () => {
  const { app, add, find, ids } = await setUp();
  const girl = await add({ caption: '女生在室内', tags: seen('scene:室内') });
  const boy = await add({ caption: '男生在户外', tags: seen('scene:户外') });
  const elder = await add({ caption: '老人在公园' });
  const child = await add({ caption: '孩子在海边' });
  const together = await add({ caption: '老人在海边' });
  const penguin = await add({ caption: '一只企鹅在室内', tags: seen('scene:室内', 'object:企鹅') });
  const snow = await add({ caption: '企鹅在雪山' });
  const copy = async (shot_ids: string[], copies: number, first: string) =>
    app.pool.query(
      `insert into shot (shot_id, material_id, space_id, project_id, material_type, index, start_ms, end_ms, duration,
         caption, tags, tag_keys, words)
       select $3 || lpad(n::text, 25, '0'), material_id, space_id, project_id, material_type, n, 0, 1000, 1, caption, tags,
         tag_keys, ts_delete(words, array(select lexeme from unnest(words) where lexeme ^@ '%'))
           || format('%L:4 %L:4 %L:4', '%' || left(h, 1), '%' || left(h, 2), '%' || left(h, 3))::tsvector
       from generate_series(1, $2::int) n cross join lateral (select md5(n::text) as h) hash
         join shot s on s.shot_id = ($1::text[])[1 + n % cardinality($1::text[])]`,
      [shot_ids, copies, first],
    );
  const four = [girl, boy, elder, child].map(({ shot_id }) => shot_id);
  await copy(four, 30_000, '0');
  // More than are ranked, all newer than the one that has both words.
  await copy([snow.shot_id], 400, 'z');
  await app.pool.query('analyze shot');

  expect((await ids('室内的企鹅'))[0]).toBe(penguin.shot_id);
  expect(await ids('企鹅', { tags: ['scene:室内'] })).toEqual([penguin.shot_id]);
  expect(await ids('企鹅', { tags: ['scene:户外'] })).toEqual([]);
  expect(await ids('女生', { tags: ['scene:户外'] })).toEqual([]);
  const { items } = await find('女生 室内', { tags: ['scene:室内'] });
  expect(items).toHaveLength(20);
  expect(items.every(({ caption }) => caption === '女生在室内')).toBe(true);

  // Each is common, together they are one shot: that first, then those with one of them.
  const [best, ...others] = (await find('老人 海边')).items;
  expect(best?.shot_id).toBe(together.shot_id);
  expect(others).toHaveLength(19);
  expect(others.every(({ caption }) => /老人|海边/.test(caption))).toBe(true);
  const apart = (await find('男生 公园')).items;
  expect(apart).toHaveLength(20);
  expect(apart.every(({ caption }) => /男生|公园/.test(caption))).toBe(true);

  const rare = await find('', { tags: ['object:企鹅'] });
  expect(rare.items.map(({ shot_id }) => shot_id)).toEqual([penguin.shot_id]);
  expect(rare.page_info.total).toBe(1);
  const deep = await ids('', { tags: ['scene:户外'], page_index: 100 });
  const below = Array.from({ length: 20 }, (_, n) => `0${String(29_997 - 4 * (1979 + n)).padStart(25, '0')}`);
  expect(deep).toEqual(below);
});

test('without a sentence the newest come first, whole pages of them', async () => {
  const { add, find } = await setUp();
  const added = [];
  for (let n = 0; n < 25; n += 1) added.push((await add()).shot_id);
  const first = await find('');
  expect(first.items.map(({ shot_id }) => shot_id)).toEqual(added.toReversed().slice(0, 20));
  expect((await find('', { page_index: 2 })).items).toHaveLength(5);
});

const look = (x: number, y: number) => {
  const vector = Float32Array.from({ length: 256 }, (_, n) => (n === 0 ? x : n === 1 ? y : 0.01));
  return { look: packVector(vector), look_cells: lookCells(vector) };
};

test('look-alikes come most alike first, by vector or by hash', async () => {
  const { app, add, find } = await setUp();
  const model = await add(look(1, 0));
  const near = await add(look(1, 0.3));
  const nearest = await add(look(1, 0.1));
  await add(look(-1, 0.1));
  const { items } = await find('', { similar_to: model.shot_id });
  expect(items.map(({ shot_id }) => shot_id)).toEqual([nearest.shot_id, near.shot_id]);
  expect(items[0]?.reasons).toMatchObject([{ kind: 'look' }]);

  const hashed = await add({ phash: 'ffff0000ffff0000' });
  const same = await add({ phash: 'ffff0000ffff0001' });
  await add({ phash: '0000ffff0000ffff' });
  expect((await find('', { similar_to: hashed.shot_id })).items.map(({ shot_id }) => shot_id)).toEqual([same.shot_id]);
  await app.db.delete(shot).where(eq(shot.shot_id, hashed.shot_id));
});

test('tags are listed with their counts, and by a part of their name', async () => {
  const { app, user, project_id, add } = await setUp();
  await add({ tags: seen('object:杯子', 'scene:厨房') });
  await add({ tags: seen('object:杯子') });
  const { data } = await app.call('search.tags', { project_id }, user);
  expect(data.items).toEqual([
    { tag_type: 'scene', label: '场景', tags: [{ key: 'scene:厨房', name: '厨房', count: 1 }] },
    { tag_type: 'object', label: '物体', tags: [{ key: 'object:杯子', name: '杯子', count: 2 }] },
  ]);
  const some = await app.call('search.tags', { project_id, keyword: '杯' }, user);
  expect(some.data.items.flatMap(({ tags }) => tags.map(({ name }) => name))).toEqual(['杯子']);
});

test('for a line of a script: shots that fit it, long enough, unused before used, no material twice in a row', async () => {
  const { app, user, project_id, add } = await setUp();
  const used = await add({ caption: '女生喝牛奶', quality: 80, used_count: 3, last_used_at: new Date().toISOString() });
  const short = await add({ caption: '女生喝牛奶', quality: 80, end_ms: 500, duration: 0.5 });
  const good = await add({ caption: '女生喝牛奶', quality: 80 });
  const again = await add({ caption: '女生喝牛奶', quality: 80, material_id: good.material_id, index: 1 });
  await add({ caption: '马路上的汽车' });
  const line = { project_id, text: '每天早上一杯牛奶' };
  const { data } = await app.call('search.recommend', { ...line, limit: 4 }, user);
  const order = data.items.map(({ shot_id }) => shot_id);
  expect([good.shot_id, again.shot_id]).toContain(order[0]);
  expect(order.slice(0, 4).toSorted()).toEqual([used, short, good, again].map(({ shot_id }) => shot_id).toSorted());
  expect(data.items[0]?.material_id).not.toBe(data.items[1]?.material_id);
  expect(data.items[0]?.reasons.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['length', 'quality', 'unused']),
  );
  const without = await app.call('search.recommend', { ...line, limit: 4, exclude_ids: [good.shot_id] }, user);
  expect(without.data.items.map(({ shot_id }) => shot_id)).not.toContain(good.shot_id);
});

test('what may not be shown any more is found, but not recommended', async () => {
  const { app, user, project_id, add, ids } = await setUp();
  const free = await add({ caption: '女生喝牛奶' });
  const expired = await add({ caption: '女生喝牛奶' });
  const unasked = await add({ caption: '女生喝牛奶' });
  const rights = { licence: 'own', region: '', note: '' } as const;
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  for (const [{ material_id }, own] of [
    [expired, { consent: 'given', expires_at: yesterday }],
    [unasked, { consent: 'missing', expires_at: null }],
  ] as const) {
    await app.call('material.update', { material_id, rights: { ...rights, ...own } }, user);
  }
  expect(await ids('喝牛奶')).toHaveLength(3);
  const { data } = await app.call('search.recommend', { project_id, text: '喝牛奶' }, user);
  expect(data.items.map(({ shot_id }) => shot_id)).toEqual([free.shot_id]);
});

test('a line that wants a picture is offered no sound; sounds are, where they are asked for', async () => {
  const { app, user, project_id, add } = await setUp();
  const shown = await add({ caption: '女生喝牛奶' });
  const heard = await add({ caption: '女生喝牛奶', material_type: 'audio' });
  const line = { project_id, text: '喝牛奶' };
  const offered = async (more: object) =>
    (await app.call('search.recommend', { ...line, ...more }, user)).data.items.map(({ shot_id }) => shot_id);
  expect(await offered({})).toEqual([shown.shot_id]);
  expect(await offered({ material_type: 'audio' })).toEqual([heard.shot_id]);
});

test('a sentence with none of its words is found by its meaning', async () => {
  const { app, add, find } = await setUp();
  const cooking = await add({ caption: '妈妈在灶台前炒菜' });
  const car = await add({ caption: '汽车在高速公路上飞驰' });
  for (const { material_id } of [cooking, car]) await indexShots(app, app.db, material_id);
  const { items, understood } = await find('烹饪晚餐');
  expect(understood.has_meaning).toBe(true);
  expect(items[0]?.shot_id).toBe(cooking.shot_id);
});

test('what was there before tags were known by project has the same words as what comes now', async () => {
  const { app, add } = await setUp();
  const { shot_id } = await add({ tags: seen('object:杯子', "custom:It's \\ 新品"), caption: '一只杯子' });
  const words = async () =>
    (await app.pool.query<{ words: string }>('select words::text from shot where shot_id = $1', [shot_id])).rows[0]
      ?.words;
  const now = await words();
  await app.pool.query(`update shot set words = ts_delete(words, array(
    select lexeme from unnest(words) where lexeme like '#' || project_id || '#%'))`);
  expect(await words()).not.toBe(now);
  await app.pool.query(readFileSync(new URL('../../db/migrations/0047_tags_of_projects.sql', import.meta.url), 'utf8'));
  expect(await words()).toBe(now);
});
