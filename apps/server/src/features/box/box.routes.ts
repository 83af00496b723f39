import { setTimeout as delay } from 'node:timers/promises';
import { AppError, BOX_TOOLS, BOX_TOOL_NAMES, boxWork, box as calls } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { eq } from '#db/orm.ts';
import { HDR_NOTE, readHdr } from '#features/material/hdr.queries.ts';
import { requireMaterial } from '#features/material/material.queries.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { implement } from '#http/route.ts';
import { readCost } from '#queue/costs.ts';
import { addBoxTasks, readMaterials, type Who } from './add-box-tasks.ts';
import { KEEPS_PICTURE, RUN_TOOLS } from './box-tools.ts';
import { runTool } from './box.jobs.ts';
import { box_recipe } from './box.tables.ts';
import { readSubtitleFile } from './fit-subtitles.ts';
import type { Kept } from './keep-outputs.ts';
import { listRecipes, requireRecipe, saveRecipe } from './recipe.queries.ts';
import { findSlices } from './slices.ts';
import { correctSubtitles, readSubtitles } from './subtitle.queries.ts';

const WAIT_MS = 20_000;
const LOOK_MS = 150;
const OPEN = ['queued', 'running', 'canceling'];

const whoOf = ({ space, user }: Context): Who => ({ space_id: space.space_id, user_uid: user.user_uid });

export const boxRoutes = implement(calls, {
  async tools(_input, context) {
    const pace = (await readCost(context.db, runTool)) ?? 1;
    return Promise.all(
      BOX_TOOL_NAMES.map(async (tool) => {
        const { takes, fields, ...words } = BOX_TOOLS[tool];
        const reason = (await RUN_TOOLS[tool].problem?.(context)) ?? null;
        return { tool, ...words, takes: [...takes], fields: [...fields], pace, is_ready: reason === null, reason };
      }),
    );
  },

  async estimate({ tools, material_ids }, context) {
    const { db, space } = context;
    const rows = await readMaterials(db, space.space_id, material_ids);
    const pace = (await readCost(db, runTool)) ?? 1;
    const seconds = rows.flatMap((row) => tools.map((tool) => pace * boxWork(tool, row)));
    const hdr = tools.every((tool) => KEEPS_PICTURE.has(tool)) ? [] : await readHdr(db, material_ids);
    const names = rows.filter(({ material_id }) => hdr.includes(material_id)).map((row) => `「${row.material_name}」`);
    const which = names.length > 1 ? `${names[0]}等 ${names.length} 个：` : rows.length > 1 ? `${names[0]}：` : '';
    return {
      seconds: seconds.reduce((sum, one) => sum + one, 0),
      notes: names.length > 0 ? [which + HDR_NOTE] : [],
    };
  },

  async add({ project_id, tool, options, material_ids }, context) {
    await requireProject(context.db, context.space.space_id, project_id);
    const wish = { project_id, steps: [{ tool, options }], material_ids };
    return { task_ids: await addBoxTasks(context, whoOf(context), wish) };
  },

  async run({ project_id, tool, options, material_id }, context) {
    await requireProject(context.db, context.space.space_id, project_id);
    const wish = { project_id, steps: [{ tool, options }], material_ids: [material_id] };
    const [task_id = ''] = await addBoxTasks(context, whoOf(context), wish);
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const [row] = await context.db.select().from(task).where(eq(task.task_id, task_id));
      const isOver = !row || !OPEN.includes(row.status) || Date.now() > until || context.signal.aborted;
      if (!isOver) {
        await delay(LOOK_MS);
        continue;
      }
      const { material_ids = [], files = [] } = (row?.result ?? {}) as Partial<Kept>;
      return {
        task_id,
        status: row?.status ?? 'failed',
        material_ids,
        file_vlc_id: files[0]?.vlc_id ?? null,
        message: row?.error?.message ?? null,
      };
    }
  },

  recipes: ({ project_id }, { db }) => listRecipes(db, project_id),

  async saveRecipe(saved, context) {
    await requireProject(context.db, context.space.space_id, saved.project_id);
    return { recipe_id: await saveRecipe(context, whoOf(context), saved) };
  },

  async deleteRecipe({ recipe_id }, { db, space }) {
    await requireRecipe(db, space.space_id, recipe_id);
    await db.delete(box_recipe).where(eq(box_recipe.recipe_id, recipe_id));
    return {};
  },

  async addRecipe({ recipe_id, material_ids }, context) {
    const recipe = await requireRecipe(context.db, context.space.space_id, recipe_id);
    const { project_id, recipe_name: name, steps } = recipe;
    return { task_ids: await addBoxTasks(context, whoOf(context), { project_id, name, steps, material_ids }) };
  },

  slices: ({ material_id, ...wish }, { db }) => findSlices(db, material_id, wish),

  subtitles: ({ material_id }, { db, space }) => readSubtitles(db, space.space_id, material_id),

  correctSubtitles: (wish, context) => correctSubtitles(context, whoOf(context), wish),

  async readSubtitles({ material_id, ...file }, { db, space, signal }) {
    const { duration } = await requireMaterial(db, space.space_id, material_id);
    return readSubtitleFile({ ...file, duration_ms: duration && Math.round(duration * 1000) }, signal);
  },

  async cut({ material_id, clips, recipe_id }, context) {
    const { space_id } = context.space;
    const { project_id, duration } = await requireMaterial(context.db, space_id, material_id);
    const late = clips.findIndex(({ start_ms }) => duration !== null && start_ms >= duration * 1000);
    if (late >= 0) throw new AppError('invalid', `第 ${late + 1} 段在录像结束以后，请改一下开始时间`);
    const recipe = recipe_id ? await requireRecipe(context.db, space_id, recipe_id) : null;
    const steps = [{ tool: 'live_slice' as const, options: {} }, ...(recipe?.steps ?? [])];
    const wish = { project_id: project_id ?? '', name: '直播切片', steps, material_ids: [material_id], clips };
    const [task_id = ''] = await addBoxTasks(context, whoOf(context), wish);
    return { task_id };
  },
});
