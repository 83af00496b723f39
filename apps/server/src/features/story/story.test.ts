import { readTable } from '@mixreel/contract';
import type { Operation } from '@mixreel/document';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { document } from '#features/document/document.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { withheld_content } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { testMaterial } from '#testing/materials.ts';
import { addFilm } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { removeOldStories } from './story.queries.ts';
import { story_board } from './story.tables.ts';

async function world() {
  const app = await createTestApp();
  const ann = await app.signIn({ name: '安' });
  const ben = await app.signIn({ name: '本' });
  const team_id = await app.team([
    [ann, 'editor'],
    [ben, 'editor'],
  ]);
  const project = async (project_name: string) =>
    (await app.call('project.add', { project_name, team_id }, ann)).data.project_id;
  const project_id = await project('夏天');
  const { data: board } = await app.call(
    'story.add',
    {
      project_id,
      board_name: '冷萃三十秒',
      rows: [
        { line: '早上起不来？', shot_size: 'close_up', duration_ms: 2500 },
        { picture: '倒进杯里', duration_ms: 3000 },
      ],
    },
    ann,
  );
  return { app, ann, ben, team_id, project, project_id, board };
}

test('a board is found by what its rows say, copied into another project, thrown away and brought back', async () => {
  const { app, ann, project, project_id, board } = await world();
  const { story_board_id } = board;
  expect(board).toMatchObject({ board_name: '冷萃三十秒', creator_name: '安', revision: 1 });
  const list = async (asked: object = {}) => (await app.call('story.list', { project_id, ...asked }, ann)).data.items;
  expect(await list({ keyword: '倒进' })).toMatchObject([
    { story_board_id, row_count: 2, duration_ms: 5500, first_line: '早上起不来？', origin: 'own', state: 'draft' },
  ]);
  const [{ row_id } = { row_id: '' }] = board.rows;
  await app.call('storyShoot.mark', { story_board_id, row_id, state: 'done' }, ann);
  expect(await list()).toMatchObject([{ state: 'shooting' }]);
  expect(await list({ keyword: '不在这里' })).toEqual([]);
  expect(await list({ origin: 'ai' })).toEqual([]);

  const other = await project('秋天');
  const { data: copy } = await app.call('story.copy', { story_board_id, project_id: other }, ann);
  expect(copy).toMatchObject({ board_name: '冷萃三十秒 副本', project_id: other });
  expect(copy.rows.map(({ line, picture }) => line || picture)).toEqual(['早上起不来？', '倒进杯里']);
  await app.call('story.deleteRows', { story_board_id: copy.story_board_id, row_ids: [copy.rows[0]!.row_id] }, ann);
  expect((await app.call('story.detail', { story_board_id }, ann)).data.rows).toHaveLength(2);

  await app.call('story.delete', { story_board_ids: [story_board_id] }, ann);
  expect([await list(), (await list({ is_deleted: true })).length]).toEqual([[], 1]);
  expect((await app.call('story.detail', { story_board_id }, ann)).message).toContain('故事板不存在');
  await app.call('story.restore', { story_board_ids: [story_board_id] }, ann);
  expect((await app.call('story.detail', { story_board_id }, ann)).data.rows).toEqual(board.rows);

  await app.call('story.delete', { story_board_ids: [story_board_id] }, ann);
  await app.db.execute(sql`update document set deleted_at = now() - interval '31 days' where deleted_at is not null`);
  await removeOldStories(app);
  for (const table of [story_board, document]) expect(await app.db.$count(table)).toBe(1);
});

test('rows are added at a place, changed one by one and never overwrite what another person changed meanwhile', async () => {
  const { app, ann, ben, board } = await world();
  const { story_board_id } = board;
  const [first, second] = board.rows.map(({ row_id }) => row_id);
  await app.call('story.addRows', { story_board_id, position: 1, rows: [{ line: '先加冰' }] }, ann);
  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: first!, section: 'hook' }] }, ann);
  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: first!, line: '又起晚了？' }] }, ben);
  const { data } = await app.call('story.detail', { story_board_id }, ben);
  expect(data.rows.map(({ line, section }) => [line, section])).toEqual([
    ['又起晚了？', 'hook'],
    ['先加冰', null],
    ['', null],
  ]);
  // Whoever says how all of it should be has to know how it is.
  const old = await app.call('story.update', { story_board_id, revision: 2, rows: [] }, ben);
  expect([old.message, old.data.rows.length]).toEqual(['这个故事板刚被他人修改，请查看最新内容后再改', 3]);
  const { data: history } = await app.call('document.history', { document_id: story_board_id }, ben);
  expect(history.items.map(({ words }) => words).toReversed()).toEqual([
    '最早的内容',
    '添加分镜「先加冰」',
    '修改分镜「早上起不来？」的段落',
    '修改分镜「早上起不来？」的台词',
  ]);
  const { data: row } = await app.call('story.row', { story_board_id, row_id: second! }, ben);
  expect(row).toMatchObject({ picture: '倒进杯里', duration_ms: 3000 });
});

