import { emptySight } from '@mixreel/ai';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { upload_record } from '#features/upload/upload.tables.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { addFilm } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { linesOf, lookRow, paceOf, readRow } from './rows-of-video.ts';

const tag = (tag_type: 'shot_size' | 'camera' | 'scene' | 'object', name: string) =>
  ({ tag_type, name, source: 'ai', score: 0.9 }) as const;
const word = (text: string, start: number, end: number) => ({ text, start, end, from: 0, to: 0 });

test('a shot becomes a row: every word in one shot alone, sizes by their names, parts by what is said', () => {
  const empty = { caption: '', ocr_text: '', speech_text: '', tags: [], writing: null, cover_vlc_id: null };
  const shots = [
    {
      ...empty,
      start_ms: 0,
      end_ms: 2000,
      caption: '一个女生坐在沙发上',
      tags: [tag('shot_size', '近景'), tag('camera', '推')],
    },
    {
      ...empty,
      start_ms: 2000,
      end_ms: 5000,
      ocr_text: '限时 五折\nMISFITS\n-50%',
      tags: [tag('scene', '厨房'), tag('object', '杯子')],
    },
    { ...empty, start_ms: 5000, end_ms: 8000 },
  ];
  const words = [
    word('早上', 0.2, 0.6),
    word('起不来', 1.6, 2.2),
    word('用', 3.2, 3.4),
    word('Cold', 3.5, 3.8),
    word('Brew', 3.8, 4.1),
    word('冲', 4.6, 4.8),
    word('三秒,', 5.1, 5.5),
    word('点击下单', 8.1, 8.4),
  ];
  const seen = { material_id: 'm', is_inspiration: false, shots, words };
  const lines = linesOf(seen);
  const rows = shots.map((one, n) => ({ ...readRow(one, n, seen, { line: lines[n]!, note: '' }), ...lookRow(one) }));
  expect(rows.map(({ line }) => line)).toEqual(['早上起不来', '用Cold Brew', '冲三秒，点击下单']);
  expect(rows.map(({ section }) => section)).toEqual(['hook', 'hook', 'call']);
  expect(rows[0]).toMatchObject({
    picture: '一个女生坐在沙发上',
    shot_size: 'medium_close',
    camera_move: 'push',
    duration_ms: 2000,
    reference: { material_id: 'm', start_ms: 0, end_ms: 2000 },
  });
  expect(rows[1]).toMatchObject({
    caption: '限时 五折 -50%',
    note: '画面里的字：MISFITS',
    scene: '厨房',
    props: '杯子',
  });
  expect(readRow(shots[0]!, 0, { ...seen, is_inspiration: true }, rows[0]!).reference).toEqual({
    material_id: 'm',
    start_ms: 0,
    end_ms: null,
  });
  expect(paceOf(seen)).toEqual({
    shots_per_minute: 22.5,
    shot_seconds: 2.7,
    hook_seconds: 2,
    characters_per_second: 7.8,
    tempo: null,
    on_beat: null,
  });
});

async function world() {
  const app = await createTestApp({ work: true });
  const ann = await app.signIn({ name: '安' });
  const { space_id } = ann;
  return { app, ann, space_id, project_id: await testProject(app, ann) };
}

