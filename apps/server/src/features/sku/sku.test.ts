import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#db/id.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { DEMO_CLIPS, DEMO_PICTURES } from '#features/demo/clips.ts';
import { renderPicture } from '#features/demo/render-clip.ts';
import { addFile } from '#features/file/add-file.ts';
import { material } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { markNewShots } from './sku.jobs.ts';
import { sku_hit, sku_mark } from './sku.tables.ts';
import { tagProduct } from './tag-product.ts';

type Drawing = Parameters<typeof renderPicture>[0] & { name: string };

/** A drawn picture as an image material, or as a film of one shot. */
async function addDrawn(app: TestApp, user: TestUser, project_id: string, drawing: Drawing, type: 'image' | 'video') {
  const { dir, remove } = makeTempDir();
  const path = `${dir}/picture.jpg`;
  await renderPicture(drawing, path);
  const common = { space_id: user.space_id, created_by: user.user_uid };
  const file = await addFile(app.db, app.storage, {
    ...common,
    file_name: drawing.name,
    content_type: 'image/jpeg',
    source: { path },
  });
  remove();
  const material_id = newId();
  await app.db.insert(material).values({
    ...common,
    material_id,
    project_id,
    vlc_id: file.vlc_id,
    material_name: drawing.name,
    material_type: type,
    material_source: 'user_upload',
    cover_vlc_id: file.vlc_id,
  });
  const shot_id = newId();
  await app.db.insert(shot).values({
    shot_id,
    material_id,
    space_id: user.space_id,
    project_id,
    material_type: type,
    index: 0,
    start_ms: 0,
    end_ms: 3000,
    duration: 3,
    cover_vlc_id: file.vlc_id,
  });
  return { material_id, shot_id, name: drawing.name };
}

async function world(env: Record<string, string> = {}) {
  const app = await createTestApp({ work: true, env, ai: {} });
  const user = await app.signIn();
  const { data } = await app.call('project.add', { project_name: '咖啡' }, user);
  return { app, user, project_id: data.project_id };
}

async function finished(app: TestApp, user: TestUser, sku_mark_id: string) {
  return expect
    .poll(
      async () => {
        const { data } = await app.call('sku.check', { sku_mark_ids: [sku_mark_id] }, user);
        return data.items[0];
      },
      { interval: 200 },
    )
    .toMatchObject({ status: expect.stringMatching(/ready|failed/) });
}

const named = (part: string) => {
  const found = DEMO_CLIPS.find(({ name }) => name.includes(part));
  if (!found) throw new Error(`No clip is called ${part}`);
  return found;
};

test('a product is learnt from pictures, found in shots that show it, and a person’s word moves the line', async () => {
  const { app, user, project_id } = await world();
  const pictures = await Promise.all(DEMO_PICTURES.map((drawing) => addDrawn(app, user, project_id, drawing, 'image')));
  const films = [];
  for (const part of ['瓶身特写', '登场', '地铁', '好评']) {
    films.push(await addDrawn(app, user, project_id, named(part), 'video'));
  }
  const material_ids = pictures.map(({ material_id }) => material_id);
  const input = { project_id, sku_name: '冷萃咖啡', material_ids };
  const { data: added } = await app.call('sku.add', input, user);
  expect(added).toMatchObject({ status: 'training', sku_name: '冷萃咖啡' });
  expect(added.pictures).toHaveLength(4);
  const { sku_mark_id } = added;
  await finished(app, user, sku_mark_id);

  const { data: hits } = await app.call('sku.hits', { sku_mark_id }, user);
  const [first] = hits.items;
  expect(['瓶身特写.mp4', '冷萃咖啡登场.mp4']).toContain(first?.material_name);
  expect(first?.confidence).toBeGreaterThan(0.5);
  expect(hits.items.map(({ material_name }) => material_name)).not.toContain('地铁车窗外的城市.mp4');
  const { data: card } = await app.call('material.list', { project_id, tags: ['product:冷萃咖啡'] }, user);
  expect(card.items.map(({ material_name }) => material_name)).toContain(first?.material_name);

  // Refused: it stands at the end, and the tag is gone.
  const shot_id = first?.shot_id ?? '';
  const { data: judged } = await app.call('sku.judge', { sku_mark_id, shot_id, verdict: 'rejected' }, user);
  expect(judged.rejected).toBe(1);
  const { data: after } = await app.call('sku.hits', { sku_mark_id }, user);
  expect(after.items.at(-1)).toMatchObject({ shot_id, verdict: 'rejected' });
  const { data: untagged } = await app.call('material.list', { project_id, tags: ['product:冷萃咖啡'] }, user);
  expect(untagged.items.map(({ material_name }) => material_name)).not.toContain(first?.material_name);

  // Confirmed: whatever the machine thought.
  const doubtful = films.find(({ name }) => name.startsWith('手机'))?.shot_id ?? '';
  const { data: taught } = await app.call('sku.judge', { sku_mark_id, shot_id: doubtful, verdict: 'confirmed' }, user);
  expect(taught.confirmed).toBe(1);
  const { data: now } = await app.call('sku.hits', { sku_mark_id }, user);
  expect(now.items.find((hit) => hit.shot_id === doubtful)).toMatchObject({ verdict: 'confirmed' });

  await app.call('sku.delete', { sku_mark_id }, user);
  const { data: forgotten } = await app.call('material.list', { project_id, tags: ['product:冷萃咖啡'] }, user);
  expect(forgotten.items).toEqual([]);
});

