import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { type MaterialType, MATERIAL_TYPES } from './material.ts';
import { TASK_STATUSES } from './task.ts';
import { Id } from './wire.ts';

/** A setting of a tool, as a form shows it. */
export const BoxField = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    key: z.string(),
    label: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    value: z.string(),
  }),
  z.object({
    kind: z.literal('number'),
    key: z.string(),
    label: z.string(),
    min: z.number(),
    max: z.number(),
    step: z.number(),
    unit: z.string(),
    value: z.number(),
  }),
]);
export type BoxField = z.infer<typeof BoxField>;

type Tool = { name: string; about: string; group: string; takes: MaterialType[]; fields: BoxField[] };

const choice = (key: string, label: string, words: Record<string, string>): BoxField => {
  const options = Object.entries(words).map(([value, name]) => ({ value, label: name }));
  return { kind: 'choice', key, label, options, value: options[0]?.value ?? '' };
};
const number = (
  key: string,
  label: string,
  value: number,
  [min, max, step]: [number, number, number],
  unit = '',
): BoxField => ({
  kind: 'number',
  key,
  label,
  value,
  min,
  max,
  step,
  unit,
});

/** Every tool of the box: one entry here, one function on the server. */
export const BOX_TOOLS = {
  silence_cut: {
    name: '去静音',
    about: '按音量找出没有声音的段落剪掉，画面跟着走',
    group: '口播',
    takes: ['video', 'audio'],
    fields: [
      number('least', '多长算停顿', 0.6, [0.2, 5, 0.1], '秒'),
      number('quiet', '多轻算静音', -35, [-60, -15, 1], '分贝'),
      number('keep', '两边各留', 0.15, [0, 1, 0.05], '秒'),
    ],
  },
  speech_clean: {
    name: '人声降噪',
    about: '去掉风声、空调声和底噪，保留人声',
    group: '口播',
    takes: ['video', 'audio'],
    fields: [],
  },
  subtitle_extract: {
    name: '提取字幕',
    about: '把分析时听到的话按时间写成 SRT 文件',
    group: '口播',
    takes: ['video', 'audio'],
    fields: [number('line', '每行最多', 16, [6, 40, 1], '字')],
  },
  reframe: {
    name: '换画幅',
    about: '裁成另一种比例，画面跟着人脸走；没有脸时取中间',
    group: '画面',
    takes: ['video'],
    fields: [choice('ratio', '比例', { '9:16': '9:16', '1:1': '1:1', '4:5': '4:5', '3:4': '3:4', '16:9': '16:9' })],
  },
  stabilize: {
    name: '画面防抖',
    about: '抵消手持的晃动，四周会裁掉一点',
    group: '画面',
    takes: ['video'],
    fields: [number('smooth', '平滑', 12, [2, 40, 1], '帧')],
  },
  slow_motion: {
    name: '慢动作',
    about: '按运动补出中间的画面，声音一起放慢',
    group: '画面',
    takes: ['video'],
    fields: [choice('times', '放慢', { '2': '2 倍', '4': '4 倍' })],
  },
  denoise_video: {
    name: '画面降噪',
    about: '去掉暗处的噪点',
    group: '画面',
    takes: ['video'],
    fields: [choice('strength', '强度', { medium: '中', light: '轻', strong: '强' })],
  },
  upscale: {
    name: '放大',
    about: '插值放大再锐化轮廓，不编造细节',
    group: '画面',
    takes: ['video', 'image', 'ai_image'],
    fields: [choice('times', '放大', { '2': '2 倍', '1.5': '1.5 倍' })],
  },
  remove_bg: {
    name: '抠图去背景',
    about: '抠出人物或商品，存成透明底 PNG',
    group: '图片',
    takes: ['image', 'ai_image'],
    fields: [choice('subject', '抠什么', { thing: '商品', person: '人物' })],
  },
  frames: {
    name: '截画面',
    about: '从头到尾均匀截出几张图片',
    group: '导出',
    takes: ['video'],
    fields: [number('count', '张数', 6, [1, 50, 1], '张')],
  },
  gif: {
    name: '转 GIF',
    about: '截一段做成动图',
    group: '导出',
    takes: ['video'],
    fields: [
      number('from', '从第', 0, [0, 7200, 0.1], '秒'),
      number('length', '长', 3, [0.5, 15, 0.5], '秒'),
      number('width', '宽', 480, [120, 1080, 20], '像素'),
    ],
  },
  compress: {
    name: '压到指定大小',
    about: '按大小定码率，超了就再压一遍，直到装得下',
    group: '导出',
    takes: ['video'],
    fields: [number('megabytes', '不超过', 20, [1, 2000, 1], 'MB')],
  },
  convert: {
    name: '转成通用 MP4',
    about: 'H.264 + AAC，哪里都能播；HDR 会转成普通画面',
    group: '导出',
    takes: ['video'],
    fields: [],
  },
} as const satisfies Record<string, Tool>;
export type BoxToolName = keyof typeof BOX_TOOLS;
const NAMES = Object.keys(BOX_TOOLS) as [BoxToolName, ...BoxToolName[]];

