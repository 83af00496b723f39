import { type DocumentPerson, document } from '@mixreel/contract';
import type { Operation } from '@mixreel/document';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { space_member } from '#features/team/team.tables.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { document_act } from './document.tables.ts';
import { holdFloods } from './flood.ts';
import { holdDocuments } from './held.ts';
import { thinHistory } from './thin-history.ts';

const LINE = {
  rate: 1,
  pitch: 0,
  volume: 1,
  emotion: null,
  pause_ms: 300,
  shot_ms: null,
  voice_id: 'builtin:zf_xiaoxiao',
};
const on = { table: 'line', id: 'l1' };
const typed = (...edit: (number | string)[]): Operation => ({ ...on, do: 'type', path: ['text'], edit });
const act = (...operations: Operation[]) => ({ act_id: newId(), operations });

/** Two API processes on one database, a team of two and a viewer, and one piece. */
async function world() {
  const app = await createTestApp();
  const second = await createTestApp({ env: { DATABASE_URL: app.config.database.url ?? '' } });
  const [ann, ben, viewer, stranger] = [
    await app.signIn({ name: '安' }),
    await app.signIn({ name: '本' }),
    await app.signIn({ name: '看客' }),
    await app.signIn({ name: '外人' }),
  ];
  const team_id = await app.team([
    [ann, 'editor'],
    [ben, 'editor'],
    [viewer, 'viewer'],
  ]);
  const { data: project } = await app.call('project.add', { project_name: '一起', team_id }, ann);
  const lines = [{ line_id: 'l1', text: '今天下单', voice_id: LINE.voice_id }];
  const { data } = await app.call('audio.add', { project_id: project.project_id, audio_name: '口播', lines }, ann);
  const document_id = data.ai_audio_id;
  const perform = (by: TestApp, user: TestUser, sequence: number, ...acts: ReturnType<typeof act>[]) =>
    by.call('document.perform', { document_id, sequence, acts }, user);
  const open = async (by: TestApp) => (await by.call('document.open', { document_id }, viewer)).data;
  const textOf = async (by: TestApp) => (await open(by)).state['line']?.['l1']?.['text'];
  return { app, second, ann, ben, viewer, stranger, team_id, document_id, perform, open, textOf };
}

test('two people write in one line through two processes, and all their letters stay; the third looks on', async () => {
  const { app, second, ann, ben, viewer, document_id, perform, open, textOf } = await world();
  const heard = await listen(second, document_id, viewer);
  expect(await open(app)).toMatchObject({ kind: 'audio', sequence: 1 });
  const [first, later] = [act(typed('就在')), act(typed(4, '立减'))];
  expect((await perform(app, ann, 1, first)).data).toMatchObject({
    acts: [{ sequence: 2, user_name: '安' }],
    refused: null,
  });
  const { data } = await perform(second, ben, 1, later);
  expect(data.acts.map(({ act_id, sequence }) => [act_id, sequence])).toEqual([
    [first.act_id, 2],
    [later.act_id, 3],
  ]);
  expect([await textOf(app), await textOf(second)]).toEqual(['就在今天下单立减', '就在今天下单立减']);
  await expect
    .poll(() => heard.acts.map(({ words }) => words))
    .toEqual(['修改台词「今天下单」的文字', '修改台词「就在今天下单」的文字']);

  // An answer that got lost: the same again is done once.
  const again = await perform(app, ben, 1, later);
  expect(again.data.acts).toHaveLength(2);
  expect(await textOf(second)).toBe('就在今天下单立减');

  // Whoever was away reads what they missed.
  const missed = await second.call('document.acts', { document_id, sequence: 2 }, viewer);
  expect(missed.data.acts?.map(({ sequence }) => sequence)).toEqual([3]);

  // Queries and specified calls see the same, and what calls change is an act like any other.
  const { data: piece } = await app.call('audio.detail', { ai_audio_id: document_id }, ann);
  expect(piece).toMatchObject({ revision: 3, lines: [{ text: '就在今天下单立减' }] });
  await app.call('audio.update', { ai_audio_id: document_id, revision: 3, audio_name: '新名' }, ann);
  await expect.poll(() => heard.acts.at(-1)).toMatchObject({ sequence: 4, words: '修改名称', user_name: '安' });

  // Who is where is heard in the other process and written nowhere.
  const count = () => app.db.execute(sql`select count(*)::int as n from stream_event`);
  const before = await count();
  const place = { table: 'line', id: 'l1', field: 'text', caret: 3 };
  await app.call('document.here', { document_id, client_id: 'tab1', place }, ann);
  await expect.poll(() => heard.people).toMatchObject([{ client_id: 'tab1', user_name: '安', place, can_edit: true }]);
  expect((await count()).rows).toEqual(before.rows);
});