test('rows do not wait for what they are not made of: that is looked for, and copied, when the board is there', async () => {
  const seen: [parts: string, rows: string][] = [];
  const text = [{ text: '限时五折', score: 0.9, box: { x: 0.1, y: 0.8, width: 0.5, height: 0.08 } }];
  const app = await createTestApp({
    ai: {
      findSpeech: async () => [],
      async see(pictures, { want = [] } = {}) {
        const rows = (await board()).rows.map(({ caption, note, people }) => [caption, note, people].join(' ').trim());
        if (pictures.length > 0) seen.push([[...want].toSorted().join(' '), rows.join('')]);
        return pictures.map(() => ({ ...emptySight(160, 90), text: want.includes('text') ? text : [] }));
      },
      embed: async (texts) => texts.map(() => new Float32Array(8)),
    },
  });
  const ann = await app.signIn({ name: '安' });
  const project_id = await testProject(app, ann);
  const film = await app.media.film({ seconds: 1, extension: 'mkv' });
  const material_id = await testMaterial(app, ann, project_id, film);
  const { data } = await app.call('storyVideo.add', { material_id }, ann);
  const { story_board_id, task_id } = data;
  const board = async () => (await app.call('story.detail', { story_board_id }, ann)).data;
  app.queue.work();
  const status = async () => (await app.call('task.check', { task_ids: [task_id] }, ann)).data.items[0]?.status;
  await expect.poll(status).toBe('succeeded');

  // What was read for the rows is not read again, and nobody is said to be missing before anybody was looked for.
  const said = '限时五折 画面文字：底部，中等字';
  expect(seen).toEqual([
    ['faces text', ''],
    ['crops faces objects persons scenes vector', said],
  ]);
  expect((await board()).rows.map(({ people }) => people)).toEqual(['无人']);
  await analysed(app, material_id);
  const [one] = await app.db.select().from(shot).where(eq(shot.material_id, material_id));
  expect(one?.ocr_text).toBe('限时五折');
  const isCopied = async () => {
    const [row] = await app.db.select().from(material).where(eq(material.material_id, material_id));
    return row?.preview_vlc_id !== null;
  };
  await expect.poll(isCopied).toBe(true);
});

test('a video becomes a board while it is still being looked at; what a person wrote meanwhile stays', async () => {
  const { app, ann, space_id, project_id } = await world();
  const { material_id } = await addFilm(app, space_id, project_id, {
    material_name: '样片.mp4',
    duration: 6,
    analysis_status: 'running',
  });
  const { data: added } = await app.call('storyVideo.add', { material_id }, ann);
  const { story_board_id, task_id } = added;
  const board = async () => (await app.call('story.detail', { story_board_id }, ann)).data;
  await expect.poll(async () => (await board()).rows.length).toBe(3);
  const before = await board();
  expect(before).toMatchObject({ board_name: '样片 的脚本', origin: 'video', source_material_id: material_id });
  const card = async () => (await app.call('story.list', { project_id }, ann)).data.items[0];
  expect((await card())?.state).toBe('reading');
  expect(before.rows.map(({ duration_ms, line }) => [duration_ms, line])).toEqual([
    [2000, ''],
    [2000, ''],
    [2000, ''],
  ]);
  const [first] = before.rows;
  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: first!.row_id, line: '我自己写的' }] }, ann);

  await app.db.insert(material_sound).values({
    material_id,
    peaks: [],
    words: [word('机器听到的', 0.5, 1), word('第二句', 2.5, 3)],
  });
  await app.db.update(shot).set({ caption: '一只杯子' }).where(eq(shot.material_id, material_id));
  await app.db.update(material).set({ analysis_status: 'done' }).where(eq(material.material_id, material_id));
  const task = async () => (await app.call('task.check', { task_ids: [task_id] }, ann)).data.items[0];
  await expect.poll(async () => (await task())?.status).toBe('succeeded');
  // A page finds the task of its board by it.
  expect((await task())?.about).toEqual({ story_board_id, material_id });
  expect((await card())?.state).toBe('draft');
  const after = await board();
  expect(after.rows.map(({ line, picture }) => [line, picture])).toEqual([
    ['我自己写的', '一只杯子'],
    ['第二句', '一只杯子'],
    ['', '一只杯子'],
  ]);
  expect(after.pace).toMatchObject({ shots_per_minute: 30, hook_seconds: 2 });

  // As a template only how it runs is left.
  const { data: shape } = await app.call('story.copy', { story_board_id, parts: 'shape' }, ann);
  expect(shape).toMatchObject({
    board_name: '样片 的脚本 模板',
    origin: 'own',
    source_material_id: null,
    target_ms: 6000,
  });
  expect(
    shape.rows.map(({ duration_ms, line, picture, reference }) => [duration_ms, line, picture, reference]),
  ).toEqual(Array.from({ length: 3 }, () => [2000, '', '', null]));
});

