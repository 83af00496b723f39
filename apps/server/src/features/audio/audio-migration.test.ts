import { expect, test } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { openOldDatabase } from '#testing/old-database.ts';

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
  const { url, client } = await openOldDatabase(OF_BEFORE);
  const lines = [
    line('b', '第一'),
    ...Array.from({ length: 20 }, (_, n) => line(`n${n}`, `${n}`)),
    line('a', '末'),
    line('b', '同号'),
  ];
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