test('what may not be is refused with a sentence, and the document goes on for all others', async () => {
  const { app, second, ann, viewer, stranger, document_id, perform, textOf } = await world();
  const good = act(typed(4, '吧'));
  const bad = act({ ...on, do: 'set', path: ['rate'], value: 9 });
  const { data } = await perform(app, ann, 1, good, bad, act(typed('不会到')));
  expect(data.acts.map(({ act_id }) => act_id)).toEqual([good.act_id]);
  expect(data.refused).toEqual({ act_id: bad.act_id, message: '语速：语速最快 2 倍' });

  const refused = async (...operations: Operation[]) =>
    (await perform(app, ann, 2, act(...operations))).data.refused?.message;
  expect(await refused({ table: '__proto__', id: 'x', do: 'add', record: {} })).toContain('没有「__proto__」');
  expect(await refused({ table: 'piece', id: 'piece', do: 'remove' })).toContain('不能添加或删除');
  expect(await refused(typed('长'.repeat(1000)))).toBe('文字：每行最多 1000 字');
  const line = { ...LINE, text: '', rank: 'V1' };
  expect(await refused({ ...on, id: 'l2', do: 'add', record: { ...line, more: 1 } })).toContain('台词的内容不对');
  const many = Array.from({ length: 500 }, (_, n): Operation => ({ ...on, id: `m${n}`, do: 'add', record: line }));
  expect(await refused(...many)).toBe('最多 500 句台词，请先删除一些');
  const music = { music_id: 'nobody', volume: 1, fade_in_ms: 0, fade_out_ms: 0, duck_db: 0 };
  expect(await refused({ table: 'piece', id: 'piece', do: 'set', path: ['music'], value: music })).toContain(
    '没有这首音乐',
  );

  expect(await perform(app, viewer, 2, act(typed('看')))).toMatchObject({ code: 403 });
  expect(await perform(app, stranger, 2, act(typed('外')))).toMatchObject({ code: 404 });
  expect(await perform(app, ann, 99, act(typed('未来')))).toMatchObject({ code: 400 });
  expect(await perform(app, ann, 2, good)).toMatchObject({ code: 400, message: '这一步已经保存过了，请刷新页面' });
  const garbage = { act_id: 'x', operations: [{ do: 'type', table: 'line', id: 'l1', path: ['text'], edit: [{}] }] };
  expect(await perform(app, ann, 2, garbage as never)).toMatchObject({ code: 400 });
  const everywhere = act({ table: 'line', id: 'constructor', do: 'remove' });
  expect(await perform(app, ann, 2, everywhere)).toMatchObject({ code: 400 });
  // A line that is not there, an edit that is longer than the text: nothing is left to do, and nothing breaks.
  const lost = await perform(app, ann, 2, act(typed(900, -90)), act({ ...on, id: 'gone', do: 'remove' }));
  expect(lost.data.acts.map(({ operations }) => operations)).toEqual([[], []]);
  expect([await textOf(app), await textOf(second)]).toEqual(['今天下单吧', '今天下单吧']);

  await app.call('audio.delete', { ai_audio_id: document_id }, ann);
  expect(await perform(second, ann, 4, act(typed('迟')))).toMatchObject({ code: 404, message: '文档不存在或已被删除' });
  await app.call('audio.restore', { ai_audio_id: document_id }, ann);
  expect(await perform(second, ann, 4, act(typed('又')))).toMatchObject({ code: 0 });
  expect(await app.db.$count(document_act, eq(document_act.document_id, document_id))).toBe(4);
});

