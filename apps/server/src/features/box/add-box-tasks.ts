import { AppError, BOX_TOOLS, boxOptions, type BoxToolName } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { RUN_TOOLS } from './box-tools.ts';
import { runTool } from './box.jobs.ts';

type Wish = { project_id: string; tool: BoxToolName; material_ids: string[]; options: Record<string, string | number> };

/** Puts a tool in line for each of these materials: for all, or for none. */
export async function addBoxTasks(
  app: App,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { project_id, tool, material_ids, options }: Wish,
): Promise<string[]> {
  await requireProject(app.db, space_id, project_id);
  const { name, takes } = BOX_TOOLS[tool];
  const read = boxOptions(tool).safeParse(options);
  if (!read.success) throw new AppError('invalid', read.error.issues[0]?.message ?? '设置不正确');
  const problem = await RUN_TOOLS[tool].problem?.(app);
  if (problem) throw new AppError('preparing', problem);
  const ids = [...new Set(material_ids)];
  const rows = await app.db
    .select()
    .from(material)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids), isNull(material.deleted_at)));
  if (rows.length < ids.length) throw new AppError('not_found', '选的素材不存在或已被删除');
  const unfit = rows.find(({ material_type }) => !(takes as readonly string[]).includes(material_type));
  if (unfit) throw new AppError('invalid', `「${unfit.material_name}」不能用「${name}」处理`);
  return app.db.transaction(async (tx) => {
    const task_ids: string[] = [];
    for (const { material_id, material_name, duration } of rows) {
      const work = Math.max(1, RUN_TOOLS[tool].cost * (duration ?? 1));
      const asked = { space_id, project_id, user_uid, title: `${name}：${material_name}`, work };
      const input = { tool, material_id, options: read.data as Record<string, string | number> };
      task_ids.push(await app.queue.add(runTool, { ...asked, input }, tx));
    }
    return task_ids;
  });
}