/** What a tool takes of the settings that came: unknown ones are dropped, missing ones are as proposed. */
export function boxOptions(tool: BoxToolName): z.ZodObject<Record<string, z.ZodType<string | number>>> {
  const fields: readonly BoxField[] = BOX_TOOLS[tool].fields;
  return z.object(
    Object.fromEntries(
      fields.map((field): [string, z.ZodType<string | number>] => [
        field.key,
        field.kind === 'choice'
          ? z
              .string()
              .refine((value) => field.options.some((one) => one.value === value), `${field.label}没有这一项`)
              .default(field.value)
          : z
              .number()
              .min(field.min, `${field.label}至少 ${field.min}`)
              .max(field.max, `${field.label}最多 ${field.max}`)
              .default(field.value),
      ]),
    ),
  );
}

export const BOX_AT_ONCE_MAX = 50;
type Settings = Record<string, string | number>;
/** The settings of all tools; which of them a tool takes, and within which limits, is `boxOptions`. */
const Options: z.ZodType<Settings, Settings> = z.object(
  Object.fromEntries(
    Object.values(BOX_TOOLS)
      .flatMap(({ fields }): readonly BoxField[] => fields)
      .map(({ kind, key }) => [key, kind === 'choice' ? z.string().max(40).optional() : z.number().optional()]),
  ),
) as z.ZodType<Settings, Settings>;

export const BoxTool = z.object({
  tool: z.enum(NAMES),
  name: z.string(),
  about: z.string(),
  group: z.string(),
  takes: z.array(z.enum(MATERIAL_TYPES)),
  fields: z.array(BoxField),
  is_ready: z.boolean(),
  /** Why not, in Chinese. */
  reason: z.string().nullable(),
});
export type BoxTool = z.infer<typeof BoxTool>;

/** The tool box. */
export const box = {
  tools: get('/api/ai_box/tools', {
    summary: '工具箱',
    details: '每个工具收什么、有哪些设置、现在能不能用',
    input: z.object({ project_id: Id }),
    output: z.array(BoxTool),
    space: { by: 'project_id', role: 'viewer' },
  }),
  add: post('/api/ai_box/add_task', {
    summary: '用工具处理',
    details: '每个素材一个任务；结果存成新素材，写明由哪个素材处理得到',
    input: z.object({
      project_id: Id,
      tool: z.enum(NAMES),
      material_ids: z.array(Id).min(1, '请选择素材').max(BOX_AT_ONCE_MAX, '一次最多 50 个'),
      options: Options,
    }),
    output: z.object({ task_ids: z.array(Id) }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  run: post('/api/ai_box/run', {
    summary: '马上处理',
    details: '与 add_task 相同，但等到做完为止，最多 20 秒；没做完的在任务里继续',
    input: z.object({ project_id: Id, tool: z.enum(NAMES), material_id: Id, options: Options }),
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
};
