import { agent as calls, type AgentBrief, AppError, EMPTY_AGENT_BRIEF } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { now } from '#db/columns.ts';
import { newId } from '#db/id.ts';
import { and, eq } from '#db/orm.ts';
import { canWrite } from '#features/ai/write.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { implement } from '#http/route.ts';
import { readRule, readUsedMinutes, saveRule } from './agent-rule.ts';
import { readAgent, readAgentCards, requireAgent } from './agent.queries.ts';
import { agent_batch, agent_project } from './agent.tables.ts';
import { addBatch } from './batch.document.ts';
import { readKeywords } from './keywords.ts';
import { planAgentBatch } from './plan-batch.jobs.ts';
import { recommendLanguages } from './recommend-languages.ts';
import { readSheet } from './sheet-answer.ts';

const HAN = /\p{Script=Han}/u;

type Change = {
  agent_project_id: string;
  agent_name?: string | undefined;
  brief?: AgentBrief | undefined;
  updated_at?: string | undefined;
};

export async function updateAgent(context: Context, { agent_project_id, agent_name, brief, updated_at }: Change) {
  const { db, space } = context;
  await requireAgent(db, space.space_id, agent_project_id);
  const isKnown = brief && updated_at ? eq(agent_project.updated_at, updated_at) : undefined;
  const changed = await db
    .update(agent_project)
    .set({ ...(agent_name && { agent_name }), ...(brief && { brief }), updated_at: now })
    .where(and(eq(agent_project.agent_project_id, agent_project_id), isKnown))
    .returning();
  const newest = await readAgent(db, space.space_id, agent_project_id);
  if (changed.length === 0) throw new AppError('conflict', '资料刚在别处改过，请看过改了什么再保存', newest);
  return newest;
}

export const agentRoutes = implement(calls, {
  async add({ project_id, agent_kind, agent_name, brief, copy_of }, { db, space, user }) {
    const { space_id } = space;
    await requireProject(db, space_id, project_id);
    const copied = copy_of ? (await requireAgent(db, space_id, copy_of)).brief : EMPTY_AGENT_BRIEF;
    const agent_project_id = newId();
    const about = { agent_project_id, space_id, project_id, agent_kind, agent_name, created_by: user.user_uid };
    await db.insert(agent_project).values({ ...about, brief: brief ?? copied });
    return readAgent(db, space_id, agent_project_id);
  },

  update: (change, context) => updateAgent(context, change),

  async list({ project_id, agent_kind, ...page }, { db, space }) {
    return readAgentCards(db, { space_id: space.space_id, project_id, agent_kind }, page);
  },

  async detail({ agent_project_id }, { db, space }) {
    return readAgent(db, space.space_id, agent_project_id);
  },

  async addTask({ agent_project_id, batch_name, count }, context) {
    const { db, queue, space, user } = context;
    const { space_id } = space;
    const { project_id, agent_name, brief } = await requireAgent(db, space_id, agent_project_id);
    if (brief.product.name === '') throw new AppError('invalid', '先写商品名称，再规划');
    if (brief.product.points.length === 0) throw new AppError('invalid', '先写至少一个卖点，再规划');
    // Lines of two languages in one sentence are nobody's.
    if (!brief.product.points.some((point) => HAN.test(point)) && canWrite(context) !== null) {
      throw new AppError('invalid', '卖点不是中文，内置写手只写中文：把卖点写成中文，或请管理员接入文案服务');
    }
    return db.transaction(async (tx) => {
      const made = await tx.$count(agent_batch, eq(agent_batch.agent_project_id, agent_project_id));
      const name = batch_name ?? `${agent_name.slice(0, 80)} 第 ${made + 1} 批`;
      const about = { agent_project_id, space_id, project_id, batch_name: name, created_by: user.user_uid };
      const agent_batch_config_id = await addBatch(tx, about, {});
      const asked = count ?? brief.count;
      const task_id = await queue.add(
        planAgentBatch,
        {
          space_id,
          user_uid: user.user_uid,
          project_id,
          title: `规划「${name}」${asked} 条`,
          work: asked,
          input: { agent_batch_config_id, count: asked, ...(context.purse && { paid_by: context.purse.step }) },
        },
        tx,
      );
      await tx
        .update(agent_batch)
        .set({ plan_task_id: task_id })
        .where(eq(agent_batch.agent_batch_config_id, agent_batch_config_id));
      return { task_id, agent_batch_config_id };
    });
  },

  async parseFile({ project_id, agent_project_id, ...file }, context) {
    const { db, space } = context;
    await requireProject(db, space.space_id, project_id);
    const agent = agent_project_id ? await requireAgent(db, space.space_id, agent_project_id) : null;
    return readSheet(context, context, file, agent?.brief ?? null);
  },

  async languages({ agent_project_id, platforms, region }, context) {
    const { brief } = await requireAgent(context.db, context.space.space_id, agent_project_id);
    const asked = platforms.length > 0 ? platforms : brief.platforms;
    return { items: recommendLanguages(context, { platforms: asked, region }) };
  },

  async rule(_, { db, space }) {
    const rule = await readRule(db, space.space_id);
    return { ...rule, used_minutes: await readUsedMinutes(db, space.space_id) };
  },

  async updateRule({ approval_rows, month_minutes }, { db, space }) {
    return saveRule(db, space.space_id, { approval_rows, month_minutes });
  },

  async keywords({ agent_project_id }, { db, space }) {
    return { items: await readKeywords(db, await requireAgent(db, space.space_id, agent_project_id)) };
  },
});
