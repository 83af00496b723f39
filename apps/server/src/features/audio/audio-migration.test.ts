import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { databaseUrl } from '#testing/global-setup.ts';
import { migrationsUpTo } from '#testing/migrations-up-to.ts';

const OF_BEFORE = '0012_lessons_of_search';

const line = (line_id: string, text: string) => {
  return {
    line_id,
    text,
    voice_id: 'builtin:a',
    rate: 1.1,
    pitch: -1,
    volume: 0.5,
    emotion: null,
    pause_ms: 500,
    shot_ms: 900,
  };
};

test('pieces of the version before become documents, with every line in its place', async () => {
  const root = new Client({ connectionString: inject('postgresUrl') });
  await root.connect();
  await root.query('create database test_audio_before');
  onTestFinished(async () => {
    await root.query('drop database test_audio_before with (force)');
    await root.end();
  });
  const url = databaseUrl(inject('postgresUrl'), 'test_audio_before');
  await migrateDatabase(url, migrationsUpTo(OF_BEFORE));
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const lines = [
    line('b', '第一'),
    ...Array.from({ length: 20 }, (_, n) => line(`n${n}`, `${n}`)),
    line('a', '末'),
    line('b', '同号'),
  ];
  await client.query(`insert into user_account (user_uid, name, role, status) values ('u', '安', 'member', 'active')`);
  await client.query(
    `insert into space (space_id, space_type, space_name, owner_uid, quota_bytes) values ('s', 'PRIVATE', '', 'u', 1)`,
  );
  await client.query(
    `insert into project (project_id, space_id, project_name, created_by) values ('p', 's', '项目', 'u')`,
  );
  await client.query(
    `insert into ai_audio (ai_audio_id, space_id, project_id, audio_name, lines, revision, created_by, deleted_at)
     values ('x', 's', 'p', '口播', $1, 7, 'u', null), ('y', 's', 'p', '空', '[]', 1, 'u', now())`,
    [JSON.stringify(lines)],
  );

  await migrateDatabase(url);
  const { rows: documents } = await client.query(
    'select document_id, kind, space_id, sequence, deleted_at is null as is_there from document order by document_id',
  );
  expect(documents).toEqual([
    { document_id: 'x', kind: 'audio', space_id: 's', sequence: 7, is_there: true },
    { document_id: 'y', kind: 'audio', space_id: 's', sequence: 1, is_there: false },
  ]);
  const { rows } = await client.query(`select * from audio_line order by rank collate "C"`);
  expect(rows.map(({ text }: { text: string }) => text)).toEqual(lines.map(({ text }) => text));
  const { line_id: _id, ...settings } = line('b', '第一');
  expect(rows[0]).toEqual({ ...settings, ai_audio_id: 'x', line_id: 'b', rank: 'V0001V' });
  expect(rows.at(-1)).toMatchObject({ line_id: 'b-23', text: '同号' });
});
