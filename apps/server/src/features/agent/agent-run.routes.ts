import { agentRun as calls, AppError } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import { newId } from '#db/id.ts';
import { and, asc, desc, eq, inArray, sql } from '#db/orm.ts';
import { canWrite } from '#features/ai/write.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { undoActs } from '#features/document/undo-acts.ts';
import { task } from '#features/task/task.tables.ts';
import { requireScope } from '#http/authorize.ts';
import { implement } from '#http/route.ts';
import { requireAgent } from './agent.queries.ts';
import { agent_run, agent_step } from './agent.tables.ts';
import { batchDocument } from './batch.document.ts';
import { runScopes, runTools } from './run-tools.ts';
import { OPEN, requireIdle, runAgent } from './run.jobs.ts';

const LISTED = 20;
/** What it did since it was taken back, started again, is not. */
const IS_UNDONE = sql<boolean>`coalesce(${agent_run.undone_at} >= ${task.finished_at}, false)`;

export const agentRunRoutes = implement(calls, {
  async add({ agent_project_id, goal, can_produce, steps_max, money_max }, context) {
    const { db, queue, space, user, scopes, session_id } = context;
    for (const scope of runScopes(can_produce)) requireScope(scopes, scope);
    const { space_id } = space;
    const { project_id, agent_name } = await requireAgent(db, space_id, agent_project_id);
    const problem = canWrite(context);
    if (problem) throw new AppError('unavailable', problem);
    return db.transaction(async (tx) => {
      const run_id = newId();
      await requireIdle(tx, agent_project_id, run_id);
      const about = { space_id, user_uid: user.user_uid, project_id, title: `「${agent_name}」自己做` };
      const task_id = await queue.add(
        runAgent,
        { ...about, work: steps_max, input: { run_id, token_id: scopes && session_id } },
        tx,
      );
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
      .select({
        run: agent_run,
        status: task.status,
        is_undone: IS_UNDONE,
        creator_name: sql<string>`coalesce(${user_account.name}, '')`,
      })
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
    const items = runs.map(({ run, status, is_undone, creator_name }) => {
      const own = steps.filter(({ run_id }) => run_id === run.run_id);
      return {
        ...run,
        status,
        creator_name,
        is_undone,
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
      .select({ undone_at: agent_run.undone_at, is_undone: IS_UNDONE, status: task.status })
      .from(agent_run)
      .innerJoin(task, eq(task.task_id, agent_run.task_id))
      .where(isRun);
    if (!run) throw new AppError('not_found', '这次运行不存在');
    if (OPEN.some((status) => status === run.status)) throw new AppError('conflict', '它还在做，请先停下');
    if (run.is_undone) throw new AppError('conflict', '已经撤销过了');
    const which = { space_id: space.space_id, user, prefix: `${run_id}-`, since: run.undone_at };
    const changes = await undoActs(context, [batchDocument], which);
    await db.update(agent_run).set({ undone_at: now }).where(isRun);
    return { changes };
  },
});
