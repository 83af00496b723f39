import { z } from 'zod';
import { Sequence } from './document.ts';
import { get, post, stream } from './endpoint.ts';
import { MixConfigChange, MixOverrides, RATIOS } from './mix-config.ts';
import { Lines, MixProject, OneMix, Revision, TemplateLayer } from './mix-document.ts';
import { Done, Id, Name, PageInput, page } from './wire.ts';

export const MixCard = MixProject.pick({
  mproject_id: true,
  project_id: true,
  mproject_name: true,
  status: true,
  is_demo: true,
  creator_name: true,
  created_at: true,
  updated_at: true,
}).extend({
  ratio: z.enum(Object.keys(RATIOS) as [keyof typeof RATIOS]),
  cover_url: z.string().nullable(),
  shooting_count: z.int(),
  clip_count: z.int(),
  candidate_count: z.int(),
  exported_count: z.int(),
  /** Of what is being made now, 0 to 100; null when nothing is. */
  progress: z.number().nullable(),
});
export type MixCard = z.infer<typeof MixCard>;

/** Something about a mix is new: who looks at it reads that part again. */
export const MixChange = z.object({
  mproject_id: Id,
  part: z.enum(['mproject', 'shootings', 'narrations', 'candidates', 'exports']),
  /** Who did it; null for the machine. */
  user_uid: Id.nullable(),
  user_name: z.string(),
});
export type MixChange = z.infer<typeof MixChange>;

export const mix = {
  add: post('/api/mproject/add', {
    summary: '新建混剪',
    details: '可以带台词（每句一个镜头）、模板，或复制另一个混剪（copy_of）',
    input: z.object({
      project_id: Id,
      mproject_name: Name,
      lines: Lines.default([]),
      template_id: Id.optional(),
      copy_of: Id.optional(),
      config: MixOverrides.default({}),
    }),
    output: MixProject,
    space: { by: 'project_id', role: 'editor' },
  }),
  reinit: post('/api/mproject/reinit', {
    summary: '重新初始化混剪',
    details: '用给出的台词重建镜头；不带台词则清空。原来的镜头可以用 shooting.restore 找回',
    input: OneMix.extend({ lines: Lines.default([]), keep_config: z.boolean().default(true) }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  update: post('/api/mproject/update', {
    summary: '修改混剪',
    details:
      '改名、套用模板；撤销时交回原来的模板层（template），模板已删除也可以。revision 不是最新时得到冲突与最新内容',
    input: OneMix.extend({
      revision: Revision,
      mproject_name: Name.optional(),
      /** Null takes the template off. */
      template_id: Id.nullable().optional(),
      /** In place of the id: what undo gives back. */
      template: TemplateLayer.optional(),
    }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  updateConfig: post('/api/mproject/config/update', {
    summary: '修改混剪设置',
    details: '只改给出的项；null 表示恢复为模板或默认值',
    input: OneMix.extend({ revision: Revision, config: MixConfigChange }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  detail: get('/api/mproject/detail', {
    summary: '混剪详情',
    details: '给 sequence 时是历史上那一步之后的样子',
    input: OneMix.extend({ sequence: Sequence.optional() }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  list: get('/api/mproject/list', {
    summary: '混剪列表',
    input: PageInput.extend({
      project_id: Id,
      keyword: z.string().trim().max(100).optional(),
      is_deleted: z.boolean().optional(),
    }),
    output: page(MixCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  delete: post('/api/mproject/delete', {
    summary: '删除混剪',
    details: '30 天内可恢复；已导出的成片不受影响',
    input: OneMix,
    output: Done,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  restore: post('/api/mproject/restore', {
    summary: '恢复混剪',
    input: OneMix,
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  genCaptions: post('/api/mproject_config/gen_captions', {
    summary: '为全部镜头生成字幕',
    details: '按台词与配音逐字时间断句；已经手工写过的镜头只在 is_forced 时重做',
    input: OneMix.extend({ is_forced: z.boolean().default(false) }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
    loading: true,
  }),
  changes: stream('/api/mproject/changes', {
    summary: '混剪的变化',
    details: '他人的修改、配音、候选与导出进度；收到后重新读取对应部分',
    input: OneMix,
    output: MixChange,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
};
