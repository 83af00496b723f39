import { z } from 'zod';
import { get, getThatWrites, post, stream } from './endpoint.ts';
import { ANALYSIS_STATUSES, HandTag, MATERIALS_AT_ONCE_MAX, Shot, TagKey } from './material.ts';
import { Id, InSpace, page, PageInput } from './wire.ts';

/** A person that the machine saw in several shots, or that somebody named. */
export const SeenPerson = z.object({
  person_id: Id,
  person_name: z.string(),
  cover_url: z.string().nullable(),
  faces_count: z.int(),
  shots_count: z.int(),
});
export type SeenPerson = z.infer<typeof SeenPerson>;

/**
 * How far a project's analysis is. `analysis_total` is what is left, `all_total` the whole batch; `later_total` are those
 * that an older version understood and that are looked at again in idle time, the ones under way left out.
 */
export const AnalysisInfo = z.object({
  analysis_status: z.enum(ANALYSIS_STATUSES),
  analysis_total: z.int(),
  all_total: z.int(),
  later_total: z.int(),
  failed_total: z.int(),
  /** The materials that this message is about. */
  changed: z.array(z.object({ material_id: Id, analysis_status: z.enum(ANALYSIS_STATUSES), progress: z.number() })),
});
export type AnalysisInfo = z.infer<typeof AnalysisInfo>;

export const analysis = {
  correct: post('/api/materials/shots/correct', {
    summary: '修正镜头的识别结果',
    details: '描述、画面文字、台词、标签；重新分析也不会覆盖',
    input: z.object({
      shot_id: Id,
      caption: z.string().trim().max(500).optional(),
      ocr_text: z.string().trim().max(5000).optional(),
      speech_text: z.string().trim().max(5000).optional(),
      add_tags: z.array(HandTag).max(20).default([]),
      remove_tags: z.array(TagKey).max(20).default([]),
      /** Fields that go back to what the machine found. */
      reset: z
        .array(z.enum(['caption', 'ocr_text', 'speech_text', 'tags']))
        .max(4)
        .default([]),
    }),
    output: Shot,
    space: { by: 'shot_id', role: 'editor' },
  }),
  sameLook: get('/api/materials/shots/same-look', {
    summary: '同样镜头里的标签数',
    input: z.object({ shot_id: Id, tag_key: TagKey }),
    output: z.object({ count: z.int() }),
    space: { by: 'shot_id', role: 'viewer' },
  }),
  removeAlike: post('/api/materials/shots/remove-alike', {
    summary: '从同样的镜头去掉标签',
    details: '给 give_back 时把标签放回这些镜头：撤销之前去掉的',
    input: z.object({ shot_id: Id, tag_key: TagKey, give_back: z.array(Id).max(200).optional() }),
    output: z.object({ shot_ids: z.array(Id) }),
    space: { by: 'shot_id', role: 'editor' },
  }),
  cut: post('/api/materials/shots/cut', {
    summary: '修正镜头的切分',
    details: '给出全部切点；文字和标签按时间归到新的镜头',
    input: z.object({ material_id: Id }).extend({ cuts_ms: z.array(z.int().min(1)).max(2000) }),
    output: z.object({ shots: z.array(Shot) }),
    space: { by: 'material_id', role: 'editor' },
  }),
  persons: get('/api/materials/person/list', {
    summary: '素材里出现的人物',
    input: PageInput.extend({ ...InSpace.shape, project_id: Id.optional() }),
    output: page(SeenPerson),
    space: { by: 'project_id', role: 'viewer' },
  }),
  namePerson: post('/api/materials/person/update', {
    summary: '给人物命名或合并',
    input: z.object({ person_id: Id, person_name: z.string().trim().max(30).optional(), merge_into: Id.optional() }),
    output: SeenPerson,
    space: { by: 'person_id', role: 'editor' },
  }),
  info: stream('/api/materials/analysis-info', {
    summary: '分析进度',
    input: z.object({ project_id: Id }),
    output: AnalysisInfo,
    space: { by: 'project_id', role: 'viewer' },
  }),
  stop: getThatWrites('/api/materials/analysis-stop', {
    summary: '停止分析',
    details: '不带素材编号时停止项目里全部',
    input: z.object({ project_id: Id, material_ids: z.array(Id).max(MATERIALS_AT_ONCE_MAX).optional() }),
    output: z.object({ stopped: z.int() }),
    space: { by: 'project_id', role: 'editor' },
  }),
  start: post('/api/materials/analysis-start', {
    summary: '继续或重新分析',
    details: '人工修正的内容保留',
    input: z.object({
      project_id: Id,
      /** Without it: every stopped or failed one of the project. */
      material_ids: z.array(Id).max(MATERIALS_AT_ONCE_MAX).optional(),
    }),
    output: z.object({ started: z.int() }),
    space: { by: 'project_id', role: 'editor' },
  }),
};
