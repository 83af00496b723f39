import { z } from 'zod';
import { get, post, query, repeatable } from './endpoint.ts';
import { GivenPicture } from './generate.ts';
import { LAYERS_MAX, SHEET_SIDE_MAX, TextPart } from './picture-layer.ts';
import { Done, Id, InSpace, Name, page, PageInput, Time } from './wire.ts';

export const SHEET_EXPORT_FORMATS = ['png', 'jpg', 'webp'] as const;
export type SheetExportFormat = (typeof SHEET_EXPORT_FORMATS)[number];
export const SHEET_LETTERS_MAX = 2000;
export const SHEET_PICTURES_MAX = 400;

/** What is done to a picture as a whole: the subject without its background, a thing taken away or out, a soft background, larger. */
export const RETOUCH_WAYS = ['remove_background', 'erase', 'pick', 'blur_background', 'upscale'] as const;
export type RetouchWay = (typeof RETOUCH_WAYS)[number];

/** In fractions of the picture: x and y in turn, and a width of its shorter side. */
const Fraction = z.number().min(-1).max(2);
export const RetouchStroke = z.object({
  width: z.number().min(0.001).max(1),
  points: z
    .array(Fraction)
    .min(2)
    .max(2000)
    .refine(({ length }) => length % 2 === 0, '点不成对'),
});
export type RetouchStroke = z.infer<typeof RetouchStroke>;

export const PICK_POINTS_MAX = 50;
/** A place in a picture, in fractions of it, that belongs to what is cut out, or does not. */
export const PickPoint = z.object({
  x: z.number().min(0, '点在图片外面了').max(1, '点在图片外面了'),
  y: z.number().min(0, '点在图片外面了').max(1, '点在图片外面了'),
  is_in: z.boolean().default(true),
});
export type PickPoint = z.output<typeof PickPoint>;

