import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { emptySight, type SeenFace } from '@mixreel/ai';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { asc, eq } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { testProject } from '#testing/materials.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { person, shot, shot_face } from './analysis.tables.ts';
import { replaceFaces } from './persons.ts';
import { facesOf } from './shot-faces.ts';

/** Faces of one person differ a little, those of two have nothing in common. */
function face(who: number, take = 0, change: Partial<SeenFace> = {}): SeenFace {
  const vector = new Float32Array(128);
  vector[who] = 1;
  vector[100 + take] = 0.4;
  const length = Math.hypot(...vector);
  const box = { x: 0.4, y: 0.2, width: 0.2, height: 0.3 };
  return { box, score: 0.9, sharpness: 0.8, vector: vector.map((value) => value / length), ...change };
}

async function materialWithShots(app: TestApp, { space_id, user_uid }: TestUser, project_id: string, count: number) {
  const material_id = newId();
  await app.db.insert(material).values({
    material_id,
    space_id,
    project_id,
    material_name: '片.mp4',
    material_type: 'video',
    material_source: 'user_upload',
    created_by: user_uid,
  });
  const shots = Array.from({ length: count }, (_, index) => ({
    shot_id: newId(),
    material_id,
    space_id,
    project_id,
    material_type: 'video',
    index,
    start_ms: index * 1000,
    end_ms: (index + 1) * 1000,
    duration: 1,
  }));
  await app.db.insert(shot).values(shots);
  return { material_id, shot_ids: shots.map(({ shot_id }) => shot_id) };
}

test('the same face in two films is one person; a name survives another analysis, a nobody goes', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { space_id } = user;
  const project_id = await testProject(app, user);
  const one = await materialWithShots(app, user, project_id, 2);
  const two = await materialWithShots(app, user, project_id, 1);
  const store = ({ material_id, shot_ids }: typeof one, faces: SeenFace[][]) =>
    app.db.transaction((tx) =>
      replaceFaces(
        tx,
        { space_id, material_id },
        shot_ids.map((shot_id, i) => ({ shot_id, faces: faces[i] ?? [] })),
      ),
    );
  await store(one, [
    [face(0), face(1)],
    [face(0, 1), face(5, 0, { sharpness: 0.01 }), face(1, 9, { sharpness: 0.01 })],
  ]);
  await store(two, [[face(0, 2)]]);

  const { data } = await app.call('analysis.persons', { project_id }, user);
  expect(data.items.map(({ faces_count, shots_count }) => [faces_count, shots_count])).toEqual([
    [3, 3],
    [2, 2],
  ]);
  // A blur is a face of somebody known, or nobody's.
  expect(await app.db.$count(shot_face)).toBe(6);

  const [main, other] = data.items;
  const person_id = main?.person_id ?? '';
  await app.call('analysis.namePerson', { person_id, person_name: '小美' }, user);
  await store(one, [[], []]);
  await store(two, [[]]);
  const left = await app.db.select().from(person).orderBy(asc(person.person_id));
  expect(left.map(({ person_name, faces_count }) => [person_name, faces_count])).toEqual([['小美', 0]]);
  expect(left.some((row) => row.person_id === other?.person_id)).toBe(false);

  await store(two, [[face(0, 3)]]);
  const again = await app.call('analysis.persons', { project_id }, user);
  expect(again.data.items).toEqual([
    { person_id, person_name: '小美', cover_url: null, faces_count: 1, shots_count: 1 },
  ]);
});

test('who was seen only in a film that is deleted for good is forgotten, unless somebody named them', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { space_id, user_uid } = user;
  const project_id = await testProject(app, user);
  const { material_id, shot_ids } = await materialWithShots(app, user, project_id, 2);
  await app.db.transaction((tx) =>
    replaceFaces(
      tx,
      { space_id, material_id },
      shot_ids.map((shot_id, who) => ({ shot_id, faces: [face(who)] })),
    ),
  );
  const naming = { space_id, file_name: 'person.jpg', content_type: 'image/jpeg', created_by: user_uid };
  const { data } = await app.call('analysis.persons', { project_id }, user);
  for (const { person_id } of data.items) {
    const source = Readable.from(Buffer.from(person_id));
    const { vlc_id } = await addFile(app.db, app.storage, { ...naming, source });
    await app.db.update(person).set({ cover_vlc_id: vlc_id }).where(eq(person.person_id, person_id));
  }
  await app.call('analysis.namePerson', { person_id: data.items[0]?.person_id ?? '', person_name: '小美' }, user);
  for (const is_final of [false, true]) {
    await app.call('material.delete', { material_ids: [material_id], is_final }, user);
  }
  const left = await app.db.select().from(person);
  expect(left.map(({ person_name, faces_count }) => [person_name, faces_count])).toEqual([['小美', 0]]);
  const files = await app.db.select().from(vlc_file);
  expect(files.map(({ vlc_id }) => vlc_id)).toEqual(left.map(({ cover_vlc_id }) => cover_vlc_id));

  // Those of films that went before that was so.
  await app.db.insert(person).values({ person_id: newId(), space_id, vector: Buffer.alloc(512), faces_count: 3 });
  await app.pool.query(readFileSync(new URL('../../db/migrations/0053_strangers_go.sql', import.meta.url), 'utf8'));
  expect(await app.db.select().from(person)).toEqual(left);
});

test('two persons that are one become one, under the name that was given', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const { material_id, shot_ids } = await materialWithShots(app, user, project_id, 2);
  await app.db.transaction((tx) =>
    replaceFaces(tx, { space_id: user.space_id, material_id }, [
      { shot_id: shot_ids[0] ?? '', faces: [face(0)] },
      { shot_id: shot_ids[1] ?? '', faces: [face(1)] },
    ]),
  );
  const { data } = await app.call('analysis.persons', { project_id }, user);
  const [a, b] = data.items.map(({ person_id }) => person_id);
  await app.call('analysis.namePerson', { person_id: a ?? '', person_name: '主播' }, user);
  const merged = await app.call('analysis.namePerson', { person_id: a ?? '', merge_into: b ?? '' }, user);
  expect(merged.data).toMatchObject({ person_id: b, person_name: '主播', faces_count: 2, shots_count: 2 });
  expect(await app.db.select({ person_id: shot_face.person_id }).from(shot_face)).toEqual([
    { person_id: b },
    { person_id: b },
  ]);
  const [row] = await app.db
    .select({ words: shot.words })
    .from(shot)
    .where(eq(shot.shot_id, shot_ids[0] ?? ''));
  expect(row?.words).toContain('主播');
  const self = await app.call('analysis.namePerson', { person_id: b ?? '', merge_into: b ?? '' }, user);
  expect(self).toMatchObject({ code: 400, message: '不能和自己合并，请选择另一个人物' });
});

test('what a face of a shot looks like is the mean of its pictures, of which a blur counts for little', () => {
  const [one, blurred, stranger] = [face(0), face(0, 3, { sharpness: 0 }), face(2)];
  const sights = [[one], [blurred], [stranger]].map((faces) => ({ ...emptySight(), faces }));
  const [seen, ...others] = facesOf(sights);
  expect(others).toEqual([]);
  const share = (seen?.vector[103] ?? 0) / (seen?.vector[100] ?? 1);
  expect(share).toBeGreaterThan(0.05);
  expect(share).toBeLessThan(0.2);
  expect(seen?.vector[2]).toBe(0);
  expect(Math.hypot(...(seen?.vector ?? []))).toBeCloseTo(1, 5);
});
