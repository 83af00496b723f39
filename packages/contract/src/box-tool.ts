import { z } from 'zod';
import { type MaterialType, MATERIAL_TYPES } from './material.ts';
import { VIDEO_SECONDS_MAX } from './upload.ts';
import { Id } from './wire.ts';

/** Another setting that one belongs to: it is asked for where that one is `is`, or anything at all. */
const Along = z.object({ key: z.string(), is: z.string().optional() }).optional();

/** A setting of a tool, as a form shows it. */
export const BoxField = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    key: z.string(),
    label: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    value: z.string(),
    along: Along,
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
  /** Another material of the space: its id, or nothing yet. */
  z.object({
    kind: z.literal('material'),
    key: z.string(),
    label: z.string(),
    takes: z.array(z.enum(MATERIAL_TYPES)),
    is_needed: z.boolean(),
    value: z.literal(''),
    along: Along,
  }),
]);
export type BoxField = z.infer<typeof BoxField>;

/** What comes of a tool: the same kind of thing, pictures, or something that no other tool goes on with. */
const BOX_GIVES = ['same', 'image', 'end'] as const;

type Tool = {
  name: string;
  about: string;
  group: string;
  takes: MaterialType[];
  gives: (typeof BOX_GIVES)[number];
  /**
   * CPU-seconds for one second of film, or for one picture, as `npm run bench box` measured most of them; `pixels`: of 1080p, and
   * more or less with the size of the picture.
   */
  cost: number;
  by: 'pixels' | 'length';
  fields: BoxField[];
};