test('too few pictures, copies of one picture and films are refused with advice', async () => {
  const { app, user, project_id } = await world();
  const drawing = DEMO_PICTURES[0];
  if (!drawing) throw new Error('There are no pictures');
  const same = [];
  for (const n of [1, 2, 3]) {
    const copy = { ...drawing, name: `同一张 ${n}.jpg`, height: drawing.height + n };
    same.push(await addDrawn(app, user, project_id, copy, 'image'));
  }
  const ids = same.map(({ material_id }) => material_id);
  const few = await app.call('sku.add', { project_id, sku_name: '杯子', material_ids: ids.slice(0, 2) }, user);
  expect(few.message).toBe('请选择 3–30 张商品图片');

  const film = await addDrawn(app, user, project_id, drawing, 'video');
  const wrong = await app.call(
    'sku.add',
    { project_id, sku_name: '杯子', material_ids: [...ids, film.material_id] },
    user,
  );
  expect(wrong.message).toBe('商品图片要从这个空间的图片素材里选');

  const { data } = await app.call('sku.add', { project_id, sku_name: '杯子', material_ids: ids }, user);
  await finished(app, user, data.sku_mark_id);
  const { data: checked } = await app.call('sku.check', { sku_mark_ids: [data.sku_mark_id] }, user);
  expect(checked.items[0]).toMatchObject({ status: 'failed', message: expect.stringContaining('几乎一样') });
});

test('without its model, learning waits for one that is on its way, and says so where none is', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const learn = async (env: Record<string, string>) => {
    const { app, user, project_id } = await world({ PACKS_DIR: dir, ...env });
    const pictures = await Promise.all(
      DEMO_PICTURES.map((drawing) => addDrawn(app, user, project_id, drawing, 'image')),
    );
    const material_ids = pictures.map(({ material_id }) => material_id);
    const { data } = await app.call('sku.add', { project_id, sku_name: '冷萃咖啡', material_ids }, user);
    const look = async () => {
      const { data: mark } = await app.call('sku.check', { sku_mark_ids: [data.sku_mark_id] }, user);
      const { data: tasks } = await app.call('task.list', { task_type: ['sku_training'] }, user);
      const { status, message } = mark.items[0]!;
      return { status, message, task: tasks.items[0]?.status };
    };
    await expect.poll(async () => (await look()).message, { interval: 100 }).toContain('模型');
    await expect.poll(async () => (await look()).task, { interval: 100 }).not.toBe('running');
    return look();
  };
  expect(await learn({ PACKS_REGISTRY: 'http://127.0.0.1:9' })).toMatchObject({ status: 'training', task: 'queued' });
  expect(await learn({ PACKS_FETCH: 'false' })).toMatchObject({ status: 'failed', task: 'failed' });
});

