import type { AgentRow } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { task } from '#features/task/task.tables.ts';
import { BRIEF, inJob } from '#testing/coffee-agent.ts';
import { realFilm } from '#testing/films.ts';
import { testProject } from '#testing/materials.ts';
import { addFilm, addProject } from '#testing/mixes.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { agent_video } from './agent.tables.ts';
import { produceAgentBatch } from './produce-batch.jobs.ts';

/** A batch of these rows in a project, each with a shot for every line. */
async function batchIn(app: TestApp, user: TestUser, project_id: string, rows: Partial<AgentRow>[]) {
  const kind = { project_id, agent_kind: 'social' as const, agent_name: '咖啡' };
  const { data: agent } = await app.call('agent.add', { ...kind, brief: { ...BRIEF, ratios: ['1:1'] } }, user);
  const { agent_project_id } = agent;
  const { data: batch } = await app.call('agentBatch.add', { agent_project_id, batch_name: '一批', rows }, user);
  const { agent_batch_config_id } = batch;
  const read = async () => (await app.call('agentBatch.detail', { agent_batch_config_id }, user)).data;
  const submit = (as = user) => app.call('agentBatch.submit', { agent_batch_config_id, is_confirmed: true }, as);
  const change = (row_id: string, row: Partial<AgentRow>) =>
    app.call('agentBatch.updateRow', { agent_batch_config_id, row_id, row }, user);
  return { ...batch, read, submit, change };
}

/** Two people of a team, nothing that works, and a batch of two rows that could be made. */
async function teamBatch() {
  const app = await createTestApp();
  const [ann, ben] = [await app.signIn({ name: '小安' }), await app.signIn({ name: '小本' })];
  const space_id = await app.team([
    [ann, 'owner'],
    [ben, 'editor'],
  ]);
  const project_id = await addProject(app, ann, space_id);
  const { material_id } = await addFilm(app, space_id, project_id, { material_name: '手冲咖啡.mp4', shot_ms: 5000 });
  await indexWords(app.db, [material_id]);
  const batch = await batchIn(app, ann, project_id, [{ hook: '手冲咖啡' }, { hook: '手冲咖啡好喝' }]);
  return { app, ann, ben, space_id, project_id, batch };
}

async function endTask(app: TestApp, task_id: string, status: 'partial' | 'canceled'): Promise<void> {
  const error = { code: 500, message: '没有做成', can_retry: true, next: null };
  await app.db.update(task).set({ status, error }).where(eq(task.task_id, task_id));
}

test('what somebody changes behind a submission is not made for it; what the product puts right is', async () => {
  const app = await createTestApp();
  const ann = await app.signIn({ name: '小安' });
  const project_id = await testProject(app, ann);
  for (const [n, caption] of ['咖啡', '厨房'].entries()) {
    const path = await app.media.film({ seconds: 1 + n / 10 });
    const material_id = await realFilm(app, ann, project_id, path);
    const times = { index: 0, start_ms: 0, end_ms: 1000, duration: 1 };
    const of = { material_id, space_id: ann.space_id, project_id, material_type: 'video' as const };
    await app.db.insert(shot).values({ shot_id: newId(), ...of, ...times, caption });
    await indexWords(app.db, [material_id]);
  }
  const { rows, read, submit, change } = await batchIn(app, ann, project_id, [
    { hook: '咖啡全国第一', ratio: '1:1' },
    { hook: '厨房', ratio: '1:1' },
  ]);
  const [first, second] = rows.map(({ row_id }) => row_id) as [string, string];
  const { data: submitted } = await submit();
  const task_id = submitted.task_id!;
  await change(first, { title: '换个标题' });
  await change(second, { hook: '厨房里' });
  const attempt = async () => {
    const [{ job_input } = { job_input: {} }] = await app.db.select().from(task).where(eq(task.task_id, task_id));
    const doing = inJob(app, { task_id, space_id: ann.space_id, project_id, user_uid: ann.user_uid, attempt: 1 });
    return produceAgentBatch.run(produceAgentBatch.input.parse(job_input), doing);
  };
  const refused = { partial: '1 条没有做成。第 2 行：提交后改过，请重新提交', result: { made: 1, failed: 1 } };
  expect(await attempt()).toMatchObject(refused);
  expect((await read()).outcomes).toMatchObject([
    { status: 'done', repairs: [expect.stringMatching(/^「咖啡全国第一」改成/)] },
    { status: 'failed', error: '提交后改过，请重新提交' },
  ]);
  // A worker dies before a video is filed: another attempt goes on with what was put right.
  const isTask = eq(export_video.task_id, task_id);
  await app.db.update(export_video).set({ status: 'rendering', artwork_id: null }).where(isTask);
  await app.db.delete(artwork);
  expect(await attempt()).toMatchObject(refused);
  // One that is made stays, whatever somebody writes then.
  await change(first, { lines: '再来一句' });
  expect(await attempt()).toMatchObject(refused);
  expect(await app.db.$count(artwork)).toBe(1);
  // As it was agreed to again, it is made.
  await change(second, { hook: '厨房' });
  expect(await attempt()).toMatchObject({ result: { made: 2, failed: 0 } });
  expect((await read()).outcomes[1]).toMatchObject({ status: 'done', error: null });
  // What was submitted long ago and made now counts of this month.
  const old = { created_at: '2020-01-01T00:00:00Z', status: 'partial' as const };
  await app.db.update(task).set(old).where(eq(task.task_id, task_id));
  expect((await app.call('agent.rule', { team_id: '' }, ann)).data.used_minutes).toBeGreaterThan(0);
});