test('what many send at once is written together, and what one of them may not do is refused to that one alone', async () => {
  const { app, second, ann, ben, document_id, perform, open, textOf } = await world();
  await open(app);
  const many = Array.from({ length: 12 }, (_, n) => act(typed(4, String.fromCodePoint(97 + n))));
  const taken = { ...LINE, text: '', rank: 'V1' };
  const [fast, known] = [{ ...on, do: 'set' as const, path: ['rate'], value: 9 }, act(typed('起'))];
  await perform(app, ann, 1, known);
  const [refused, again, future, wrong, ...done] = await Promise.all([
    perform(app, ben, 1, act(fast)),
    perform(app, ann, 1, known),
    perform(app, ben, 99, act(typed('未来'))),
    perform(app, ben, 1, act({ ...on, id: 'l2', do: 'add', record: { ...taken, more: 1 } })),
    ...many.map((one, n) => perform(app, n % 2 ? ann : ben, 1, one)),
  ]);
  expect(refused.data.refused?.message).toBe('语速：语速最快 2 倍');
  expect(wrong.data.refused?.message).toContain('台词的内容不对');
  expect([again.code, future.code]).toEqual([0, 400]);
  expect(done.flatMap(({ data }) => data.acts.at(-1)?.act_id)).toEqual(many.map(({ act_id }) => act_id));
  const text = (await textOf(second)) as string;
  expect([text.slice(0, 5), text.slice(5).split('').toSorted().join('')]).toEqual(['起今天下单', 'abcdefghijkl']);
  const { rows } = await app.db.execute<{ acts: number }>(sql`
    select jsonb_array_length(data->'acts') as acts from stream_event where topic = ${`document:${document_id}`}`);
  expect(rows.reduce((sum, { acts }) => sum + acts, 0)).toBe(13);
  expect(rows.length).toBeLessThan(8);
});

test('whoever may only look from now on is refused by the other process as soon as it hears of it', async () => {
  const { app, second, ann, team_id, perform } = await world();
  expect(await perform(second, ann, 1, act(typed('一')))).toMatchObject({ code: 0 });
  const heard = new Promise((done) => second.streams.onSignal('end_streams', done));
  await app.call(
    'admin.saveMember',
    { team_id, user_uid: ann.user_uid, role: 'viewer' },
    await app.signIn({ role: 'admin' }),
  );
  await heard;
  expect(await perform(second, ann, 2, act(typed('二')))).toMatchObject({ code: 403 });
});