/** A product that is known and a film that shows it, without a model having looked. */
async function knownProduct() {
  const app = await createTestApp();
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const { material_id, shot_id } = await addDrawn(app, user, project_id, named('登场'), 'video');
  const product = { sku_mark_id: newId(), sku_name: '冷萃咖啡', project_id };
  const { sku_mark_id } = product;
  await app.db
    .insert(sku_mark)
    .values({ ...product, space_id: user.space_id, created_by: user.user_uid, status: 'ready', seen_until: shot_id });
  await app.db.insert(sku_hit).values({ sku_mark_id, shot_id, likeness: 0.9, confidence: 0.9 });
  const settle = () => app.db.transaction((tx) => tagProduct(tx, product));
  return { app, user, project_id, material_id, shot_id, sku_mark_id, settle };
}

test('the tag of a product stands beside what people set, stays away where they took it, and goes with the product', async () => {
  const { app, user, material_id, shot_id, sku_mark_id, settle } = await knownProduct();
  type Wish = { caption?: string; remove_tags?: string[]; reset?: ('caption' | 'tags')[] };
  const correct = (wish: Wish) => app.call('analysis.correct', { shot_id, ...wish }, user);
  const names = async () => {
    const { data } = await app.call('material.detail', { material_id }, user);
    return data.shots.flatMap(({ tags }) => tags.map(({ name }) => name));
  };
  await correct({ caption: '开场' });
  await settle();
  expect(await names()).toEqual(['冷萃咖啡']);
  await correct({ caption: '片头' });
  expect(await names()).toEqual(['冷萃咖啡']);

  await correct({ remove_tags: ['product:冷萃咖啡'] });
  await settle();
  expect(await names()).toEqual([]);

  await app.call('sku.delete', { sku_mark_id }, user);
  await correct({ reset: ['tags', 'caption'] });
  expect(await names()).toEqual([]);
});

test('what somebody gives a film while a product is looked for is not lost', async () => {
  const { app, user, material_id, settle } = await knownProduct();
  const other = await app.pool.connect();
  onTestFinished(() => other.release());
  await other.query('begin');
  const given = [{ tag_type: 'custom', name: '夏季', source: 'user', score: null }];
  await other.query('update material set tags = $1 where material_id = $2', [JSON.stringify(given), material_id]);
  const settled = settle();
  await delay(500);
  await other.query('commit');
  await settled;
  const { data } = await app.call('material.detail', { material_id }, user);
  expect(data.tags.map(({ name }) => name).toSorted()).toEqual(['冷萃咖啡', '夏季']);
});

test('a film in another project has none of the old products, and new ones are looked for in it, as in what is restored', async () => {
  const { app, user, project_id, material_id, shot_id, sku_mark_id, settle } = await knownProduct();
  await settle();
  await app.db.update(material).set({ analysis_status: 'done' });
  const { data: added } = await app.call('project.add', { project_name: '杯子' }, user);
  const other = added.project_id;
  const common = { space_id: user.space_id, created_by: user.user_uid, status: 'ready' as const, seen_until: shot_id };
  await app.db.insert(sku_mark).values({ ...common, sku_mark_id: newId(), sku_name: '马克杯', project_id: other });
  const lookedFor = async () => {
    await markNewShots(app);
    return (await app.db.delete(task).returning()).map(({ title }) => title);
  };
  const material_ids = [material_id];
  expect(await lookedFor()).toEqual([]);

  await app.call('material.move', { material_ids, project_id: other }, user);
  const { data } = await app.call('material.detail', { material_id }, user);
  expect([data.tags, data.shots[0]?.tags]).toEqual([[], []]);
  expect((await app.call('sku.hits', { sku_mark_id }, user)).data.items).toEqual([]);
  expect(await lookedFor()).toEqual(['在新素材里找「马克杯」']);
  expect(await lookedFor()).toEqual([]);

  await app.call('material.move', { material_ids, project_id }, user);
  expect(await lookedFor()).toEqual(['在新素材里找「冷萃咖啡」']);
  await app.call('material.delete', { material_ids }, user);
  await app.call('material.restore', { material_ids }, user);
  expect(await lookedFor()).toEqual(['在新素材里找「冷萃咖啡」']);
});