test('the month is asked again before a batch is started again', async () => {
  const { app, ann, space_id, batch } = await teamBatch();
  await app.call('agent.updateRule', { team_id: space_id, approval_rows: 0, month_minutes: 1 }, ann);
  const { data: submitted } = await batch.submit();
  const task_id = submitted.task_id!;
  await endTask(app, task_id, 'canceled');
  const retry = () => app.call('task.retry', { task_id }, ann);
  const [own] = await app.db.select().from(task).where(eq(task.task_id, task_id));
  const other = { ...own!, task_id: newId(), status: 'running' as const, job_input: { seconds: 58 } };
  await app.db.insert(task).values(other);
  expect(await retry()).toMatchObject({ code: 409, message: expect.stringMatching(/^超过本月 1 分钟的上限/) });
  expect((await app.call('task.check', { task_ids: [task_id] }, ann)).data.items).toMatchObject([
    { status: 'canceled' },
  ]);
  await endTask(app, other.task_id, 'canceled');
  expect(await retry()).toMatchObject({ code: 0, data: { status: 'queued' } });
});

test('a making is not started again once the batch was submitted anew: one task makes its rows', async () => {
  const { app, ann, ben, space_id, batch } = await teamBatch();
  const { data: first } = await batch.submit();
  const retry = () => app.call('task.retry', { task_id: first.task_id! }, ben);
  await endTask(app, first.task_id!, 'partial');
  await batch.change(batch.rows[0]!.row_id, { hook: '咖啡' });
  const { agent_batch_config_id, rows } = batch;
  const failed = { agent_batch_config_id, row_id: rows[0]!.row_id, error: '提交后改过，请重新提交' };
  await app.db.insert(agent_video).values(failed);
  const { data: second } = await batch.submit();
  // What was wrong before is said no more while it waits.
  expect((await batch.read()).outcomes[0]).toMatchObject({ status: 'waiting', error: null });
  const refused = { code: 409, message: '这一批后来又提交过，请在批次里继续' };
  expect(await retry()).toMatchObject(refused);
  await endTask(app, second.task_id!, 'partial');
  expect(await retry()).toMatchObject(refused);
  expect((await app.call('task.retryAll', { team_id: space_id }, ann)).data).toEqual({ retried: 1 });
  // Of a retry and a submission that come at once, one begins.
  await endTask(app, second.task_id!, 'canceled');
  const both = await Promise.all([app.call('task.retry', { task_id: second.task_id! }, ben), batch.submit()]);
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 409]));
});

test('a second person agrees to what they looked at, and to nothing that took its place meanwhile', async () => {
  const { app, ann, ben, space_id, batch } = await teamBatch();
  const { agent_batch_config_id, rows, submit, change } = batch;
  await app.call('agent.updateRule', { team_id: space_id, approval_rows: 1, month_minutes: 0 }, ann);
  const look = async () =>
    (await app.call('agentBatch.submit', { agent_batch_config_id, is_trial: true }, ben)).data.admission;
  const agree = (key?: string, as: { token: string } = ben) =>
    app.call('agentBatch.submit', { agent_batch_config_id, is_confirmed: true, key }, as);
  await submit();
  const { approval, key } = await look();
  expect(approval).toBe('asked');
  await change(rows[0]!.row_id, { hook: '手冲咖啡半价' });
  await submit();
  const refused = { code: 409, message: '内容在你看的时候变了，请重新看一遍' };
  expect([await agree(key), await agree()]).toMatchObject([refused, refused]);
  const again = await look();
  expect([again.approval, again.asked_by]).toEqual(['asked', ann.user_uid]);
  // No program agrees in their name, nor does an agent that works for them.
  const scopes = ['read' as const, 'edit' as const, 'produce' as const];
  const { data: given } = await app.call('token.add', { token_name: '助手', team_id: space_id, scopes, days: 7 }, ben);
  expect(await agree(again.key, given)).toMatchObject({ code: 403, message: '批准要本人在页面上做' });
  expect((await agree(again.key)).data.task_id).not.toBeNull();
});
