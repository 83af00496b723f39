import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { suggestName } from '#features/project/project.queries.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { perApp } from '#memory.ts';
import { makeDemo } from './demo.jobs.ts';

type Needs = Pick<App, 'db' | 'queue' | 'memory'>;
type Owner = { space_id: string; user_uid: string };

const DEMO_NAME = '示例项目';
/** Databases that are known to have had one: they are not asked again every second. */
const stateOf = perApp(() => ({ isSettled: false }));

/** The example project of a space, made if it has none, and a task that adds whatever it lacks. */
export async function bringDemo({ db, queue }: Needs, { space_id, user_uid }: Owner) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`project:${space_id}`}, 0))`);
    const project_id = (await findDemo(tx, space_id)) ?? (await insertDemo(tx, { space_id, user_uid }));
    const [begun] = await tx
      .select({ task_id: task.task_id })
      .from(task)
      .where(
        and(
          eq(task.project_id, project_id),
          eq(task.job_name, makeDemo.name),
          inArray(task.status, ['queued', 'running']),
        ),
      )
      .limit(1);
    // Drawing it takes a minute of all cores; asking again while it is drawn asks for nothing more.
    if (begun) return { project_id, task_id: begun.task_id };
    const title = '准备示例项目';
    const task_id = await queue.add(makeDemo, { space_id, user_uid, project_id, title, input: { project_id } }, tx);
    return { project_id, task_id };
  });
}

/** Whether an example may have to come by itself. */
export function awaitsDemo(app: Pick<App, 'config' | 'memory'>): boolean {
  return app.config.hasDemo && app.config.database.url === null && !stateOf(app).isSettled;
}

/**
 * On a fresh installation with its own database the first administrator finds the example in their personal space. Once
 * there was one anywhere, deleted or not, none comes by itself again.
 */
export async function bringFirstDemo(app: Needs & Pick<App, 'config'>): Promise<void> {
  if (!awaitsDemo(app)) return;
  if ((await app.db.$count(project, eq(project.is_demo, true))) > 0) {
    stateOf(app).isSettled = true;
    return;
  }
  const [first] = await app.db
    .select({ user_uid: user_account.user_uid, space_id: space.space_id })
    .from(user_account)
    .innerJoin(space, eq(space.owner_uid, user_account.user_uid))
    .where(eq(user_account.role, 'admin'))
    .orderBy(asc(user_account.user_uid))
    .limit(1);
  if (first) await bringDemo(app, first);
}

async function findDemo(tx: Queryable, space_id: string): Promise<string | null> {
  const [found] = await tx
    .select({ project_id: project.project_id })
    .from(project)
    .where(and(eq(project.space_id, space_id), eq(project.is_demo, true), isNull(project.deleted_at)));
  return found?.project_id ?? null;
}

async function insertDemo(tx: Queryable, { space_id, user_uid }: Owner): Promise<string> {
  const taken = await tx
    .select({ name: sql<string>`lower(${project.project_name})` })
    .from(project)
    .where(and(eq(project.space_id, space_id), isNull(project.deleted_at)));
  const names = new Set(taken.map(({ name }) => name));
  const project_id = newId();
  await tx.insert(project).values({
    project_id,
    space_id,
    project_name: names.has(DEMO_NAME) ? suggestName(DEMO_NAME, names) : DEMO_NAME,
    is_demo: true,
    sku_type: 'food',
    sku_name: '山丘冷萃咖啡液',
    description: '随产品附带的示例：一个虚构咖啡品牌的短片素材，由程序绘制。可以随意修改，删除后也能恢复。',
    selling_points: ['不用排队', '加奶加冰都好喝', '第二件半价'],
    target_platforms: ['douyin', 'xiaohongshu'],
    created_by: user_uid,
  });
  return project_id;
}
