import { z } from 'zod';
import { BOX_STEPS_MAX, BOX_TOOL_NAMES, BoxOptions, boxStepsProblem } from './box-tool.ts';
import { get, post } from './endpoint.ts';
import { MATERIAL_TYPES } from './material.ts';
import { Id, Name, Time } from './wire.ts';

export const RECIPES_MAX = 50;
export const RECIPE_DIRS_MAX = 20;

export const BoxStep = z.object({ tool: z.enum(BOX_TOOL_NAMES), options: BoxOptions });
export type BoxStep = z.infer<typeof BoxStep>;

const Steps = z
  .array(BoxStep)
  .min(1, '至少一步')
  .max(BOX_STEPS_MAX, `最多 ${BOX_STEPS_MAX} 步`)
  .superRefine((steps, context) => {
    const problem = boxStepsProblem(steps.map(({ tool }) => tool));
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** Tools one behind another, kept under a name; run by hand, or on whatever is uploaded into a folder. */
export const BoxRecipe = z.object({
  recipe_id: Id,
  recipe_name: z.string(),
  steps: z.array(BoxStep),
  takes: z.array(z.enum(MATERIAL_TYPES)),
  dirs: z.array(z.object({ dir_id: Id, dir_name: z.string() })),
  /** What it did by itself so far. */
  run_count: z.int(),
  updated_by_name: z.string(),
  updated_at: Time,
});
export type BoxRecipe = z.infer<typeof BoxRecipe>;

export const boxRecipe = {
  recipes: get('/api/ai_box/recipe/list', {
    summary: '工具配方',
    details: '串起来的工具；dirs 里的文件夹有新素材上传并分析完，就自动处理',
    input: z.object({ project_id: Id }),
    output: z.array(BoxRecipe),
    space: { by: 'project_id', role: 'viewer' },
  }),
  saveRecipe: post('/api/ai_box/recipe/save', {
    summary: '保存配方',
    details: '不带 recipe_id 是新建。dir_ids 是自动处理的文件夹，只管以后上传的素材',
    input: z.object({
      project_id: Id,
      recipe_id: Id.optional(),
      recipe_name: Name,
      steps: Steps,
      dir_ids: z.array(Id).max(RECIPE_DIRS_MAX, `最多 ${RECIPE_DIRS_MAX} 个文件夹`),
    }),
    output: z.object({ recipe_id: Id }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  deleteRecipe: post('/api/ai_box/recipe/delete', {
    summary: '删除配方',
    details: '已经处理好的素材不受影响',
    input: z.object({ recipe_id: Id }),
    output: z.object({}),
    space: { by: 'recipe_id', role: 'editor' },
  }),
};