/** A picture in layers, as it is listed. What is in it is read as a document. */
export const SheetCard = z.object({
  sheet_id: Id,
  project_id: Id,
  sheet_name: z.string(),
  width: z.int(),
  height: z.int(),
  layer_count: z.int(),
  cover_url: z.string().nullable(),
  /** What it was last saved as; saving over it goes there. */
  material_id: Id.nullable(),
  material_name: z.string().nullable(),
  creator_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type SheetCard = z.infer<typeof SheetCard>;

/** A picture that layers show. */
export const SheetPicture = z.object({
  vlc_id: Id,
  name: z.string(),
  url: z.string(),
  /** As it is seen, upright. */
  width: z.int(),
  height: z.int(),
  /** Whether a machine made it: then what is made of it says so. */
  ai_origin: z.boolean(),
});
export type SheetPicture = z.infer<typeof SheetPicture>;

/** A letter: its outline with y downwards, of which `units` make an em, and its width in ems. */
const SheetGlyph = z.object({ letter: z.string(), path: z.string(), units: z.number(), advance: z.number() });

const Side = z.int().min(16).max(SHEET_SIDE_MAX, `画布最大 ${SHEET_SIDE_MAX} 像素`);
const OneSheet = z.object({ sheet_id: Id });

/** What a new one begins with: nothing, a poster, or a picture. */
const Origin = z.discriminatedUnion('from', [
  z.object({ from: z.literal('empty'), width: Side, height: Side }),
  z.object({ from: z.literal('poster'), generation_id: Id, vlc_id: Id }),
  z.object({ from: z.literal('picture'), picture: GivenPicture }),
]);

export const SHEET_ROWS_MAX = 200;
const SHEET_ROW_PICTURES_MAX = 40;

/** One picture of many in the same layout: other words and pictures, by layer. */
export const SheetRow = z.object({
  /** Of the picture that is made. */
  name: Name,
  texts: z.array(z.object({ layer_id: Id, text: z.string().max(SHEET_LETTERS_MAX) })).max(LAYERS_MAX),
  pictures: z
    .array(z.object({ layer_id: Id, picture: GivenPicture }))
    .max(SHEET_ROW_PICTURES_MAX, `一行最多换 ${SHEET_ROW_PICTURES_MAX} 张图片`),
});
export type SheetRow = z.infer<typeof SheetRow>;

/** The image editor. */
export const sheet = {
  add: post('/api/sheet/add', {
    summary: '新建图片',
    details: '空白画布、海报合成的图层，或一张图片',
    input: z.object({ project_id: Id, sheet_name: Name.optional(), origin: Origin }),
    output: SheetCard,
    space: { by: 'project_id', role: 'editor' },
  }),
  list: get('/api/sheet/list', {
    summary: '图片编辑列表',
    input: PageInput.extend({ project_id: Id, keyword: z.string().trim().max(100).optional() }),
    output: page(SheetCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/sheet/detail', {
    summary: '图片编辑详情',
    details: '图层在文档里：用 document/open 打开',
    input: OneSheet,
    output: SheetCard,
    space: { by: 'sheet_id', role: 'viewer' },
  }),
  pictures: query('/api/sheet/pictures', {
    summary: '图层里的图片',
    details: '图层的 source 是文件编号；不在了的不返回',
    input: OneSheet.extend({ vlc_ids: z.array(Id).max(SHEET_PICTURES_MAX) }),
    output: z.array(SheetPicture),
    space: { by: 'sheet_id', role: 'viewer' },
  }),
  bring: repeatable('/api/sheet/bring', {
    summary: '取一张图片来用',
    details: '素材库的图片或空间的文件，返回图层可以用的文件编号',
    input: OneSheet.extend({ picture: GivenPicture }),
    output: SheetPicture,
    space: { by: 'sheet_id', role: 'editor' },
  }),
  glyphs: query('/api/sheet/glyphs', {
    summary: '文字的轮廓',
    details: '页面和服务器画同样的字；字体里没有的字用后备字体',
    input: InSpace.extend({
      font_id: TextPart.shape.font_id,
      letters: z.string().max(SHEET_LETTERS_MAX, '一次最多 2000 字'),
    }),
    output: z.object({ middle: z.number(), glyphs: z.array(SheetGlyph) }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  retouch: post('/api/sheet/retouch', {
    summary: '修整图片',
    details:
      '去背景、消除（strokes 涂过的地方）、点选抠图（points 点着的那一样东西，is_in 为 false 的点不要）、虚化背景、放大 2 倍；是一个任务，结果的 picture 是新的图片，原图不变；point 等于 points 里的一个点',
    input: OneSheet.extend({
      source: Id,
      way: z.enum(RETOUCH_WAYS),
      strokes: z.array(RetouchStroke).max(100).default([]),
      points: z.array(PickPoint).max(PICK_POINTS_MAX, `最多点 ${PICK_POINTS_MAX} 下`).default([]),
      point: z.object({ x: Fraction, y: Fraction }).nullable().default(null),
    }),
    output: z.object({ task_id: Id }),
    space: { by: 'sheet_id', role: 'editor' },
    scope: 'produce',
  }),
  study: post('/api/sheet/study', {
    summary: '为点选看一遍图片',
    details: '几秒的任务，看过的会记住，不用再看（task_id 为 null）；不看也能点，只是第一下要等',
    input: OneSheet.extend({ source: Id }),
    output: z.object({ task_id: Id.nullable() }),
    space: { by: 'sheet_id', role: 'editor' },
    scope: 'produce',
  }),
  pick: query('/api/sheet/pick', {
    summary: '点着的是哪一样东西',
    details: '返回小尺寸的蒙版（PNG，白的是要的）和把握；真正抠出来用 sheet/retouch 的 pick 和同样的 points',
    input: OneSheet.extend({
      source: Id,
      points: z.array(PickPoint).min(1, '请先点一下').max(PICK_POINTS_MAX, `最多点 ${PICK_POINTS_MAX} 下`),
    }),
    output: z.object({ mask_base64: z.string(), width: z.int(), height: z.int(), sure: z.number() }),
    space: { by: 'sheet_id', role: 'editor' },
  }),
  batch: post('/api/sheet/batch', {
    summary: '批量出图',
    details: '一个版式配一张商品表，每行一张图，存进素材库；文字太长的会缩小到放得下',
    input: OneSheet.extend({
      rows: z.array(SheetRow).min(1, '表格里还没有商品').max(SHEET_ROWS_MAX, `一次最多 ${SHEET_ROWS_MAX} 行`),
    }),
    output: z.object({ task_id: Id }),
    space: { by: 'sheet_id', role: 'editor' },
    scope: 'produce',
  }),
  cover: repeatable('/api/sheet/cover', {
    summary: '更新图片的小样',
    details: '列表里显示的小样，离开编辑页时更新',
    input: OneSheet,
    output: Done,
    space: { by: 'sheet_id', role: 'editor' },
  }),
  zones: get('/api/sheet/zone/list', {
    summary: '平台安全区',
    details: '1080×1920 的画面上，各平台界面会挡住的四边像素',
    input: InSpace,
    output: z.array(
      z.object({
        platform: z.string(),
        name: z.string(),
        top: z.number(),
        bottom: z.number(),
        left: z.number(),
        right: z.number(),
      }),
    ),
    space: { by: 'team_id', role: 'viewer' },
  }),
  looks: get('/api/sheet/look/list', {
    summary: '图片的滤镜',
    input: InSpace,
    output: z.array(z.object({ look_id: z.string(), look_name: z.string(), group: z.string() })),
    space: { by: 'team_id', role: 'viewer' },
  }),
  look: get('/api/sheet/look', {
    summary: '滤镜的颜色表',
    details: '每边 side 格的颜色立方体，红色变得最快，每格三个字节，base64',
    input: InSpace.extend({ look_id: z.string().min(1).max(40) }),
    output: z.object({ side: z.int(), data_base64: z.string() }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  export: post('/api/sheet/export', {
    summary: '导出图片',
    details: '带 AI 内容的会加看得见的标识和元数据，空间已承诺自行标识的只写元数据',
    input: OneSheet.extend({ format: z.enum(SHEET_EXPORT_FORMATS) }),
    output: z.object({ url: z.string(), file_name: z.string(), is_marked: z.boolean() }),
    space: { by: 'sheet_id', role: 'viewer' },
    scope: 'produce',
  }),
  save: post('/api/sheet/save', {
    summary: '图片存进素材库',
    details: 'over：换掉上次存的那个素材，旧文件进回收站；没有存过时等于 new。有 AI 内容的存为 AI 图片',
    input: OneSheet.extend({ how: z.enum(['new', 'over']).default('new') }),
    output: z.object({ material_id: Id, material_name: z.string(), ai_origin: z.boolean() }),
    space: { by: 'sheet_id', role: 'editor' },
    scope: 'produce',
  }),
  delete: post('/api/sheet/delete', {
    summary: '删除图片编辑',
    details: '30 天内可以恢复；已存进素材库的不受影响',
    input: OneSheet,
    output: Done,
    space: { by: 'sheet_id', role: 'editor' },
  }),
  restore: post('/api/sheet/restore', {
    summary: '恢复图片编辑',
    input: OneSheet,
    output: SheetCard,
    space: { by: 'sheet_id', role: 'editor' },
  }),
};
