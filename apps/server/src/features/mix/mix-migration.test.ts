import { clipsBySlot, mixKind, shootingsOf } from '@mixreel/contract';
import { refuseAll } from '@mixreel/document';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { openOldDatabase } from '#testing/old-database.ts';
import { readMixState } from './mix.document.ts';

const OF_BEFORE = '0016_own_clip';
const captions = [{ text: '一条', start_ms: 0, end_ms: 900 }];
const line = (script_id: string, text: string, more = {}) => {
  return { script_id, text, recording_material_id: null, captions: null, ...more };
};

test('mixes of the version before become documents, with every line and clip in its place', async () => {
  const { url, client } = await openOldDatabase(OF_BEFORE);
  await client.query(
    `insert into material (material_id, space_id, project_id, material_name, material_type, material_source,
       created_by)
     values ('a', 's', 'p', '冷萃.mp4', 'video', 'user_upload', 'u')`,
  );
  const config = { voice: { rate: 1.1 }, combine: { count: 12 }, gone: { x: 1 } };
  await client.query(
    `insert into mproject (mproject_id, space_id, project_id, mproject_name, config, revision, created_by, deleted_at)
     values ('m', 's', 'p', '夏日', $1, 7, 'u', null), ('n', 's', 'p', '删了', '{}', 1, 'u', now())`,
    [JSON.stringify(config)],
  );
  const shots = [
    ['z', 0, [line('1', '第一'), line('2', '另一种说法', { captions })], null],
    ['y', 1, [], null],
    ['x', 2, [line('1', '同号')], null],
    ['w', 2, [line('4', '删掉的')], new Date()],
  ] as const;
  for (const [id, position, scripts, deleted_at] of shots) {
    await client.query(
      `insert into shooting (shooting_id, space_id, mproject_id, position, scripts, revision, deleted_at)
       values ($1, 's', 'm', $2, $3, 4, $4)`,
      [id, position, JSON.stringify(scripts), deleted_at],
    );
  }
  for (const [id, shooting_id, position] of [
    ['c2', 'z', 0],
    ['c1', 'z', 1],
    ['c3', 'w', 0],
  ]) {
    await client.query(
      `insert into video_clip (video_clip_id, space_id, mproject_id, pool, shooting_id, position, material_id, start_ms,
         end_ms, speed)
       values ($1, 's', 'm', 'shooting', $2, $3, 'a', 0, 1500, 1.1)`,
      [id, shooting_id, position],
    );
  }

  await migrateDatabase(url);
  const { rows: documents } = await client.query(
    'select document_id, kind, sequence, deleted_at is null as is_there from document order by document_id',
  );
  expect(documents).toEqual([
    { document_id: 'm', kind: 'mix', sequence: 1, is_there: true },
    { document_id: 'n', kind: 'mix', sequence: 1, is_there: false },
  ]);
  const { rows: revisions } = await client.query(`select revision from shooting where shooting_id = 'z'`);
  expect(revisions).toEqual([{ revision: 4 }]);

  const { db, pool } = connectDatabase(url, 1);
  onTestFinished(() => pool.end());
  const state = await readMixState(db, 'm');
  const lines = shootingsOf(state).map((one) => [one.shooting_id, one.scripts.map(({ text }) => text)]);
  expect(lines).toEqual([
    ['z', ['第一', '另一种说法']],
    ['y', ['']],
    ['x', ['同号']],
  ]);
  expect(shootingsOf(state)[0]?.scripts[1]?.captions).toEqual(captions);
  expect(state['mix']?.['mix']).toMatchObject({
    mproject_name: '夏日',
    config: { voice: { rate: 1.1 }, combine: { count: 12 } },
  });
  expect(state['clip']?.['c2']).toMatchObject({ material_name: '冷萃.mp4', speed: 1.1, shooting_id: 'z' });
  expect(
    clipsBySlot(state)
      .get('z')
      ?.map(({ video_clip_id }) => video_clip_id),
  ).toEqual(['c2', 'c1']);
  // A deleted shot waits with all it had, and whatever came over is as the kind wants it.
  expect(state['clip']).toHaveProperty('c3');
  const again = Object.entries(state).flatMap(([table, records]) =>
    table === 'mix' ? [] : Object.entries(records).map(([id, record]) => ({ do: 'add' as const, table, id, record })),
  );
  const shown = again.filter(({ record }) => record['shooting_id'] !== 'w');
  expect(refuseAll(mixKind, state, shown)).toBeNull();
});