test('a reference is a moment of a material of the same space, and says when that has gone', async () => {
  const { app, ann, project_id, team_id, board } = await world();
  const { story_board_id } = board;
  const row_id = board.rows[0]!.row_id;
  // Another film, whose shots are at the same times.
  await addFilm(app, team_id, project_id);
  const { material_id: mine, cover_vlc_id } = await addFilm(app, team_id, project_id);
  const refer = (material_id: string) =>
    app.call(
      'story.updateRows',
      { story_board_id, rows: [{ row_id, reference: { material_id, start_ms: 1200, end_ms: null } }] },
      ann,
    );
  expect((await refer(newId())).message).toBe('参考画面的素材不在这个空间里，请重新选择');
  await refer(mine);
  const views = async () => (await app.call('story.detail', { story_board_id }, ann)).data.references;
  const cover_url = expect.stringContaining(`/files/${cover_vlc_id}?`) as string;
  expect(await views()).toMatchObject([{ start_ms: 1200, is_gone: false, cover_url }]);
  await app.call('material.delete', { material_ids: [mine] }, ann);
  expect(await views()).toMatchObject([{ start_ms: 1200, is_gone: true }]);

  // Once it is gone for good a row that names it is deleted, and comes back by undo or with a version of the past.
  await app.call('material.delete', { material_ids: [mine], is_final: true }, ann);
  const { data: opened } = await app.call('document.open', { document_id: story_board_id }, ann);
  const on = { table: 'row', id: row_id };
  const back: Operation[] = [
    { ...on, do: 'remove' },
    { ...on, do: 'add', record: opened.state['row']![row_id]! },
  ];
  const acts = back.map((one) => ({ act_id: newId(), operations: [one] }));
  const { sequence } = opened;
  const { data: done } = await app.call('document.perform', { document_id: story_board_id, sequence, acts }, ann);
  expect(done).toMatchObject({ acts: [{}, {}], refused: null });
  expect(await views()).toMatchObject([{ start_ms: 1200, is_gone: true }]);
});

test('a board goes out as Word and Excel with its pictures, and comes back in as it was', async () => {
  const { app, ann, project_id, team_id, board } = await world();
  const { story_board_id } = board;
  const picture = await app.media.picture();
  const material_id = await testMaterial(app, { ...ann, space_id: team_id }, project_id, picture);
  const cover = await addFile(app.db, app.storage, {
    space_id: team_id,
    file_name: 'cover.jpg',
    content_type: 'image/jpeg',
    created_by: ann.user_uid,
    source: { path: picture },
  });
  await app.db.update(material).set({ cover_vlc_id: cover.vlc_id }).where(eq(material.material_id, material_id));
  const reference = { material_id, start_ms: 0, end_ms: null };
  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: board.rows[0]!.row_id, reference }] }, ann);
  for (const format of ['docx', 'xlsx'] as const) {
    const { data: link } = await app.call('story.export', { story_board_id, format }, ann);
    expect(link.file_name).toBe(`冷萃三十秒.${format}`);
    const answer = await fetch(`${app.url}${link.url}`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes('media/image1.jpeg')).toBe(true);
    const given = { project_id, file_name: link.file_name, content_base64: bytes.toString('base64') };
    const { data: read } = await app.call('story.parseFile', given, ann);
    const [table] = read.tables;
    const { rows, problems } = readTable(table!.rows, table!.fields, table!.has_headings);
    expect(problems).toEqual([]);
    const expected = board.rows.map(({ row_id: _id, ...row }) => row);
    expect({ format, rows }).toEqual({ format, rows: expected });
  }
  const { data: pdf } = await app.call('story.export', { story_board_id, format: 'pdf', columns: ['line'] }, ann);
  const file = Buffer.from(await (await fetch(`${app.url}${pdf.url}`)).arrayBuffer());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await fetch(`${app.url}${pdf.url}x`)).status).toBe(403);

  // Who took a consent back is on no board from then on, though nothing of the board has changed.
  const { sha256 } = cover;
  await app.db.insert(withheld_content).values({ space_id: team_id, sha256, reason: '同意已撤回' });
  const { data: without } = await app.call('story.export', { story_board_id, format: 'docx' }, ann);
  const printed = Buffer.from(await (await fetch(`${app.url}${without.url}`)).arrayBuffer());
  expect(printed.includes('media/image1.jpeg')).toBe(false);
});

test('a board that is written from a file says so, and one without rows is not printed', async () => {
  const { app, ann, project_id } = await world();
  const { data: made } = await app.call('story.add', { project_id, origin: 'import', rows: [] }, ann);
  expect(made.origin).toBe('import');
  const { story_board_id } = made;
  const { message } = await app.call('story.export', { story_board_id, format: 'pdf' }, ann);
  expect(message).toBe('故事板还没有内容，写几行再导出');
});
