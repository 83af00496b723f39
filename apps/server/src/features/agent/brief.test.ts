import { type AgentBrief, EMPTY_AGENT_ROW } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { BRIEF, PRODUCT } from '#testing/coffee-agent.ts';
import { addProject } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { planPosts } from './plan-posts.ts';
import { writeRow } from './write-row.ts';
import { writeTrial } from './write-trial.ts';

test('a brief that was changed elsewhere is not written over by who began with the one before', async () => {
  const app = await createTestApp();
  const [ann, ben] = [await app.signIn(), await app.signIn()];
  const space_id = await app.team([
    [ann, 'owner'],
    [ben, 'editor'],
  ]);
  const project_id = await addProject(app, ann, space_id);
  const given = { project_id, agent_kind: 'social' as const, agent_name: '咖啡', brief: BRIEF };
  const { data: begun } = await app.call('agent.add', given, ann);
  const { agent_project_id, updated_at } = begun;
  const brand = (name: string) => ({ agent_project_id, brief: { ...begun.brief, brand: name } });
  await app.call('agent.update', { ...brand('安'), updated_at }, ann);
  const late = await app.call('agent.update', { ...brand('本'), updated_at }, ben);
  expect(late).toMatchObject({
    code: 409,
    message: '资料刚在别处改过，请看过改了什么再保存',
    data: { brief: { brand: '安' } },
  });
  const again = { ...brand('本'), updated_at: late.data.updated_at };
  expect((await app.call('agent.update', again, ben)).data.brief.brand).toBe('本');
  // Who does not say what they began with is taken at their word, and a name is nobody's brief.
  expect((await app.call('agent.update', brand('无'), ann)).data.brief.brand).toBe('无');
  const named = { agent_project_id, agent_name: '新名', updated_at };
  expect((await app.call('agent.update', named, ann)).data.agent_name).toBe('新名');
});

test('what a row is about is said also where its usual words are forbidden', () => {
  for (let version = 0; version < 12; version += 1) {
    const row = writeRow(
      { ...BRIEF, forbidden: ['第一', '一句话'] },
      { point: '三秒冲好', version, hooks: [], allowed: [] },
    );
    expect(`${row?.hook}\n${row?.lines}`).toContain('三秒冲好');
    expect(`${row?.hook}\n${row?.lines}`).not.toMatch(/第一|一句话/u);
  }
});

test('each video of a trial says the point that it is about, however short it is, and is titled by it', async () => {
  const factors = { openings: 2, calls: 1 };
  const points = ['三秒冲好一杯', '0 蔗糖 0 脂'];
  const said = { pains: ['早上来不及煮咖啡'], price: '39.9 元/盒', promotion: '第二盒半价' };
  const product = { ...PRODUCT, ...said, name: '山丘冷萃咖啡液', category: '咖啡液', points };
  const brief = { ...BRIEF, product, seconds: 10, factors };
  const { rows } = await writeTrial(brief, { count: 20, allowed: [], idOf: String });
  expect(rows.map(({ point, lines, title }) => [lines.includes(point), title])).toEqual(
    [0, 0, 1, 1].map((n) => [true, `山丘冷萃咖啡液｜${points[n]}`]),
  );
});

/** How often anybody else had a turn on this thread meanwhile. */
async function turnsWithin(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function look() {
    turns += 1;
    next = setImmediate(look);
  });
  await work();
  clearImmediate(next);
  return turns;
}

test('others have their turn while a trial is written and a calendar is laid out', async () => {
  const product = { ...PRODUCT, pains: ['早上来不及煮咖啡'], promotion: '第二盒半价' };
  const platforms: AgentBrief['platforms'] = ['douyin', 'xiaohongshu', 'wechat'];
  const brief = { ...BRIEF, product, platforms, factors: { openings: 2, calls: 1 } };
  expect(await turnsWithin(() => writeTrial(brief, { count: 20, allowed: [], idOf: String }))).toBeGreaterThan(2);
  const rows = Array.from({ length: 120 }, (_, n) => ({ ...EMPTY_AGENT_ROW, row_id: `${n}`, title: `早上喝的 ${n}` }));
  const known = { liked: [], allowed: [], changes: {} };
  const plan = () => planPosts({ rows, outcomes: [], brief }, { per_day: 3 }, known);
  expect(await turnsWithin(plan)).toBeGreaterThan(2);
});