const choice = (key: string, label: string, words: Record<string, string>): Extract<BoxField, { kind: 'choice' }> => {
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

const LANGUAGES = {
  en: '英语',
  ja: '日语',
  ko: '韩语',
  es: '西班牙语',
  pt: '葡萄牙语',
  fr: '法语',
  de: '德语',
  ru: '俄语',
  id: '印尼语',
  vi: '越南语',
  th: '泰语',
};

/** Every tool of the box: one entry here, one function on the server. */
export const BOX_TOOLS = {
  live_slice: {
    name: '直播切片',
    about: '从长录像里按说的话、商品、价格、音量和画面挑出最值得看的段落',
    group: '直播',
    takes: ['video', 'audio'],
    gives: 'same',
    cost: 0.1,
    by: 'pixels',
    fields: [number('seconds', '每段大约', 30, [10, 180, 5], '秒'), number('count', '最多', 10, [1, 30, 1], '段')],
  },
  silence_cut: {
    name: '去静音',
    about: '按音量找出没有声音的段落剪掉，画面跟着走',
    group: '口播',
    takes: ['video', 'audio'],
    gives: 'same',
    cost: 1.2,
    by: 'pixels',
    fields: [
      number('least', '多长算停顿', 0.6, [0.2, 5, 0.1], '秒'),
      number('quiet', '多轻算静音', -35, [-60, -15, 1], '分贝'),
      number('keep', '两边各留', 0.15, [0, 1, 0.05], '秒'),
    ],
  },
  filler_cut: {
    name: '去口头禅',
    about: '把听到的「嗯」「呃」「那个」剪掉，画面跟着走；没听清的不动',
    group: '口播',
    takes: ['video', 'audio'],
    gives: 'same',
    cost: 1.05,
    by: 'pixels',
    fields: [choice('words', '剪哪些', { sure: '嗯、呃、啊这类', more: '再加停顿里的「那个」「就是」「然后」' })],
  },
  speech_clean: {
    name: '人声降噪',
    about: '去掉风声、空调声和底噪，保留人声',
    group: '口播',
    takes: ['video', 'audio'],
    gives: 'same',
    cost: 0.3,
    by: 'length',
    fields: [],
  },
  subtitle_extract: {
    name: '提取字幕',
    about: '把听到的话，或画面上写的字，按时间写成 SRT 文件',
    group: '口播',
    takes: ['video', 'audio'],
    gives: 'end',
    cost: 0.01,
    by: 'length',
    fields: [
      choice('source', '提取', { said: '说的话', written: '画面上的字' }),
      number('line', '每行最多', 16, [6, 40, 1], '字'),
    ],
  },
  subtitle_burn: {
    name: '烧字幕',
    about: '把说的话做成字幕印在画面上，可以先校对，可以带译文',
    group: '口播',
    takes: ['video'],
    gives: 'same',
    cost: 1.4,
    by: 'pixels',
    fields: [
      choice('look', '样式', {
        classic: '经典白字',
        yellow: '醒目黄字',
        'bar-black': '黑底字幕条',
        'karaoke-yellow': '逐词黄',
        price: '价格金',
      }),
      choice('place', '位置', { bottom: '下方', middle: '中间', top: '上方' }),
      choice('language', '语言', { '': '原文', ...LANGUAGES }),
      { ...choice('both', '译文', { both: '和原文一起', only: '只要译文' }), along: { key: 'language' } },
    ],
  },
  subtitle_translate: {
    name: '翻译字幕',
    about: '把说的话译成另一种语言，存成 SRT 文件；需要配置翻译服务',
    group: '口播',
    takes: ['video', 'audio'],
    gives: 'end',
    cost: 0.02,
    by: 'length',
    fields: [choice('language', '译成', LANGUAGES), number('line', '每行最多', 16, [6, 40, 1], '字')],
  },
  reframe: {
    name: '换画幅',
    about: '裁成另一种比例，画面跟着人脸走；没有脸时跟着最显眼的东西',
    group: '画面',
    takes: ['video'],
    gives: 'same',
    cost: 2.1,
    by: 'pixels',
    fields: [choice('ratio', '比例', { '9:16': '9:16', '1:1': '1:1', '4:5': '4:5', '3:4': '3:4', '16:9': '16:9' })],
  },
  stabilize: {
    name: '画面防抖',
    about: '抵消手持的晃动，四周会裁掉一点',
    group: '画面',
    takes: ['video'],
    gives: 'same',
    cost: 4.1,
    by: 'pixels',
    fields: [number('smooth', '平滑', 12, [2, 40, 1], '帧')],
  },
  slow_motion: {
    name: '慢动作',
    about: '按运动补出中间的画面，声音一起放慢',
    group: '画面',
    takes: ['video'],
    gives: 'same',
    cost: 23,
    by: 'pixels',
    fields: [choice('times', '放慢', { '2': '2 倍', '4': '4 倍' })],
  },
  denoise_video: {
    name: '画面降噪',
    about: '去掉视频和图片里暗处的噪点',
    group: '画面',
    takes: ['video', 'image', 'ai_image'],
    gives: 'same',
    cost: 1.65,
    by: 'pixels',
    fields: [choice('strength', '强度', { medium: '中', light: '轻', strong: '强' })],
  },
  upscale: {
    name: '放大',
    about: '插值放大再锐化轮廓，不编造细节',
    group: '画面',
    takes: ['video', 'image', 'ai_image'],
    gives: 'same',
    cost: 9,
    by: 'pixels',
    fields: [choice('times', '放大', { '2': '2 倍', '1.5': '1.5 倍' })],
  },
  color_match: {
    name: '统一色调',
    about: '让画面的明暗和颜色接近参考图片或视频',
    group: '画面',
    takes: ['video', 'image', 'ai_image'],
    gives: 'same',
    cost: 0.9,
    by: 'pixels',
    fields: [
      {
        kind: 'material',
        key: 'reference',
        label: '参考',
        takes: ['video', 'image', 'ai_image'],
        is_needed: true,
        value: '',
      },
      number('strength', '程度', 80, [10, 100, 5], '%'),
    ],
  },
  person_bg: {
    name: '视频换背景',
    about: '逐帧抠出人物，换成纯色、虚化或另一张图片的背景',
    group: '画面',
    takes: ['video'],
    gives: 'same',
    cost: 47,
    by: 'length',
    fields: [
      choice('ground', '背景', { blur: '虚化', white: '白色', black: '黑色', green: '绿幕', picture: '用一张图片' }),
      {
        kind: 'material',
        key: 'picture',
        label: '背景图片',
        takes: ['image', 'ai_image'],
        is_needed: false,
        value: '',
        along: { key: 'ground', is: 'picture' },
      },
    ],
  },
  remove_bg: {
    name: '抠图去背景',
    about: '抠出人物或商品，存成透明底 PNG',
    group: '图片',
    takes: ['image', 'ai_image'],
    gives: 'same',
    cost: 4,
    by: 'length',
    fields: [choice('subject', '抠什么', { thing: '商品', person: '人物' })],
  },
  frames: {
    name: '截画面',
    about: '从头到尾均匀截出几张图片',
    group: '导出',
    takes: ['video'],
    gives: 'image',
    cost: 0.1,
    by: 'pixels',
    fields: [number('count', '张数', 6, [1, 50, 1], '张')],
  },
  cover_pick: {
    name: '挑封面',
    about: '挑出清楚、明亮、有人脸、彼此不像的几张画面',
    group: '导出',
    takes: ['video'],
    gives: 'image',
    cost: 0.02,
    by: 'pixels',
    fields: [number('count', '张数', 4, [1, 12, 1], '张')],
  },
  gif: {
    name: '转动图',
    about: '截一段做成 GIF 或 WebP；WebP 更小、颜色更全',
    group: '导出',
    takes: ['video'],
    gives: 'end',
    cost: 0.5,
    by: 'pixels',
    fields: [
      choice('format', '格式', { gif: 'GIF', webp: 'WebP' }),
      number('from', '从第', 0, [0, VIDEO_SECONDS_MAX, 0.1], '秒'),
      number('length', '长', 3, [0.5, 15, 0.5], '秒'),
      number('width', '宽', 480, [120, 1080, 20], '像素'),
    ],
  },
  compress: {
    name: '压到指定大小',
    about: '按大小定码率，超了就再压一遍，直到装得下',
    group: '导出',
    takes: ['video'],
    gives: 'same',
    cost: 1.8,
    by: 'pixels',
    fields: [number('megabytes', '不超过', 20, [1, 2000, 1], 'MB')],
  },
  convert: {
    name: '转成通用 MP4',
    about: 'H.264 + AAC，哪里都能播；HDR 会转成普通画面',
    group: '导出',
    takes: ['video'],
    gives: 'same',
    cost: 1.25,
    by: 'pixels',
    fields: [],
  },
} as const satisfies Record<string, Tool>;
export type BoxToolName = keyof typeof BOX_TOOLS;

/** What a tool takes of the settings that came: unknown ones are dropped, missing ones are as proposed. */
export function boxOptions(tool: BoxToolName): z.ZodObject<Record<string, z.ZodType<string | number>>> {
  const fields: readonly BoxField[] = BOX_TOOLS[tool].fields;
  return z.object(Object.fromEntries(fields.map((field) => [field.key, optionOf(field)])));
}

function optionOf(field: BoxField): z.ZodType<string | number> {
  if (field.kind === 'choice') {
    const isThere = (value: string) => field.options.some((one) => one.value === value);
    return z.string().refine(isThere, `${field.label}没有这一项`).default(field.value);
  }
  if (field.kind === 'material') return field.is_needed ? Id : Id.or(z.literal('')).default('');
  // What goes by whole steps is counted: nobody wants two and a half pictures.
  const isWhole = (value: number) => !Number.isInteger(field.step) || Number.isInteger(value);
  return z
    .number()
    .refine(isWhole, `${field.label}要填整数`)
    .min(field.min, `${field.label}至少 ${field.min}`)
    .max(field.max, `${field.label}最多 ${field.max}`)
    .default(field.value);
}

type Measured = { duration: number | null; width: number | null; height: number | null };
const FULL_HD = 1920 * 1080;

/** CPU-seconds that a tool takes for a material. */
export function boxWork(tool: BoxToolName, { duration, width, height }: Measured): number {
  const { cost, by } = BOX_TOOLS[tool];
  const size = by === 'pixels' && width && height ? (width * height) / FULL_HD : 1;
  return Math.max(1, cost * (duration ?? 1) * size);
}

export const BOX_STEPS_MAX = 6;

/** Which materials go through these tools, one behind another. None: the second does not take what the first gives. */
export function boxTakes(tools: BoxToolName[]): MaterialType[] {
  return MATERIAL_TYPES.filter((type) => {
    let now: MaterialType | null = type;
    for (const tool of tools) {
      const { takes, gives }: Pick<Tool, 'takes' | 'gives'> = BOX_TOOLS[tool] as never;
      if (!now || !takes.includes(now)) return false;
      now = gives === 'end' ? null : gives === 'image' ? 'image' : now;
    }
    return true;
  });
}

/** Why these tools cannot stand one behind another, in Chinese; null when they can. */
export function boxStepsProblem(tools: BoxToolName[]): string | null {
  for (let n = 1; n < tools.length; n += 1) {
    if (tools[n] === 'live_slice') return '「直播切片」要看原素材的分析，只能放在第一步';
    if (boxTakes(tools.slice(0, n + 1)).length > 0) continue;
    return `「${BOX_TOOLS[tools[n - 1]!].name}」后面不能接「${BOX_TOOLS[tools[n]!].name}」`;
  }
  return null;
}

type Settings = Record<string, string | number>;
const FIELDS = Object.values(BOX_TOOLS).flatMap(({ fields }): readonly BoxField[] => fields);
const isNumber = ({ kind }: BoxField) => kind === 'number';
/**
 * The settings of all tools; which of them a tool takes, and within which limits, is `boxOptions`. One name may be a number
 * for one tool and a choice for another.
 */
export const BoxOptions: z.ZodType<Settings, Settings> = z.object(
  Object.fromEntries(
    FIELDS.map(({ key }) => {
      const own = FIELDS.filter((field) => field.key === key);
      const words = z.string().max(64);
      if (own.every(isNumber)) return [key, z.number().optional()];
      return [key, own.some(isNumber) ? z.union([z.number(), words]).optional() : words.optional()];
    }),
  ),
) as z.ZodType<Settings, Settings>;

export const BOX_TOOL_NAMES = Object.keys(BOX_TOOLS) as [BoxToolName, ...BoxToolName[]];

export const BoxTool = z.object({
  tool: z.enum(BOX_TOOL_NAMES),
  name: z.string(),
  about: z.string(),
  group: z.string(),
  takes: z.array(z.enum(MATERIAL_TYPES)),
  gives: z.enum(BOX_GIVES),
  cost: z.number(),
  by: z.enum(['pixels', 'length']),
  fields: z.array(BoxField),
  /** What a second of `cost` takes on this machine, as its tasks have shown. */
  pace: z.number(),
  is_ready: z.boolean(),
  /** Why not, in Chinese. */
  reason: z.string().nullable(),
});
export type BoxTool = z.infer<typeof BoxTool>;
