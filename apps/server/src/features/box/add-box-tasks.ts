import {
  AppError,
  BOX_TOOLS,
  type BoxField,
  boxOptions,
  type BoxStep,
  boxTakes,
  boxWork,
  type MaterialType,
  type SliceCut,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { showProblem } from '#features/material/show-problem.ts';
import { showsPicture } from './background-tool.ts';
import { RUN_TOOLS } from './box-tools.ts';
import { runTool } from './box.jobs.ts';

export type Who = { space_id: string; user_uid: string };
type Wish = {
  project_id: string;
  /** Of a recipe; without it the only tool names the task. */
  name?: string;
  steps: BoxStep[];
  material_ids: string[];
  clips?: SliceCut[];
};
type MaterialRow = typeof material.$inferSelect;

/** Puts tools in line for each of these materials: for all, or for none. */
export async function addBoxTasks(app: App, who: Who, wish: Wish): Promise<string[]> {
  const steps = await requireSteps(app, who.space_id, wish.steps);
  for (const { tool } of steps) {
    const problem = await RUN_TOOLS[tool].problem?.(app);
    if (problem) throw new AppError('preparing', problem);
  }
  const ids = [...new Set(wish.material_ids)];
  const rows = await readMaterials(app.db, who.space_id, ids);
  if (rows.length < ids.length) throw new AppError('not_found', '选的素材不存在或已被删除');
  const takes: MaterialType[] = boxTakes(steps.map(({ tool }) => tool));
  const name = wish.name ?? BOX_TOOLS[steps[0]!.tool].name;
  const unfit = rows.find(({ material_type }) => !takes.includes(material_type));
  if (unfit) throw new AppError('invalid', `「${unfit.material_name}」不能用「${name}」处理`);
  return app.db.transaction(async (tx) => {
    const task_ids: string[] = [];
    for (const row of rows) task_ids.push(await addBoxTask(app, tx, who, { ...wish, name, steps, row }));
    return task_ids;
  });
}

type Task = { project_id: string; name: string; steps: BoxStep[]; row: MaterialRow; clips?: SliceCut[] };

/** One material, whose steps were checked before. */
export async function addBoxTask(
  { queue }: Pick<App, 'queue'>,
  tx: Queryable,
  { space_id, user_uid }: Who,
  { project_id, name, steps, row, clips }: Task,
): Promise<string> {
  const [first, ...further] = steps;
  if (!first) throw new Error('A task of the box has a tool');
  const { material_id, material_name } = row;
  const work = steps.reduce((sum, { tool }) => sum + boxWork(tool, row), 0);
  const asked = { space_id, project_id, user_uid, title: `${name}：${material_name}`, work };
  return queue.add(runTool, { ...asked, input: { material_id, ...first, further, ...(clips && { clips }) } }, tx);
}

/** Steps with whole settings, and what they refer to is there. */
export async function requireSteps({ db }: Pick<App, 'db'>, space_id: string, steps: BoxStep[]): Promise<BoxStep[]> {
  const whole = steps.map(({ tool, options }) => {
    const read = boxOptions(tool).safeParse(options);
    if (!read.success) throw new AppError('invalid', messageOf(tool, read.error.issues[0]));
    return { tool, options: read.data };
  });
  for (const { tool, options } of whole) {
    const fields: readonly BoxField[] = BOX_TOOLS[tool].fields;
    for (const field of fields) {
      const material_id = options[field.key];
      if (field.kind !== 'material' || !material_id) continue;
      const [found] = await readMaterials(db, space_id, [String(material_id)]);
      if (!found) throw new AppError('not_found', `选作${field.label}的素材已被删除，请换一个，或先从回收站恢复`);
      const problem = showsPicture({ tool, options }) ? showProblem(field.label, found) : null;
      if (problem) throw new AppError('invalid', problem);
      if (!field.takes.includes(found.material_type)) throw new AppError('invalid', `${field.label}不能用这类素材`);
    }
  }
  return whole;
}

function messageOf(tool: BoxStep['tool'], issue: { message: string; path: PropertyKey[] } | undefined): string {
  const fields: readonly BoxField[] = BOX_TOOLS[tool].fields;
  const field = fields.find(({ key }) => key === issue?.path[0]);
  if (field?.kind === 'material') return `请选择${field.label}`;
  return issue?.message ?? '设置不正确';
}

export async function readMaterials(db: Queryable, space_id: string, ids: string[]): Promise<MaterialRow[]> {
  return db
    .select()
    .from(material)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids), isNull(material.deleted_at)));
}
