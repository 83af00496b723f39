import { ERRORS, type StoryLink } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { eq, sql } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { space_member } from '#features/team/team.tables.ts';
import type { JobContext } from '#queue/job.ts';
import { addFilm, mixWorld } from '#testing/mixes.ts';
import type { TestApp } from '#testing/test-app.ts';
import { filmOf, sendBytes, sha256, tus } from '#testing/uploads.ts';
import { orderByWorth } from './most-variants.ts';
import { placeTake } from './place-take.jobs.ts';
import { shoot_code } from './shoot.tables.ts';

async function world() {
  const made = await mixWorld();
  const { app, ann, space_id, project_id } = made;
  const seen = await addFilm(app, space_id, project_id);
  const reference = { material_id: seen.material_id, start_ms: 500, end_ms: null };
  const rows = [{ picture: '倒/咖啡', line: '三秒一杯', reference }, { picture: '一口喝完' }];
  const { data: board } = await app.call('story.add', { project_id, board_name: '冷萃', rows }, ann);
  const { story_board_id } = board;
  const newCode = async (as = ann) => {
    const origin = 'https://mix.example';
    const { data } = await app.call('storyShoot.addCode', { story_board_id, origin }, as);
    return { ...data, code: data.url.split('#code=')[1] ?? '' };
  };
  return { ...made, board, story_board_id, newCode, row_ids: board.rows.map(({ row_id }) => row_id) };
}

const TAKE_ID = 'a'.repeat(24);

function takeOf(code: string, row_id: string, bytes: number, given: object = {}) {
  return { code, take_id: TAKE_ID, row_id, shot_by: '阿强', file_name: 'x.mp4', bytes, ...given };
}

async function refusal(app: TestApp, code: string) {
  const { code: error, message } = await app.call('storyPhone.list', { code }, null);
  return error === ERRORS.shoot_over.code ? message : error;
}

