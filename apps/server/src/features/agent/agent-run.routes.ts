import { agentRun as calls, AppError } from '@mixreel/contract';
import { newId } from '#db/id.ts';
import { and, asc, desc, eq, inArray, sql } from '#db/orm.ts';
import { canWrite } from '#features/ai/write.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { undoActs } from '#features/document/undo-acts.ts';
import { task } from '#features/task/task.tables.ts';
import { implement } from '#http/route.ts';
import { requireAgent } from './agent.queries.ts';
import { agent_run, agent_step } from './agent.tables.ts';
import { batchDocument } from './batch.document.ts';
import { runTools } from './run-tools.ts';
import { runAgent } from './run.jobs.ts';

const LISTED = 20;
const OPEN: ('queued' | 'running' | 'canceling')[] = ['queued', 'running', 'canceling'];

export const agentRunRoutes = implement(calls, {
  async add({ agent_project_id, goal, can_produce, steps_max, money_max }, context) {
    const { db, queue, space, user } = context;
    const { space_id } = space;
    const { project_id, agent_name } = await requireAgent(db, space_id, agent_project_id);
    const problem = canWrite(context);
    if (problem) throw new AppError('unavailable', problem);
    return db.transaction(async (tx) => {
      const running = and(eq(agent_run.agent_project_id, agent_project_id), inArray(task.status, OPEN));
      const [other] = await tx
        .select({ run_id: agent_run.run_id })
        .from(agent_run)
        .innerJoin(task, eq(task.task_id, agent_run.task_id))
        .where(running);
      if (other) throw new AppError('conflict', '它正在做上一件事，等它做完，或先停下');
      const run_id = newId();
      const about = { space_id, user_uid: user.user_uid, project_id, title: `「${agent_name}」自己做` };
      const task_id = await queue.add(runAgent, { ...about, work: steps_max, input: { run_id } }, tx);
      const limits = { can_produce, steps_max, money_max };
      const by = { agent_project_id, space_id, goal, task_id, created_by: user.user_uid };
      await tx.insert(agent_run).values({ run_id, ...by, ...limits });
      return { run_id, task_id };
    });
  },

  async list({ agent_project_id }, context) {
    const { db, space } = context;
    await requireAgent(db, space.space_id, agent_project_id);
    const runs = await db
      .select({ run: agent_run, status: task.status, creator_name: sql<string>`coalesce(${user_account.name}, '')` })
      .from(agent_run)
      .innerJoin(task, eq(task.task_id, agent_run.task_id))
      .leftJoin(user_account, eq(user_account.user_uid, agent_run.created_by))
      .where(eq(agent_run.agent_project_id, agent_project_id))
      .orderBy(desc(agent_run.created_at))
      .limit(LISTED);
    const ids = runs.map(({ run }) => run.run_id);
    const steps =
      ids.length > 0
        ? await db.select().from(agent_step).where(inArray(agent_step.run_id, ids)).orderBy(asc(agent_step.n))
        : [];
    const names = new Map(runTools(true).map(({ name, call }) => [name, call.summary]));
    const items = runs.map(({ run, status, creator_name }) => {
      const own = steps.filter(({ run_id }) => run_id === run.run_id);
      return {
        ...run,
        status,
        creator_name,
        is_undone: run.undone_at !== null,
        cost: own.reduce((sum, { cost }) => sum + cost, 0),
        steps: own.map((step) => ({ ...step, tool_name: names.get(step.tool) ?? step.tool })),
      };
    });
    return { items, problem: canWrite(context) };
  },

  async undo({ agent_project_id, run_id }, context) {
    const { db, space, user } = context;
    await requireAgent(db, space.space_id, agent_project_id);
    const isRun = and(eq(agent_run.run_id, run_id), eq(agent_run.agent_project_id, agent_project_id));
    const [run] = await db
      .select({ undone_at: agent_run.undone_at, status: task.status })
      .from(agent_run)
      .innerJoin(task, eq(task.task_id, agent_run.task_id))
      .where(isRun);
    if (!run) throw new AppError('not_found', '这次运行不存在');
    if (OPEN.some((status) => status === run.status)) throw new AppError('conflict', '它还在做，请先停下');
    if (run.undone_at) throw new AppError('conflict', '已经撤销过了');
    const changes = await undoActs(context, [batchDocument], { space_id: space.space_id, user, prefix: `${run_id}-` });
    await db.update(agent_run).set({ undone_at: new Date().toISOString() }).where(isRun);
    return { changes };
  },
});
