import { isDeepStrictEqual } from 'node:util';
import { type AgentShot, lengthOff, spokenLines } from '@mixreel/contract';
import { factsIn } from '@mixreel/contract/fact';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { indexWords } from '#features/search/index-shot.ts';
import type { BankLine } from '#features/writer/line-bank.ts';
import { BRIEF, connectTo, ended, inJob, partsIn, PRODUCT, SHEET, sightOf } from '#testing/coffee-agent.ts';
import { realFilm } from '#testing/films.ts';
import { testProject } from '#testing/materials.ts';
import { until } from '#testing/mixed-films.ts';
import { addFilm, addProject } from '#testing/mixes.ts';
import { drawSmall } from '#testing/small-canvas.ts';
import { createTestApp, type TestUser } from '#testing/test-app.ts';
import { requireBatch } from './agent.queries.ts';
import { agent_video } from './agent.tables.ts';
import { askTopic } from './asks.ts';
import { inKnownOrder, type RowPart } from './deal-lines.ts';
import { lookAt } from './look-at.ts';
import { produceAgentBatch } from './produce-batch.jobs.ts';
import { readBack } from './read-back.ts';
import { otherPictures } from './repair-row.ts';

drawSmall();

test('a sheet becomes a batch of different videos that people change cell by cell', async () => {
  const app = await createTestApp({ work: true });
  const [ann, ben] = [await app.signIn({ name: '小安' }), await app.signIn({ name: '小本' })];
  const [cid, eve] = [await app.signIn({ name: '外人' }), await app.signIn({ name: '只看' })];
  const space_id = await app.team([
    [ann, 'owner'],
    [ben, 'editor'],
    [eve, 'viewer'],
  ]);
  const project_id = await addProject(app, ann, space_id);
  for (const [n, caption] of ['手冲咖啡特写', '上班族在办公室', '早上厨房倒水', '咖啡产品展示'].entries()) {
    const film = await addFilm(app, space_id, project_id, { material_name: `${caption}${n}.mp4`, shot_ms: 5000 });
    await app.db.update(shot).set({ caption }).where(eq(shot.material_id, film.material_id));
    await indexWords(app.db, [film.material_id]);
  }
  // What a sheet says in two ways is asked.
  const content_base64 = Buffer.from(`${SHEET}\n价格：49 元一盒\n品牌：晨光\n禁用词：“包邮”、最香`).toString('base64');
  const { data: sheet } = await app.call('agent.parseFile', { project_id, file_name: '资料.txt', content_base64 }, ann);
  expect(sheet.conflicts).toMatchObject([{ field: 'price', what: '价格', texts: ['39.9 元一盒', '49 元一盒'] }]);
  expect(sheet.items.map(({ field, text }) => [field, text])).toEqual(
    expect.arrayContaining([
      ['name', '晨光手冲咖啡'],
      ['points', '三秒冲好'],
      ['price', '39.9 元一盒'],
      ['brand', '晨光'],
      ['forbidden', '包邮'],
    ]),
  );
  const social = { project_id, agent_kind: 'social' as const };
  const { data: agent } = await app.call('agent.add', { ...social, agent_name: '咖啡', brief: BRIEF }, ann);
  const { agent_project_id } = agent;
  const { data: asked } = await app.call('agent.addTask', { agent_project_id }, ann);
  const { agent_batch_config_id } = asked;
  expect(await ended(app, ann, asked.task_id)).toMatchObject({ status: 'succeeded', result: { rows: 5 } });

  const read = async () => (await app.call('agentBatch.detail', { agent_batch_config_id }, ann)).data;
  const batch = await read();
  expect(batch.rows).toHaveLength(5);
  expect(new Set(batch.rows.map(({ hook }) => hook)).size).toBe(5);
  expect(batch.rows.map(({ point }) => point)).toEqual(['三秒冲好', '不加糖', '三秒冲好', '不加糖', '三秒冲好']);
  expect(batch.checks.every(({ problem }) => problem === null)).toBe(true);
  expect(batch.rows.every(({ title, topics }) => title !== '' && topics.includes('#咖啡'))).toBe(true);
  // All of them are as long as was asked for: what is short stands a little longer.
  expect(batch.checks.map(lengthOff)).toEqual(batch.rows.map(() => null));
  const [first, second] = batch.rows;

  // One cell is changed: its shot alone is found anew.
  const clips = ['早上厨房倒水', ...second!.clips.split('\n').slice(1)].join('\n');
  const change = { row_id: second!.row_id, clips, title: '最好喝的咖啡，全国第一' };
  const { data: changed } = await app.call('agentBatch.update', { agent_batch_config_id, rows: [change] }, ann);
  expect(changed.checks[1]).toMatchObject({ problem: '第 1 句还没有选画面，点「选画面」' });
  expect(changed.checks[1]?.warnings.join()).toContain('第一');
  const { data: settled } = await app.call('agentBatch.settle', { agent_batch_config_id }, ann);
  expect(settled.rows[1]?.shots[0]).toMatchObject({ wish: '早上厨房倒水', is_guess: false });
  expect(settled.rows[1]?.shots.slice(1)).toEqual(second!.shots.slice(1));
  expect(settled.rows[0]).toEqual(first);
  // A piece of music that is gone is told before anything is made.
  const silent = { agent_batch_config_id, rows: [{ row_id: first!.row_id, music_id: 'gone' }] };
  const { data: silenced } = await app.call('agentBatch.update', silent, ann);
  expect(silenced.checks[0]?.problem).toBe('这首音乐已不在音乐库里，请换一首或去掉');
  await app.call('agentBatch.update', { ...silent, rows: [{ row_id: first!.row_id, music_id: '' }] }, ann);
  // One that is to be a minute cannot be filled: the row and the admission say so before it is made.
  const longer = { agent_batch_config_id, rows: [{ row_id: first!.row_id, seconds: 60 }] };
  const { data: long } = await app.call('agentBatch.update', longer, ann);
  expect(long.checks[0]).toMatchObject({
    wanted: 60,
    warnings: [expect.stringMatching(/^约 \d+ 秒，比要求的 60 秒短：/)],
  });
  const asked_so = { agent_batch_config_id, is_trial: true };
  const { data: told_short } = await app.call('agentBatch.submit', asked_so, ann);
  expect(told_short.admission.reasons.filter((reason) => reason.includes('60 秒'))).toEqual([
    expect.stringMatching(/^第 1 行会比要求的短：.*（第 1 行约 \d+ 秒，要 60 秒）$/),
  ]);
  await app.call('agentBatch.update', { ...longer, rows: [{ row_id: first!.row_id, seconds: first!.seconds }] }, ann);

  const row_ids = [first!.row_id];
  const { data: others } = await app.call('agentBatch.settle', { agent_batch_config_id, row_ids }, ann);
  expect(others.rows[0]?.shots[0]?.shot_id).not.toBe(first!.shots[0]?.shot_id);
  const { data: synced } = await app.call(
    'agentBatch.syncPoint',
    { agent_batch_config_id, row_ids: [first!.row_id], point: '不加糖' },
    ann,
  );
  const { point, hook, lines } = synced.rows[0]!;
  expect([point, `${hook}${lines}`]).toEqual(['不加糖', expect.stringContaining('不加糖')]);
  expect(synced.rows.slice(1)).toEqual(settled.rows.slice(1));

  // Out as a table, changed in another program, back in: only what differs is told, and nothing is saved.
  const { data: table } = await app.call('agentBatch.export', { agent_batch_config_id }, ann);
  const { data: same } = await app.call('agentBatch.parseFile', { agent_batch_config_id, ...table }, ann);
  expect(same.differences).toEqual([]);
  await app.call('agentBatch.updateRow', { agent_batch_config_id, row_id: first!.row_id, row: { title: '改过' } }, ann);
  const { data: other } = await app.call('agentBatch.parseFile', { agent_batch_config_id, ...table }, ann);
  expect(other.differences).toMatchObject([{ number: 1, name: '标题', before: '改过', after: synced.rows[0]?.title }]);
  const far = Buffer.from(`编号（不要改）,标题\n${'x,好\n'.repeat(401)}`).toString('base64');
  const farther = { agent_batch_config_id, file_name: '表.csv', content_base64: far };
  expect(await app.call('agentBatch.parseFile', farther, ann)).toMatchObject({
    message: '表格有 401 行，一批最多 200 条；请只留这一批的行再拖进来',
  });

  const { data: topics } = await app.call(
    'agentBatch.topics',
    { agent_batch_config_id, row_id: second!.row_id, platforms: ['wechat', 'xiaohongshu'] },
    ann,
  );
  expect(topics.items.map(({ title }) => Array.from(title).length <= 20)).toEqual([true, true]);
  // Another agent does the same by its tools, with no right that its token has not.
  const asker = { token_name: '助手', team_id: space_id, scopes: ['read' as const, 'edit' as const], days: 7 };
  const { data: given } = await app.call('token.add', asker, ann);
  const { client } = await connectTo(app, given.token);
  const told = await client.callTool({ name: 'read_batch', arguments: { agent_batch_config_id } });
  expect(JSON.stringify(told.content)).toContain('改过');
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  expect([tools.includes('plan_batch'), tools.includes('submit_batch')]).toEqual([true, false]);
  const { data: trial } = await app.call('agentBatch.submit', { agent_batch_config_id, is_trial: true }, ann);
  expect(trial).toMatchObject({ task_id: null, admission: { verdict: 'confirm', count: 5, cost: 0 } });
  // Nobody makes more at once than the space allows without a second person, nor more than it pays for.
  const rule = { team_id: space_id, approval_rows: 4, month_minutes: 1 };
  expect((await app.call('agent.updateRule', rule, ben)).message).toContain('只有空间所有者');
  await app.call('agent.updateRule', rule, ann);
  const submit = async (who: TestUser) => {
    const { data: seen } = await app.call('agentBatch.submit', { agent_batch_config_id, is_trial: true }, who);
    const { key } = seen.admission;
    return (await app.call('agentBatch.submit', { agent_batch_config_id, is_confirmed: true, key }, who)).data;
  };
  expect(await submit(ann)).toMatchObject({ task_id: null, admission: { verdict: 'blocked' } });
  await app.call('agent.updateRule', { ...rule, month_minutes: 0 }, ann);
  const heard: unknown[] = [];
  const unheard = await app.streams.subscribe(askTopic(ben.user_uid), null, ({ data }) => heard.push(data));
  onTestFinished(unheard);
  const asked_by = { admission: { approval: 'asked', asked_by_name: '小安' } };
  expect(await submit(ann)).toMatchObject({ task_id: null, ...asked_by });
  expect(await submit(ann)).toMatchObject({ task_id: null, ...asked_by });
  // Whoever may agree is told, at once, and nobody else.
  const asksOf = async (who: TestUser) =>
    (await app.call('agentAsk.list', { team_id: space_id }, who)).data.items.map(({ name, row_ids, answer }) => ({
      name,
      count: row_ids.length,
      answer,
    }));
  const waiting = [{ name: '小安', count: 5, answer: null }];
  expect([await asksOf(ann), await asksOf(ben), await asksOf(eve)]).toEqual([[], waiting, []]);
  expect(await until(async () => heard.length, Boolean)).toBeGreaterThan(0);
  expect((await app.call('agentAsk.list', { team_id: space_id }, cid)).code).toBe(404);
  // Also those who work elsewhere just now.
  const teamsOf = async (who: TestUser) =>
    (await app.call('agentAsk.everywhere', {}, who)).data.items.map(({ team_id }) => team_id);
  expect([await teamsOf(ann), await teamsOf(ben), await teamsOf(cid)]).toEqual([[], [space_id], []]);
  const refuse = async (reason: string, who: TestUser) =>
    (await app.call('agentAsk.refuse', { agent_batch_config_id, reason }, who)).code;
  expect([await refuse('不行', cid), await refuse('不行', eve), await refuse('', ben)]).toEqual([404, 403, 400]);
  // Whoever asked hears why not, until they have heard it.
  expect(await refuse('标题太夸张', ben)).toBe(0);
  const told_why = [{ name: '小安', count: 5, answer: { is_approved: false, reason: '标题太夸张', name: '小本' } }];
  expect([await asksOf(ann), await asksOf(ben), await refuse('再退', ben)]).toEqual([told_why, [], 409]);
  await app.call('agentAsk.hear', { agent_batch_config_id }, ben);
  expect(await asksOf(ann)).toEqual(told_why);
  await app.call('agentAsk.hear', { agent_batch_config_id }, ann);
  expect(await asksOf(ann)).toEqual([]);
  // What was asked for and changed since, or taken back, waits for nobody.
  await submit(ann);
  const { data: before_it } = await app.call('agentBatch.detail', { agent_batch_config_id }, ann);
  const { row_id: last_row, lines: last_lines } = before_it.rows.at(-1)!;
  const say = (lines: string) =>
    app.call('agentBatch.updateRow', { agent_batch_config_id, row_id: last_row, row: { lines } }, ann);
  await say('换了一句');
  expect(await asksOf(ben)).toEqual([]);
  await say(last_lines);
  expect([await asksOf(ben), await refuse('', ann), await asksOf(ben)]).toEqual([waiting, 0, []]);
  await submit(ann);
  const agreed = await submit(ben);
  expect(agreed.task_id).not.toBeNull();
  const approved = [{ name: '小安', count: 5, answer: { is_approved: true, reason: '', name: '小本' } }];
  expect([await asksOf(ann), await asksOf(ben)]).toEqual([approved, []]);
  // What is under way counts as well: several batches at once do not get past the month.
  expect((await app.call('agent.rule', { team_id: space_id }, ann)).data.used_minutes).toBeGreaterThan(0.5);
  await app.call('task.cancel', { task_id: agreed.task_id! }, ben);
  expect((await app.db.select().from(material)).every(({ deleted_at }) => deleted_at === null)).toBe(true);

  // A trial: every opening with every call, named by its cell, and nothing else differs.
  const one_point = { ...PRODUCT, points: ['三秒冲好'] };
  const trial_brief = { ...BRIEF, product: one_point, count: 20, factors: { openings: 2, calls: 2 } };
  const ad = { project_id, agent_kind: 'ad' as const, agent_name: '试验', brief: trial_brief };
  const { data: tried } = await app.call('agent.add', ad, ann);
  const { data: trying } = await app.call('agent.addTask', { agent_project_id: tried.agent_project_id }, ann);
  await ended(app, ann, trying.task_id);
  const { agent_batch_config_id: trial_id } = trying;
  const { data: cells } = await app.call('agentBatch.detail', { agent_batch_config_id: trial_id }, ann);
  expect(cells.rows.map(({ note }) => note)).toEqual([
    '卖点1-开头1-音色1-号召1',
    '卖点1-开头1-音色1-号召2',
    '卖点1-开头2-音色1-号召1',
    '卖点1-开头2-音色1-号召2',
  ]);
  // With footage enough, rows are put together of few parts that are made once, and no two are too alike.
  const dir_id = newId();
  const folder = {
    dir_id,
    space_id,
    project_id,
    dir_name: '新拍的',
    kind: 'material' as const,
    created_by: ann.user_uid,
  };
  await app.db.insert(dir).values(folder);
  const fresh: string[] = [];
  for (let n = 0; n < 24; n += 1) {
    const given = { material_name: `咖啡${n}.mp4`, shot_ms: 20_000, dir_id };
    fresh.push((await addFilm(app, space_id, project_id, given)).material_id);
  }
  await indexWords(app.db, fresh);
  const many = {
    ...BRIEF,
    product: { ...PRODUCT, points: ['三秒冲好。', '不加糖。'] },
    seconds: 20,
    count: 16,
    material_dir_ids: [dir_id],
  };
  const { data: maker } = await app.call('agent.add', { ...social, agent_name: '多条', brief: many }, ann);
  const plan = async () => {
    const { data: planning } = await app.call('agent.addTask', { agent_project_id: maker.agent_project_id }, ann);
    await ended(app, ann, planning.task_id);
    const { agent_batch_config_id: id } = planning;
    return (await app.call('agentBatch.detail', { agent_batch_config_id: id }, ann)).data;
  };
  const combined = await plan();
  // Nothing is shown but what lies where the brief says.
  const shown = combined.rows.flatMap(({ shots }) => shots.map((one) => one?.material_id));
  expect(shown.filter((id) => !fresh.includes(id ?? ''))).toEqual([]);
  const parts = partsIn(combined.rows);
  const own = new Set(parts);
  expect(own.size).toBeLessThan(parts.length / 1.8);
  expect(combined.checks.map((check) => [check.level <= 2, check.problem, lengthOff(check)])).toEqual(
    combined.rows.map(() => [true, null, null]),
  );
  expect(combined.rows.every(({ point: about, lines: said }) => said.includes(about.slice(0, -1)))).toBe(true);
  expect(combined.rows.filter((row) => row.point === '不加糖。')).toHaveLength(8);
  // Another batch takes what was made before, in other combinations.
  const look = { found: [], artwork_id: '', task_id: '', tries: 0 } as never;
  const { agent_batch_config_id: made_id } = combined;
  const made = combined.rows.map(({ row_id }) => ({ agent_batch_config_id: made_id, row_id, look }));
  await app.db.insert(agent_video).values(made);
  const next = await plan();
  expect(partsIn(next.rows).filter((part) => !own.has(part)).length).toBeLessThan(parts.length / 6);
  const scripts = new Set([...combined.rows, ...next.rows].map((row) => spokenLines(row).join()));
  expect(scripts.size).toBe(32);
  // Not what has gone elsewhere since, nor whose people take their consent back.
  const [moved, refused] = [...new Set(next.rows.flatMap(({ shots }) => shots.map((one) => one!.material_id)))];
  await app.db.update(material).set({ dir_id: null }).where(eq(material.material_id, moved!));
  const rights = { consent: 'missing' } as never;
  await app.db.update(material).set({ rights }).where(eq(material.material_id, refused!));
  const third = await plan();
  expect(third.rows.flatMap(({ shots }) => shots).filter((one) => [moved, refused].includes(one!.material_id))).toEqual(
    [],
  );

  // What came out too like another is shown otherwise where both show the same, and nowhere else.
  const job = inJob(app, { task_id: 'x', space_id, project_id, user_uid: ann.user_uid, attempt: 1 });
  const held = await requireBatch(app.db, space_id, next.agent_batch_config_id);
  const [alike] = next.rows;
  const mended = await otherPictures(job, held, many, { row: alike!, places: new Set([1]) });
  const isKept = alike!.shots.map((one, n) => isDeepStrictEqual(one, mended?.shots[n]));
  expect(isKept).toEqual(alike!.shots.map((_, n) => n !== 1));
  const bodies = cells.rows.map(({ lines, shots }) => [lines.split('\n').slice(0, -1), shots.slice(1, -1)]);
  expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('rows become finished videos, each once; what failed or was changed is made again, alone', async () => {
  let onScreen = '只要39.9元';
  const app = await createTestApp({
    work: true,
    ai: { see: async (pictures) => pictures.map(() => sightOf(onScreen)) },
  });
  const ann = await app.signIn({ name: '小安' });
  const project_id = await testProject(app, ann);
  const films: string[] = [];
  for (const [n, name] of ['咖啡', '厨房', '夜景', '价签'].entries()) {
    const filters = name === '夜景' ? 'drawbox=t=fill:color=black' : 'null';
    const path = await app.media.film({ seconds: 1 + n / 10, filters });
    const material_id = await realFilm(app, ann, project_id, path);
    const dark = { black: [{ start: 0, end: 1.2 }], frozen: [], blurred: [], shaky: [] };
    const isFilm = eq(material_facts.material_id, material_id);
    if (name === '夜景') await app.db.update(material_facts).set({ marks: dark }).where(isFilm);
    await app.db
      .update(material)
      .set({ material_name: `${name}.mp4` })
      .where(eq(material.material_id, material_id));
    await app.db.insert(shot).values({
      shot_id: `shot_${n}`,
      material_id,
      space_id: ann.space_id,
      project_id,
      material_type: 'video',
      index: 0,
      start_ms: 0,
      end_ms: 1000,
      duration: 1,
      caption: name,
      ocr_text: name === '价签' ? '特价 19.9 元' : '',
    });
    await indexWords(app.db, [material_id]);
    films.push(material_id);
  }
  const brief = { ...BRIEF, ratios: ['1:1' as const], facts: factsIn('价格：39.9 元一盒') };
  const kind = { project_id, agent_kind: 'social' as const, agent_name: '咖啡' };
  const { data: agent } = await app.call('agent.add', { ...kind, brief }, ann);
  const row = { lines: '', ratio: '1:1' as const };
  const { data: batch } = await app.call(
    'agentBatch.add',
    {
      agent_project_id: agent.agent_project_id,
      batch_name: '两条',
      rows: [
        { ...row, hook: '咖啡', title: '甲', topics: '#手冲 #早八' },
        { ...row, hook: '厨房', title: '乙' },
        { ...row, hook: '', title: '没有台词' },
        { ...row, hook: '咖啡全国第一', title: '丙' },
        { ...row, hook: '夜景', title: '丁' },
        { ...row, hook: '只要39.9元', clips: '价签', title: '戊' },
      ],
    },
    ann,
  );
  const { agent_batch_config_id } = batch;
  const first = await app.call('agentBatch.submit', { agent_batch_config_id }, ann);
  expect(first.data).toMatchObject({
    task_id: null,
    admission: { verdict: 'confirm', count: 5, left_out: [{ number: 3, problem: '还没有台词，请写上或让 AI 写' }] },
  });
  // Two press at once: one task makes the batch.
  const submit = () => app.call('agentBatch.submit', { agent_batch_config_id, is_confirmed: true }, ann);
  const both = await Promise.all([submit(), submit()]);
  const refused = both.find(({ code }) => code !== 0);
  expect(refused?.message).toBe('这一批正在制作，请等它做完，或先停下');
  const started = both.find((one) => one !== refused)!.data;
  expect(await ended(app, ann, started.task_id!)).toMatchObject({
    status: 'succeeded',
    result: { made: 5, failed: 0 },
  });

  const read = async () => (await app.call('agentBatch.detail', { agent_batch_config_id }, ann)).data;
  const made = await read();
  expect(made).toMatchObject({ status: 'done', done_count: 5 });
  expect(made.outcomes.map(({ status }) => status)).toEqual(['done', 'done', null, 'done', 'done', 'done']);
  // What the law forbids was put right by itself, and told.
  expect(made.rows[3]?.hook).not.toContain('第一');
  expect(made.outcomes[3]?.repairs).toEqual([expect.stringMatching(/^「咖啡全国第一」改成「/)]);
  // What came out black was looked at, shown otherwise and made again; the first one lies in the bin.
  expect(made.rows[4]?.shots[0]?.material_name).not.toBe('夜景.mp4');
  expect(made.outcomes[4]?.repairs).toEqual([expect.stringMatching(/^第 1 句的画面「夜景.mp4」换成「.*是黑的$/)]);
  expect(made.outcomes[0]?.look).toMatchObject({ level: expect.any(Number), likeness: expect.any(Number) });
  expect(made.outcomes[0]?.look?.found.filter(({ weight }) => weight === 'reject')).toEqual([]);
  // What shows another price than the sheet has is shown otherwise, too; captions with facts are read back.
  expect(made.outcomes[5]?.repairs).toEqual([
    expect.stringMatching(/「价签.mp4」换成.*写着「19.9 元」，资料里是「39.9 元」$/),
  ]);
  expect(made.outcomes.map(({ look }) => look?.read)).toEqual([0, 0, undefined, 0, 0, 1]);
  const [priced] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, made.outcomes[5]!.artwork_id!));
  const looking = inJob(app, { task_id: 'x', space_id: ann.space_id, project_id, user_uid: ann.user_uid, attempt: 1 });
  const readAgain = async (words: string) => {
    onScreen = words;
    const { cuts, ...rest } = priced!.timeline!;
    const timeline = { ...rest, cuts: cuts.map((cut) => ({ ...cut, vlc_id: words })) };
    const film = { pathOf: () => app.media.film({ seconds: 3 }), timeline, shot_ids: [] };
    return (await readBack(looking, film, brief)).found.map(({ weight, message }) => `${weight} ${message}`);
  };
  expect(await readAgain('只要39.9元 原味 49 元')).toEqual(['reject 画面上写着「49 元」，资料里是「39.9 元」']);
  expect(await readAgain('只要3g.g元')).toEqual(['tell 字幕里的「39.9元」在成片里认不清，请看一眼']);
  onScreen = '只要39.9元';
  // Somebody took a consent back while it was made.
  const isShown = eq(material.material_id, made.rows[0]!.shots[0]!.material_id);
  const consent = {
    licence: 'own' as const,
    consent: 'missing' as const,
    region: '',
    expires_at: null,
    note: '小王不同意了',
  };
  await app.db.update(material).set({ rights: consent }).where(isShown);
  const { found } = await lookAt(looking, made.outcomes[0]!.artwork_id!, { brief, shot_ids: [] });
  expect(found).toContainEqual({ kind: 'rights', weight: 'reject', place: 0, message: '素材「咖啡.mp4」小王不同意了' });
  await app.db.update(material).set({ rights: null }).where(isShown);
  // Words of what people took away come before those of the brief; languages are those of where it goes.
  const isTaken = eq(artwork.artwork_id, made.outcomes[0]!.artwork_id!);
  await app.db.update(artwork).set({ download_count: 1 }).where(isTaken);
  const asking = { agent_project_id: agent.agent_project_id };
  const { data: words } = await app.call('agent.keywords', asking, ann);
  expect(words.items.map(({ source }) => source).slice(0, 3)).toEqual(['results', 'results', 'brief']);
  expect(words.items.slice(0, 2).map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(['手冲', '早八']));
  const { data: spoken } = await app.call('agent.languages', { ...asking, platforms: ['tiktok'], region: 'SG' }, ann);
  expect(spoken.items.map(({ language }) => language)).toEqual(['en', 'zh']);
  const all = await app.db.select().from(artwork);
  const videos = all.filter(({ deleted_at }) => deleted_at === null);
  expect(videos.map(({ artwork_name }) => artwork_name).toSorted()).toEqual([
    '001_甲',
    '002_乙',
    '004_丙',
    '005_丁',
    '006_戊',
  ]);
  expect(all.length - videos.length).toBe(2);
  expect(new Set(videos.map(({ dir_id }) => dir_id))).toEqual(new Set([made.dir_id]));
  // Its mixes are rows of the batch: nobody finds them among their own.
  expect((await app.call('mix.list', { project_id }, ann)).data.items).toEqual([]);

  // All of it for whoever publishes it: when, where, with which words and cover.
  const { data: calendar } = await app.call(
    'agentPost.calendar',
    { agent_batch_config_id, start_date: '2026-11-18' },
    ann,
  );
  expect(calendar.items).toHaveLength(6);
  expect(calendar.items[3]).toMatchObject({
    platform: 'douyin',
    date: '2026-11-19',
    file_name: '004_丙',
    cover_ratio: '3:4',
  });
  expect(calendar.items[0]?.first_comment).toMatch(/^晨光手冲咖啡：买二送一。/);
  // Somebody writes over it; what they leave goes on as planned, and what they take out is not packed.
  const posted = { agent_batch_config_id, platform: 'douyin' as const, row_id: calendar.items[0]!.row_id };
  await app.call('agentPost.update', { ...posted, change: { time: '09:05', title: '全国第一的标题' } }, ann);
  const away = { ...posted, row_id: calendar.items[1]!.row_id };
  await app.call('agentPost.update', { ...away, change: { is_left_out: true } }, ann);
  const asked = { agent_batch_config_id, start_date: '2026-11-18' };
  const { data: written } = await app.call('agentPost.calendar', asked, ann);
  expect(written.items[0]).toMatchObject({
    ...calendar.items[0],
    time: '09:05',
    title: '全国第一的标题',
    is_changed: true,
    warnings: [expect.stringContaining('第一')],
  });
  const { data: packing } = await app.call('agentPost.pack', { agent_batch_config_id, start_date: '2026-11-18' }, ann);
  await ended(app, ann, packing.task_id!);
  const { data: packed } = await app.call('download.status', { task_id: packing.task_id! }, ann);
  const archive = Buffer.from(await (await fetch(new URL(packed.url!, app.url))).arrayBuffer());
  const names = ['抖音/2026-11-18 0905 001_甲.mp4', '抖音/2026-11-18 0905 001_甲 封面.jpg', '发布表.xlsx'];
  expect(archive.includes('002_乙')).toBe(false);
  expect(names.filter((name) => !archive.includes(name))).toEqual([]);

  // Titles are no part of a video; words are. What is unchanged stays the one that was made.
  const [one, two] = made.rows;
  const rows = [
    { row_id: one!.row_id, title: '新的标题' },
    { row_id: two!.row_id, hook: '厨房里' },
  ];
  const { data: stale } = await app.call('agentBatch.update', { agent_batch_config_id, rows }, ann);
  expect(stale.outcomes.map(({ is_stale }) => is_stale)).toEqual([false, true, false, false, false, false]);
  await app.db
    .update(material)
    .set({ deleted_at: new Date().toISOString() })
    .where(eq(material.material_id, films[0]!));
  const { data: more } = await app.call('agentBatch.submit', { agent_batch_config_id, is_confirmed: true }, ann);
  expect(more.admission).toMatchObject({ count: 1 });
  expect(await ended(app, ann, more.task_id!)).toMatchObject({ status: 'succeeded', result: { made: 1 } });
  const after = await read();
  expect(after.outcomes[0]?.artwork_id).toBe(made.outcomes[0]?.artwork_id);
  expect(after.outcomes[1]?.artwork_id).not.toBe(made.outcomes[1]?.artwork_id);
  expect(await app.db.$count(artwork)).toBe(8);

  // A worker dies behind a video that is filed, and before one that is not: the next attempt makes that one alone. What
  // it could not make is made by a retry, and compared with the others like them.
  const row_ids = after.rows.slice(1, 3).map(({ row_id }) => row_id);
  const [cut] = await app.db
    .update(export_video)
    .set({ status: 'rendering', artwork_id: null })
    .where(eq(export_video.artwork_id, after.outcomes[1]!.artwork_id!))
    .returning();
  await app.db.delete(artwork).where(eq(artwork.artwork_id, cut!.export_video_id));
  const task = { task_id: more.task_id!, space_id: ann.space_id, project_id, user_uid: ann.user_uid, attempt: 2 };
  const context = inJob(app, task);
  const attempted = await produceAgentBatch.run({ agent_batch_config_id, row_ids, seconds: 0 }, context);
  expect(attempted).toMatchObject({ result: { made: 1, failed: 1 }, partial: expect.stringContaining('第 3 行') });
  await app.call('agentBatch.update', { agent_batch_config_id, rows: [{ row_id: row_ids[1]!, hook: '厨房' }] }, ann);
  await app.call('agentBatch.settle', { agent_batch_config_id }, ann);
  await produceAgentBatch.run({ agent_batch_config_id, row_ids, seconds: 0 }, context);
  expect(await app.db.$count(artwork)).toBe(9);
  const retried = (await read()).outcomes;
  expect(retried[1]).toMatchObject({ status: 'done', artwork_id: cut!.export_video_id });
  expect(retried[2]?.look).toMatchObject({ likeness: expect.any(Number) });

  // Somebody else's agent does all of it by its tools: brief, plan, a cell changed, admission, videos.
  const scopes = ['read' as const, 'edit' as const, 'produce' as const];
  const { data: given } = await app.call('token.add', { token_name: '助手', team_id: '', scopes, days: 7 }, ann);
  const { use } = await connectTo(app, given.token);
  const short = { ...brief, seconds: 5, count: 1 };
  const own = await use<{ agent_project_id: string }>('add_agent', { ...kind, brief: short });
  const { agent_project_id } = own;
  const planning = await use<{ task_id: string; agent_batch_config_id: string }>('plan_batch', { agent_project_id });
  await ended(app, ann, planning.task_id);
  const theirs = { agent_batch_config_id: planning.agent_batch_config_id };
  const { rows: read_rows } = await use<{ rows: { row_id: string }[] }>('read_batch', theirs);
  await use('update_batch', { ...theirs, rows: [{ row_id: read_rows[0]!.row_id, title: '它写的' }] });
  const { task_id } = await use<{ task_id: string }>('submit_batch', { ...theirs, is_confirmed: true });
  await ended(app, ann, task_id);
  const { outcomes } = await use<{ outcomes: { status: string; file_name: string }[] }>('read_batch', theirs);
  expect(outcomes).toMatchObject([{ status: 'done', file_name: '001_它写的' }]);
});

function partOf(line: string, material_id: string, isMade = false): RowPart {
  const said: BankLine = { section: 'call', line, picture: '', way: '', facts: [], place: 'any', kind: '' };
  return { said, shot: { material_id, start_ms: 0 } as AgentShot, isMade };
}

/** The ways of a place as its words number them. */
function ordered(parts: RowPart[]): string[] {
  return inKnownOrder([...parts.keys()], parts).map((n) => `${parts[n]!.said.line} ${parts[n]!.shot.material_id}`);
}

test('a later batch numbers the ways to show a line as the first one did, whatever it finds first', () => {
  const first = ordered([partOf('甲', 'c'), partOf('乙', 'b'), partOf('甲', 'a'), partOf('甲', 'e')]);
  expect(first).toEqual(['甲 a', '乙 b', '甲 c', '甲 e']);
  // What was made comes first, in the order that it has; what is new behind it.
  const made = [partOf('甲', 'b0'), partOf('乙', 'b', true), partOf('甲', 'a', true), partOf('甲', 'c', true)];
  expect(ordered(made)).toEqual(['甲 a', '乙 b', '甲 c', '甲 b0']);
});