test('what a phone without an account shoots comes into the library, into its row and into the mix of that row', async () => {
  const { app, ann, ben, space_id, project_id, mproject_id, story_board_id, newCode, row_ids } = await world();
  const [row_id = '', other = ''] = row_ids;
  const { code, url } = await newCode();
  expect(url).toMatch(/^https:\/\/mix\.example\/shootingDay#code=\S{40,}$/);
  const [kept] = await app.db.select().from(shoot_code);
  expect(JSON.stringify(kept)).not.toContain(code);
  const made = { story_board_id, mproject_id, row_ids: [row_id], clips_per_row: 0 };
  const { data: linked } = await app.call('storyMix.add', made, ann);

  const list = async () => (await app.call('storyPhone.list', { code }, null)).data;
  const { rows, has_mix, board_name } = await list();
  expect([board_name, has_mix, rows.map(({ state, take_count }) => [state, take_count])]).toEqual([
    '冷萃',
    true,
    [
      ['todo', 0],
      ['todo', 0],
    ],
  ]);
  expect(rows[0]?.cover_url).toMatch(/^\/api\/shoot\/picture\//);
  expect(JSON.stringify(rows)).not.toContain('material_id');

  const film = await filmOf(app, 900_000);
  const start = (again = {}) => app.call('storyPhone.startTake', takeOf(code, row_id, film.length, again), null);
  const begun = (await start()).data;
  expect(begun).toMatchObject({ number: 1, status: 'uploading', received_bytes: 0 });
  await sendBytes(app, begun.token, begun, film.subarray(0, 400_000));
  // Cut off, and begun again as the page does after it was closed: the same take goes on.
  const goesOn = (await start()).data;
  expect(goesOn).toMatchObject({ number: 1, upload_url: begun.upload_url });
  expect((await app.call('storyPhone.endTake', { code, take_id: TAKE_ID }, null)).message).toContain('字节没有传到');
  await sendBytes(app, goesOn.token, goesOn, film);
  const end = () => app.call('storyPhone.endTake', { code, take_id: TAKE_ID, sha256: sha256(film) }, null);
  expect((await end()).data).toMatchObject({ status: 'completed', upload_url: null, token: '' });
  expect((await end()).data).toMatchObject({ status: 'completed' });

  const [added] = await app.db
    .select()
    .from(material)
    .where(sql`material_name like '01 %'`);
  expect(added).toMatchObject({
    project_id,
    material_name: '01 倒、咖啡 第1条 阿强.mp4',
    material_sub_type: 'shot_video',
    created_by: ann.user_uid,
  });
  const records = await app.call('upload.list', { project_id }, ann);
  expect(records.data.items).toEqual([]);

  // Looked at by now, as far as clips need it.
  const material_id = added!.material_id;
  await app.db
    .update(material)
    .set({ duration: 2, analysis_status: 'done' })
    .where(eq(material.material_id, material_id));
  const task = { task_id: 't', space_id, project_id, user_uid: ann.user_uid, attempt: 1 };
  const place = () => placeTake.run({ take_id: TAKE_ID }, { ...app, task } as unknown as JobContext);
  await place();
  await place();
  const clipsOf = async (id: string, shooting_id: string | undefined) => {
    const { data } = await app.call('mix.detail', { mproject_id: id }, ann);
    return data.shootings.find((one) => one.shooting_id === shooting_id)?.clips.map((clip) => clip.material_id);
  };
  // Behind the reference, which was there before, and once.
  expect((await clipsOf(mproject_id, linked.shootings[0]?.shooting_id))?.slice(1)).toEqual([material_id]);
  const later = (await app.call('storyMix.add', { story_board_id, clips_per_row: 1 }, ann)).data;
  expect(later.shootings[0]?.clips.map(({ why }) => why)).toEqual(['为这一行拍的', '这一行的参考画面']);

  await app.call('storyPhone.mark', { code, row_id, state: 'done', by_name: '阿强' }, null);
  await app.call('storyShoot.mark', { story_board_id, row_id: other, state: 'dropped' }, ben);
  expect((await list()).rows.map(({ state, by_name, take_count }) => [state, by_name, take_count])).toEqual([
    ['done', '阿强', 1],
    ['dropped', '小本', 0],
  ]);
  const { data: day } = await app.call('storyShoot.day', { story_board_id }, ben);
  expect(day.takes).toMatchObject([
    { row_id, number: 1, shot_by: '阿强', status: 'there', message: null, material_id },
  ]);
});

test('a code that is over says so, lets nothing more through, and a new one goes on with what was begun', async () => {
  const { app, ann, ben, stranger, story_board_id, newCode, row_ids } = await world();
  const [row_id = ''] = row_ids;
  const first = await newCode();
  const { code, shoot_code_id } = first;
  const { key, rows } = (await app.call('storyPhone.list', { code }, null)).data;
  const film = await filmOf(app, 300_000);
  const begun = (await app.call('storyPhone.startTake', takeOf(code, row_id, film.length), null)).data;
  await sendBytes(app, begun.token, begun, film);
  const heard = await fetch(`${app.url}/api/shoot/changes?key=${key}`);
  expect(heard.headers.get('content-type')).toContain('text/event-stream');

  expect((await app.call('storyShoot.revokeCode', { story_board_id, shoot_code_id }, stranger)).code).not.toBe(0);
  await app.call('storyShoot.revokeCode', { story_board_id, shoot_code_id }, ben);
  // Who listens is told, and finds out why.
  const reader = heard.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let said = ''; !said.includes('"story_board_id"');) said += (await reader.read()).value ?? '';
  await reader.cancel();
  expect(await refusal(app, code)).toBe('这个拍摄码已被停用，请同事在电脑上重新出一个');
  const over = { code: ERRORS.shoot_over.code };
  expect(await app.call('storyPhone.endTake', { code, take_id: TAKE_ID }, null)).toMatchObject(over);
  expect(await app.call('storyPhone.startTake', takeOf(code, row_id, 5), null)).toMatchObject(over);
  expect(await app.call('storyPhone.mark', { code, row_id, state: 'done', by_name: '谁' }, null)).toMatchObject(over);
  expect(await (await fetch(`${app.url}/api/shoot/changes?key=${key}`)).json()).toMatchObject(over);
  expect(await (await fetch(app.url + rows[0]?.cover_url)).json()).toMatchObject(over);

  const second = await newCode();
  const goesOn = (await app.call('storyPhone.startTake', takeOf(second.code, row_id, film.length), null)).data;
  expect(goesOn).toMatchObject({ number: 1, upload_url: begun.upload_url, received_bytes: film.length });
  const ended = await app.call('storyPhone.endTake', { code: second.code, take_id: TAKE_ID }, null);
  expect(ended.data).toMatchObject({ status: 'completed' });

  await app.db.update(shoot_code).set({ expires_at: sql`now()` });
  expect(await refusal(app, second.code)).toContain('已过期');
  const ofBen = await newCode(ben);
  await app.db.update(space_member).set({ role: 'viewer' }).where(eq(space_member.user_uid, ben.user_uid));
  expect(await refusal(app, ofBen.code)).toContain('出码的同事已不能编辑');
  expect((await app.call('storyShoot.addCode', { story_board_id }, ben)).code).toBe(ERRORS.forbidden.code);
  const last = await newCode();
  await app.call('story.delete', { story_board_ids: [story_board_id] }, ann);
  expect(await refusal(app, last.code)).toContain('故事板已被删除');
});

test('a code opens its own board alone, its upload pass its own take, and guessing is ended', async () => {
  const { app, ann, project_id, newCode, row_ids } = await world();
  const { code } = await newCode();
  const { data: theirs } = await app.call('story.add', { project_id, board_name: '别的', rows: [{}] }, ann);
  const added = await app.call('storyShoot.addCode', { story_board_id: theirs.story_board_id }, ann);
  const other = added.data.url.split('#code=')[1] ?? '';
  const film = await filmOf(app, 100_000);
  const [row_id = ''] = row_ids;
  const mine = (await app.call('storyPhone.startTake', takeOf(code, row_id, film.length), null)).data;
  expect((await app.call('storyPhone.startTake', takeOf(other, row_id, film.length), null)).message).toBe(
    '这条不是给这个故事板拍的',
  );
  const next = { take_id: 'b'.repeat(24) };
  const second = (await app.call('storyPhone.startTake', takeOf(code, row_id, film.length, next), null)).data;
  expect(second.number).toBe(2);
  const head = (token: string) => fetch(app.url + mine.upload_url, { method: 'HEAD', headers: tus(token) });
  expect([(await head(second.token)).status, (await head(mine.token)).status]).toEqual([404, 200]);
  const picture = takeOf(code, row_id, 10, { take_id: 'c'.repeat(24), file_name: 'x.jpg' });
  expect((await app.call('storyPhone.startTake', picture, null)).code).not.toBe(0);

  const guesses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    guesses.push((await app.call('storyPhone.list', { code: `wrong-${n}`.padEnd(43, 'x') }, null)).code);
  }
  expect([guesses[0], guesses[11]]).toEqual([ERRORS.sign_in_failed.code, ERRORS.too_many.code]);
  expect((await app.call('storyPhone.list', { code }, null)).code).toBe(0);
});

function link(row_id: string, clip_count: number): StoryLink {
  return { row_id, shooting_id: row_id, clip_count } as StoryLink;
}

test('rows that nothing can be made without come first, then those the planner advises, then those with fewest clips', () => {
  const links = [link('full', 9), link('few', 1), link('bare', 0), link('best', 2), link('good', 2)];
  const advice = [
    { slot_id: 'best', sentence: '再拍 1 个片段，能多出 6 条' },
    { slot_id: 'good', sentence: '再拍 1 个片段，能多出 2 条' },
  ];
  expect(orderByWorth(links, advice).map(({ row_id, why }) => `${row_id} ${why}`)).toEqual([
    'bare 还没有片段，少了它出不了片',
    'best 再拍 1 个片段，能多出 6 条',
    'good 再拍 1 个片段，能多出 2 条',
    'few 已有 1 个片段',
    'full 已有 9 个片段',
  ]);
});
