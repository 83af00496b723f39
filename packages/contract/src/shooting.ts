import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { MixConfig, ShootingConfigChange } from './mix-config.ts';
import { Lines, MixProject, OneMix, Revision, Script, SCRIPTS_MAX, Shooting, SHOOTINGS_MAX } from './mix-document.ts';
import { Done, Id } from './wire.ts';

const OneShooting = z.object({ shooting_id: Id });
const ShootingContent = z.object({
  shooting_name: z.string().trim().max(50, '名称最多 50 字'),
  scripts: z.array(Script).min(1, '至少保留一个台词版本').max(SCRIPTS_MAX, `最多 ${SCRIPTS_MAX} 个台词版本`),
});

export const shooting = {
  add: post('/api/shooting/add', {
    summary: '添加镜头',
    details: '一次可以添加多句台词，每句一个镜头',
    input: OneMix.extend({
      lines: Lines.min(1),
      /** Where the first of them goes; at the end when left out. */
      position: z.int().min(0).optional(),
    }),
    output: z.object({ shootings: z.array(Shooting) }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  order: post('/api/shooting/order', {
    summary: '调整镜头顺序',
    input: OneMix.extend({ shooting_ids: z.array(Id).min(1).max(SHOOTINGS_MAX) }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  list: query('/api/shooting/list', {
    summary: '镜头列表',
    input: OneMix,
    output: z.object({ shootings: z.array(Shooting) }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  update: post('/api/shooting/update', {
    summary: '修改镜头',
    details: '名称与台词版本；revision 不是最新时得到冲突与最新内容',
    input: OneShooting.extend({ revision: Revision, ...ShootingContent.partial().shape }),
    output: Shooting,
    space: { by: 'shooting_id', role: 'editor' },
  }),
  delete: post('/api/shooting/delete', {
    summary: '删除镜头',
    details: '连同片段；可以恢复',
    input: z.object({ shooting_ids: z.array(Id).min(1).max(SHOOTINGS_MAX) }),
    output: Done,
    space: { by: 'shooting_ids', role: 'editor' },
  }),
  restore: post('/api/shooting/restore', {
    summary: '恢复镜头',
    details: '回到原来的位置，连同片段',
    input: z.object({ shooting_ids: z.array(Id).min(1).max(SHOOTINGS_MAX) }),
    output: z.object({ shootings: z.array(Shooting) }),
    space: { by: 'shooting_ids', role: 'editor' },
  }),
  lines: get('/api/shooting/lines', {
    summary: '混剪的全部台词',
    details: '按镜头顺序，每个版本一行，带时长；给提词、校对与导出用',
    input: OneMix,
    output: z.object({
      lines: z.array(
        z.object({
          shooting_id: Id,
          script_id: Id,
          shooting_name: z.string(),
          text: z.string(),
          duration: z.number(),
          is_estimate: z.boolean(),
        }),
      ),
    }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  reword: query('/api/shooting/reword', {
    summary: '再写几种说法',
    details: '名称、数字与意思不变，和已有的版本尽量不重样，差不多的时间能说完；不写进镜头，由人挑选',
    input: OneShooting.extend({ text: Script.shape.text }),
    output: z.object({
      wordings: z.array(
        z.object({
          text: z.string(),
          /** Estimated seconds, as the mix speaks. */
          duration: z.number(),
          /** Words it shares with the one it is most like, 0 to 1. */
          likeness: z.number(),
          /** Which of those before it, from 0, that is; null for one that the shot has already. */
          near: z.int().nullable(),
        }),
      ),
      /** Why there are none, or few; empty otherwise. */
      note: z.string(),
    }),
    space: { by: 'shooting_id', role: 'editor' },
  }),
  updateConfig: post('/api/shooting_config/update', {
    summary: '修改镜头设置',
    details: '只改给出的项；null 表示恢复为继承',
    input: OneShooting.extend({ revision: Revision, config: ShootingConfigChange }),
    output: Shooting,
    space: { by: 'shooting_id', role: 'editor' },
  }),
  loadConfig: query('/api/shooting_config/load', {
    summary: '镜头生效的设置',
    details: '每一项的值与来源（镜头、混剪、模板、默认）',
    input: OneShooting,
    output: z.object({
      config: MixConfig,
      /** `group.field` → where it comes from. */
      origins: z.record(z.string(), z.enum(['default', 'template', 'project', 'shooting'])),
    }),
    space: { by: 'shooting_id', role: 'viewer' },
  }),
  genCaptions: post('/api/shooting_config/gen_captions', {
    summary: '为镜头生成字幕',
    details: 'from 为 line：按台词与配音时间；为 speech：按指定片段里的话（video_clip_id）',
    input: OneShooting.extend({
      from: z.enum(['line', 'speech']).default('line'),
      script_id: Id.optional(),
      video_clip_id: Id.optional(),
    }),
    output: Shooting,
    space: { by: 'shooting_id', role: 'editor' },
    loading: true,
  }),
  planCaptions: query('/api/shooting_config/plan_captions', {
    summary: '字幕会怎么断句',
    details: '和 gen_captions 一样断句，但不写进混剪；不给 shooting_id 时是全部镜头里还没有手工写过的',
    input: OneMix.extend({
      shooting_id: Id.optional(),
      from: z.enum(['line', 'speech']).default('line'),
      script_id: Id.optional(),
      video_clip_id: Id.optional(),
    }),
    output: z.object({
      captions: z.array(Script.pick({ script_id: true, text: true, captions: true })),
      /** A shooting that shows other captions now, or none: whoever asks for these wants to see them. */
      shows: Id.nullable(),
    }),
    space: { by: 'mproject_id', role: 'editor' },
    loading: true,
  }),
};