test('the past is told in steps, seen, named, copied, and grows thin with time', async () => {
  const { app, ann, ben, viewer, document_id, perform, textOf } = await world();
  for (const n of [0, 1, 2]) await perform(app, ann, 1 + n, act(typed(4 + n, '啊')));
  await perform(app, ben, 4, act({ ...on, do: 'set', path: ['rate'], value: 1.5 }));
  await app.call('audio.update', { ai_audio_id: document_id, revision: 5, audio_name: '新名' }, ann);
  const history = async () => (await app.call('document.history', { document_id }, viewer)).data.items;
  const told = (await history()).map(({ sequence, words, count, user_name, cause }) => [
    sequence,
    words,
    count,
    user_name,
    cause,
  ]);
  expect(told).toEqual([
    [6, '修改名称', 1, '安', 'api'],
    [5, '修改台词「今天下单啊啊啊」的语速', 1, '本', null],
    [4, '修改台词「今天下单」的文字', 3, '安', null],
    [1, '最早的内容', 1, '', 'kept'],
  ]);
  const at = async (sequence: number) => {
    const { data } = await app.call('document.at', { document_id, sequence }, viewer);
    return data.state['line']?.['l1']?.['text'];
  };
  expect([await at(1), await at(2), await at(6)]).toEqual(['今天下单', '今天下单啊', '今天下单啊啊啊']);
  const name = { document_id, sequence: 3, version_name: '给客户看的' };
  expect(await app.call('document.nameVersion', name, viewer)).toMatchObject({ code: 403 });
  expect(await app.call('document.nameVersion', name, ann)).toMatchObject({ code: 0 });
  const names = async () => (await history()).map(({ sequence, version_name }) => [sequence, version_name]);
  expect(await names()).toContainEqual([3, '给客户看的']);
  const branched = await app.call('document.branch', { document_id, sequence: 2, name: '副本' }, ben);
  const { data: copy } = await app.call('audio.detail', { ai_audio_id: branched.data.document_id }, ben);
  expect(copy).toMatchObject({ audio_name: '副本', creator_name: '本', lines: [{ text: '今天下单啊' }] });

  // Thrown away it shows nobody its past, which is there again once it is brought back.
  await app.call('audio.delete', { ai_audio_id: document_id }, ann);
  const past = { document_id, sequence: 2 };
  for (const answer of [
    await app.call('document.history', { document_id }, ann),
    await app.call('document.at', past, ann),
    await app.call('document.nameVersion', { ...past, version_name: '晚' }, ann),
    await app.call('document.branch', { ...past, name: '晚' }, ann),
  ]) {
    expect(answer).toMatchObject({ code: 404, message: '文档不存在或已被删除' });
  }
  await app.call('audio.restore', { ai_audio_id: document_id }, ann);
  expect([await at(2), await names()]).toEqual(['今天下单啊', expect.arrayContaining([[3, '给客户看的']])]);

  // Forty days later: one state of that hour, and the named one; the document itself is as it was.
  for (const table of ['document_act', 'document_version']) {
    await app.db.execute(sql.raw(`update ${table} set created_at = '2020-01-01T10:00:00Z'`));
  }
  await thinHistory(app);
  expect(await names()).toEqual([
    [6, null],
    [3, '给客户看的'],
  ]);
  expect([await at(3), await at(6), await textOf(app)]).toEqual(['今天下单啊啊', '今天下单啊啊啊', '今天下单啊啊啊']);
  // What was made before that can no longer be moved to its place: refused rather than put in the wrong one.
  const fresh = await createTestApp({ env: { DATABASE_URL: app.config.database.url ?? '' } });
  expect(await perform(fresh, ann, 2, act(typed('旧')))).toMatchObject({ code: 409 });
  expect((await perform(fresh, ann, 6, act(typed('新')))).data.refused).toBeNull();
  expect((await history())[0]).toMatchObject({ sequence: 7, user_name: '安' });

  // Pages of it hold every act once, wherever a step is cut, and tell what all of it takes.
  await app.db.execute(sql`
    insert into document_act (document_id, sequence, act_id, user_uid, words, operations)
    select ${document_id}, n, n::text, ${ben.user_uid}, '修改台词「新」的文字', '[{}]' from generate_series(8, 457) n`);
  const { data: newest } = await app.call('document.history', { document_id }, viewer);
  const { data: older } = await app.call('document.history', { document_id, before: newest.before ?? 0 }, viewer);
  expect([newest.before, older.before]).toEqual([58, null]);
  const own = [...newest.items, ...older.items].filter(({ user_name }) => user_name === '本');
  expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(450);
  // The same done to two things are two steps.
  await app.db.execute(sql`
    insert into document_act (document_id, sequence, act_id, user_uid, words, operations)
    values (${document_id}, 458, 'a', ${ben.user_uid}, '删除台词「甲」', '[{"id":"a"}]'),
      (${document_id}, 459, 'b', ${ben.user_uid}, '删除台词「乙」', '[{"id":"b"}]')`);
  expect((await history()).slice(0, 2).map(({ words }) => words)).toEqual(['删除台词「乙」', '删除台词「甲」']);
  const { data: teams } = await app.call('admin.teams', {}, await app.signIn({ role: 'admin' }));
  expect(teams.items[0]?.history_bytes).toBeGreaterThan(450 * 200);
  const { team_id = '' } = teams.items[0] ?? {};
  expect(await app.call('file.storage', { team_id }, ben)).toMatchObject({ code: 403 });
  await app.db.update(space_member).set({ role: 'owner' }).where(eq(space_member.user_uid, ann.user_uid));
  const { data: storage } = await app.call('file.storage', { team_id }, ann);
  expect(storage).toMatchObject({ used_bytes: 0, history_bytes: teams.items[0]?.history_bytes });
});

