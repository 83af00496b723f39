import { expect, test } from 'vitest';
import { BRIEF } from '#testing/coffee-agent.ts';
import { addFilm, addProject } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';

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