test('a video that is still being uploaded has its board at once, and rows when it has come; one that fails says why', async () => {
  const { app, ann, space_id, project_id } = await world();
  const record = async (status: 'uploading' | 'failed', message: string | null = null) => {
    const record_uuid = newId();
    const file = { file_name: '样片.mp4', bytes: 1, material_type: 'video' as const, status, message };
    const expires_at = '2099-01-01T00:00:00Z';
    await app.db
      .insert(upload_record)
      .values({ record_uuid, space_id, project_id, user_uid: ann.user_uid, expires_at, ...file });
    return record_uuid;
  };
  const record_uuid = await record('uploading');
  const { data: added } = await app.call('storyVideo.addUpload', { record_uuid }, ann);
  const { story_board_id, task_id } = added;
  const board = async () => (await app.call('story.detail', { story_board_id }, ann)).data;
  expect(await board()).toMatchObject({ board_name: '样片 的脚本', origin: 'video', rows: [] });

  const { material_id } = await addFilm(app, space_id, project_id, { duration: 6 });
  const writing = [{ text: '限时五折', box: { x: 0.1, y: 0.8, width: 0.5, height: 0.08 }, shape: 1.78 }];
  await app.db.update(shot).set({ writing }).where(eq(shot.material_id, material_id));
  await app.db
    .update(upload_record)
    .set({ status: 'completed', material_id })
    .where(eq(upload_record.record_uuid, record_uuid));
  const task = async (id: string) => (await app.call('task.check', { task_ids: [id] }, ann)).data.items[0];
  await expect.poll(async () => (await task(task_id))?.status).toBe('succeeded');
  const { rows, source_material_id } = await board();
  expect(source_material_id).toBe(material_id);
  expect(rows.map(({ note }) => note)).toEqual(Array.from({ length: 3 }, () => '画面文字：底部，大字'));
  // As a template where words stand is left, and not what somebody noted.
  const noted = { row_id: rows[0]!.row_id, note: `别忘了借杯子\n${rows[0]!.note}` };
  await app.call('story.updateRows', { story_board_id, rows: [noted] }, ann);
  const { data: shape } = await app.call('story.copy', { story_board_id, parts: 'shape' }, ann);
  expect(shape.rows[0]?.note).toBe('画面文字：底部，大字');

  const lost = await app.call('storyVideo.addUpload', { record_uuid: await record('failed', '文件不完整') }, ann);
  await expect.poll(async () => (await task(lost.data.task_id))?.status).toBe('failed');
  expect((await task(lost.data.task_id))?.error?.message).toBe('文件不完整');
  const { data: cards } = await app.call('story.list', { project_id }, ann);
  expect(cards.items.find((one) => one.story_board_id === lost.data.story_board_id)?.state).toBe('unread');

  // A sound, and a video that could not be read, are refused with what to do.
  const sound = await addFilm(app, space_id, project_id, { material_type: 'audio' });
  expect((await app.call('storyVideo.add', { material_id: sound.material_id }, ann)).message).toBe(
    '只有视频能转成脚本，请选一条视频',
  );
  const broken = await addFilm(app, space_id, project_id, {
    analysis_status: 'failed',
    analysis_message: '文件损坏，请重新上传',
  });
  await app.db.delete(shot).where(eq(shot.material_id, broken.material_id));
  const { data: refused } = await app.call('storyVideo.add', { material_id: broken.material_id }, ann);
  await expect.poll(async () => (await task(refused.task_id))?.status).toBe('failed');
  expect((await task(refused.task_id))?.error?.message).toBe('文件损坏，请重新上传');
});