test('acts that weigh much are held and read by their weight: who missed too much opens the document anew', async () => {
  const { app, ann, document_id, perform, open } = await world();
  const { sequence } = await open(app);
  await app.db.execute(sql`
    insert into document_act (document_id, sequence, act_id, words, operations)
    select ${document_id}, ${sequence}::int + n, 'heavy' || n, '改', jsonb_build_array(jsonb_build_object('do', 'set', 'table',
      'line', 'id', 'gone', 'path', '["x"]'::jsonb, 'value', (select string_agg(md5((n * 50000 + m)::text), '') from generate_series(1, 40000) m)))
    from generate_series(1, 12) n`);
  await app.db.execute(sql`update document set sequence = ${sequence + 12}::int where document_id = ${document_id}`);
  const missed = async (after: number) =>
    (await app.call('document.acts', { document_id, sequence: after }, ann)).data.acts;
  expect(await missed(sequence)).toBe(null);
  expect(await missed(sequence + 10)).toHaveLength(2);
  // Whoever wrote meanwhile has it merged all the same.
  expect(await perform(app, ann, sequence, act(typed('喂')))).toMatchObject({ code: 0, data: { refused: null } });

  const documents = holdDocuments({ subscribe: async () => () => {} });
  const heavy = Array.from({ length: 5 }, (_, n) => ({
    ...act({ ...on, do: 'set', path: ['x'], value: 'x'.repeat(400_000) }),
    sequence: n + 1,
    words: '改',
    user_uid: null,
    user_name: '',
    created_at: '',
  }));
  documents.keep('d', { kind: 'audio', sequence: 5, version_sequence: null, state: {}, acts: heavy });
  expect(documents.get('d')?.acts.map((one) => one.sequence)).toEqual([4, 5]);
});

test('a flood is slowed down, not dropped; one that does not wait is told to', async () => {
  let now = 0;
  const floods = holdFloods(() => now);
  const { signal } = new AbortController();
  const asked = (acts: number) => floods.wait('tab', acts, { signal });
  await asked(200);
  const began = performance.now();
  await asked(4);
  expect(performance.now() - began).toBeGreaterThan(80);
  await expect(asked(800)).rejects.toThrow('修改太快了');
  now = 20_000;
  await asked(200);
});

type Heard = { acts: { words: string; sequence: number }[]; people: DocumentPerson[] };

/** Hears a document as a page does. */
async function listen(app: TestApp, document_id: string, { token }: TestUser): Promise<Heard> {
  const heard: Heard = { acts: [], people: [] };
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const response = await fetch(`${app.url}${document.changes.path}?document_id=${document_id}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: end.signal,
  });
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const json = /^data: (.*)$/m.exec(part)?.[1];
        const told = json ? (JSON.parse(json) as Partial<{ acts: Heard['acts']; person: DocumentPerson }>) : {};
        heard.acts.push(...(told.acts ?? []));
        if (told.person) heard.people.push(told.person);
      }
    }
  };
  read().catch(() => {});
  return heard;
}
