import { z } from 'zod';
import { boxRecipe } from './box-recipe.ts';
import { boxSlice } from './box-slice.ts';
import { boxSubtitle } from './box-subtitle.ts';
import { BOX_STEPS_MAX, BOX_TOOL_NAMES, BoxOptions, BoxTool } from './box-tool.ts';
import { get, post, query } from './endpoint.ts';
import { TASK_STATUSES } from './task.ts';
import { Id } from './wire.ts';

export { BoxRecipe, BoxStep, RECIPE_DIRS_MAX, RECIPES_MAX } from './box-recipe.ts';
export { BoxSlice, SLICE_MS, SliceCut, SLICES_MAX } from './box-slice.ts';
export {
  BoxSubtitles,
  Subtitle,
  SUBTITLE_FILE_BYTES_MAX,
  SUBTITLE_TEXT_MAX,
  subtitleProblem,
  SUBTITLES_MAX,
} from './box-subtitle.ts';
export {
  BOX_STEPS_MAX,
  BOX_TOOL_NAMES,
  BOX_TOOLS,
  BoxField,
  BoxOptions,
  boxOptions,
  boxStepsProblem,
  boxTakes,
  BoxTool,
  type BoxToolName,
  boxWork,
} from './box-tool.ts';

export const BOX_AT_ONCE_MAX = 50;
const Materials = z.array(Id).min(1, '请选择素材').max(BOX_AT_ONCE_MAX, '一次最多 50 个');

/** The tool box. */
export const box = {
  tools: get('/api/ai_box/tools', {
    summary: '工具箱',
    details: '每个工具收什么、有哪些设置、要多久、现在能不能用',
    input: z.object({ project_id: Id }),
    output: z.array(BoxTool),
    space: { by: 'project_id', role: 'viewer' },
  }),
  estimate: query('/api/ai_box/estimate', {
    summary: '用工具处理要多久',
    details: '这些工具一个接一个处理这些素材；notes 是开始之前要知道的，比如 HDR 会转成普通画面',
    input: z.object({
      project_id: Id,
      tools: z
        .array(z.enum(BOX_TOOL_NAMES))
        .min(1, '至少一步')
        .max(BOX_STEPS_MAX + 1, `最多 ${BOX_STEPS_MAX} 步`),
      material_ids: Materials,
    }),
    output: z.object({ seconds: z.number(), notes: z.array(z.string()) }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  add: post('/api/ai_box/add_task', {
    summary: '用工具处理',
    details: '每个素材一个任务；结果存成新素材，写明由哪个素材处理得到',
    input: z.object({
      project_id: Id,
      tool: z.enum(BOX_TOOL_NAMES),
      material_ids: Materials,
      options: BoxOptions,
    }),
    output: z.object({ task_ids: z.array(Id) }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  run: post('/api/ai_box/run', {
    summary: '马上处理',
    details: '与 add_task 相同，但等到做完为止，最多 20 秒；没做完的在任务里继续',
    input: z.object({ project_id: Id, tool: z.enum(BOX_TOOL_NAMES), material_id: Id, options: BoxOptions }),
    output: z.object({
      task_id: Id,
      status: z.enum(TASK_STATUSES),
      material_ids: z.array(Id),
      file_vlc_id: Id.nullable(),
      message: z.string().nullable(),
    }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  addRecipe: post('/api/ai_box/recipe/run', {
    summary: '用配方处理',
    details: '每个素材一个任务，按配方一步接一步，只存最后的结果',
    input: z.object({ recipe_id: Id, material_ids: Materials }),
    output: z.object({ task_ids: z.array(Id) }),
    space: { by: 'recipe_id', role: 'editor' },
    scope: 'produce',
  }),
  ...boxRecipe,
  ...boxSlice,
  ...boxSubtitle,
};
