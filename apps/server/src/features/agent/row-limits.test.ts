import { batchOf, EMPTY_AGENT_ROW, planBatch } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { change } from '#features/document/perform.ts';
import { BRIEF, dyingBehind, inJob, PRODUCT } from '#testing/coffee-agent.ts';
import { addFilm, addProject } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { readRows } from './agent.queries.ts';
import { readBatchTable } from './batch-table.ts';
import { batchDocument } from './batch.document.ts';
import { planAgentBatch } from './plan-batch.jobs.ts';
import { writeRow } from './write-row.ts';

test('a row of more than a video holds says what to do, and the others get their pictures all the same', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const space_id = await app.team([[ann, 'owner']]);
  const project_id = await addProject(app, ann, space_id);
  await addFilm(app, space_id, project_id, { material_name: '手冲咖啡.mp4', shot_ms: 5000 });
  const given = { project_id, agent_kind: 'social' as const, agent_name: '咖啡', brief: BRIEF };
  const { data: agent } = await app.call('agent.add', given, ann);
  const rows = [
    { hook: '好喝', lines: 'a\n'.repeat(1999) },
    { hook: '好喝', lines: '咖啡'.repeat(2000) },
    { hook: '好喝', clips: '咖啡'.repeat(2000) },
    { hook: '好喝', clips: '咖啡' },
  ];
  const batch = { agent_project_id: agent.agent_project_id, batch_name: '长', rows };
  const { data: made } = await app.call('agentBatch.add', batch, ann);
  const { agent_batch_config_id } = made;
  const row_ids = made.rows.map(({ row_id }) => row_id);
  const { data: settled } = await app.call('agentBatch.settle', { agent_batch_config_id, row_ids }, ann);
  expect(settled.checks.map(({ problem }) => problem)).toEqual([
    '台词有 2000 句，一条视频最多 60 句，请删短或分成几条',
    '第 2 句超过 1000 个字，请换行分成几句',
    '第 1 句的片段超过 1000 个字，请写短',
    null,
  ]);
});

test('rows that somebody takes away while a batch is planned stay away, whatever dies behind them', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const space_id = await app.team([[ann, 'owner']]);
  const project_id = await addProject(app, ann, space_id);
  const given = { project_id, agent_kind: 'social' as const, agent_name: '咖啡', brief: BRIEF };
  const { agent_project_id } = (await app.call('agent.add', given, ann)).data;
  const { data: batch } = await app.call('agentBatch.add', { agent_project_id, batch_name: '断过的' }, ann);
  const { agent_batch_config_id: id } = batch;
  const job = inJob(app, { task_id: 'cut', space_id, project_id, user_uid: ann.user_uid, attempt: 1 });
  const ids = async () => (await readRows(app.db, id)).map(({ row_id }) => row_id);
  const takeAway = (row_id: string) =>
    change(app, batchDocument, { document_id: id, space_id, user: null }, ({ state }) =>
      planBatch(state, { rows: batchOf(state).rows.filter((row) => row.row_id !== row_id) }),
    );
  const planning = { agent_batch_config_id: id, count: 4 };
  await expect(planAgentBatch.run(planning, dyingBehind(job, 'write'))).rejects.toThrow('killed');
  expect(await ids()).toEqual(['cut-1', 'cut-2', 'cut-3', 'cut-4']);
  await takeAway('cut-2');
  const step: typeof job.step = (key, run) =>
    key === 'show' ? Promise.reject(new Error('killed')) : job.step(key, run);
  await expect(planAgentBatch.run(planning, { ...job, step })).rejects.toThrow('killed');
  await takeAway('cut-1');
  await planAgentBatch.run(planning, job);
  expect(await ids()).toEqual(['cut-3', 'cut-4']);
});

test('a line that was copied in a spreadsheet is another video, and the one it was copied from stays', () => {
  const rows = ['a', 'b'].map((row_id) => ({
    ...EMPTY_AGENT_ROW,
    row_id,
    hook: `开头${row_id}`,
    title: `标题${row_id}`,
  }));
  const read = (...body: string[][]) => {
    const table = { rows: [['开头', '标题', '编号（不要改）'], ...body], merged: [] };
    const found = readBatchTable({ kind: 'table', notices: [], ...table }, rows, new Map());
    return found?.map(({ row_id, number, name, before, after }) => [row_id, number, name, before, after]);
  };
  const added = [
    [null, 1, '开头', '', '换一个'],
    [null, 1, '标题', '', '标题a'],
  ];
  expect(read(['换一个', '标题a', 'a'], ['开头a', '标题a', 'a'], ['开头b', '标题b', 'b'])).toEqual(added);
  // Both were changed: the first is the one that was there.
  expect(read(['改过', '标题a', 'a'], ['换一个', '标题a', 'a'], ['开头b', '标题b', 'b'])).toEqual([
    ['a', 1, '开头', '开头a', '改过'],
    [null, 2, '开头', '', '换一个'],
    [null, 2, '标题', '', '标题a'],
  ]);
});

test('rows are given another point also where all openings are taken: then they open like one about something else', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const project_id = await addProject(app, ann, ann.space_id);
  const product = { ...PRODUCT, pains: [], promotion: '', audience: '' };
  const brief = { ...BRIEF, product };
  const hooks: string[] = [];
  for (const point of product.points) {
    const write = () => writeRow(brief, { point, version: hooks.length, hooks, allowed: [] });
    for (let row = write(); row; row = write()) hooks.push(row.hook);
  }
  const given = { project_id, agent_kind: 'social' as const, agent_name: '咖啡', brief };
  const { agent_project_id } = (await app.call('agent.add', given, ann)).data;
  const rows = hooks.map((hook) => ({ point: '三秒冲好', hook }));
  const { data: batch } = await app.call('agentBatch.add', { agent_project_id, batch_name: '一批', rows }, ann);
  const { agent_batch_config_id } = batch;
  const row_ids = batch.rows.slice(0, 3).map(({ row_id }) => row_id);
  const sync = { agent_batch_config_id, row_ids, point: '不加糖' };
  const { data: synced } = await app.call('agentBatch.syncPoint', sync, ann);
  const about = synced.rows.filter(({ point }) => point === '不加糖');
  expect([about.length, new Set(about.map(({ hook }) => hook)).size]).toEqual([3, 3]);
  // One that is only written anew has an opening of its own, or says why not.
  const anew = await app.call('agentBatch.writeRow', { agent_batch_config_id, row_id: row_ids[0]! }, ann);
  expect(anew.message).toContain('能用的开头都写过了');
});
